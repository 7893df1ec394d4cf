import CLinux
import Events
import Geometry
import Glibc
import Raster
import TestCompositor
import Testing

@testable import PanelKit

/// Frames by the screen's own beat.
@Suite struct PresentationTests {
  private static let period: UInt64 = 50_000_000

  private func rig(clock: clockid_t = CLOCK_MONOTONIC) throws -> Rig {
    var globals = TestCompositor.Globals()
    globals.presentation = true
    let rig = try Rig(globals) { $0.presentationClock = clock }
    try rig.settle()
    return rig
  }

  private func move(_ rig: Rig, _ step: Int) {
    rig.button.layer.position = Point(100 + Double(step * 7 % 300), 120)
  }

  /// Something moves all the time: what is taken for a refresh was drawn shortly before, on weston with a long window to
  /// repaint in, which takes just after a refresh, and where callbacks come long before that.
  @Test(arguments: [(4, 4, CLOCK_MONOTONIC), (40, 2, CLOCK_MONOTONIC_RAW)] as [(UInt64, UInt64, clockid_t)])
  func framesAreDrawnLate(takesAfter: UInt64, callsAfter: UInt64, clock: clockid_t) throws {
    let rig = try rig(clock: clock)
    let screen = TestScreen(
      rig.surface, period: Self.period, takesAfter: takesAfter * 1_000_000, callsAfter: callsAfter * 1_000_000,
      clock: clock)
    var step = 0
    /// Of the last refreshes those that showed nothing new, and how long what they showed had to wait.
    func isLate() -> Bool {
      let last = screen.refreshes.suffix(20)
      let waits = last.compactMap { $0.map { $0.taken - $0.commit.time } }.sorted()
      return last.count == 20 && waits.count >= 15 && waits[waits.count / 2] < Self.period / 10 * 6
    }
    while !isLate() {
      try #require(screen.refreshes.count < 400, "\(screen.shown.suffix(20).map { $0.taken - $0.commit.time })")
      step += 1
      move(rig, step)
      rig.compositor.dispatch()
      screen.dispatch()
      try rig.loop.turn(waiting: 500_000)
    }
  }

  /// Late is what the screen showed late.
  @Test func whatTheScreenShowedLate() throws {
    let rig = try rig()
    func answer(after wait: UInt64) throws {
      let commit = try #require(rig.surface.commits.last { $0.buffer != nil })
      let time = commit.time + wait
      commit.question?.sendPresented(
        tvSecHi: 0, tvSecLo: UInt32(time / 1_000_000_000), tvNsec: UInt32(time % 1_000_000_000), refresh: 30_000_000,
        seqHi: 0, seqLo: 0, flags: .vsync)
      commit.question?.destroy()
      try rig.settle()
    }
    // Nobody waits for the first.
    try answer(after: 90_000_000)
    #expect(rig.panel.lateFrameCount == 0)
    for (count, wait) in [(0, 1_000_000), (1, 90_000_000), (1, 1_000_000)] as [(Int, UInt64)] {
      try rig.run { rig.surface.callbacks.isEmpty && EventLoop.now > rig.surface.commits.last!.time + 200_000_000 }
      move(rig, Int(wait % 11))
      try rig.settle()
      try answer(after: wait)
      #expect(rig.panel.lateFrameCount == count)
    }
  }

  /// Times that no screen has, of clocks that nobody has: frames are drawn as if nobody had told.
  @Test(
    arguments: [(CLOCK_MONOTONIC, UInt32.max), (CLOCK_MONOTONIC, 0), (77, 5), (.max, .max)] as [(clockid_t, UInt32)])
  func liars(clock: clockid_t, seconds: UInt32) throws {
    let rig = try rig(clock: clock)
    for step in 1...6 {
      let question = rig.surface.commits.last { $0.buffer != nil }?.question
      question?.sendPresented(
        tvSecHi: seconds, tvSecLo: seconds, tvNsec: .max, refresh: step == 3 ? 0 : .max, seqHi: 0, seqLo: 0, flags: [])
      question?.destroy()
      let count = rig.surface.commits.count
      move(rig, step)
      try rig.settle()
      #expect(rig.surface.commits.count == count + 1)
    }
    rig.expectScreenIsRight()
    #expect(rig.log.isEmpty && rig.panel.lateFrameCount == 0)
  }

  @Test func nothingWakesWhatStandsStill() throws {
    let rig = try rig()
    let screen = TestScreen(rig.surface, period: 10_000_000, takesAfter: 1_000_000, callsAfter: 1_000_000)
    for step in 0..<20 {
      move(rig, step)
      rig.compositor.dispatch()
      screen.dispatch()
      try rig.loop.turn(waiting: 5_000_000)
    }
    try rig.run {
      screen.dispatch()
      return screen.refreshes.suffix(5).allSatisfy { $0 == nil } && screen.refreshes.count > 10
    }
    try rig.settle()
    #expect(try !rig.loop.turn(waiting: 300_000_000))
    rig.expectScreenIsRight()
  }
}

