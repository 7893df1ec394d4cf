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
  private let number: Int32
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
      if path == "-" {
        file = nil
        number = 1
      } else {
        let opened = try Descriptor(opening: path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC))
        number = opened.number
        file = consume opened
      }
    } catch {
      throw CommandFailure("\(option) \(error)", exitCode: ExitCode.cannotCreate)
    }
  }

  /// - Parameter line: with its end.
  func write(_ line: String) {
    // The rest of a line is waited for, briefly: half a line would spoil the next one too.
    let (count, code) = File.write(Array((isTorn ? "\n" + line : line).utf8), to: number, patience: (0, 20))
    guard code == 0 else {
      isTorn = isTorn || count > 0
      return complain(code)
    }
    (isTorn, hasComplained) = (false, false)
  }

  private func complain(_ code: Int32) {
    guard !hasComplained else { return }
    hasComplained = true
    let error = code == EAGAIN ? SystemError(name, code, "the reader is too slow") : SystemError(name, code)
    log.warning("\(error); \(contents) are being lost")
  }
}
