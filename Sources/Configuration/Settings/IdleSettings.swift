/// The idle state of the panel.
package enum IdleState: String, CaseIterable, Sendable { case active, dimmed, attract, dark }

/// Idle transitions that can start a command or a unit. The raw values are the keys beneath `idle`.
package enum IdleTransition: String, CaseIterable, Sendable {
  case dim = "onDim"
  case dark = "onDark"
  case wake = "onWake"

  /// The value of `CUBE_KIOSK_IDLE`.
  package var environmentValue: String { rawValue.dropFirst(2).lowercased() }
}

/// The settings beneath `idle`.
package struct IdleSettings: Equatable {
  /// The limit of `pixelShift`.
  static let maximumPixelShift = 1.5

  /// Seconds without a touch until the panel shows its first page again; `nil` for never.
  package var homeAfter: Double?
  /// Seconds without a touch until the panel dims; `nil` for never, or for a minute in `dimHours`.
  package var dimAfter: Double?
  /// The hours to which dimming is limited; `nil` for no limit.
  package var dimHours: DailyHours?
  /// Seconds without a touch until the attract animation, more than `dimAfter`; `nil` for never.
  package var attractAfter: Double?
  /// The hours during which an idle panel is dark instead; `nil` for never.
  package var sleepHours: DailyHours?
  /// The maximum distance by which the picture is shifted against burn-in, in percent of the panel's shorter side.
  package var pixelShift = 0.0
  /// Whether to keep the compositor from blanking the screen, except while the panel is dark.
  package var inhibitsBlanking = false

  /// A part of the day, possibly past midnight, in minutes since midnight.
  package struct DailyHours: Equatable {
    package var from: Int
    package var to: Int

    package func contains(_ minuteOfDay: Int) -> Bool {
      from <= to ? (from..<to).contains(minuteOfDay) : minuteOfDay >= from || minuteOfDay < to
    }
  }
}
