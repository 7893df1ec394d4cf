import Foundation
import Testing

/// The duration of each soak test.
enum SoakDuration {
  /// In seconds, set by Tests/soak; 0 otherwise.
  static let seconds = ProcessInfo.processInfo.environment["CUBE_KIOSK_SOAK"].flatMap(Double.init) ?? 0

  static func hasTimeLeft(since start: Date) -> Bool { Date().timeIntervalSince(start) < seconds }
}

extension Trait where Self == ConditionTrait {
  /// Leaves a suite to Tests/soak: in less than a minute, growth can't be told from caches that fill.
  static var onlyInSoak: Self { .enabled(if: SoakDuration.seconds > 0, "only in make soak") }
}
