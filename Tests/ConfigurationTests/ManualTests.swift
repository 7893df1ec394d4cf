import Foundation
import Scenes
import Testing

@testable import Configuration

/// The parts of the manual and of README.md that no table makes.
@Suite struct ManualTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  @Test(
    arguments: FacesReader.faceKeys + FacesReader.buttonKeys + NodeReader.keys + NodeReader.textKeys
      + JSONPlace.transformSteps + SceneReader.keys)
  func everyKeyOfAFaceIsInTheManual(_ key: String) throws {
    let manual = try String(contentsOf: Self.sources.appendingPathComponent("Manual/kiosk.json.5"), encoding: .utf8)
    #expect(manual.contains(".B \(key)\n") || manual.contains("\\fB\(key)\\fR") || manual.contains(".BR \(key) "))
  }

  /// Whoever copies an example has no fault.
  @Test func theManualsExamplesAreGood() throws {
    let manual = try String(contentsOf: Self.sources.appendingPathComponent("Manual/kiosk.json.5"), encoding: .utf8)
    // A whole file begins on a line of its own.
    let examples = manual.components(separatedBy: ".EX\n{\n").dropFirst().map {
      "{\n" + $0.components(separatedBy: ".EE")[0]
    }
    #expect(examples.count == 4)
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-example-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    for example in examples {
      try example.replacingOccurrences(of: "\\-", with: "-").write(to: file, atomically: true, encoding: .utf8)
      let (options, faults) = CheckedFile.read(file.path)
      #expect(faults.map(\.description) == [], "\(example)")
      let schema = try Schema(
        contentsOf: Self.sources.appendingPathComponent(
          options.sceneFile == nil ? "Formats/kiosk.schema.json" : "Formats/scene.schema.json"))
      #expect(schema.faults(of: try JSONSerialization.jsonObject(with: Data(contentsOf: file))) == [])
    }
  }

  @Test(arguments: TouchFix.allCases) func everyTouchFixIsInTheReadme(_ fix: TouchFix) throws {
    let readme = try String(contentsOf: Self.sources.appendingPathComponent("../README.md"), encoding: .utf8)
    let hasRow = readme.contains("\n| \(fix.title) | `\(fix.rawValue)` | ")
    #expect(hasRow, "it needs a row in README.md's table of touch fixes")
  }
}
