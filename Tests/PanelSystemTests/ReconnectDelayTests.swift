import Testing

@testable import PanelSystem

@Suite struct ReconnectDelayTests {
  private static let second: UInt64 = 1_000_000_000
  private var panels = [ReconnectDelay](repeating: ReconnectDelay(), count: 500)

  private mutating func delays(uptime: UInt64) -> [UInt64] {
    panels.indices.map { panels[$0].next(uptime: uptime) }
  }

  /// Returns the most times within a second.
  private static func maximumRate(_ times: [UInt64]) -> Int {
    times.map { start in times.count { $0 >= start && $0 - start < second } }.max() ?? 0
  }

  /// All panels of a site lose the same broker at the same moment. 500 panels return in 9.5 seconds, 53 in an average
  /// one; each limit is at least eight standard deviations above the average.
  @Test mutating func panelsReturnAtDifferentTimes() {
    var times = delays(uptime: 3600 * Self.second)
    #expect(Self.maximumRate(times) <= 110)
    // While the broker stays away, fewer of them try at once.
    for limit in [75, 45, 45] {
      times = zip(times, delays(uptime: 0)).map { $0 + $1 }
      #expect(Self.maximumRate(times) <= limit)
    }
  }

  @Test mutating func windowGrowsUntilConnectionIsStable() {
    for (uptime, window): (UInt64, UInt64) in [(0, 10), (0, 20), (0, 40), (0, 40), (59, 40), (60, 10), (1, 20)] {
      let delays = delays(uptime: uptime * Self.second).sorted()
      #expect(delays[0] >= Self.second / 2)
      #expect(delays[499] <= window * Self.second && delays[499] > window * Self.second * 3 / 4, "after \(uptime) s")
    }
  }
}
