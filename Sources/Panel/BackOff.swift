/// When to try again: soon at first, then less and less often, until the time allowed is over.
struct BackOff {
  private static let shortest: UInt64 = 50_000_000
  private static let longest: UInt64 = 1_000_000_000

  private var limit: UInt64 = 0
  private var pause = Self.shortest
  private(set) var isFirstAttempt = true

  /// - Parameter wait: the time allowed, in seconds from now.
  mutating func begin(at now: UInt64, wait: Double) {
    limit = now &+ UInt64(min(max(wait, 0), 1e9) * 1e9)
    pause = Self.shortest
    isFirstAttempt = true
  }

  mutating func succeeded() { pause = Self.shortest }

  /// When to try next, after an attempt that failed now; `nil` when the time is over.
  mutating func next(at now: UInt64) -> UInt64? {
    guard now < limit else { return nil }
    let next = min(now + pause, limit)
    isFirstAttempt = pause == Self.shortest
    pause = min(pause * 2, Self.longest)
    return next
  }
}

extension Double {
  /// Without a fraction where there is none: "10", "0.5".
  var formatted: String { self == rounded() && abs(self) < 1e15 ? String(Int64(self)) : String(self) }
}
