import CLinux
import Glibc

/// A screen that refreshes in real time. Once in each period it latches the surface's last frame, fires the frame
/// callbacks, and shows that frame at the next refresh.
public final class TestScreen {
  /// A frame that was shown.
  public struct ShownFrame {
    public let commit: TestSurface.Commit
    /// The time at which it was latched, in nanoseconds of CLOCK_MONOTONIC.
    public let latchTime: UInt64
  }

  private let period: UInt64
  /// The time from a refresh to the next latch, in nanoseconds.
  private let latchDelay: UInt64
  private let surface: TestSurface
  private var nextRefresh: UInt64
  private var hasLatched = false
  /// The number of commits that were latched or superseded.
  private var commitCount: Int
  private var latched: ShownFrame?
  /// The frame that each refresh showed; `nil` if it showed no new frame.
  public private(set) var refreshes: [ShownFrame?] = []

  /// - Parameters:
  ///   - period: in nanoseconds.
  ///   - latchDelay: the time from a refresh to the next latch, in nanoseconds.
  public init(_ surface: TestSurface, period: UInt64, latchDelay: UInt64) {
    (self.surface, self.period, self.latchDelay) = (surface, period, latchDelay)
    surface.firesCallbacks = false
    commitCount = surface.commits.count
    nextRefresh = Self.now + period
  }

  public var shownFrames: [ShownFrame] { refreshes.compactMap { $0 } }

  /// Latches and refreshes when they are due.
  public func dispatch() {
    let now = Self.now
    // While the client was drawing, in the same thread, refreshes passed without a new frame.
    while now >= nextRefresh + period { refresh() }
    if !hasLatched, now >= nextRefresh - period + latchDelay { latch(at: now) }
    if now >= nextRefresh { refresh() }
  }

  private func latch(at now: UInt64) {
    hasLatched = true
    let new = surface.commits[commitCount...].last { $0.buffer != nil }
    commitCount = surface.commits.count
    latched = new.map { ShownFrame(commit: $0, latchTime: now) }
    surface.fireCallbacks()
  }

  private func refresh() {
    refreshes.append(latched)
    latched = nil
    hasLatched = false
    nextRefresh += period
  }

  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
