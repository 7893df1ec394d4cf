import Configuration
import Foundation
import Testing

@testable import Control

extension Documents.Document: CustomTestStringConvertible {
  package var testDescription: String { path }
}

@Suite struct DocumentsTests {
  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources")

  private static func read(_ path: String) throws -> String {
    try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: Documents.complete) func documentMatchesTables(_ document: Documents.Document) throws {
    let (old, new) = (try Self.read(document.path), try document.make(Self.read))
    guard new != old else { return }
    if ProcessInfo.processInfo.environment["CUBE_KIOSK_RECORD"] != nil {
      try new.write(to: Self.sources.appendingPathComponent(document.path), atomically: true, encoding: .utf8)
      return
    }
    // An expectation of both would print them whole.
    let (lines, present) = (new.split(separator: "\n"), old.split(separator: "\n"))
    let index = zip(lines, present).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> String { index < lines.count ? "'\(lines[index])'" : "nothing more" }
    Issue.record("Sources/\(document.path): \(line(present)); the tables say \(line(lines)); make record writes it")
  }
}
