import Chrome
import Foundation
import PanelViews
import Scenes
import SeededRandom
import TestRendering
import TestSupport
import Testing

@testable import Configuration

/// Texts and readings that are as long as the format permits, in each kind of node.
@Suite struct LongTextTests {
  /// A scene in which TEXT is any text, LINES is a text of several lines, and READINGS is forty readings.
  private static let node = """
    {"stack": {"axis": "automatic", "spacing": 4}, "children": [
      {"text": {"string": "TEXT"}}, {"text": {"string": "READINGS"}},
      {"text": {"string": "LINES {lines}", "lines": 50, "size": 9, "announces": true}},
      {"text": {"string": "READINGS", "lines": 50, "align": "leading"}},
      {"text": {"string": "READINGS", "size": 2000, "align": "trailing"}, "label": "TEXT", "hint": "TEXT"},
      {"text": {"string": "READINGS", "size": 1, "lines": 7}, "width": 3},
      {"text": {"string": "READINGS", "lines": 3, "icon": "mdi:{line}"}}, {"icon": {"name": "READINGS", "size": 2000}},
      {"button": {"title": "READINGS", "icon": "READINGS"}}, {"icon": "{lines}"}, {"button": {"icon": "mdi:home"}},
      {"button": {"title": "READINGS", "accessibleName": "TEXT", "action": {"set": {"line": ["TEXT", "TEXT"]}}}},
      {"button": {"title": "TEXT", "confirm": "Hold", "action": {"command": ["true"]}}, "width": 20},
      {"button": {"title": "{number}", "action": "light", "enabled": {"when": "line", "is": "TEXT"}}},
      {"switch": {"value": "line", "on": "TEXT", "off": "TEXT"}, "label": "TEXT"},
      {"slider": {"value": "line", "accessibleName": "TEXT"}}, {"stepper": {"value": "line"}, "name": "NAME"},
      {"gauge": {"value": "number", "caption": "READINGS"}}, {"gauge": {"value": "line", "caption": "TEXT"}},
      {"progress": {"value": "number"}}, {"keypad": {"value": "line"}, "hint": "TEXT"},
      {"field": {"value": "line", "placeholder": "TEXT"}, "hint": "TEXT"}, {"search": {"value": "lines", "placeholder": "TEXT"}},
      {"field": {"value": "line", "secure": true, "patternText": "TEXT"}, "width": 9}, {"chart": {"value": "line"}},
      {"list": {"value": "lines", "row": {"stack": {"axis": "horizontal"}, "children": [
        {"text": {"string": "{line} READINGS {line}", "align": "leading"}},
        {"button": {"title": "READINGS {line}", "action": {"set": {"line": ["{line}", "TEXT"]}}}}]}}},
      {"list": {"value": "line", "row": {"height": 30, "text": {"string": "{line}{line}{line}", "lines": 50}}}},
      {"button": {"title": "READINGS", "lines": 3}}, {"button": {"title": "TEXT", "lines": 2, "icon": "mdi:home"}, "width": 30},
      {"list": {"value": "lines", "empty": "READINGS", "row": {"label": "TEXT", "action": {"set": {"line": "{line.1}TEXT"}},
        "visible": {"not": {"when": "line.2", "is": "TEXT"}}, "text": {"string": "{line.1}{line.2}{line.a}TEXT", "lines": 3}}}},
      {"scroll": {"axis": "horizontal"}, "children": [
        {"text": {"string": "READINGS", "size": 90}}, {"text": {"string": "TEXT", "lines": 9}}]},
      {"scroll": {"axis": "vertical"}, "children": [{"text": {"string": "READINGS", "lines": 50}}]},
      {"grid": {"columns": 3}, "children": [{"text": {"string": "READINGS"}}, {"text": {"string": "LINES", "lines": 2}},
        {"frame": [1, 2, 3, 4], "transform": [{"rotateY": 40}], "text": {"string": "READINGS", "lines": 3}}]}]}
    """
  private static let values = """
    {"line": {"set": true}, "clock": {"time": "%c TEXT"},
      "lines": {"set": true, "lines": 100, "map": {"1": "TEXT"}},
      "number": {"set": true, "unit": "TEXT", "format": 6, "colors": [{"from": 0, "color": "#FF0000", "label": "TEXT"}]}}
    """
  private static let readings = String(repeating: "{line}{lines}{number}{clock}", count: 10)

  /// The parts of long texts.
  private static let words = [
    "W", "i", "word ", "Donaudampfschifffahrtsgesellschaft", "\t", " ", "漢字", "\u{FDFD}", "שלום ", "مرحبا ",
    "a\u{301}\u{323}", "\u{301}", "\u{200D}", "👩‍👩‍👧", "🇩🇪", "\u{FFFD}", "\u{10FFFD}", "\u{AD}", "क्षि", "…", "−12.5",
    "\u{1242B}",
  ]

