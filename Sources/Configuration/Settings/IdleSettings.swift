/// The state of a panel that nobody may be touching.
package enum IdleState: String, CaseIterable, Sendable { case active, dimmed, attract, dark }

/// Changes of the idle state that can start a command or a unit, by their key.
package enum IdleTransition: String, CaseIterable, Sendable {
  case dim = "onDim"
  case dark = "onDark"
  case wake = "onWake"
}

/// The settings beneath `idle`.
package struct IdleSettings: Equatable {
  /// The largest `shift`, in percent.
  static let mostShift = 1.5

  /// Seconds without a touch; `nil` for never.
  package var dimAfter: Double?
  /// Seconds without a touch, more than for dimming; `nil` for never.
  package var attractAfter: Double?
  /// The time of the day in which the panel is dark instead; `nil` for never.
  package var sleep: Night?
  /// The shift of the picture against burn-in, in percent of the panel's shorter side.
  package var shift: Double
  /// True to keep the compositor from blanking the screen, except in the dark.
  package var inhibits: Bool

  package init(
    dimAfter: Double? = nil, attractAfter: Double? = nil, sleep: Night? = nil, shift: Double = 0, inhibits: Bool = false
  ) {
    (self.dimAfter, self.attractAfter, self.sleep) = (dimAfter, attractAfter, sleep)
    (self.shift, self.inhibits) = (shift, inhibits)
  }

  package func isNight(_ minute: Int) -> Bool { sleep?.contains(minute) ?? false }

  /// A part of the day, which may go beyond midnight, in minutes of the day.
  package struct Night: Equatable {
    package var from: Int
    package var to: Int

    package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }

    package func contains(_ minute: Int) -> Bool {
      from <= to ? (from..<to).contains(minute) : minute >= from || minute < to
    }
  }
}
