import Foundation
import Testing
import Words

struct WordUseTests {
  /// The program's own source, but for the tables.
  private static func source() throws -> String {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" && $0.deletingLastPathComponent().path != sources.path + "/Words" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  /// The names that follow a dot.
  private static func members(_ source: String) -> Set<Substring> {
    Set(source.split(separator: ".", omittingEmptySubsequences: false).map { $0.prefix { $0.isLetter || $0.isNumber } })
  }

  /// A word that nobody says is a line in each language for nothing.
  @Test func eachIsSaid() throws {
    let members = Self.members(try Self.source())
    // Those of lists and ordinals are said by the words themselves.
    let own: Set<Word> = [.listLast, .ordinal]
    for word in Word.allCases where !own.contains(word) { #expect(members.contains(word.rawValue[...]), "\(word)") }
    for gap in Gap.allCases { #expect(members.contains(gap.rawValue[...]) || gap == .items || gap == .last, "\(gap)") }
  }
}
