import Control
import PanelKit

extension Press {
  /// Writes one journal record per press, with separate fields: `journalctl CUBE_KIOSK_ACTION=command`.
  ///
  /// - Parameter end: the time at which the action ended, in nanoseconds of CLOCK_MONOTONIC.
  func record(_ result: String, end: UInt64, in log: Log) {
    let milliseconds = (end - start) / 1_000_000
    log.record(
      .notice,
      "press \(count): \(label.map { "'\($0)', " } ?? "")\(path), \(action), result \(result), \(milliseconds) ms",
      fields: [
        ("CUBE_KIOSK_FACE", face.map { "\($0)" } ?? ""), ("CUBE_KIOSK_BUTTON", path), ("CUBE_KIOSK_LABEL", label ?? ""),
        ("CUBE_KIOSK_ACTION", action), ("CUBE_KIOSK_RESULT", result),
        ("CUBE_KIOSK_DURATION_MS", "\(milliseconds)"), ("CUBE_KIOSK_COUNT", "\(count)"),
      ])
  }
}
