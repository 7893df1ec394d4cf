import Foundation
import Localization
import Testing

struct TextUseTests {
  /// The program's sources, except for the language tables.
  private static func source() throws -> String {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" && $0.deletingLastPathComponent().path != sources.path + "/Localization" }
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
  }

  /// The identifiers after a dot.
  private static func members(_ source: String) -> Set<Substring> {
    Set(source.split(separator: ".", omittingEmptySubsequences: false).map { $0.prefix { $0.isLetter || $0.isNumber } })
  }

  /// An unused text would need a translation in every language.
  @Test func everyTextAndPlaceholderIsUsed() throws {
    let members = Self.members(try Self.source())
    // Used by lists and ordinals in Localization itself.
    let usedHere: Set<LocalizedText> = [.listLast, .ordinal]
    for text in LocalizedText.allCases where !usedHere.contains(text) {
      #expect(members.contains(text.rawValue[...]), "\(text)")
    }
    for placeholder in Placeholder.allCases where ![.items, .last].contains(placeholder) {
      #expect(members.contains(placeholder.rawValue[...]), "\(placeholder)")
    }
  }
}
