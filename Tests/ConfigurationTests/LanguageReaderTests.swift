import Foundation
import Localization
import TestSupport
import Testing

@testable import Configuration

@Suite struct LanguageReaderTests {
  /// Reads a file with this text, and returns its errors without the file's name.
  private func read(_ text: String, as name: String = "own.json") throws -> (language: Language, errors: [String]) {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: name)
    var errors: [Diagnostic] = []
    let language = LanguageReader.read(file, &errors)
    return (language, errors.map { String($0.description.dropFirst(file.count + 2)) })
  }

  @Test func textsAreOverridden() throws {
    let (language, errors) = try read(
      #"{"// of our house": 1, "language": "de", "words": {"hold": "Gedrückt halten", "// why": "", "face": "Seite {number}"}}"#
    )
    #expect(errors == [])
    #expect(language.code == "de" && !language.isRightToLeft)
    #expect(language[.hold] == "Gedrückt halten" && language[.face] == "Seite {number}" && language[.run] == "Start")
  }

  @Test func nameIsRead() throws {
    #expect(try read(#"{"language": "de", "name": "Plattdüütsch"}"#).language.name == "Plattdüütsch")
    #expect(try read(#"{"language": "de"}"#).language.name == "Deutsch")
  }

  @Test func rightToLeftIsRead() throws {
    #expect(try read(#"{"rightToLeft": true}"#).language.isRightToLeft)
  }

  @Test func allErrorsAreReportedAtOnce() throws {
    let (language, errors) = try read(
      #"""
      {"language": "fr", "rightToLeft": 1, "word": {}, "words":
       {"holt": "x", "run": "Los", "lamp": 3, "face": "Seite {nummer}", "presses": "{count}|{n}", "took": "{taker}!*"}}
      """#)
    #expect(
      errors == [
        "$.word: found an unknown key; did you mean words?",
        "$.language: found 'fr'; expected en, de or zh",
        "$.rightToLeft: found 1; expected true or false",
        "$.words.holt: found an unknown key; did you mean hold?",
        "$.words.lamp: found 3; expected a string",
        "$.words.presses: found '{count}|{n}'; expected no other placeholders than {count}",
        "$.words.took: found '{taker}!*'; expected two asterisks around the emphasized part",
        "$.words.face: found 'Seite {nummer}'; expected no other placeholders than {number}",
      ])
    // Valid texts are used all the same: the error card is shown in that language.
    #expect(language[.run] == "Los")
    #expect(try read("[]").errors == ["$: found an array of 0; expected an object"])
    #expect(try read("{").errors.count == 1)
  }

  @Test func formerKeysAreRead() throws {
    let (language, errors) = try read(#"{"words": {"deaf": "ignores you", "theGround": "the table"}}"#)
    #expect(errors == [] && language[.notListening] == "ignores you" && language[.theBackground] == "the table")
  }

  @Test func obsoleteKeysAreIgnored() throws {
    let (language, errors) = try read(
      #"{"words": {"order": "Order", "seenThrough": "seen through {lid}", "run": "Go"}}"#)
    #expect(errors == [] && language[.run] == "Go")
  }

  @Test(arguments: Language.all) func printedLanguageReadsBack(_ language: Language) throws {
    let (reread, errors) = try read(language.json)
    #expect(errors == [])
    #expect(reread.code == language.code && reread.isRightToLeft == language.isRightToLeft)
    for text in LocalizedText.allCases { #expect(reread.overrides[text] == language[text]) }
  }

  /// The path is relative to the configuration, which reports the file's errors.
  @Test func configurationNamesLanguageFile() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(#"{"language": "own.json"}"#, to: "kiosk.json")
    let languagePath = try directory.write(#"{"words": {"hold": "Press on"}}"#, to: "own.json")
    var (options, errors) = ConfigurationReader.read(path)
    #expect(errors == [] && options.effectiveLanguage[.hold] == "Press on")
    #expect(options.language?.name == languagePath)
    try directory.write(#"{"words": {"hold": 1, "run": 2}}"#, to: "own.json")
    (options, errors) = ConfigurationReader.read(path)
    #expect(
      errors.map(\.description)
        == [
          "\(languagePath): $.words.hold: found 1; expected a string",
          "\(languagePath): $.words.run: found 2; expected a string",
        ])
    try directory.write(#"{"language": "klingon"}"#, to: "kiosk.json")
    #expect(
      ConfigurationReader.read(path).errors.map(\.description)
        == ["\(path): $.language: found 'klingon'; expected en, de, zh or a .json file"])
  }
}
