import Emulation
import Foundation
import TestSupport
import Testing

/// The benchmarks find what they measure in the program. The figures themselves aren't tested.
@Suite(.serialized, .disabled(if: Sanitizer.isOn, "the sanitizer allocates, too"))
struct BenchmarkTests {
  /// - Parameter words: The benchmark's arguments. `$0` is the program's path.
  private func rows(_ words: String) throws -> [[String: Any]] {
    let result = try Program.run([], by: ["/bin/sh", "-c", "exec \"$0-bench\" --json \(words)"])
    try #require(result.status == 0, "\(result.errors)")
    return try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]])
  }

  @Test func startHasAllSteps() throws {
    let rows = try rows("start 2 --program $0")
    let steps = ["main", "connected", "configured", "first commit", "presented"]
    #expect(rows.prefix(5).compactMap { $0["step"] as? String } == steps)
    #expect(rows.allSatisfy { $0["since exec"] as? Double ?? 0 > 0 }, "\(rows)")
    #expect(rows[3]["page faults"] as? Int ?? 0 > 100)
  }

  @Test func touchLatencyIsMeasured() throws {
    let rows = try rows("touch 2 --program $0")
    #expect(rows.compactMap { $0["panel"] as? String } == ["still", "turning"])
    for row in rows {
      #expect(row["taps"] as? Int == 2 && row["median"] as? Double ?? 0 > 0)
      #expect(row["memset of a picture"] as? Double ?? 0 > 0)
    }
  }

  @Test func idlePanelDrawsNothing() throws {
    let row = try #require(rows("idle 2 --program $0").first)
    #expect(row["wake-ups"] as? Int == 0 && row["commits"] as? Int == 0)
  }

  @Test(.disabled(if: Emulation.isOn, "valgrind's emulation within another takes ten minutes"))
  func turningFramesAreCounted() throws {
    let rows = try rows("turning rotate")
    #expect(rows.compactMap { $0["width"] as? Int } == [800, 1280, 1920])
    let counts = rows.compactMap { $0["instructions"] as? Int }
    #expect(counts.count == 3 && counts[0] > 100_000 && counts[0] < counts[1] && counts[1] < counts[2], "\(rows)")
  }

  @Test func repeatedFrameAllocatesNothing() throws {
    // Swift 6.0's unoptimized code allocates twice outside of the rasterizer.
    #if compiler(>=6.2)
      let expected = 0
    #else
      let expected = 2
    #endif
    let rows = try rows("scenes cube carousel")
    #expect(rows.count >= 6 && rows.allSatisfy { $0["whole allocations"] as? Int == expected }, "\(rows)")
  }

  @Test func movedKnobRedrawsItsSurroundings() throws {
    let rows = try rows("scenes settings")
    let pixels = rows.compactMap { $0["dragged pixels"] as? Int }
    // The slider alone has 450,000 pixels on the largest panel.
    #expect(pixels.count >= 3 && pixels.allSatisfy { (1000...20_000).contains($0) }, "\(rows)")
  }

  @Test func growthIsMeasured() throws {
    let rows = try rows("growth 50 --program $0")
    #expect(rows.compactMap { $0["siblings"] as? String } == ["tilted", "upright"])
    #expect(rows.allSatisfy { $0["count"] as? Int == 50 && $0["seconds"] as? Double ?? 0 > 0 }, "\(rows)")
    #expect(rows.allSatisfy { $0["peak MB"] as? Double ?? 0 > 1 }, "\(rows)")
  }
}