/// A screen as it might be, without waiting for it.
@Suite struct ScreenClockTests {
  private static let period: UInt64 = 16_666_667

  /// Frames of something that moves all the time, on a compositor that takes them `lead` before they are seen, and then asks
  /// for the next.
  ///
  /// - Returns: how long before they were taken they were committed, and the number that came late.
  private func frames(
    _ count: Int, on clock: inout ScreenClock, lead: UInt64, drawing: (Int) -> UInt64
  ) -> (waits: [UInt64], late: Int) {
    var (waits, late) = ([UInt64](), 0)
    var now: UInt64 = 1_000_000_000
    var wanted = now
    var coming: [(frame: ScreenClock.Frame, time: UInt64)] = []
    func hear(until time: UInt64) {
      while let next = coming.first, next.time <= time {
        if clock.presented(next.frame, at: next.time, refresh: Self.period, hasBeat: true) { late += 1 }
        coming.removeFirst()
      }
    }
    for index in 0..<count {
      hear(until: now)
      while let next = coming.first, next.time <= clock.beginning(at: now) {
        now = next.time
        hear(until: now)
      }
      let began = clock.beginning(at: now)
      let committed = began + drawing(index)
      let taken = (committed + lead) / Self.period * Self.period + Self.period - lead
      coming.append((clock.committed(wanted: wanted, began: began, at: committed), taken + lead))
      waits.append(taken - committed)
      wanted = committed
      now = taken + 500_000
    }
    return (waits, late)
  }

  @Test(arguments: [1_000_000, 7_000_000, 12_000_000, 16_000_000, 16_600_000] as [UInt64])
  func aFrameComesAsLateAsItCan(lead: UInt64) {
    var clock = ScreenClock()
    let (waits, late) = frames(3000, on: &clock, lead: lead) { 2_000_000 + UInt64($0 * 7919 % 1000) * 1000 }
    #expect(waits[..<3].allSatisfy { $0 > 10_000_000 } || lead < 16_000_000, "at first as soon as it can")
    #expect(waits[1500...].count { $0 > 4_000_000 } < 4, "but for those that had to wait for another period")
    #expect(late < 8)
  }

  /// weston's headless screen has no beat of its own: a refresh that has nothing to show waits for the next frame, and comes
  /// 16 ms after it. It would be made slower by frames that are held back.
  @Test func aScreenThatWaitsForFramesIsNotMadeToWait() {
    var clock = ScreenClock()
    var (now, wanted, last) = (1_000_000_000 as UInt64, 1_000_000_000 as UInt64, 990_000_000 as UInt64)
    var coming: [(frame: ScreenClock.Frame, time: UInt64)] = []
    var times: [UInt64] = []
    func hear(until time: UInt64) {
      while let next = coming.first, next.time <= time {
        _ = clock.presented(next.frame, at: next.time, refresh: Self.period, hasBeat: false)
        coming.removeFirst()
      }
    }
    for index in 0..<4000 {
      hear(until: now)
      while let next = coming.first, next.time <= clock.beginning(at: now) {
        now = next.time
        hear(until: now)
      }
      let began = clock.beginning(at: now)
      let committed = began + 2_500_000 + UInt64(index * 7919 % 1500) * 1000
      let taken = max(last + 700_000 + UInt64(index * 6007 % 1000) * 1000, committed + 500_000)
      last = taken + 17_500_000
      coming.append((clock.committed(wanted: wanted, began: began, at: committed), last))
      times.append(last)
      wanted = committed
      now = taken + 1_500_000
    }
    // Drawn at once it has 18.7 ms.
    #expect((times[3999] - times[1999]) / 2000 < 19_200_000)
  }

  /// One that can't keep up draws whenever it is asked.
  @Test func aMachineAtItsLimitDoesNotWait() {
    var clock = ScreenClock()
    _ = frames(100, on: &clock, lead: 7_000_000) { _ in 3_000_000 }
    _ = frames(1, on: &clock, lead: 7_000_000) { _ in 20_000_000 }
    #expect(clock.beginning(at: 77_000_000_000) == 77_000_000_000)
    let now: UInt64 = 3_000_000_000
    #expect(clock.beginning(at: now) == now)
  }

  @Test func nobodyWaitsAfterAPause() {
    var clock = ScreenClock()
    #expect(clock.beginning(at: 5) == 5)
    _ = frames(200, on: &clock, lead: 7_000_000) { _ in 3_000_000 }
    #expect(clock.beginning(at: 60_000_000_000) == 60_000_000_000)
  }
}
