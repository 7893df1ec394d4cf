import Foundation

/// The duration of each soak test, set by Tests/soak.
enum SoakDuration {
  /// In seconds. The default only shows that the tests work.
  static let seconds = ProcessInfo.processInfo.environment["CUBE_KIOSK_SOAK"].flatMap(Double.init) ?? 4

  static func hasTimeLeft(since start: Date) -> Bool { Date().timeIntervalSince(start) < seconds }
}
