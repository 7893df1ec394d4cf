import Control
import PanelEvents
import PanelKit

extension Press {
  /// Writes one journal record per press, with separate fields: `journalctl CUBE_KIOSK_ACTION=command`.
  func record(_ result: String, in log: Log) {
    let milliseconds = (EventLoop.now - start) / 1_000_000
    let user = client?.userName
    let origin = client.map { ", by \(user ?? "") at \($0.socket)" } ?? ""
    let text = "press \(count): \(label.map { "'\($0)', " } ?? "")\(path), \(action)\(origin), result \(result)"
    log.record(
      .notice, "\(text), \(milliseconds) ms",
      fields: [
        ("CUBE_KIOSK_FACE", face.map { "\($0)" } ?? ""), ("CUBE_KIOSK_ADDRESS", address.map { "\($0)" } ?? ""),
        ("CUBE_KIOSK_LINE", line ?? ""), ("CUBE_KIOSK_BUTTON", path), ("CUBE_KIOSK_LABEL", label ?? ""),
        ("CUBE_KIOSK_ACTION", action), ("CUBE_KIOSK_RESULT", result),
        ("CUBE_KIOSK_DURATION_MS", "\(milliseconds)"), ("CUBE_KIOSK_COUNT", "\(count)"),
        ("CUBE_KIOSK_CLIENT", user ?? ""), ("CUBE_KIOSK_SOCKET", client?.socket ?? ""),
      ])
  }
}
