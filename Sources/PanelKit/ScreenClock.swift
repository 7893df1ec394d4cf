/// The screen's refreshes, as they were told, and the latest moment at which a frame for the next one can begin.
///
/// A value that knows neither Wayland nor time: it is told what happened and says when to draw. Times are nanoseconds of
/// CLOCK_MONOTONIC.
///
/// Measured at 1920×1080 with a simulated vblank of 60 Hz and a finger at 61 and 125 Hz: the newest touch in a frame is 12 ms
/// younger than without it (16 to 19 ms instead of 28 to 32 on weston 10, 24 to 29 instead of 37 to 41 on sway 1.7), and 1 to
/// 3 % of the frames miss their refresh.
struct ScreenClock: Equatable {
  /// A frame that went to the compositor.
  struct Frame: Equatable {
    /// The time since when there was something to show.
    let wanted: UInt64
    let committed: UInt64
    /// The refresh that it was drawn for; `nil` where none was known.
    let aim: UInt64?
  }

  /// A frame comes earlier by this than it had to when one last came too late: a compositor that is woken, and reads, takes
  /// as long, and its timers may be in whole milliseconds.
  static let guardTime: UInt64 = 2_000_000
  /// The time for which the screen shows a picture: as the compositor says, and then as it is measured. `nil` until it is
  /// known.
  private(set) var period: UInt64?
  /// The time before a refresh at which a frame for it has to be committed; `nil` until it is known. Compositors take
  /// what they show 1 to 17 ms before that, and none says when.
  private(set) var lead: UInt64?
  /// By a period halved so often frames are committed later from one to the next. With each that came too late the steps
  /// become smaller, down to a microsecond: one frame in half a minute is then late to find out how late they can be.
  private var halvings: UInt64 = 6
  /// The last refresh that showed a frame of ours.
  private var last: UInt64?
  /// The refresh that the last frame was for.
  private var lastAim: UInt64 = 0
  /// The time that drawing takes: of the last frames the longest, which is forgotten bit by bit.
  private(set) var drawing: UInt64 = 0

  /// The moment to begin the next frame; at once, unless the screen is known and something is moving on it.
  func beginning(at now: UInt64) -> UInt64 {
    guard let lead, let aim = aim(at: now) else { return now }
    return max(now, subtract(lead + drawing, from: aim))
  }

  /// The first refresh that a frame can be there for that begins now.
  private func aim(at now: UInt64) -> UInt64? {
    // A machine that is at its limit draws whenever it can. And after a pause nobody knows when the next refresh is: a
    // compositor with nothing to show may have none.
    guard let lead, let period, let last, drawing < period / 4 * 3, now < last + 3 * period else { return nil }
    let earliest = max(subtract(Self.guardTime, from: now + drawing + lead), lastAim + period / 2)
    guard earliest > last else { return last }
    return last + (earliest - last + period - 1) / period * period
  }

  /// A frame was committed.
  ///
  /// - Parameters:
  ///   - wanted: since when there was something to show.
  ///   - began: the moment at which its drawing began.
  mutating func committed(wanted: UInt64, began: UInt64, at now: UInt64) -> Frame {
    let aim = aim(at: began)
    let took = subtract(began, from: now)
    drawing = max(took, drawing - drawing / 16)
    if let aim { lastAim = aim }
    return Frame(wanted: wanted, committed: now, aim: aim)
  }

  /// A frame was seen.
  ///
  /// - Parameters:
  ///   - time: of the refresh that showed it.
  ///   - refresh: the time to the next one, as the compositor says; `nil` if it doesn't.
  ///   - hasBeat: false for a screen without a beat of its own, as a headless one is. It waits for a frame that is late, and
  ///     would be the slower the later frames come: they are drawn at once.
  /// - Returns: true when another refresh could have shown it before.
  mutating func presented(_ frame: Frame, at time: UInt64, refresh: UInt64?, hasBeat: Bool) -> Bool {
    measure(time, refresh: refresh)
    defer { last = max(last ?? 0, time) }
    guard let period, let last else { return false }
    // Whatever it waited for, one that comes a period after another isn't late.
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
      // One that was drawn too slowly says nothing of the compositor.
      guard given + Self.guardTime >= lead else { return }
      self.lead = min(max(lead, given) + Self.guardTime, 2 * period)
      halvings = min(halvings + 2, 14)
    } else if time + period / 2 < aim {
      // Seen before the refresh that it was for: a whole period too much.
      self.lead = subtract(period, from: lead)
    } else if given < lead + Self.guardTime / 2 {
      self.lead = subtract(period >> halvings, from: lead)
    }
  }

  /// Takes the screen's period as it is, the shortest that it was lately.
  private mutating func measure(_ time: UInt64, refresh: UInt64?) {
    guard let period else {
      period = refresh
      return
    }
    if let refresh, refresh > period + period / 4 || refresh < period - period / 4 {
      // Another screen.
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
