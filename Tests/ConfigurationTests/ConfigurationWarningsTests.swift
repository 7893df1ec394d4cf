import Foundation
import TestSupport
import Testing

@testable import Configuration

/// check-config warns of texts and buttons that are hard to read or to press.
@Suite struct ConfigurationWarningsTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let file: String
    /// The expected warnings; … matches any text.
    let warnings: [String]

    init(_ description: String, _ file: String, _ warnings: String...) {
      (testDescription, self.file, self.warnings) = (description, file, warnings)
    }
  }

  /// A configuration with this node on face 1.
  private static func face(_ node: String, values: String = "{}", colors: String = "") -> String {
    #"{"values": \#(values), "faces": {"1": {\#(colors)"content": {"children": [\#(node)]}}}}"#
  }

  private static func text(_ string: String, _ size: Int = 20, values: String) -> String {
    face(
      #"{"name": "a", "frame": [10, 10, 60, 30], "text": {"string": "\#(string)", "size": \#(size)}}"#, values: values)
  }

  private static func coloredText(_ color: String, _ members: String) -> String {
    face(
      #"{"name": "a", "frame": [10, 70, 180, 60], "text": {"color": "\#(color)", \#(members)}}"#,
      colors: ##""colors": ["#FFFFFF", "#FFFFFF"], "##)
  }

  private static func button(_ members: String, values: String = "{}") -> String {
    #"{"values": \#(values), "faces": {"1": {"buttons": [{"name": "a", "action": "none", \#(members)}]}}}"#
  }

  private static func condition(_ word: String, _ value: String) -> String {
    button(#""title": "Pump", "enabled": {"when": "pool", "is": "\#(word)"}"#, values: #"{"pool": \#(value)}"#)
  }

  private static func contents(_ file: String) -> String {
    face(#"{"frame": [0, 0, 200, 200], "contents": {"file": "\#(file)", "follow": true}}"#)
  }

  private static func pin(digits: Int?) -> String {
    let hash = "$5$salt$yUylyJhRyeZFLqvzlJNnJurOcwmVDyccV3rBznSz2X7"
    return #"{"touchFix": "depth", "maintenance": {"pin": "\#(hash)"\#(digits.map { ", \"digits\": \($0)" } ?? "")}}"#
  }

  private static let map = #"{"set": true, "map": {"1": "open", "0": "shut"}}"#

  private static let cases = [
    Case("defaults", #"{"touchFix": "depth"}"#),
    Case("another scene in the book's light", #"{"scene": "fold", "shade": 1}"#),
    Case(
      "labels and buttons on any color",
      ##"""
      {"faces": {"1": {"label": "Light", "count": true, "buttons": [{"action": "light"}]},
        "2": {"label": "Door", "colors": ["#808080", "#767676"], "buttons": [{"action": "none"}, {"action": "none"}]}}}
      """##),

    Case(
      "ways to start speech without effect",
      #"{"touchFix": "depth", "keys": false, "speech": {"keyboard": true, "corner": "top-right"}, "#
        + #""maintenance": {"pin": "$6$salt$OprnTkPEpERcW2pN5bGRApAImVdM8O285JRnwCgT1PHUXisqSliwC3dG4yFHdeVqx.fhGUVbZU0kynTcY9/RU/", "#
        + #""digits": 6, "corner": "top-right"}}"#,
      "$.speech.keyboard: true has no effect, because keys is false",
      "$.speech.corner: top-right has no effect, because it is the corner of maintenance"),
    Case("ways to start speech", #"{"touchFix": "depth", "speech": {"keyboard": true, "corner": "bottom-left"}}"#),

    Case(
      "an obsolete key, and one of an editor", #"{"touchFix": "depth", "$schema": "a", "quality": "adaptive"}"#,
      "$.quality: no longer used; remove it"),
    Case(
      "a renamed key, and one without effect", #"{"touchFix": "depth", "allowInspector": true, "inspector": true}"#,
      "$.inspector: no longer used; Explain in the bar shows how a tap was routed, as do render --explode and hit",
      "$.allowInspector: renamed to allowExplain"),
    Case("a short PIN", pin(digits: 4), "$.maintenance.digits: found 4; a PIN should have 6 or more, see …"),
    Case(
      "a PIN of unknown length", pin(digits: nil),
      "$.maintenance.digits: not given, and the hash doesn't reveal it; …"),

    // The contrast of #666666 with white is 5.7, but less while the lamp is off and the face is in the shade.
    Case(
      "a faint text", coloredText("#666666", #""string": "Word", "size": 18"#),
      "…/a 'Word': a contrast of 3.…; expected 4.5 or more"),
    Case("a faint large text", coloredText("#666666", #""string": "Word", "size": 40"#)),
    Case("a dark text", coloredText("#303030", #""string": "Word", "size": 18"#)),
    Case("a short word with room for two lines", coloredText("#303030", #""string": "On", "lines": 2"#)),
    Case("a faint short word with room for two lines", coloredText("#999999", #""string": "On", "lines": 2"#), "…"),
    Case(
      "a disabled button may be faint",
      button(
        #""title": "Ring", "enabled": {"when": "shift", "is": "early"}"#,
        values: #"{"shift": {"set": ["night", "early"]}}"#)),

    Case("a time that fits", text("{clock}", values: #"{"clock": {"time": "%M"}}"#)),
    Case(
      "a time that doesn't fit", text("{clock}", values: #"{"clock": {"time": "%H:%M:%S %H:%M:%S"}}"#),
      "…doesn't fit and is truncated; expected a shorter text or more space"),
    Case(
      "a text without a size", face(#"{"name": "word", "text": {"string": "Word"}}"#),
      "…/word 'Word': has no size, so it is invisible; expected a frame"),
    Case(
      "long texts",
      """
      {"faces": {"1": {"label": "An unusually long label for a face", "buttons": [
        {"name": "a", "title": "Open the large door at the back", "action": "none"}, {"action": "none"}]}}}
      """, "cube/face1/number 'An unusually long label for a face': doesn't fit and is truncated;…",
      "cube/face1/a 'Open the large door at the back': doesn't fit and is truncated;…"),
    Case(
      "a title of two lines", button(#""title": "Open the large\ndoor at the back""#),
      "cube/face1/a 'Open the large door at the back': …"),

    Case(
      "a missing followed picture", contents("nobody.png"),
      "…/nobody.png: is followed but isn't a picture yet (No such file or directory)…"),
    // No warning about contrast: the dash that is shown instead is as legible as the text.
    Case(
      "a missing value file",
      face(
        #"{"frame": [10, 10, 180, 60], "text": {"string": "{note}", "lines": 2}}"#,
        values: #"{"note": {"file": "note.txt"}}"#),
      "values.note: nothing can be read from /…/note.txt yet; the value is shown as a dash until then"),

    Case("a condition with a mapped word", condition("shut", map)),
    Case("a condition with a raw word", condition("0", map)),
    Case(
      "a condition that never holds", condition("closed", map),
      "cube/face1/a 'Pump': a condition compares pool with closed; expected 0, 1, shut or open"),
    Case(
      "a misspelled condition", condition("of", #"{"set": ["on", "off"]}"#),
      "…with of; expected on or off"),
    Case("a condition on any text", condition("anything", #"{"set": true}"#)),

    Case("a button that is large enough", size(40)),
    Case(
      "a small button", size(20),
      "…/open 'Open': 7.… mm if the screen is 217 mm wide, as assumed; a finger needs 9"),
  ]

  private static func size(_ height: Int) -> String {
    face(#"{"name": "open", "frame": [40, 80, 120, \#(height)], "button": {"title": "Open", "action": "none"}}"#)
  }

  private func warnings(_ text: String) throws -> [String] {
    let directory = try TemporaryDirectory()
    let (options, errors) = ConfigurationReader.read(try directory.write(text, to: "kiosk.json"))
    try #require(errors.isEmpty, "\(errors)")
    return ConfigurationWarnings.settingsAndScenes(options, now: 0)
  }

  private func matches(_ warning: String, _ pattern: String) -> Bool {
    let literals = pattern.components(separatedBy: "…").map(NSRegularExpression.escapedPattern)
    return warning.range(of: "^\(literals.joined(separator: ".*"))$", options: .regularExpression) != nil
  }

  @Test(arguments: cases) private func warningsAreExactlyThese(_ test: Case) throws {
    let all = try warnings(test.file)
    #expect(all.count == test.warnings.count && zip(all, test.warnings).allSatisfy(matches), "\(all)")
  }

  @Test func pathsThatTheUnitHidesAreWarnedOf() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      #"{"scene": "a.json", "values": {"a": {"file": "/tmp/a"}, "b": {"command": ["cat", "/home/b"]}}}"#,
      to: "kiosk.json")
    let scene = try directory.write(
      #"""
      {"size": [9, 9], "$schema": "/home/a.json", "values": {"//": "/root/", "c": {"file": "/run/user/1/c"},
       "d": {"file": "/run/d"}, "e": {"file": "/tmpfile"}, "f": {"file": "/var/tmp/f"}}, "root": {}}
      """#, to: "a.json")
    let (options, errors) = FileChecker.read(file)
    try #require(errors == [])
    let all = ConfigurationWarnings.files(file, options, unitFiles: directory.path)
    #expect(
      all.map { $0.components(separatedBy: ", which")[0] } == [
        "\(scene): $.values.c.file: found '/run/user/1/c'", "\(scene): $.values.f.file: found '/var/tmp/f'",
        "$.values.a.file: found '/tmp/a'",
        "$.values.b.command[1]: found '/home/b'",
      ])
    #expect(
      all.last?.hasSuffix(
        "'/home/b', which doesn't exist for the panel's unit; expected a path outside of /tmp, /var/tmp, /home, /root "
          + "or /run/user") == true)
    // A file elsewhere may be for a desktop, or a trial in a temporary directory.
    #expect(
      ConfigurationWarnings.files("/srv/kiosk.json", options) == [
        "\(scene): $.values.f.file: found '/var/tmp/f', which doesn't exist for the panel's unit; expected a path outside "
          + "of /tmp or /var/tmp"
      ])
    #expect(ConfigurationWarnings.files(file, options) == [])
  }

  private func fileWarnings(_ members: String) throws -> [String] {
    let directory = try TemporaryDirectory()
    let file = try directory.write(
      #"{"values": {"heat": {"set": true, "lines": 2}}, "root": {"stack": {}, "children": [{\#(members)}]}}"#,
      to: "a.json")
    let (options, errors) = FileChecker.read(file)
    try #require(errors == [])
    return ConfigurationWarnings.files(file, options)
  }

  @Test func listOfOneLineIsWarnedOf() throws {
    func warnings(_ definition: String) throws -> [String] {
      let directory = try TemporaryDirectory()
      let list = #"{"list": {"value": "notes", "row": {"text": {"string": "{line}"}}}}"#
      let file = try directory.write(
        #"{"values": {"notes": \#(definition)}, "root": {"stack": {}, "children": [\#(list)]}}"#, to: "a.json")
      _ = try directory.write("a\nb\nc\n", to: "notes.txt")
      let (options, errors) = FileChecker.read(file)
      #expect(errors == [])
      return ConfigurationWarnings.files(file, options)
        + ConfigurationWarnings.settingsAndScenes(options, of: file, now: 0).map {
          $0.replacingOccurrences(of: directory.path, with: "DIR")
        }
    }
    #expect(
      try warnings(#"{"initial": null}"#) == [
        #"$.root.children[0].list.value: 'notes' has one line, so the list shows one row; expected "lines" in it"#
      ])
    #expect(try warnings(#"{"file": "notes.txt", "lines": 3}"#) == [])
    #expect(
      try warnings(#"{"file": "notes.txt", "lines": 2}"#) == [
        #"values.notes: DIR/notes.txt has 3 lines; the value takes the first 2, because of "lines": 2"#
      ])
  }

  @Test func unknownNamesInArgumentsAreWarnedOf() throws {
    func warnings(_ arguments: String) throws -> [String] {
      try fileWarnings(
        #""list": {"value": "heat", "row": {"button": {"title": "", "action": {"command": ["echo", \#(arguments)]}}}}"#)
    }
    #expect(
      try warnings(#""{heat} {line}", "to {value}", "{3}""#) == [
        "$.root.children[0].list.row.button.action.command[2]: '{value}' isn't the name of a value, so the "
          + "command gets it as it is"
      ])
    #expect(try fileWarnings(#""slider": {"value": "heat", "action": {"command": ["echo", "{line}"]}}"#).count == 1)
  }

  @Test(arguments: [
    (#""stack": {}"#, #""grow": true, "height": 9"#, "height"),
    (#""stack": {"axis": "horizontal"}"#, #""grow": true, "width": 9"#, "width"),
    (#""stack": {}"#, #""grow": true, "width": 9"#, nil), (#""stack": {}"#, #""grow": false, "height": 9"#, nil),
    (#""stack": {"axis": "automatic"}"#, #""grow": true, "height": 9"#, nil),
    (#""stack": {"distribution": "fillEqually"}"#, #""grow": true, "height": 9"#, nil),
  ])
  func lengthThatKeepsNodeFromGrowingIsWarnedOf(_ stack: String, _ child: String, _ key: String?) throws {
    let warning = key.map {
      "$.root.children[0].children[0].grow: has no effect, because \($0) keeps the node from growing; expected one of them"
    }
    #expect(try fileWarnings("\(stack), \"children\": [{\(child)}]") == [warning].compactMap { $0 })
  }

  /// Faces that are turned away from the light are black at shade 1.
  @Test func shadeThatHidesTextIsWarnedOf() throws {
    let all = try warnings(#"{"shade": 1, "faces": {"4": {"label": "Exit"}}}"#)
    let words = "cube/face4/number 'Exit': a contrast of 1 with its background in the worst light; expected 3 or more"
    #expect(all.contains(words), "\(all)")
  }

  /// If only the upper edge of a row is visible, no part of its text is.
  @Test(arguments: 145...190) func contrastOfClippedRowIsNotMeasured(height: Int) throws {
    let lines = (1...12).map { "Lesson \($0)" }.joined(separator: "\\n")
    let list = #""list": {"value": "plan", "row": {"height": 48, "text": {"string": "{line}"}}}"#
    let json =
      #"{"values": {"plan": {"set": "\#(lines)", "lines": 12}}, "root": {"stack": {}, "children": ["#
      + #"{"height": \#(height), \#(list)}, {"grow": true}]}}"#
    let directory = try TemporaryDirectory()
    let (options, errors) = FileChecker.read(try directory.write(json, to: "panel.json"))
    #expect(errors.isEmpty, "\(errors)")
    #expect(!ConfigurationWarnings.settingsAndScenes(options, now: 0).contains { $0.contains("contrast") })
  }

  /// The text is measured as large as it is on a screen of the file's size.
  @Test func legibleTextOfALargeUprightSceneFileIsNotWarnedOf() throws {
    let directory = try TemporaryDirectory()
    let button = ##"{"title": "Fan on", "style": {"color": "#3A4560"}, "action": "none"}"##
    let scene =
      #"{"size": [1080, 1920], "fit": "inside", "root": {"frame": [0, 0, 1080, 1920], "children": ["#
      + #"{"frame": [40, 1380, 1000, 240], "button": \#(button)}]}}"#
    let (options, errors) = FileChecker.read(try directory.write(scene, to: "panel.json"))
    #expect(errors.isEmpty && ConfigurationWarnings.settingsAndScenes(options, now: 0) == [])
  }

  /// The longest word of a value's map is measured, whatever the current reading is.
  @Test(arguments: ["true", #""1""#, #"["1", "0"]"#]) func mappedWordThatDoesNotFitIsWarnedOf(_ first: String) throws {
    let pool = #"{"set": \#(first), "map": {"1": "on", "0": "shut until further notice"}}"#
    let all = try warnings(Self.text("{pool}", values: #"{"pool": \#(pool)}"#))
    #expect(all.count == 1 && all[0].contains("'shut until further notice': doesn't fit"), "\(all)")
  }
}
