import Glibc
import Views

/// Writes touches down for `--replay`.
final class TouchRecorder {
  private let fd: Int32
  private let path: String
  private let log: Log
  private var start: UInt64?
  private var hasComplained = false

  init(path: String, log: Log) throws(EventWriter.Failure) {
    (self.path, self.log) = (path, log)
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard fd >= 0 else {
      throw EventWriter.Failure(description: "--record \(path): \(String(cString: strerror(errno)))")
    }
    write("# cube-kiosk: seconds, finger, phase, x, y\n")
  }

  deinit { close(fd) }

  /// Time runs from the first frame on; it is later when another one is first.
  func begin(at time: UInt64) { if start == nil { start = time } }

  func add(_ event: TouchEvent, at time: UInt64) {
    guard let start else { return }
    write(TouchLog.line(event, at: time - min(start, time)))
  }

  private func write(_ line: String) {
    var line = line
    let isWritten = line.withUTF8 { Glibc.write(fd, $0.baseAddress, $0.count) == $0.count }
    guard !isWritten, !hasComplained else { return }
    hasComplained = true
    log.warning("--record \(path): \(String(cString: strerror(errno))); touches are being lost")
  }
}
