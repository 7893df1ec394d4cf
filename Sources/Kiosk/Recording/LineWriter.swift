import Configuration
import Glibc
import PanelKit
import PanelSystem

/// Writes lines to a file or a pipe for other programs.
///
/// A slow or missing reader never blocks the kiosk: lines that can't be written at once are dropped, and the log
/// reports that once. If only part of a line could be written, the next line starts on a new line.
final class LineWriter {
  /// The file to close at the end; `nil` for standard output, which other code shares.
  private let file: Descriptor?
  private let descriptor: Int32
  private let name: String
  private let contents: String
  private let log: Log
  private var hasWarned = false
  /// True if the last line was only partly written.
  private var hasPartialLine = false

  /// - Parameters:
  ///   - path: created if missing; "-" is standard output.
  ///   - appends: true to append to an existing file, false to truncate it.
  ///   - option: the command-line option, for error messages.
  ///   - contents: the plural noun for the lines in log messages, such as "events".
  init(_ path: String, appends: Bool, option: String, contents: String, log: Log) throws(CommandFailure) {
    (name, self.contents, self.log) = ("\(option) \(path)", contents, log)
    do {
      if path == "-" {
        file = nil
        descriptor = 1
      } else {
        let opened = try Descriptor(opening: path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC))
        descriptor = opened.number
        file = consume opened
      }
    } catch {
      throw CommandFailure("\(option) \(error)", exitCode: ExitCode.cannotCreate)
    }
  }

  /// - Parameter line: including the newline.
  func write(_ line: String) {
    // Wait up to 20 ms for a slow reader, so that few lines are cut.
    let (count, code) = File.write(Array((hasPartialLine ? "\n" + line : line).utf8), to: descriptor, timeouts: (0, 20))
    guard code == 0 else {
      hasPartialLine = hasPartialLine || count > 0
      return warn(code)
    }
    (hasPartialLine, hasWarned) = (false, false)
  }

  private func warn(_ code: Int32) {
    guard !hasWarned else { return }
    hasWarned = true
    let error = code == EAGAIN ? SystemError(name, code, "the reader is too slow") : SystemError(name, code)
    log.warning("\(error); \(contents) are being lost")
  }
}
