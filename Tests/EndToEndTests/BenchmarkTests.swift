import Foundation
import Testing

/// What measures the program finds in it what it measures. The figures themselves are no matter of a test.
@Suite(.serialized, .disabled(if: Sanitizer.isOn, "it counts allocations where the sanitizer makes them"))
struct BenchmarkTests {
  private func rows(_ word: String) throws -> [[String: Any]] {
    let benchmark = Program.path + "-bench"
    let result = try Program.run([], by: [benchmark, word, "--json", "2", "--program"])
    try #require(result.status == 0, "\(result.errors)")
    return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  @Test func everyStepOfAStart() throws {
    let rows = try rows("start")
    let steps = ["main", "connected", "configured", "first commit", "presented"]
    #expect(rows.prefix(5).compactMap { $0["step"] as? String } == steps)
    #expect(rows.allSatisfy { $0["since exec"] as? Double ?? 0 > 0 }, "\(rows)")
    #expect(rows[3]["page faults"] as? Int ?? 0 > 100)
  }

  @Test func tapsAreShown() throws {
    let rows = try rows("touch")
    #expect(rows.compactMap { $0["panel"] as? String } == ["still", "turning"])
    for row in rows {
      #expect(row["taps"] as? Int == 2 && row["median"] as? Double ?? 0 > 0)
      #expect(row["memset of a picture"] as? Double ?? 0 > 0)
    }
  }

  @Test func aPanelThatStandsStillDoesNothing() throws {
    let row = try #require(rows("idle").first)
    #expect(row["wake-ups"] as? Int == 0 && row["commits"] as? Int == 0)
  }
}
