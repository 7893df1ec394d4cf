import Foundation
import TestSupport
import Testing

@testable import Configuration

/// The hash of the PIN, in the configuration or in another file.
@Suite struct PINFileTests {
  private static let hash = "$5$salt$yUylyJhRyeZFLqvzlJNnJurOcwmVDyccV3rBznSz2X7"
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Writes the configuration and the file `pin`.
  private func read(_ maintenance: String, pin: String, modes: [String: mode_t] = [:]) throws -> (
    options: Options, errors: [String], warnings: [String]
  ) {
    let path = try directory.write(#"{"maintenance": {\#(maintenance), "digits": 6}}"#, to: "kiosk.json")
    try directory.write(pin, to: "pin")
    for (name, mode) in modes { chmod(directory.file(name), mode) }
    let (options, errors) = FileChecker.read(path)
    let texts = errors.map { String($0.description.dropFirst(path.count + 2)) }
    // A file elsewhere may be an example.
    #expect(ConfigurationWarnings.files(path, options, unitFiles: "/etc/") == [])
    return (options, texts, ConfigurationWarnings.files(path, options, unitFiles: directory.path))
  }

  @Test(arguments: ["", "\n", "\r\n", "\nA comment"]) func hashIsTheFirstLine(_ end: String) throws {
    let (options, errors, _) = try read(#""pinFile": "pin""#, pin: Self.hash + end)
    #expect(errors == [] && options.maintenance?.pin == PINHash(text: Self.hash, length: 6))
    // A changed file takes effect as any other.
    #expect(options.files.paths.contains(directory.file("pin")))
  }

  @Test(arguments: ["", "246810", "\n$5$salt$yUylyJhRyeZFLqvzlJNnJurOcwmVDyccV3rBznSz2X7"])
  func otherFileIsRefusedWithoutItsContent(_ pin: String) throws {
    #expect(
      try read(#""pinFile": "pin""#, pin: pin).errors == [
        "$.maintenance.pinFile: found 'pin'; expected a file with a hash by cube-kiosk hash-pin in its first line"
      ])
  }

  @Test func oneOfBothIsExpected() throws {
    let both = #""pin": "\#(Self.hash)", "pinFile": "pin""#
    #expect(
      try read(both, pin: Self.hash).errors == ["$.maintenance: found both; expected either pin or pinFile"])
  }

  @Test func readableHashIsWarnedOf() throws {
    let danger = "all users of the system can read the hash, and try all PINs; expected"
    let (pin, file) = (#""pin": "\#(Self.hash)""#, #""pinFile": "pin""#)
    #expect(
      try read(pin, pin: "", modes: ["kiosk.json": 0o644]).warnings == [
        "$.maintenance.pin: \(danger) the key pinFile, or the mode 640 for this file"
      ])
    #expect(try read(pin, pin: "", modes: ["kiosk.json": 0o640]).warnings == [])
    #expect(
      try read(file, pin: Self.hash, modes: ["kiosk.json": 0o644, "pin": 0o644]).warnings == [
        "$.maintenance.pinFile: \(danger) the mode 640 for pin"
      ])
    #expect(try read(file, pin: Self.hash, modes: ["kiosk.json": 0o644, "pin": 0o640]).warnings == [])
  }
}
