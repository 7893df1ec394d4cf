import Foundation
import System
import Testing

/// What the program says, and in which language.
@Suite struct LanguageTests {
  private func picture(_ arguments: [String], environment: [String: String] = [:]) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-words-\(UUID()).png")
    defer { try? FileManager.default.removeItem(at: file) }
    let result = try Program.run(
      ["render", "--size", "480x320", "-o", file.path] + arguments, environment: environment)
    #expect(result.status == 0, "\(result.errors)")
    return try Data(contentsOf: file)
  }

  @Test func theLocaleSaysWhichUnlessSomebodyElseDoes() throws {
    let german = try picture(["--language", "de"])
    let english = try picture([])
    #expect(german != english)
    #expect(try picture([], environment: ["LANG": "de_DE.UTF-8"]) == german)
    #expect(try picture(["--language", "en"], environment: ["LANG": "de_DE.UTF-8"]) == english)
  }

  /// What is printed is a file to change the words by; logs, help and routes stay English.
  @Test func theWordsArePrinted() throws {
    let words = try Program.run(["words", "--language", "de"], environment: ["LANG": "zh_CN.UTF-8"])
    #expect(words.status == 0 && words.output.contains("\"hold\" : \"Halten…\""))
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-words-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try words.output.write(to: file, atomically: true, encoding: .utf8)
    let (own, german) = (try picture(["--language", file.path]), try picture(["--language", "de"]))
    #expect(own == german)
    let route = try Program.run(["hit", "--explain", "640", "200"], environment: ["LANG": "de_DE.UTF-8"])
    #expect(route.output.contains("takes it"))
    try #"{"words": {"holt": "x"}}"#.write(to: file, atomically: true, encoding: .utf8)
    let wrong = try Program.run(["render", "--language", file.path, "-o", "/dev/null"])
    #expect(wrong.status == 78 && wrong.errors.contains("$.words.holt: found an unknown key; did you mean hold?"))
  }
}
