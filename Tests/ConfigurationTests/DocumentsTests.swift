import Foundation
import Testing

@testable import Configuration

extension Documents.Document: CustomTestStringConvertible {
  public var testDescription: String { path }
}

@Suite struct DocumentsTests {
  @Test(arguments: Documents.all) func documentMatchesTables(_ document: Documents.Document) throws {
    let (old, new) = (try Manual.read(document.path), try document.make(Manual.read))
    guard new != old else { return }
    if ProcessInfo.processInfo.environment["CUBE_KIOSK_RECORD"] != nil {
      try new.write(to: Manual.sources.appendingPathComponent(document.path), atomically: true, encoding: .utf8)
      return
    }
    // An expectation of both would print them whole.
    let (lines, present) = (new.split(separator: "\n"), old.split(separator: "\n"))
    let index = zip(lines, present).prefix { $0 == $1 }.count
    func line(_ lines: [Substring]) -> String { index < lines.count ? "'\(lines[index])'" : "nothing more" }
    Issue.record("Sources/\(document.path): \(line(present)); the tables say \(line(lines)); make record writes it")
  }
}
