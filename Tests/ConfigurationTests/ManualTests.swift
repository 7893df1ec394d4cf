import Foundation
import Scenes
import TestSupport
import Testing

@testable import Configuration

/// The parts of the manual and of README.md that aren't generated.
@Suite struct ManualTests {
  /// Reads a page at a path in Sources.
  private func page(_ path: String) throws -> String {
    try String(contentsOf: Formats.directory.appendingPathComponent("../\(path)"), encoding: .utf8)
  }

  @Test(
    arguments: FacesReader.faceKeys + FacesReader.buttonKeys + NodeReader.keys + SceneDescription.Text.fields.map(\.key)
      + JSONPlace.transformSteps + SceneReader.keys)
  func everyKeyIsInTheManual(_ key: String) throws {
    let manual = try page("Manual/kiosk.json.5")
    #expect(manual.contains(".B \(key)\n") || manual.contains("\\fB\(key)\\fR") || manual.contains(".BR \(key) "))
  }

  /// Every complete example in the manual and in README.md passes check-config.
  @Test(arguments: [("Manual/kiosk.json.5", ".EX\n{\n", ".EE", 6), ("../README.md", "```json\n{\n", "\n```", 1)])
  func examplesAreValid(_ path: String, _ start: String, _ end: String, _ count: Int) throws {
    let examples = try page(path).components(separatedBy: start).dropFirst().map {
      "{\n" + $0.components(separatedBy: end)[0]
    }
    #expect(examples.count == count)
    let directory = try TemporaryDirectory()
    for example in examples {
      // Few machines have ddcutil.
      let text = example.replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "ddcutil", with: "true")
      let file = try directory.write(text, to: "example.json")
      let (options, faults) = CheckedFile.read(file)
      #expect(faults == [], "\(example)")
      #expect(try Formats.schema(options.sceneFile == nil ? "kiosk" : "scene").faults(ofFile: file) == [])
    }
  }

  /// The values in the manual's text are valid in a button or a node.
  @Test(arguments: [("enabled", true), ("style", true), ("chart", false), ("contents", false)])
  func valueInTheManualsTextIsValid(_ key: String, _ isButtons: Bool) throws {
    let texts = try page("Manual/kiosk.json.5").components(separatedBy: "\n.B \(key)\n").filter { $0.hasPrefix("{") }
    let value = try #require(texts.first?.range(of: #"^\{[^{}]*\}"#, options: .regularExpression).map { texts[0][$0] })
    let members = isButtons ? #""button": {"title": "", "\#(key)": \#(value)}"# : #""\#(key)": \#(value)"#
    let values = #""values": {"shift": {"set": true}, "lamp": {"set": true}, "temperature": {"set": true}}"#
    let (_, faults) = SceneReader.read(
      Array(#"{"size": [9, 9], \#(values), "root": {\#(members)}}"#.utf8), name: "a.json")
    #expect(faults.map(\.description) == [])
  }

  @Test(arguments: TouchFix.allCases) func everyTouchFixIsInTheReadme(_ fix: TouchFix) throws {
    let hasRow = try page("../README.md").contains("\n| \(fix.title) | `--touch-fix \(fix.rawValue)` | ")
    #expect(hasRow, "it needs a row in README.md's table of touch fixes")
  }
}
