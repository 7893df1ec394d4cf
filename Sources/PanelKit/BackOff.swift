/// The times of further attempts: soon at first, then less and less often, until the time allowed is over.
struct BackOff {
  private static let shortest: UInt64 = 50_000_000
  private static let longest: UInt64 = 1_000_000_000
  /// The time that a connection must have lasted to be taken for a good one: a compositor that ends them for the
  /// requests it gets to see does so in the first moments.
  private static let proof: UInt64 = 5_000_000_000

  /// The time allowed without a compositor, in nanoseconds.
  private let wait: UInt64
  private var limit: UInt64
  private var pause = Self.shortest

  /// - Parameter wait: the time allowed, in seconds from now.
  init(at now: UInt64, wait: Double) {
    self.wait = UInt64(clamping: min(max(wait, 0), 1e9) * 1e9)
    limit = now + self.wait
  }

  /// A compositor is gone. After one that had proved itself everything begins anew, and true is returned; after another
  /// one it goes on as it was, but for the time that was spent with it.
  ///
  /// - Parameter life: the time for which it was of use, in nanoseconds.
  mutating func lost(at now: UInt64, after life: UInt64) -> Bool {
    let isProved = life >= Self.proof
    limit = isProved ? now + wait : limit + life
    if isProved { pause = Self.shortest }
    return isProved
  }

  /// The time of the next attempt, after one that failed now; `nil` when the time is over.
  mutating func next(at now: UInt64) -> UInt64? {
    guard now < limit else { return nil }
    let next = min(now + pause, limit)
    pause = min(pause * 2, Self.longest)
    return next
  }
}

extension Double {
  /// Without a fraction where there is none: "10", "0.5".
  var formatted: String { self == rounded() && abs(self) < 1e15 ? String(Int64(clamping: self)) : String(self) }
}
