import Foundation
import Testing
import Words

@testable import Configuration

@Suite struct LanguageReaderTests {
  /// Reads a file of this text, and says its faults without the file's name.
  private func read(_ text: String, as name: String = "own.json") throws -> (language: Language, faults: [String]) {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-words-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent(name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    var faults: [Diagnostic] = []
    let language = LanguageReader.read(file.path, &faults)
    return (language, faults.map { String($0.description.dropFirst(file.path.count + 2)) })
  }

  @Test func anOwnerSaysSomethingOtherwise() throws {
    let (language, faults) = try read(
      #"{"// of our house": 1, "language": "de", "words": {"hold": "Gedrückt halten", "// why": "", "face": "Seite {number}"}}"#
    )
    #expect(faults == [])
    #expect(language.code == "de" && !language.isRightToLeft)
    #expect(language[.hold] == "Gedrückt halten" && language[.face] == "Seite {number}" && language[.run] == "Start")
  }

  @Test func anOwnersLinesBeginAtTheRight() throws {
    #expect(try read(#"{"rightToLeft": true}"#).language.isRightToLeft)
  }

  @Test func allFaultsAreToldAtOnce() throws {
    let (language, faults) = try read(
      #"""
      {"language": "fr", "rightToLeft": 1, "word": {}, "words":
       {"holt": "x", "run": "Los", "lamp": 3, "face": "Seite {nummer}", "presses": "{count}|{n}", "took": "{taker}!*"}}
      """#)
    #expect(
      faults == [
        "$.word: found an unknown key; did you mean words?",
        "$.language: found 'fr'; expected en, de or zh",
        "$.rightToLeft: found 1; expected true or false",
        "$.words.holt: found an unknown key; did you mean hold?",
        "$.words.lamp: found 3; expected a string",
        "$.words.presses: found '{count}|{n}'; expected no other gaps than {count}",
        "$.words.took: found '{taker}!*'; expected two asterisks about what is set off",
        "$.words.face: found 'Seite {nummer}'; expected no other gaps than {number}",
      ])
    // What is right about it is taken all the same: the card that tells the faults speaks it.
    #expect(language[.run] == "Los")
    #expect(try read("[]").faults == ["$: found an array of 0; expected an object"])
    #expect(try read("{").faults.count == 1)
  }

  @Test(arguments: Language.all) func whatIsPrintedIsRead(_ language: Language) throws {
    let (own, faults) = try read(language.json)
    #expect(faults == [])
    #expect(own.code == language.code && own.isRightToLeft == language.isRightToLeft)
    for word in Word.allCases { #expect(own.overrides[word] == language[word]) }
  }

  /// A configuration names the file, which counts from its own directory; its faults are the configuration's.
  @Test func aConfigurationNamesIt() throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cube-kiosk-words-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    func write(_ text: String, to name: String) throws -> String {
      let file = directory.appendingPathComponent(name)
      try text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
    let path = try write(#"{"language": "own.json"}"#, to: "kiosk.json")
    let own = try write(#"{"words": {"hold": "Press on"}}"#, to: "own.json")
    var (options, faults) = ConfigurationReader.read(path)
    #expect(faults == [] && options.spoken[.hold] == "Press on")
    #expect(options.language?.name == own)
    _ = try write(#"{"words": {"hold": 1, "run": 2}}"#, to: "own.json")
    (options, faults) = ConfigurationReader.read(path)
    #expect(
      faults.map(\.description)
        == [
          "\(own): $.words.hold: found 1; expected a string", "\(own): $.words.run: found 2; expected a string",
        ])
    _ = try write(#"{"language": "klingon"}"#, to: "kiosk.json")
    #expect(
      ConfigurationReader.read(path).faults.map(\.description)
        == ["\(path): $.language: found 'klingon'; expected en, de, zh or a .json file"])
  }
}
