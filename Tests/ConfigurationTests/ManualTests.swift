import Foundation
import Scenes
import Testing

@testable import Configuration

/// The parts of the manual and of README.md that no table makes.
@Suite struct ManualTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  @Test(
    arguments: FacesReader.faceKeys + FacesReader.buttonKeys + NodeReader.keys + SceneDescription.Text.fields.map(\.key)
      + JSONPlace.transformSteps + SceneReader.keys)
  func everyKeyOfAFaceIsInTheManual(_ key: String) throws {
    let manual = try String(contentsOf: Self.sources.appendingPathComponent("Manual/kiosk.json.5"), encoding: .utf8)
    #expect(manual.contains(".B \(key)\n") || manual.contains("\\fB\(key)\\fR") || manual.contains(".BR \(key) "))
  }

  /// Each example in the manual and in README.md that is a whole file passes check-config.
  @Test(arguments: [("Manual/kiosk.json.5", ".EX\n{\n", ".EE", 6), ("../README.md", "```json\n{\n", "\n```", 1)])
  func examplesAreGood(_ path: String, _ start: String, _ end: String, _ count: Int) throws {
    let page = try String(contentsOf: Self.sources.appendingPathComponent(path), encoding: .utf8)
    let examples = page.components(separatedBy: start).dropFirst().map {
      "{\n" + $0.components(separatedBy: end)[0]
    }
    #expect(examples.count == count)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-example-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    for example in examples {
      // A program that few machines have.
      try example.replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(of: "ddcutil", with: "true")
        .write(to: file, atomically: true, encoding: .utf8)
      let (options, faults) = CheckedFile.read(file.path)
      #expect(faults.map(\.description) == [], "\(example)")
      let schema = try Schema(
        contentsOf: Self.sources.appendingPathComponent(
          options.sceneFile == nil ? "Formats/kiosk.schema.json" : "Formats/scene.schema.json"))
      #expect(schema.faults(of: try JSONSerialization.jsonObject(with: Data(contentsOf: file))) == [])
    }
  }

  /// The values in the manual's text are good in a button, or in a node.
  @Test(arguments: [("enabled", true), ("style", true), ("chart", false), ("contents", false)])
  func valueInTheManualsTextIsGood(_ key: String, _ isButtons: Bool) throws {
    let page = try String(contentsOf: Self.sources.appendingPathComponent("Manual/kiosk.json.5"), encoding: .utf8)
    let texts = page.components(separatedBy: "\n.B \(key)\n").filter { $0.hasPrefix("{") }
    let value = try #require(texts.first?.range(of: #"^\{[^{}]*\}"#, options: .regularExpression).map { texts[0][$0] })
    let members = isButtons ? "\"button\": {\"title\": \"\", \"\(key)\": \(value)}" : "\"\(key)\": \(value)"
    let values = #""values": {"shift": {"set": true}, "lamp": {"set": true}, "temperature": {"set": true}}"#
    let (_, faults) = SceneReader.read(
      Array("{\"size\": [9, 9], \(values), \"root\": {\(members)}}".utf8), name: "a.json")
    #expect(faults.map(\.description) == [])
  }

  @Test(arguments: TouchFix.allCases) func everyTouchFixIsInTheReadme(_ fix: TouchFix) throws {
    let readme = try String(contentsOf: Self.sources.appendingPathComponent("../README.md"), encoding: .utf8)
    let hasRow = readme.contains("\n| \(fix.title) | `--touch-fix \(fix.rawValue)` | ")
    #expect(hasRow, "it needs a row in README.md's table of touch fixes")
  }
}
