import Configuration
import PanelEvents
import PanelGeometry
import PanelKit
import PanelSystem
import PanelViews

/// Recorded touches in a text file: one `SECONDS ID PHASE X Y` line per event. Lines that start with `#` are comments.
struct TouchLog {
  struct Entry: Equatable {
    /// Nanoseconds since the first frame.
    var time: UInt64
    var event: TouchEvent
  }

  private(set) var entries: [Entry] = []

  /// The maximum file size in bytes: more than an hour of ten fingers.
  private static let maximumFileSize = 1 << 28

  init(contentsOf path: String) throws(CommandFailure) {
    let bytes: [UInt8]
    do {
      bytes = try File.read(path, upTo: Self.maximumFileSize)
    } catch {
      throw CommandFailure(error.description, exitCode: ExitCode.badData)
    }
    try self.init(parsing: String(decoding: bytes, as: UTF8.self), name: path)
  }

  init(parsing text: String, name: String) throws(CommandFailure) {
    var previousTime: UInt64 = 0
    var lineNumber = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      lineNumber += 1
      let words = line.split(separator: " ")
      guard !words.isEmpty, !line.hasPrefix("#") else { continue }
      func failure(expected: String) -> CommandFailure {
        CommandFailure("\(name):\(lineNumber): found '\(line)'; expected \(expected)", exitCode: ExitCode.badData)
      }
      guard words.count == 5 else { throw failure(expected: "SECONDS ID PHASE X Y") }
      guard let seconds = Double(words[0]), seconds >= 0, seconds < 1e8 else {
        throw failure(expected: "seconds, 0 or more")
      }
      let time = UInt64(clamping: (seconds * 1e9).rounded())
      guard time >= previousTime else { throw failure(expected: "a time that isn't before the previous one") }
      guard let id = Int(words[1]) else { throw failure(expected: "a whole number for the finger") }
      guard let phase = TouchEvent.Phase(rawValue: String(words[2])) else {
        throw failure(expected: "began, moved, ended or cancelled")
      }
      guard let x = Double(words[3]), let y = Double(words[4]), abs(x) < 1e6, abs(y) < 1e6 else {
        throw failure(expected: "a position in points")
      }
      entries.append(Entry(time: time, event: TouchEvent(phase, id: id, at: Point(x, y))))
      previousTime = time
    }
  }

  /// Returns the line for an event, including the newline.
  ///
  /// - Parameters:
  ///   - event: in the picture's points.
  ///   - time: nanoseconds since the first frame.
  static func line(_ event: TouchEvent, at time: UInt64) -> String {
    func zeroPadded(_ value: UInt64, digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let seconds = "\(time / 1_000_000_000).\(zeroPadded(time % 1_000_000_000, digits: 9))"
    return "\(seconds) \(event.id) \(event.phase.rawValue) \(event.location.x) \(event.location.y)\n"
  }
}

/// Records touches for `--replay`.
final class TouchRecorder {
  private let lines: LineWriter
  private var start: UInt64?
  /// The time of the last line.
  private var lastTime: UInt64 = 0

  init(path: String, loop: EventLoop, log: Log) throws(CommandFailure) {
    lines = try LineWriter(path, appends: false, option: "--record", contents: "touches", loop: loop, log: log)
    lines.write("# cube-kiosk: seconds, finger, phase, x, y\n")
  }

  /// Writes the remaining touches. Call it after the loop has ended.
  func finish() { lines.finish() }

  /// Starts the recording's clock at the first frame. Later calls have no effect.
  func begin(at time: UInt64) { if start == nil { start = time } }

  func add(_ event: TouchEvent, at time: UInt64) {
    guard let start else { return }
    // Events of several devices may arrive out of order.
    lastTime = max(time - min(start, time), lastTime)
    lines.write(TouchLog.line(event, at: lastTime))
  }
}
