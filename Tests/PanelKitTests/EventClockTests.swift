import Testing

@testable import PanelKit

/// The times of a device's events, in CLOCK_MONOTONIC. All values are milliseconds.
@Suite struct EventClockTests {
  private static let boot: UInt64 = 5_000_000

  /// Returns the times of events. Each has its own time and its arrival, both since `boot`.
  private func times(_ events: [(time: UInt32, arrival: UInt64)], base: UInt32 = UInt32(boot)) -> [Int] {
    var clock = EventClock()
    return events.map { event in
      let time = clock.time(of: base &+ event.time, arrival: (Self.boot + event.arrival) * 1_000_000)
      return Int(time / 1_000_000) - Int(Self.boot)
    }
  }

  @Test func monotonicTimesAreKept() {
    #expect(times([(0, 900), (90, 900), (2000, 2001), (2500, 4000)]) == [0, 90, 2000, 2500])
  }

  /// The last event arrives after 50 days.
  @Test func timesWrap() {
    let day: UInt64 = 86_400_000
    let late = UInt32(truncatingIfNeeded: 50 * day)
    let results = times([(0, 1), (late, 50 * day + 30), (late &+ 5, 50 * day + 30)])
    #expect(results == [0, 4_320_000_000, 4_320_000_005])
    // The device's time passes zero.
    var clock = EventClock()
    let start: UInt64 = 0x1_0000_0000 - 50
    let wrapped = [(start, start + 1), (start + 90, start + 900)].map { time, arrival in
      clock.time(of: UInt32(truncatingIfNeeded: time), arrival: arrival * 1_000_000) / 1_000_000
    }
    #expect(wrapped == [start, start + 90])
  }

  /// The fastest event tells the base: here the first one and the third.
  @Test func otherBasesAreEstimated() {
    #expect(times([(0, 3), (90, 900), (1000, 1001), (1050, 1900)], base: 3_000_000_000) == [3, 93, 1001, 1051])
    // After a pause, the base is determined again: the clocks may drift.
    #expect(times([(0, 3), (20_000, 20_900), (20_090, 20_990)], base: 3_000_000_000) == [3, 20_900, 20_990])
  }

  @Test func arrivalsReplaceNonsense() {
    #expect(times([(0, 10), (0, 20), (0, 900)], base: 0) == [10, 20, 900])
    // Times that stand still.
    #expect(times([(7, 10), (7, 20), (7, 900), (7, 1500)]) == [7, 7, 900, 1500])
    // Jumps back, far back and far ahead.
    #expect(times([(1000, 1001), (400, 1100), (500, 1200)]) == [1000, 1100, 1200])
    #expect(times([(1000, 1001), (UInt32(bitPattern: -900_000), 1100)]) == [1000, 1100])
    #expect(times([(1000, 1001), (900_000, 1100), (900_050, 1150)]) == [1000, 1100, 1150])
    // Slightly ahead of its arrival.
    #expect(times([(1000, 998), (1010, 1020)]) == [998, 1008])
  }
}
