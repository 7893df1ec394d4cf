import Foundation
import Testing

/// `cube-kiosk inspect` prints a scene file.
@Suite struct InspectTests {
  private static let names = (try? Program.run(["scenes"]).output.split(separator: "\n").map(String.init)) ?? []
  private static let examples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/Formats/examples").standardizedFileURL.path

  private func render(_ scene: String, _ output: String) throws -> Picture {
    #expect(try Program.run(["render", "--scene", scene, "--size", "640x400", "-o", output]).status == 0)
    return try Picture(output)
  }

  private func inspect(_ scene: String) throws -> String {
    let result = try Program.run(["inspect", "--scene", scene, "--no-bar", "--size", "640x400"])
    #expect(result.status == 0 && result.errors == "")
    return result.output
  }

  /// The file that it prints is good, looks the same, and is printed the same again.
  @Test(arguments: ["hello", "corner", "picture", "home", "meeting-room", "machine"])
  func exampleReadsBack(_ name: String) throws {
    let scratch = try Scratch()
    let (file, copy) = ("\(Self.examples)/\(name).json", scratch.path + "/copy.json")
    let text = try inspect(file)
    try text.write(toFile: copy, atomically: true, encoding: .utf8)
    #expect(try Program.run(["check-config", copy]).output == "\(copy): good\n")
    #expect(try inspect(copy) == text)
    let (before, after) = (try render(file, scratch.path + "/a.png"), try render(copy, scratch.path + "/b.png"))
    #expect(before.differing(from: after, by: 0) == 0)
  }

  /// The file lacks the drawings of the program's own views, and names these views.
  @Test(arguments: names) func programsSceneNamesWhatItLacks(_ name: String) throws {
    let scratch = try Scratch()
    let copy = scratch.path + "/copy.json"
    let text = try inspect(name)
    let lines = text.split(separator: "\n")
    let note = #"  "//" : "Not in this file, since the views draw it themselves: the contents of "#
    #expect(lines[1].hasPrefix(note), "\(lines[1])")
    if name == "cube" { #expect(lines[1].contains(" face1, ") && lines[1].contains(" button, ")) }
    try text.write(toFile: copy, atomically: true, encoding: .utf8)
    #expect(try Program.run(["check-config", copy]).output == "\(copy): good\n")
    // The program's names for its views are printed, and not read.
    func comparable(_ text: String) -> [Substring] {
      text.split(separator: "\n").filter { !$0.contains("\"//\" : ") && !$0.contains("\"accessibilityLabel\" : ") }
    }
    #expect(try comparable(inspect(copy)) == comparable(text))
  }
}
