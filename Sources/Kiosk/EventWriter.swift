import Glibc
import Views

/// What happens at the panel, for programs: one JSON object a line, each written by one call.
///
/// A reader that is slow or gone never holds the kiosk up: what a pipe doesn't take at once is lost, and the log says so
/// once.
final class EventWriter {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let fd: Int32
  private let name: String
  private let isOurs: Bool
  private let log: Log
  private var hasComplained = false
  private var line: [UInt8] = []

  /// - Parameter path: appended to, made where it isn't there; "-" is standard output.
  init(path: String, log: Log) throws(Failure) {
    self.log = log
    name = path
    if path == "-" {
      fd = 1
      isOurs = false
    } else {
      // A pipe that nobody reads must not stop the start.
      fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o644)
      guard fd >= 0 else {
        let reason = errno == ENXIO ? "nobody reads this pipe" : String(cString: strerror(errno))
        throw Failure(description: "--events \(path): \(reason)")
      }
      isOurs = true
    }
    signal(SIGPIPE, SIG_IGN)
    line.reserveCapacity(256)
  }

  deinit { if isOurs { close(fd) } }

  func ready(at time: UInt64) { write("\"event\":\"ready\"", time) }

  func touch(_ event: TouchEvent, view: String?, at time: UInt64) {
    write(
      """
      "event":"touch","phase":"\(event.phase.rawValue)","id":\(event.id),"x":\(number(event.location.x)),\
      "y":\(number(event.location.y)),"view":\(view.map(quoted) ?? "null")
      """, time)
  }

  func action(view: String, count: Int, at time: UInt64) {
    write("\"event\":\"action\",\"view\":\(quoted(view)),\"count\":\(count)", time)
  }

  func actionFinished(status: Int, at time: UInt64) {
    write("\"event\":\"action-finished\",\"status\":\(status)", time)
  }

  func touchFix(_ value: String, at time: UInt64) {
    write("\"event\":\"touch-fix\",\"value\":\(quoted(value))", time)
  }

  private func write(_ members: String, _ time: UInt64) {
    line.removeAll(keepingCapacity: true)
    line.append(contentsOf: "{\(members),\"t\":\(time)}\n".utf8)
    // Standard output is others' as well, and stays as it was made: it may be one that blocks.
    guard isOurs || isWritable(within: 0) else { return complain(EAGAIN) }
    var done = 0
    while done < line.count {
      let count = line.withUnsafeBytes { Glibc.write(fd, $0.baseAddress! + done, line.count - done) }
      if count < 0, errno == EINTR { continue }
      // The rest of a line that was begun is waited for, briefly: half a line would spoil the next one too.
      if count < 0, errno == EAGAIN, done > 0, isWritable(within: 20) { continue }
      if count < 0 {
        complain(errno)
        return
      }
      done += count
    }
    hasComplained = false
  }

  /// A pipe that is writable has room for a line: PIPE_BUF bytes.
  private func isWritable(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: fd, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  private func complain(_ code: Int32) {
    guard !hasComplained else { return }
    hasComplained = true
    let reason = code == EAGAIN ? "the reader is too slow" : String(cString: strerror(code))
    log.warning("--events \(name): \(reason); events are being lost")
  }

  /// To a thousandth of a point, which no screen can tell.
  private func number(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "null" }
    return String((value * 1000).rounded() / 1000)
  }
}

/// As a JSON string.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case _ where scalar.value < 0x20:
      let hex = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
