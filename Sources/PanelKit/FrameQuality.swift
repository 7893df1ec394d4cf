/// The resolution of frames in which something moves: lower on a machine that can't draw them in time at the screen's own.
///
/// A value that knows neither Wayland nor time: it is told how frames went and says how the next one is drawn. Times are in
/// nanoseconds. What stands still has all of the screen's pixels.
struct FrameQuality: Equatable {
  /// The parts of the screen's pixels that a frame has along each side, the whole first: of all pixels 100, 56 and 25 in
  /// a hundred. With less than half the smallest letters, whose capitals are nine pixels high, have less than the four or
  /// five rows that a letter can be told by; and of a frame with a quarter of the pixels half is no longer painting.
  static let shares = [1, 0.75, 0.5]

  /// A frame in which something moved.
  struct Frame: Equatable {
    /// Its place in `shares`.
    let step: Int
    /// The part of the picture that was another, in the screen's pixels.
    let area: Int
    /// From its beginning to its commit.
    let took: UInt64
    /// The part of that which goes by the number of pixels.
    let painting: UInt64

    /// The time that it had taken with another share of the pixels.
    fileprivate func time(at other: Int) -> UInt64 {
      let ratio = FrameQuality.shares[other] / FrameQuality.shares[step]
      return took - min(painting, took) + UInt64(clamping: (Double(painting) * ratio * ratio).rounded())
    }
  }

  /// The place in `shares` for frames in which much moves.
  private(set) var step = 0
  /// That is much; less is drawn in time with all pixels, and nobody sees the whole picture change for it.
  private var largeArea = 0
  /// Much has moved since something began to.
  private var isCoarse = false
  /// Grows with frames that came late, shrinks with others.
  private var strain = 0
  /// The number of frames in a row after which the next higher share would have done.
  private var room = 0
  /// How many of them it takes.
  private var patience = Self.leastPatience
  /// The number of frames since it last went up.
  private var age = Self.trialAge

  /// Six frames late on end, or more than a third of them for as long as it takes.
  private static let greatestStrain = 12
  /// A second of motion. Each time that going up was a mistake the next attempt waits twice as long, a minute at most.
  private static let leastPatience = 60
  private static let greatestPatience = leastPatience * 64
  /// Ten seconds: who has to go down again within that should not have gone up.
  private static let trialAge = 600
  /// A fiftieth of a second, and a bit. A frame has as many periods of the screen as fit in there: where one refreshes
  /// twice as often as others, no resolution is given up to show twice as many frames.
  private static let longestGoal: UInt64 = 20_100_000

  /// The place in `shares` of a frame that is drawn next.
  ///
  /// - Parameter area: the part of the picture that is another than before, in the screen's pixels.
  mutating func next(isMoving: Bool, area: Int) -> Int {
    isCoarse = isMoving && (isCoarse || area >= largeArea)
    return isCoarse ? step : 0
  }

  /// A frame in which something moved was seen.
  ///
  /// - Parameters:
  ///   - isLate: an earlier refresh could have shown it.
  ///   - period: the time for which the screen shows one.
  mutating func saw(_ frame: Frame, isLate: Bool, period: UInt64) {
    // From before it went up.
    guard frame.step <= step else { return }
    age = min(age + 1, Self.trialAge)
    let goal = period * max(Self.longestGoal / max(period, 1), 1)
    // Where the compositor draws on the same core, half of the time may be its own.
    if frame.took > goal || (isLate && goal == period && frame.took > period / 2) {
      strain += 2
      room = 0
      if strain >= Self.greatestStrain { lower(after: frame) }
    } else {
      strain = max(strain - 1, 0)
      guard step > 0, frame.step == step else { return }
      room = !isLate && frame.time(at: step - 1) < goal / 10 * 7 ? room + 1 : 0
      if room >= patience { raise() }
    }
  }

  private mutating func lower(after frame: Frame) {
    strain = 0
    guard frame.step == step else {
      largeArea = frame.area / 2
      return
    }
    // Fewer pixels must make a fifth of the frame at least, or they are no help.
    guard step + 1 < Self.shares.count, frame.time(at: step + 1) < frame.took / 5 * 4 else { return }
    if step == 0 { largeArea = frame.area / 2 }
    step += 1
    patience = age < Self.trialAge ? min(patience * 2, Self.greatestPatience) : Self.leastPatience
  }

  private mutating func raise() {
    (strain, room, age) = (0, 0, 0)
    step -= 1
  }
}
