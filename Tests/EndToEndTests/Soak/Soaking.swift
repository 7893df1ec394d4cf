import Foundation

/// How long Tests/soak lets each of these tests last.
enum Soaking {
  /// In seconds; enough to see that the test itself works, where nothing is said.
  static let seconds = ProcessInfo.processInfo.environment["CUBE_KIOSK_SOAK"].flatMap(Double.init) ?? 4

  /// True for as long as a test that began then may go on.
  static func lasts(since start: Date) -> Bool { Date().timeIntervalSince(start) < seconds }
}
