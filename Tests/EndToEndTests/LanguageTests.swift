import Foundation
import TestSupport
import Testing

/// The language of the panel's texts.
@Suite struct LanguageTests {
  private func picture(_ arguments: String..., locale: String? = nil) throws -> Data {
    let directory = try TemporaryDirectory()
    let file = directory.file("a.png")
    let result = try Program.run(
      ["render", "--size", "480x320", "-o", file] + arguments, environment: locale.map { ["LANG": $0] } ?? [:])
    #expect(result.status == 0, "\(result.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: file))
  }

  @Test func optionOverridesTheLocale() throws {
    let (german, english) = (try picture("--language", "de"), try picture())
    #expect(german != english)
    #expect(try picture(locale: "de_DE.UTF-8") == german)
    #expect(try picture("--language", "en", locale: "de_DE.UTF-8") == english)
  }

  /// `words` prints a language file that can be changed and used. Logs, help and explanations remain English.
  @Test func printedTextsAreALanguageFile() throws {
    let words = try Program.run(["words", "--language", "de"], environment: ["LANG": "zh_CN.UTF-8"])
    #expect(words.status == 0 && words.output.contains("\"hold\" : \"Halten…\""))
    let directory = try TemporaryDirectory()
    let file = try directory.write(words.output, to: "words.json")
    let (custom, german) = (try picture("--language", file), try picture("--language", "de"))
    #expect(custom == german)
    let route = try Program.run(["hit", "--explain", "640", "200"], environment: ["LANG": "de_DE.UTF-8"])
    #expect(route.output.contains("takes it"))
    try directory.write(#"{"words": {"holt": "x"}}"#, to: "words.json")
    let invalid = try Program.run(["render", "--language", file, "-o", "/dev/null"])
    #expect(invalid.status == 78 && invalid.errors.contains("$.words.holt: found an unknown key; did you mean hold?"))
  }
}
