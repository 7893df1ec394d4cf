import Emulation
import Foundation
import Testing

/// What measures the program finds in it what it measures. The figures themselves are no matter of a test.
@Suite(.serialized, .disabled(if: Sanitizer.isOn, "it counts allocations where the sanitizer makes them"))
struct BenchmarkTests {
  /// - Parameter words: the benchmark's; the program's path is `$0`.
  private func rows(_ words: String) throws -> [[String: Any]] {
    let result = try Program.run([], by: ["/bin/sh", "-c", "exec \"$0-bench\" --json \(words)"])
    try #require(result.status == 0, "\(result.errors)")
    return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  @Test func everyStepOfAStart() throws {
    let rows = try rows("start 2 --program $0")
    let steps = ["main", "connected", "configured", "first commit", "presented"]
    #expect(rows.prefix(5).compactMap { $0["step"] as? String } == steps)
    #expect(rows.allSatisfy { $0["since exec"] as? Double ?? 0 > 0 }, "\(rows)")
    #expect(rows[3]["page faults"] as? Int ?? 0 > 100)
  }

  @Test func tapsAreShown() throws {
    let rows = try rows("touch 2 --program $0")
    #expect(rows.compactMap { $0["panel"] as? String } == ["still", "turning"])
    for row in rows {
      #expect(row["taps"] as? Int == 2 && row["median"] as? Double ?? 0 > 0)
      #expect(row["memset of a picture"] as? Double ?? 0 > 0)
    }
  }

  @Test func aPanelThatStandsStillDoesNothing() throws {
    let row = try #require(rows("idle 2 --program $0").first)
    #expect(row["wake-ups"] as? Int == 0 && row["commits"] as? Int == 0)
  }

  /// The larger the screen, the more there is to do.
  @Test(.disabled(if: Emulation.isOn, "valgrind's emulation within another takes ten minutes"))
  func framesThatTurnAreCounted() throws {
    let rows = try rows("turning rotate")
    #expect(rows.compactMap { $0["width"] as? Int } == [800, 1280, 1920])
    let counts = rows.compactMap { $0["instructions"] as? Int }
    #expect(counts.count == 3 && counts[0] > 100_000 && counts[0] < counts[1] && counts[1] < counts[2], "\(rows)")
  }

  @Test func growthIsMeasured() throws {
    let rows = try rows("growth 50 --program $0")
    #expect(rows.compactMap { $0["siblings"] as? String } == ["tilted", "upright"])
    #expect(rows.allSatisfy { $0["count"] as? Int == 50 && $0["seconds"] as? Double ?? 0 > 0 }, "\(rows)")
    #expect(rows.allSatisfy { $0["peak MB"] as? Double ?? 0 > 1 }, "\(rows)")
  }
}
