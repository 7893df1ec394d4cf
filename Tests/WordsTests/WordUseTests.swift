import Foundation
import Testing
import Words

struct WordUseTests {
  /// The program's sources, except for the language tables.
  private static func source() throws -> String {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" && $0.deletingLastPathComponent().path != sources.path + "/Words" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  /// The identifiers after a dot.
  private static func members(_ source: String) -> Set<Substring> {
    Set(source.split(separator: ".", omittingEmptySubsequences: false).map { $0.prefix { $0.isLetter || $0.isNumber } })
  }

  /// An unused word would need a translation in every language.
  @Test func everyWordIsUsed() throws {
    let members = Self.members(try Self.source())
    // Used by lists and ordinals in Words itself.
    let own: Set<Word> = [.listLast, .ordinal]
    for word in Word.allCases where !own.contains(word) { #expect(members.contains(word.rawValue[...]), "\(word)") }
    for gap in Gap.allCases { #expect(members.contains(gap.rawValue[...]) || gap == .items || gap == .last, "\(gap)") }
  }
}
