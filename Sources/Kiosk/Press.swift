import Events
import PanelKit
import Scenes
import Views

/// One press of a button, as the journal is told of it.
struct Press {
  let path: String
  let label: String?
  /// Of the button that was pressed; `nil` for a scene file's.
  let face: Int?
  /// That button's own name.
  let button: String?
  let action: String
  /// The number of presses of all buttons, with this one.
  let count: Int
  /// Of CLOCK_MONOTONIC.
  let start = EventLoop.now

  /// - Parameters:
  ///   - view: the one that the finger was on.
  ///   - button: the one that was pressed by it.
  init(_ view: View, of button: ActionButton, count: Int) {
    (path, label, face) = (view.path, view.accessibilityLabel, button.face)
    (self.button, action, self.count) = (button.name, button.action.name, count)
  }

  /// One record for each press, with fields of its own: `journalctl CUBE_KIOSK_ACTION=command`.
  func record(_ result: String, in log: Log) {
    let milliseconds = (EventLoop.now - start) / 1_000_000
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
