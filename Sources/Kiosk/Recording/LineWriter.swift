import Configuration
import Glibc
import PanelKit
import System

/// Writes lines to a file or a pipe that others read, each whole or not at all.
///
/// A reader that is slow or gone never holds the kiosk up: what isn't taken at once is lost, and the log says so once.
final class LineWriter {
  /// `nil` for standard output, which is others' as well.
  private let file: Descriptor?
  private let name: String
  private let contents: String
  private let log: Log
  private var hasComplained = false
  /// True after a part of a line was written, and no more of it could be.
  private var isTorn = false

  /// - Parameters:
  ///   - path: made where it isn't there; "-" is standard output.
  ///   - appends: true to go on behind what is there.
  ///   - option: of the command line, for errors; and what the lines are.
  init(_ path: String, appends: Bool, option: String, of contents: String, log: Log) throws(CommandFailure) {
    (name, self.contents, self.log) = ("\(option) \(path)", contents, log)
    do {
      file = path == "-" ? nil : try Descriptor(opening: path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC))
    } catch {
      throw CommandFailure("\(option) \(error)", exitCode: ExitCode.cannotCreate)
    }
  }

  /// - Parameter line: with its end.
  func write(_ line: String) {
    // Standard output stays as it was made: it may be one that blocks.
    guard file != nil || isWritable(within: 0) else { return complain(EAGAIN) }
    let bytes = Array((isTorn ? "\n" + line : line).utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes { Glibc.write(file?.number ?? 1, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // The rest of a line that was begun is waited for, briefly: half a line would spoil the next one too.
      if count < 0, errno == EAGAIN, done > 0, isWritable(within: 20) { continue }
      guard count > 0 else {
        if done > 0 { isTorn = true }
        return complain(errno)
      }
      done += count
    }
    (isTorn, hasComplained) = (false, false)
  }

  /// A pipe that is writable has room for a line: PIPE_BUF bytes.
  private func isWritable(within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: file?.number ?? 1, events: Int16(POLLOUT), revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0
  }

  private func complain(_ code: Int32) {
    guard !hasComplained else { return }
    hasComplained = true
    let error = code == EAGAIN ? SystemError(name, code, "the reader is too slow") : SystemError(name, code)
    log.warning("\(error); \(contents) are being lost")
  }
}
