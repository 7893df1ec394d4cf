/// Predicts the output's refreshes and the latest time to begin a frame for the next one.
///
/// A pure value, independent of Wayland and of any clock: callers report events and ask when to draw. Times are
/// nanoseconds of CLOCK_MONOTONIC.
///
/// Measured at 1920×1080 with a simulated vblank of 60 Hz and a finger at 61 and 125 Hz: the newest touch in a frame is
/// 12 ms younger than without prediction (16 to 19 ms instead of 28 to 32 on weston 10, 24 to 29 instead of 37 to 41 on
/// sway 1.7), and 1 to 3 % of the frames miss their refresh.
struct ScreenClock: Equatable {
  /// A committed frame.
  struct Frame: Equatable {
    /// The time since which there was something to show.
    let wanted: UInt64
    let committed: UInt64
    /// The refresh that the frame was drawn for; `nil` if unknown.
    let aim: UInt64?
  }

  /// The margin added to the lead after a late frame. A compositor needs about this long to wake up and read, and its
  /// timers may have a resolution of 1 ms.
  static let guardTime: UInt64 = 2_000_000
  /// The refresh period: as reported by the compositor at first, then as measured. `nil` until known.
  private(set) var period: UInt64?
  /// The time before a refresh by which a frame for it must be committed; `nil` until known. Compositors latch frames 1
  /// to 17 ms before the refresh, and no compositor reports when.
  private(set) var lead: UInt64?
  /// From frame to frame, the lead shrinks by the period halved this many times. Each late frame makes the steps
  /// smaller, down to a microsecond: finding the limit then costs one late frame in half a minute.
  private var halvings: UInt64 = 6
  /// The last refresh that showed one of our frames.
  private var last: UInt64?
  /// The refresh that the last frame was drawn for.
  private var lastAim: UInt64 = 0
  /// The drawing time: the maximum over recent frames, which decays with each frame.
  private(set) var drawing: UInt64 = 0

  /// Returns the time to begin the next frame: `now`, unless the refreshes are known and the screen is changing.
  func beginning(at now: UInt64) -> UInt64 {
    guard let lead, let aim = aim(at: now) else { return now }
    return max(now, subtract(lead + drawing, from: aim))
  }

  /// Returns the first refresh that a frame begun at `now` can meet, or `nil` if it can't be predicted.
  private func aim(at now: UInt64) -> UInt64? {
    // A machine at its limit draws whenever it can. After a pause, the next refresh is unknown: a compositor with
    // nothing to show may have none.
    guard let lead, let period, let last, drawing < period / 4 * 3, now < last + 3 * period else { return nil }
    let earliest = max(subtract(Self.guardTime, from: now + drawing + lead), lastAim + period / 2)
    guard earliest > last else { return last }
    return last + (earliest - last + period - 1) / period * period
  }

  /// Records a committed frame.
  ///
  /// - Parameters:
  ///   - wanted: the time since which there was something to show.
  ///   - began: the time at which its drawing began.
  /// - Returns: the frame, for `presented`.
  mutating func committed(wanted: UInt64, began: UInt64, at now: UInt64) -> Frame {
    let aim = aim(at: began)
    let took = subtract(began, from: now)
    drawing = max(took, drawing - drawing / 16)
    if let aim { lastAim = aim }
    return Frame(wanted: wanted, committed: now, aim: aim)
  }

  /// Records a presented frame.
  ///
  /// - Parameters:
  ///   - time: the time of the refresh that showed it.
  ///   - refresh: the refresh period that the compositor reports; `nil` if it doesn't.
  ///   - hasBeat: false for an output without a vblank, such as a headless output. It waits for late frames, so
  ///     predicting would slow it down more and more: frames are drawn at once.
  /// - Returns: `true` if an earlier refresh could have shown the frame.
  mutating func presented(_ frame: Frame, at time: UInt64, refresh: UInt64?, hasBeat: Bool) -> Bool {
    measure(time, refresh: refresh)
    defer { last = max(last ?? 0, time) }
    guard let period, let last else { return false }
    // A frame that follows another after one period is never late.
    let isLate = time > max(last, frame.wanted + (lead ?? period)) + period + period / 2
    if !hasBeat {
      lead = nil
    } else if let aim = frame.aim, let lead {
      learn(time, aim: aim, committed: frame.committed, period: period, lead: lead)
    } else if lead == nil, frame.committed < last + 3 * period {
      lead = min(subtract(frame.committed, from: time), 2 * period)
    }
    return isLate
  }

  private mutating func learn(_ time: UInt64, aim: UInt64, committed: UInt64, period: UInt64, lead: UInt64) {
    let given = subtract(committed, from: aim)
    if time > aim + period / 8 {
      // A frame that was drawn too slowly says nothing about the compositor.
      guard given + Self.guardTime >= lead else { return }
      self.lead = min(max(lead, given) + Self.guardTime, 2 * period)
      halvings = min(halvings + 2, 14)
    } else if time + period / 2 < aim {
      // The frame was shown a refresh earlier than predicted: the lead is a whole period too long.
      self.lead = subtract(period, from: lead)
    } else if given < lead + Self.guardTime / 2 {
      self.lead = subtract(period >> halvings, from: lead)
    }
  }

  /// Updates the period to the shortest recent interval between refreshes.
  private mutating func measure(_ time: UInt64, refresh: UInt64?) {
    guard let period else {
      period = refresh
      return
    }
    if let refresh, refresh > period + period / 4 || refresh < period - period / 4 {
      // The surface is on another output.
      self = ScreenClock()
      self.period = refresh
    } else if let last, time > last {
      let interval = time - last
      guard interval > period - period / 4, interval < period + period / 4 else { return }
      self.period = min(interval, period + (interval - min(interval, period)) / 64)
    }
  }

  private func subtract(_ less: UInt64, from more: UInt64) -> UInt64 { more - min(less, more) }
}
