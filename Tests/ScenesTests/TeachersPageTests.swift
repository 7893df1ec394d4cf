import Foundation
import Testing

@testable import Scenes

/// Sources/Scenes/README.md, the page for teachers, agrees with the scenes.
@Suite struct TeachersPageTests {
  private static let page = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/Scenes/README.md")

  private func rows() throws -> [String] {
    try String(contentsOf: Self.page.standardizedFileURL, encoding: .utf8).components(separatedBy: "\n")
      .filter { $0.hasPrefix("| ") }
  }

  @Test(arguments: SceneCatalog.names) func everySceneIsInTheTable(_ name: String) throws {
    let isInTable = try rows().contains { $0.components(separatedBy: " | ")[0].contains("`\(name)`") }
    #expect(isInTable)
  }

  /// A card's lines of code are in the row with its number.
  @Test(arguments: DeadButtonCause.allCases) func everyCauseIsInTheTable(_ cause: DeadButtonCause) throws {
    let row = try #require(rows().first { $0.hasPrefix("| \(cause.rawValue + 1) | ") })
    #expect(row.contains(" | `\(cause.code.cause)` | `\(cause.code.repair)` | "), "\(row)")
  }
}
