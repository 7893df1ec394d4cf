import CLinux
import CWaylandServer
import Glibc

/// A screen with a beat of its own, in real time: takes the surface's newest picture once in a period, and shows it at the
/// next refresh.
public final class TestScreen {
  /// A picture that was shown.
  public struct Shown {
    public let commit: TestSurface.Commit
    /// The moment at which the compositor took it, of CLOCK_MONOTONIC, in nanoseconds.
    public let taken: UInt64
  }

  /// In nanoseconds.
  public let period: UInt64
  /// The time after a refresh at which the compositor takes what it shows at the next.
  private let takesAfter: UInt64
  /// The same for the moment at which it fires frame callbacks.
  private let callsAfter: UInt64
  private let surface: TestSurface
  private let clock: clockid_t
  /// The time of the refresh that comes next.
  private var next: UInt64
  private var hasTaken = false
  private var hasCalled = false
  /// The number of commits that were looked at.
  private var seen: Int
  private var pending: (commit: TestSurface.Commit, taken: UInt64)?
  /// What each refresh showed; `nil` for nothing new.
  public private(set) var refreshes: [Shown?] = []

  public init(
    _ surface: TestSurface, period: UInt64, takesAfter: UInt64, callsAfter: UInt64, clock: clockid_t = CLOCK_MONOTONIC
  ) {
    (self.surface, self.period, self.takesAfter, self.callsAfter) = (surface, period, takesAfter, callsAfter)
    self.clock = clock
    surface.firesCallbacks = false
    seen = surface.commits.count
    next = Self.now(clock) + period
  }

  public var shown: [Shown] { refreshes.compactMap { $0 } }

  /// The time of the last refresh.
  public var last: UInt64 { next - period }

  /// Does what is due.
  public func dispatch() {
    let now = Self.now(clock)
    // While the client drew, on this very thread, there was nothing new to show.
    while now >= next + period { refresh() }
    let phase = Int64(now) - Int64(last)
    // The order in which these come is that of their times, whatever was slept through.
    if callsAfter < takesAfter { call(phase) }
    if !hasTaken, phase >= Int64(takesAfter) { take() }
    if callsAfter >= takesAfter { call(phase) }
    if now >= next { refresh() }
  }

  private func call(_ phase: Int64) {
    guard !hasCalled, phase >= Int64(callsAfter) else { return }
    hasCalled = true
    surface.fireCallbacks()
  }

  private func take() {
    hasTaken = true
    let new = surface.commits[seen...].filter { $0.buffer != nil }
    seen = surface.commits.count
    // Of several, only the last one is seen.
    for commit in new.dropLast() {
      commit.question?.sendDiscarded()
      commit.question?.destroy()
    }
    pending = new.last.map { ($0, Self.now(CLOCK_MONOTONIC)) }
  }

  private func refresh() {
    if let pending {
      let (seconds, nanoseconds) = next.quotientAndRemainder(dividingBy: 1_000_000_000)
      pending.commit.question?.sendPresented(
        tvSecHi: UInt32(seconds >> 32), tvSecLo: UInt32(truncatingIfNeeded: seconds), tvNsec: UInt32(nanoseconds),
        refresh: UInt32(period), seqHi: 0, seqLo: 0, flags: .vsync)
      pending.commit.question?.destroy()
    }
    refreshes.append(pending.map { Shown(commit: $0.commit, taken: $0.taken) })
    pending = nil
    next += period
    (hasTaken, hasCalled) = (false, false)
  }

  static func now(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
