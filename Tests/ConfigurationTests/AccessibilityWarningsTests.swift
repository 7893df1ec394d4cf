import Foundation
import PanelGeometry
import Scenes
import TestSupport
import Testing

@testable import Configuration

/// check-config warns of barriers for people who can't see, read or touch everything.
@Suite struct AccessibilityWarningsTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let picture = Formats.directory.appendingPathComponent("examples/home.png")
    try directory.write(Data(contentsOf: picture), to: "plan.png")
  }

  private func warnings(ofFile text: String, named name: String = "kiosk.json") throws -> [String] {
    let file = try directory.write(text, to: name)
    let (options, errors) = FileChecker.read(file)
    try #require(errors.isEmpty, "\(errors)")
    return ConfigurationWarnings.accessibility(file, options)
  }

  /// The warnings of a scene file with a node that has these members.
  private func warnings(_ node: String, values: String = #"{"a": {"set": "1", "lines": 9}}"#) throws -> [String] {
    try warnings(ofFile: #"{"values": \#(values), "root": {"stack": {}, "children": [{\#(node)}]}}"#, named: "a.json")
  }

  // MARK: Names

  @Test(arguments: [#""title": """#, #""title": "+ ▲""#, #""title": "Pump", "accessibleName": "!""#])
  func buttonWithoutWordsIsWarnedOf(_ members: String) throws {
    let words = "has no name to speak; expected a title with words, or accessibleName"
    #expect(try warnings(#""button": {\#(members), "action": "none"}"#) == ["$.root.children[0].button: \(words)"])
    let face = #"{"faces": {"2": {"buttons": [{"action": "light"}, {\#(members), "action": "none"}]}}}"#
    #expect(try warnings(ofFile: face) == ["$.faces.2.buttons[1]: \(words)"])
  }

  @Test(arguments: [
    #""button": {"title": "Pump", "action": "none"}"#, #""button": {"title": "{a}", "action": "none"}"#,
    #""button": {"title": "+", "accessibleName": "Warmer", "action": "none"}"#,
    #""label": "Warmer", "button": {"title": "+", "action": "none"}"#,
    #""button": {"title": "水泵", "action": "none"}"#,
  ])
  func buttonWithWordsIsNotWarnedOf(_ node: String) throws {
    #expect(try warnings(node) == [])
  }

  @Test(arguments: SceneDescription.ControlDescription.Kind.allCases)
  func everyControlNeedsAName(_ kind: SceneDescription.ControlDescription.Kind) throws {
    let warnings = try warnings(#""\#(kind.rawValue)": {"value": "a"}"#)
    let start = "$.root.children[0].\(kind.rawValue): has no name to speak; expected "
    #expect(warnings.count == 1 && warnings[0].hasPrefix(start), "\(warnings)")
  }

  @Test(arguments: kindsWithoutTexts) func controlWithoutNameIsWarnedOf(_ kind: String) throws {
    let warning = "$.root.children[0].\(kind): has no name to speak; expected label or accessibleName"
    #expect(try warnings(#""\#(kind)": {"value": "a"}"#) == [warning])
    #expect(try warnings(#""name": "\#(kind)2", "\#(kind)": {"value": "a"}"#) == [warning])
    for named in [#""label": "Hall", "\#(kind)": {"#, #""name": "hall", "\#(kind)": {"#] {
      #expect(try warnings(#"\#(named)"value": "a"}"#) == [])
    }
    #expect(try warnings(#""\#(kind)": {"value": "a", "accessibleName": "Hall"}"#) == [])
  }

  private static let kindsWithoutTexts = SceneDescription.ControlDescription.Kind.allCases.filter {
    $0.traits.setsValue && $0 != .field
  }.map(\.rawValue)

  @Test func displayWithoutNameIsWarnedOf() throws {
    #expect(
      try warnings(#""gauge": {"value": "a"}"#) == [
        "$.root.children[0].gauge: has no name to speak; expected label or caption"
      ])
    #expect(
      try warnings(#""progress": {"value": "a"}"#) == [
        "$.root.children[0].progress: has no name to speak; expected label"
      ]
    )
    #expect(try warnings(#""gauge": {"value": "a", "caption": "Hall"}"#) == [])
    #expect(try warnings(#""label": "Hall", "progress": {"value": "a"}"#) == [])
  }

  @Test func rowsAndContentOfFacesAreChecked() throws {
    let row = #""list": {"value": "a", "row": {"button": {"title": "", "action": "none"}}}"#
    #expect(try warnings(row).map { $0.prefix { $0 != ":" } } == ["$.root.children[0].list.row.button"])
    let wholeRow = #""list": {"value": "a", "row": {"action": "none", "icon": "mdi:{line.icon}"}}"#
    #expect(
      try warnings(wholeRow) == [
        "$.root.children[0].list.row.icon: has no words for people who can't see it; expected label, or a text with "
          + "{line.icon}", "$.root.children[0].list.row: has no name to speak; expected a text or label in it",
      ])
    let named = #""text": {"string": "{line.name}"}"#
    let icon = #"{"icon": "mdi:{line.icon}"}, {\#(named)}"#
    #expect(
      try warnings(#""list": {"value": "a", "row": {"action": "none", "stack": {}, "children": [\#(icon)]}}"#) == [])
    let face = #"{"values": {"a": {"set": "1"}}, "faces": {"4": {"content": {"slider": {"value": "a"}}}}}"#
    #expect(try warnings(ofFile: face).map { $0.prefix { $0 != ":" } } == ["$.faces.4.content.slider"])
  }

  // MARK: Pictures

  @Test func pictureWithoutLabelIsWarnedOf() throws {
    let picture = #""contents": "plan.png""#
    let words = "contents: has no words for people who can't see it; expected label, which is \"\" for a decoration"
    #expect(try warnings(picture) == ["$.root.children[0].\(words)"])
    #expect(try warnings(#"\#(picture), "children": [{\#(picture), "label": ""}]"#) == ["$.root.children[0].\(words)"])
    let live = #""picture": {"from": "ha:camera.front", "live": true}"#
    let liveWarning = try warnings(live)
    #expect(liveWarning.count == 1 && liveWarning[0].hasPrefix("$.root.children[0].picture: has no words"))
    for label in ["Floor plan", ""] { #expect(try warnings(#"\#(picture), "label": "\#(label)""#) == []) }
    #expect(try warnings(#""hidden": true, \#(picture)"#) == [])
    // The parent's label is spoken instead.
    #expect(try warnings(#""label": "Floor plan", "children": [{\#(picture)}]"#) == [])
    let button = #"{"button": {"title": "Here", "action": "none"}}"#
    #expect(try warnings(#""label": "Floor plan", "children": [{\#(picture)}, \#(button)]"#).count == 1)
  }

  @Test func chartWithoutWordsIsWarnedOf() throws {
    let chart = #""chart": {"value": "a"}"#
    #expect(
      try warnings(chart) == [
        "$.root.children[0].chart: has no words for people who can't see it; expected label, or a text with {a}"
      ])
    #expect(try warnings(#"\#(chart), "label": "The last six hours""#) == [])
    #expect(try warnings(#""stack": {}, "children": [{\#(chart)}, {"text": {"string": "{a} °C"}}]"#) == [])
  }

  // MARK: Colors

  @Test(arguments: [
    (##""colors": [{"from": 0, "color": "#FFFFFF"}, {"from": 8, "color": "#FF8A7A"}]"##, 2),
    (##""colors": [{"from": 8, "color": "#FF8A7A"}]"##, 2), (##""colors": [{"from": 0, "color": "#FF8A7A"}]"##, 0),
    (##""colors": [{"from": 8, "color": "#FF8A7A", "label": "too warm"}]"##, 0),
    (##""range": [-9, 9], "colors": [{"from": 0, "color": "#FF8A7A"}]"##, 2),
    (##""range": [9, 19], "colors": [{"from": 5, "color": "#FF8A7A"}]"##, 0),
    (##""map": {"0": "off"}, "colors": [{"from": 0, "color": "#FFFFFF"}, {"from": 8, "color": "#FF8A7A"}]"##, 0),
  ])
  func colorsWithoutLabelsAreWarnedOf(_ members: String, _ count: Int) throws {
    let warning =
      "$.values.heat.colors: only the color tells the meanings of \(count) ranges apart; expected a label for each color "
      + "but one"
    let values = #"{"heat": {"set": true, \#(members)}}"#
    #expect(try warnings("", values: values) == (count > 0 ? [warning] : []))
    #expect(try warnings(ofFile: #"{"values": \#(values)}"#) == (count > 0 ? [warning] : []))
  }

  @Test func stateThatOnlyAColorShowsIsWarnedOf() throws {
    func button(_ title: String, _ members: String = "") -> String {
      ##"{"button": {\##(members)"title": "\##(title)", "action": "none", "style": [{"when": "a", "is": 1, "color": "#F2B33D"}, {"color": "#39435A"}]}}"##
    }
    func warnings(_ children: String...) throws -> [String] {
      try self.warnings(#""stack": {}, "children": [\#(children.joined(separator: ", "))]"#)
    }
    #expect(
      try warnings(button("Light")) == [
        "$.root.children[0].children[0].button.style: only the color shows {a}; expected it in the title or in another "
          + "text too"
      ])
    #expect(try warnings(button("Light {a}")) == [])
    #expect(try warnings(button("Light"), #"{"text": {"string": "{a}"}}"#) == [])
    #expect(try warnings(button("Light"), #"{"label": "Hall", "switch": {"value": "a"}}"#) == [])
    #expect(try warnings(button("Light"), #"{"visible": {"when": "a", "is": 1}, "text": {"string": "on"}}"#) == [])
    #expect(try warnings(button("Light", #""enabled": {"when": "a", "is": 1}, "#)) == [])
  }

  // MARK: Time

  @Test(arguments: [
    (#"{"dimAfter": 59}"#, "$.idle.dimAfter: found 59"), (#"{"attractAfter": 30}"#, "$.idle.attractAfter: found 30"),
    (#"{"dimAfter": 60, "attractAfter": 90}"#, nil), ("{}", nil),
  ])
  func idleBeforeInactivityTimeoutIsWarnedOf(_ idle: String, _ warning: String?) throws {
    let end = ", which ends a visit before the panel asks whether more time is needed; expected 60 or more"
    #expect(try warnings(ofFile: #"{"idle": \#(idle)}"#) == [warning].compactMap { $0.map { $0 + end } })
  }

  // MARK: Files

  @Test func warningOfAnotherFileNamesIt() throws {
    let scene = try directory.write(#"{"root": {"button": {"title": "", "action": "none"}}}"#, to: "panel.json")
    let all = try warnings(ofFile: #"{"scene": "panel.json"}"#)
    #expect(all.count == 1 && all[0].hasPrefix("\(scene): $.root.button: "), "\(all)")
  }

  // MARK: Text sizes

  /// The warnings of a configuration with a scene file.
  private func textWarnings(_ root: String, size: String = "", settings: String = "") throws -> [String] {
    try directory.write(#"{\#(size)"root": {\#(root)}}"#, to: "a.json")
    return try textWarnings(ofFile: #"{"scene": "a.json"\#(settings)}"#)
  }

  private func textWarnings(ofFile text: String) throws -> [String] {
    let file = try directory.write(text, to: "kiosk.json")
    let (options, errors) = FileChecker.read(file)
    try #require(errors.isEmpty, "\(errors)")
    return ConfigurationWarnings.textSizes(file, options)
  }

  /// 0.7° at 500 mm are 6.1 mm, or 32.6 points: the height of capital letters of Inter at 44.8 points.
  @Test(
    arguments: [44, 46, 23, 22],
    ["", #", "distance": 480"#, #", "distance": 1000"#, #", "textSize": 200"#, #", "visitors": ["textSize"]"#])
  func smallCapitalsAreWarnedOf(_ size: Double, _ settings: String) throws {
    let column = #""stack": {}, "children": [{"text": {"string": "Word", "size": \#(size)}}, {}]"#
    let neededSize = settings == "" ? 44.8 : settings.contains("480") ? 43 : settings.contains("1000") ? 89.6 : 22.4
    #expect(try textWarnings(column, settings: settings).isEmpty == (size >= neededSize))
  }

  @Test func smallestTextIsNamed() throws {
    let words = [("Word", 44), ("Next", 30), ("Last", 60)].map { #"{"text": {"string": "\#($0)", "size": \#($1)}}"# }
    let all = try textWarnings(#""stack": {}, "children": [\#(words.joined(separator: ", ")), {}]"#)
    #expect(
      all == [
        "\(directory.file("a.json")): $.root.children[1] 'Next': its capital letters, of 30 points, are 0.4° high at 500 mm "
          + "if 48 points are 9 mm, as assumed; expected 45 points for 0.7°, and another text larger, too, by size, "
          + "textSize, textSize in visitors or a distance of 334 mm"
      ])
  }

  /// Many pages with small captions don't hide the other warnings.
  @Test func smallTextsOfAllScenesHaveOneWarning() throws {
    let small = #"{"text": {"string": "Word", "size": 20}}"#
    let next = #"{"button": {"title": "Next", "action": {"scene": "b.json"}}}"#
    try directory.write(
      #"{"root": {"stack": {}, "children": [{"text": {"string": "End", "size": 12}}, {}]}}"#, to: "b.json")
    let all = try textWarnings(#""stack": {}, "children": [\#(small), \#(small), \#(next), {}]"#)
    #expect(
      all.count == 1 && all[0].contains("b.json: $.root.children[0] 'End': its capital letters, of 12 "), "\(all)")
    #expect(all.first?.contains(", and 3 other texts larger, too (in 2 scenes), by size") == true, "\(all)")
  }

  /// The size of a button's title follows its height.
  @Test func smallTitleNeedsAHigherButton() throws {
    let all = try textWarnings(
      #""stack": {}, "children": [{"height": 48, "button": {"title": "Go", "action": "none"}}]"#)
    #expect(all.count == 1 && all[0].contains(" 'Go': its capital letters, of 17 points, "), "\(all)")
    #expect(all.first?.contains(" by height, textSize, ") == true)
  }

  @Test func smallCapitalsOfSizedSceneAndOfFaceAreWarnedOf() throws {
    let text = #"{"name": "a", "frame": [20, 60, 180, 100], "text": {"string": "Word", "size": 12}}"#
    let scene = try textWarnings(#""children": [\#(text)]"#, size: #""size": [400, 400], "#)
    #expect(
      scene.count == 1 && scene[0].contains("are 0.1° high at 500 mm if the screen is 217 mm wide, as assumed; "),
      "\(scene)")
    let face = try textWarnings(
      ofFile: #"{"touchFix": "depth", "faces": {"3": {"content": {"children": [\#(text)]}}}}"#)
    #expect(
      face.count == 1 && face[0].contains("face3/a 'Word': its capital letters, of 12 points, are 0.3°"), "\(face)")
  }

  @Test(arguments: [(70, 0), (32, 1)]) func textThatFillsItsFrameIsMeasured(_ height: Int, _ count: Int) throws {
    let text = #"{"frame": [20, 20, 200, \#(height)], "text": {"string": "Word", "size": 26}}"#
    let all = try textWarnings(
      #""children": [\#(text)]"#, size: #""size": [400, 400], "#, settings: #", "textSize": 200"#)
    #expect(all.count == count, "\(all)")
  }

  /// The distance and the size of texts are a configuration's.
  @Test func sceneFileAloneIsNotMeasured() throws {
    let scene = #"{"root": {"stack": {}, "children": [{"text": {"string": "Word", "size": 12}}]}}"#
    #expect(try textWarnings(ofFile: scene) == [])
  }

  // MARK: Touch targets

  private func layoutWarnings(_ root: String, size: String, on panel: Size? = nil) throws -> [String] {
    var (options, errors) = FileChecker.read(try directory.write(#"{\#(size)"root": {\#(root)}}"#, to: "a.json"))
    try #require(errors.isEmpty, "\(errors)")
    if let panel { (options.size, options.hasExplicitSize) = (panel, true) }
    return ConfigurationWarnings.settingsAndScenes(options, now: 0)
  }

  @Test func flatControlsAreWarnedOf() throws {
    let values = #""values": {"a": {"set": "1"}}, "#
    let slider = #""name": "a", "slider": {"value": "a"}"#
    let scene = try layoutWarnings(
      #""children": [{"frame": [20, 20, 200, 20], \#(slider)}]"#, size: #"\#(values)"size": [400, 400], "#)
    #expect(scene.count == 1 && scene[0].hasPrefix("a 'a': 3.") && scene[0].hasSuffix("a finger needs 9"), "\(scene)")
    let column = try layoutWarnings(
      #""stack": {}, "children": [{"height": 20, \#(slider)}, {}]"#, size: values, on: Size(800, 480))
    #expect(
      column == [
        "$.root.children[0] 'a': its shorter side is 20 points; a finger needs 48, 9 mm if the scale is auto"
      ])
  }
}
