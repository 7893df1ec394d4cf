import Foundation
import Localization
import PanelText
import PanelViews
import ReferencePicture
import TestRendering
import TestSupport
import Testing

@testable import Chrome
@testable import Configuration
@testable import Scenes

/// Icons in scene files, and the warnings of icons and characters that no font has.
@Suite struct IconTests {
  // MARK: Pictures

  /// These icons are the same in the fonts of Debian 12 and 13.
  private static let page = ##"""
    {"values": {"sky": {"set": "clear", "map": {"clear": "mdi:weather-sunny", "rain": "mdi:weather-rainy", "none": ""}},
      "t": {"set": "21", "unit": "°C", "colors": [{"from": 18, "color": "#F2B33D"}]}, "unread": {"command": ["true"]},
      "log": {"set": "home\nlock", "lines": 9}},
     "root": {"backgroundColor": "#10141D", "stack": {"spacing": 8}, "children": [
      {"stack": {"axis": "horizontal", "spacing": 16, "alignment": "center"}, "children": [
        {"icon": "mdi:arrow-right"}, {"icon": {"name": "mdi:lock", "size": 48, "color": "#F2B33D"}},
        {"icon": {"name": "{sky}", "size": 80}}, {"icon": {"name": "mdi:no-such", "size": 48}},
        {"icon": {"name": "mdi:{unread}", "size": 48}}, {"icon": "mdi:no-such"}]},
      {"text": {"string": "Leading", "icon": "mdi:home", "align": "leading"}},
      {"text": {"string": "Center {t}", "icon": "mdi:thermometer", "size": 28, "weight": 600}},
      {"text": {"string": "Trailing", "icon": "mdi:arrow-right", "size": 20, "align": "trailing"}},
      {"text": {"string": "A text in two lines, which wraps at the width of the panel, with an icon beside the first line",
        "icon": "mdi:information-outline", "lines": 2, "align": "leading"}},
      {"height": 80, "list": {"value": "log", "row": {"text": {"string": "{line}", "icon": "mdi:{line}", "align": "leading"}}}},
      {"stack": {"axis": "horizontal", "spacing": 8, "distribution": "fillEqually"}, "children": [
        {"height": 52, "button": {"title": "Lock", "icon": "mdi:lock", "style": {"color": "#F2B33D"}}},
        {"height": 52, "button": {"icon": "mdi:play", "accessibleName": "Play"}},
        {"height": 52, "button": {"title": "None", "icon": "mdi:no-such", "enabled": {"when": "sky", "is": "rain"}}}]}]}}
    """##

  private func window(_ text: String, size: Size = Size(480, 480)) throws -> (window: Window, values: Values) {
    let file = try SceneReader.scene(text)
    let values = Values(file.values)
    let scene = FileScene(file, values: values)
    return (Window(Stage(scene, showsBar: false), size: size, scale: 1, threads: 1), values)
  }

  private static let rightToLeft: Language = {
    var language = Language.english
    language.isRightToLeft = true
    return language
  }()

  @Test(arguments: [false, true]) func iconsMatchReference(_ isMirrored: Bool) throws {
    try Language.$current.withValue(isMirrored ? Self.rightToLeft : .english) {
      let picture = try window(Self.page).window.image()
      #expect(try ReferencePicture.mismatch(isMirrored ? "icons-mirrored" : "icons", in: picture) == nil)
    }
  }

  /// The parts of a page that changed values redraw, in comparison with a new page.
  @Test func changedIconLeavesNothingBehind() throws {
    let page = ##"""
      {"values": {"sky": {"set": "a", "map": {"a": "mdi:home", "b": "mdi:lock", "c": ""}}, "t": {"set": "1"}},
       "root": {"stack": {}, "children": [{"text": {"string": "{t}", "icon": "{sky}"}},
        {"height": 60, "button": {"title": "{t}", "icon": "{sky}"}}, {"icon": {"name": "{sky}", "size": 40}}]}}
      """##
    let (window, values) = try window(page)
    let picture = window.image()
    for (sky, text) in [("b", "1"), ("b", "12345"), ("c", "12345"), ("a", "2"), ("?", ""), ("b", "3")] {
      values.set([("sky", sky), ("t", text)], at: 1)
      window.update(picture)
      let (other, otherValues) = try self.window(page)
      otherValues.set([("sky", sky), ("t", text)], at: 1)
      let isSame = picture.pixelArray == other.image().pixelArray
      #expect(isSame, "\(sky) \(text)")
    }
  }

  /// A page with an icon, in the values' colors, and its button.
  private func labels(_ window: Window) -> [Label] {
    func labels(_ view: View) -> [Label] { (view as? Label).map { [$0] } ?? view.subviews.flatMap(labels) }
    return labels(window.rootView)
  }

  @Test func mapChoosesIcon() throws {
    let (window, values) = try window(Self.page)
    window.layoutIfNeeded()
    let icon = labels(window)[2]
    #expect(icon.icon == Icon("mdi:weather-sunny") && icon.text.isEmpty)
    values.set("sky", "rain", at: 1)
    #expect(icon.icon == Icon("mdi:weather-rainy"))
    values.set("sky", "none", at: 1)
    #expect(icon.icon == Icon("") && icon.sizeThatFits(.zero) == Size(80, 80))
    #expect(labels(window)[4].icon == Icon(""))
    let temperature = try #require(labels(window).first { $0.text == "Center 21 °C" })
    #expect(temperature.icon == Icon("mdi:thermometer") && temperature.color == Color(hex: 0xF2B33D))
  }

  @Test func iconsGrowWithTheText() throws {
    let stage = try window(Self.page).window
    let label = try #require(labels(stage).first { $0.text == "Leading" })
    let usual = label.sizeThatFits(.zero)
    label.overrideTextScale = 2
    #expect(label.sizeThatFits(.zero).height == 2 * usual.height - 1)
  }

  // MARK: Speech

  @Test func iconsAreSilent() throws {
    let (window, _) = try window(Self.page)
    window.layoutIfNeeded()
    let labels = labels(window)
    #expect(labels.prefix(6).allSatisfy { !$0.accessibilityDefaults.isElement })
    #expect(labels[6].accessibilityDefaults.label == "Leading")
    let named = try self.window(#"{"root": {"stack": {}, "children": [{"label": "Locked", "icon": "mdi:lock"}]}}"#)
      .window
    named.layoutIfNeeded()
    let icon = try #require(self.labels(named).first)
    #expect(icon.isAccessibilityElement && icon.spokenLabel == "Locked" && icon.accessibilityTraits.contains(.image))
  }

  @Test func buttonShowsResultInPlaceOfALoneIcon() throws {
    let text =
      #"{"root": {"stack": {}, "children": [{"height": 60, "button": {"icon": "mdi:play", "accessibleName": "Play"}}]}}"#
    let scene = FileScene(try SceneReader.scene(text))
    let window = Window(Stage(scene, showsBar: false), size: Size(200, 200), scale: 1, threads: 1)
    let button = try #require(scene.buttons.first)
    let idle = window.image().pixelArray
    let results = [(ActionButton.Phase.succeeded, "check"), (.failed(1), "alert"), (.outcomeUnknown, "help")]
    for (phase, name) in results {
      button.phase = phase
      #expect(button.currentTitle.isEmpty && button.drawnIcon == Icon("mdi:\(name)"))
      let isRedrawn = window.image().pixelArray != idle
      #expect(isRedrawn, "\(name)")
    }
    #expect(button.spokenLabel == "Play")
  }

  // MARK: Reading

  @Test func invalidIconsAreErrors() {
    func errors(_ node: String) -> [String] { SceneReader.errors(#"{"root": {"frame": [0, 0, 9, 9], \#(node)}}"#) }
    let expected = "expected mdi: and the name of an icon, such as mdi:lightbulb-on"
    #expect(errors(#""icon": "home""#) == [": $.root.icon: found 'home'; \(expected)"])
    #expect(errors(#""icon": {"name": "mdi:"}"#) == [": $.root.icon.name: found 'mdi:'; \(expected)"])
    #expect(errors(#""text": {"string": "a", "icon": ""}"#) == [": $.root.text.icon: found ''; \(expected)"])
    #expect(errors(#""button": {}"#) == [": $.root.button.title: found nothing; expected this key"])
    #expect(errors(#""button": {"icon": "mdi:home"}"#) == [])
    #expect(errors(#""icon": "mdi:home", "text": {"string": "a"}"#).count == 1)
  }

  // MARK: Warnings

  private func warnings(_ text: String, icons: IconFont? = .installed, named name: String = "a.json") throws -> [String]
  {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: name)
    let (options, errors) = FileChecker.read(file)
    try #require(errors.isEmpty, "\(errors)")
    return ConfigurationWarnings.glyphs(file, options, icons: icons)
  }

  private func warnings(icon: String, values: String = "{}") throws -> [String] {
    try warnings(#"{"values": \#(values), "root": {"stack": {}, "children": [{"icon": "\#(icon)"}]}}"#)
  }

  @Test(arguments: [
    ("lightbulb-onn", "did you mean mdi:lightbulb-on?"), ("wether-sunny", "did you mean mdi:weather-sunny?"),
    ("sunny", "did you mean mdi:weather-sunny?"), ("qqqqq", "expected the name of one"),
  ])
  func unknownIconSuggestsTheNearest(_ name: String, _ advice: String) throws {
    let found = "$.root.children[0].icon: found 'mdi:\(name)', which isn't an icon of the installed font"
    #expect(try warnings(icon: "mdi:\(name)") == ["\(found); \(advice)"])
    #expect(try warnings(icon: "mdi:lightbulb-on") == [])
  }

  @Test func iconsOfKnownReadingsAreChecked() throws {
    let values = #"{"sky": {"set": ["a", "b"], "map": {"a": "mdi:home", "b": "lock"}}, "any": {"command": ["true"]}}"#
    let found = "$.root.children[0].icon: found 'lock', which isn't an icon of the installed font"
    #expect(try warnings(icon: "{sky}", values: values) == ["\(found); did you mean mdi:lock?"])
    #expect(try warnings(icon: "mdi:{any}", values: values) == [])
    let template = #""templates": {"t": {"parameters": ["icon"], "node": {"icon": "mdi:${icon}"}}}"#
    #expect(try warnings(#"{\#(template), "root": {"template": "t", "with": {"icon": "home"}}}"#) == [])
    let faces = #"{"faces": {"1": {"buttons": [{"icon": "mdi:homee", "action": "none"}]}}}"#
    let onFace = "$.faces.1.buttons[0].icon: found 'mdi:homee', which isn't an icon of the installed font"
    #expect(try warnings(faces, named: "kiosk.json") == ["\(onFace); did you mean mdi:home?"])
  }

  /// Icons of templates, also of included ones: the warning names the template's place and that of the use.
  @Test func iconsOfTemplatesAreChecked() throws {
    let directory = try TemporaryDirectory()
    let parts = try directory.write(
      #"""
      {"templates": {
        "inner": {"parameters": ["icon"], "node": {"children": [{"icon": "mdi:${icon}"}]}},
        "outer": {"parameters": ["icon"], "values": {"v-${icon}": {"initial": "a", "map": {"a": "mdi:${icon}"},
            "alert": {"is": "b", "title": "t", "icon": "mdi:${icon}-alert"}}},
          "node": {"children": [{"template": "inner", "with": {"icon": "${icon}"}}, {"icon": "{v-${icon}}"},
            {"button": {"title": "t", "action": ["none", {"message": {"title": "t", "icon": "mdi:${icon}"}}]}}]}}}}
      """#, to: "parts.json")
    let file = try directory.write(
      #"""
      {"include": ["parts.json"], "templates": {"own": {"node": {"icon": "mdi:lokc"}}},
       "root": {"children": [{"template": "outer", "with": {"icon": "homee"}}, {"template": "outer", "with": {"icon": "home"}},
        {"template": "own"}, {"template": "own"}]}}
      """#, to: "a.json")
    let (options, errors) = FileChecker.read(file)
    #expect(errors == [])
    let unknown = "which isn't an icon of the installed font"
    let use = "used at \(file): $.root.children[0]"
    let inner = "\(parts): $.templates.inner.node.children[0].icon: found 'mdi:homee', \(unknown)"
    let outer = "\(parts): $.templates.outer.node.children[1].icon: found 'mdi:homee', \(unknown)"
    #expect(
      ConfigurationWarnings.glyphs(file, options) == [
        "$.templates.own.node.icon: found 'mdi:lokc', \(unknown); did you mean mdi:lock?",
        "\(inner); did you mean mdi:home?, used at \(parts): $.templates.outer.node.children[0], \(use)",
        "\(outer); did you mean mdi:home?, \(use)",
        "\(parts): $.templates.outer.node.children[2].button.action[1].message.icon: found 'mdi:homee', \(unknown); "
          + "did you mean mdi:home?, \(use)",
        "\(parts): $.templates.outer.values.v-homee.alert.icon: found 'mdi:homee-alert', \(unknown); "
          + "did you mean mdi:home-alert?, \(use)",
      ])
  }

  /// A client gets the nearest name in the answer.
  @Test func unknownIconOfAClientsMessageIsRefused() throws {
    func error(_ icon: String) throws -> String? {
      let json = try JSONValue.read(Array(#"{"title": "a", "icon": "\#(icon)"}"#.utf8), name: "message")
      do throws(Diagnostic) {
        _ = try Message.read(fromClient: LocatedJSON(value: json, path: "$.message", file: "request"))
        return nil
      } catch {
        return "\(error)"
      }
    }
    #expect(try error("mdi:bell") == nil)
    let found = "request: $.message.icon: found 'mdi:lightbulb-onn', which isn't an icon of the installed font"
    #expect(try error("mdi:lightbulb-onn") == "\(found); did you mean mdi:lightbulb-on?")
    #expect(try error("bell")?.hasSuffix("expected mdi: and the name of an icon, such as mdi:lightbulb-on") == true)
  }

  @Test func missingFontIsOneWarning() throws {
    let page = #"{"root": {"stack": {}, "children": [{"icon": "mdi:home"}, {"icon": "mdi:no-such"}]}}"#
    #expect(
      try warnings(page, icons: nil) == [
        "icons: their font isn't installed, so question marks take their place; expected the package python-qtawesome-common"
      ])
    #expect(try warnings(#"{"root": {}}"#, icons: nil) == [])
  }

  @Test func charactersThatNoFontHasAreWarnedOf() throws {
    let box = "so it is shown as a box"
    let text = #"{"root": {"stack": {}, "children": [{"text": {"string": "a \uE597 {{ \uE597"}}]}}"#
    #expect(
      try warnings(text) == ["$.root.children[0].text.string: no installed font has '\u{E597}' (U+E597), \(box)"])
    let page = #"""
      {"values": {"v": {"set": "a", "map": {"a": "\uE598"}}, "c": {"command": ["echo", "\uE599"]}},
       "root": {"label": "\uE59A", "stack": {}, "children": [
        {"gauge": {"value": "v", "caption": "\uE59B"}, "name": "g"},
        {"button": {"title": "\uDBFF\uDFFD\uE59C", "action": {"command": ["echo", "\uE59D"]}}}]}}
      """#
    #expect(
      try warnings(page).sorted() == [
        "$.root.children[0].gauge.caption: no installed font has '\u{E59B}' (U+E59B), \(box)",
        "$.root.children[1].button.title: no installed font has '\u{10FFFD}' (U+10FFFD) and '\u{E59C}' (U+E59C), "
          + "so they are shown as boxes",
        "$.values.v.map.a: no installed font has '\u{E598}' (U+E598), \(box)",
      ])
    let message = #"{"root": {}, "values": {"v": {"set": "a", "alert": {"is": "b", "title": "a", "text": "\uE597"}}}}"#
    #expect(try warnings(message).count == 1)
    let faces = #"{"faces": {"1": {"label": "\uE597", "content": {"label": "\uE598", "text": {"string": "é"}}}}}"#
    #expect(
      try warnings(faces, named: "kiosk.json") == ["$.faces.1.label: no installed font has '\u{E597}' (U+E597), \(box)"]
    )
  }

  @Test func iconsWithoutWordsAreWarnedOf() throws {
    func warnings(_ nodes: String) throws -> [String] {
      let directory = try TemporaryDirectory()
      let values = #"{"sky": {"set": ["a", "b"]}}"#
      let page = #"{"values": \#(values), "root": {"stack": {}, "children": [\#(nodes)]}}"#
      let file = try directory.write(page, to: "a.json")
      return ConfigurationWarnings.accessibility(file, FileChecker.read(file).options)
    }
    let icon = #"{"icon": "mdi:{sky}"}"#
    let words = "has no words for people who can't see it; expected label, or a text with {sky}"
    #expect(try warnings(icon) == ["$.root.children[0].icon: \(words)"])
    #expect(try warnings(icon + #", {"text": {"string": "{sky}"}}"#) == [])
    #expect(try warnings(#"{"label": "Sky", "icon": "mdi:{sky}"}, {"icon": "mdi:home"}"#) == [])
    let name = "has no name to speak; expected a title with words, or accessibleName"
    #expect(try warnings(#"{"button": {"icon": "mdi:home"}}"#) == ["$.root.children[0].button: \(name)"])
    let style = ##""style": {"when": "sky", "is": "a", "color": "#FF0000"}"##
    #expect(try warnings(#"{"button": {"title": "Sky", "icon": "mdi:{sky}", \#(style)}}"#) == [])
  }
}