  private static func text(
    _ random: inout SeededRandom, length: Int = LocatedJSON.maximumTextLength, lines: Int = 1
  ) -> String {
    var scalars: [Unicode.Scalar] = []
    // One word alone is the worst case of its kind.
    let words = Bool.random(using: &random) ? [words.randomElement(using: &random)!] : words
    while scalars.count < length { scalars += words.randomElement(using: &random)!.unicodeScalars }
    scalars.removeLast(scalars.count - length)
    for _ in 1..<max(lines, 2) where lines > 1 { scalars[Int.random(in: 0..<length, using: &random)] = "\n" }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Returns a template with random texts.
  private static func filled(_ template: String, _ random: inout SeededRandom) -> String {
    var parts = template.replacingOccurrences(of: "READINGS", with: readings).components(separatedBy: "TEXT")
    var result = parts.removeFirst()
    func literal(_ text: String) -> String { String(JSONValue.string(text).singleLine.dropFirst().dropLast()) }
    // The texts of all nodes together are limited, too.
    for part in parts { result += literal(text(&random, length: Int.random(in: 1...970, using: &random))) + part }
    return result.replacingOccurrences(of: "LINES", with: literal(text(&random, length: 900, lines: 49)))
      .replacingOccurrences(of: "NAME", with: literal(text(&random, length: 99).filter { $0 != "\t" } + "n"))
  }

  /// Draws the configuration, also while its readings change, and reads all of it aloud.
  private func play(_ options: Options, _ random: inout SeededRandom) {
    let stage = options.makeStage(options.makeScene())
    let window = Window(stage, size: options.size, scale: 1, threads: 1)
    options.apply(to: stage, in: window)
    options.values.readOnce(at: 0)
    window.layoutIfNeeded()
    for time in 1...2 as ClosedRange<UInt64> {
      let lines = Self.text(&random, lines: 100)
      options.values.set(
        [
          ("line", Self.text(&random)), ("lines", lines),
          ("number", "\(Double.random(in: -1e14...1e14, using: &random))"),
        ],
        at: time)
      window.layoutIfNeeded()
      _ = window.image()
    }
    var spokenLength = 0
    window.onUtterance = { spokenLength = max(spokenLength, $0.text.unicodeScalars.count) }
    stage.setSpeech(isOn: true, usesKeys: true)
    for _ in 0..<20 {
      _ = window.press(.tab, at: window.now)
      window.release(.tab, at: window.now)
    }
    // A text has at most 1,000 scalars. The visible ones are read.
    #expect(spokenLength > 500, "no long text was read aloud")
  }

  @Test func longTextsAreDrawn() throws {
    var random = SeededRandom()
    let folder = try TemporaryDirectory()
    let scene = #"{"values": \#(Self.values), "root": \#(Self.node)}"#
    let faces = #"""
      {"values": \#(Self.values), "faces": {"1": {"label": "READINGS", "content": \#(Self.node)}, "5": {"label": "TEXT"},
        "2": {"buttons": [{"title": "READINGS", "action": {"command": ["true"]}}]}}}
      """#
    for (name, template) in [("scene.json", scene), ("kiosk.json", faces)] {
      let file = try folder.write(Self.filled(template, &random), to: name)
      var (options, errors) = FileChecker.read(file)
      #expect(errors == [])
      options.size = [Size(1280, 800), Size(320, 480), Size(480, 320)].randomElement(using: &random)!
      options.textSize = [100, 200].randomElement(using: &random)!
      play(options, &random)
      _ = options.inspection(now: 0)
    }
  }

  @Test func everyKindOfNodeIsTried() {
    for key in SceneDescription.Node.exclusiveContentKeys { #expect(Self.node.contains("\"\(key)\":"), "\(key)") }
  }

  /// A text with readings is cut before it is laid out or spoken.
  @Test func textWithReadingsIsCut() throws {
    let scene = try SceneReader.scene(
      #"{"size": [400, 300], "values": {"v": {"set": true}}, "root": {"text": {"string": "\#(Self.readings)"}}}"#
        .replacingOccurrences(of: "{line}{lines}{number}{clock}", with: "{v}{v}{v}{v}"))
    var options = Options()
    options.setSceneDescription(scene)
    let stage = options.makeStage(options.makeScene())
    let window = Window(stage, size: Size(400, 300), scale: 1, threads: 1)
    window.layoutIfNeeded()
    options.values.set([("v", String(repeating: "W", count: 1000))], at: 1)
    func labels(_ view: View) -> [Label] { (view as? Label).map { [$0] } ?? view.subviews.flatMap(labels) }
    let label = try #require(labels(stage).first)
    #expect(label.text == String(repeating: "W", count: 2000) + "…" && label.isTruncated)
    #expect(label.sizeThatFits(.zero).width <= 16384)
  }
}
