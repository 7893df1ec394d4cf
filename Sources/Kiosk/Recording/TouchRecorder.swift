import Configuration
import PanelKit
import Views

/// Records touches for `--replay`.
final class TouchRecorder {
  private let lines: LineWriter
  private var start: UInt64?

  init(path: String, log: Log) throws(CommandFailure) {
    lines = try LineWriter(path, appends: false, option: "--record", of: "touches", log: log)
    lines.write("# cube-kiosk: seconds, finger, phase, x, y\n")
  }

  /// Starts the recording's clock at the first frame. Later calls have no effect.
  func begin(at time: UInt64) { if start == nil { start = time } }

  func add(_ event: TouchEvent, at time: UInt64) {
    guard let start else { return }
    lines.write(TouchLog.line(event, at: time - min(start, time)))
  }
}
