import Configuration
import Glibc
import PanelEvents
import PanelKit
import PanelSystem
import Synchronization

/// Writes lines to a file or a pipe for other programs.
///
/// A slow disk or reader never blocks the kiosk: another thread writes regular files, from a bounded queue. Other lines that
/// can't be written at once are dropped, and the log reports that once. If only part of a line could be written, the next
/// line starts on a new line.
final class LineWriter {
  /// The maximum size of the queue, in bytes.
  static let maximumQueuedBytes = 1 << 16

  /// The part that the thread uses.
  private final class Output {
    /// The file to close at the end; `nil` for standard output, which other code shares.
    let file: Descriptor?
    let descriptor: Int32
    let isRegular: Bool
    /// The bytes that aren't written yet.
    let queue = Mutex<[UInt8]>([])
    /// True if the last line was only partly written. Locked while bytes are written.
    private let hasPartialLine = Mutex(false)

    init(_ path: String, appends: Bool) throws(SystemError) {
      if path == "-" {
        file = nil
        descriptor = 1
      } else {
        let opened = try Descriptor(opening: path, O_WRONLY | O_CREAT | (appends ? O_APPEND : O_TRUNC))
        descriptor = opened.number
        file = consume opened
      }
      var status = stat()
      isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Writes the queued bytes. Returns 0 or the `errno` value of the failure, after which bytes are lost.
    func writeQueue() -> Int32 {
      hasPartialLine.withLock { hasPartialLine in
        let bytes = queue.withLock { bytes in
          defer { bytes = [] }
          return bytes
        }
        guard !bytes.isEmpty else { return 0 }
        // Wait up to 20 ms for a slow reader, so that few lines are cut.
        let (count, code) = File.write(
          hasPartialLine ? [0x0A] + bytes : bytes, to: descriptor, timeouts: isRegular ? (-1, -1) : (0, 20))
        hasPartialLine = code != 0 && (hasPartialLine || count > 0)
        return code
      }
    }
  }

  private let output: Output
  private let name: String
  private let contents: String
  private let loop: EventLoop
  private let log: Log
  private var isWriting = false
  private var hasWarned = false

  /// - Parameters:
  ///   - path: created if missing; "-" is standard output.
  ///   - appends: true to append to an existing file, false to truncate it.
  ///   - option: the command-line option, for error messages.
  ///   - contents: the plural noun for the lines in log messages, such as "events".
  ///   - loop: runs the writes of regular files on another thread.
  init(
    _ path: String, appends: Bool, option: String, contents: String, loop: EventLoop, log: Log
  ) throws(CommandFailure) {
    (name, self.contents, self.loop, self.log) = ("\(option) \(path)", contents, loop, log)
    do {
      output = try Output(path, appends: appends)
    } catch {
      throw CommandFailure("\(option) \(error)", exitCode: ExitCode.cannotCreate)
    }
  }

  /// - Parameter line: including the newline.
  func write(_ line: String) {
    let fits = output.queue.withLock { bytes in
      guard bytes.isEmpty || bytes.count + line.utf8.count <= Self.maximumQueuedBytes else { return false }
      bytes += line.utf8
      return true
    }
    if fits { startWriting() } else { didWrite(EAGAIN) }
  }

  /// Writes the remaining lines. Call it after the loop has ended.
  func finish() { didWrite(output.writeQueue()) }

  private func startWriting() {
    guard output.isRegular else { return didWrite(output.writeQueue()) }
    guard !isWriting else { return }
    isWriting = true
    loop.runOnThreadIfPossible { [output] in
      output.writeQueue()
    } completion: { [weak self] in
      self?.isWriting = false
      self?.didWrite($0)
      if self?.output.queue.withLock({ $0.isEmpty }) == false { self?.startWriting() }
    }
  }

  private func didWrite(_ code: Int32) {
    guard code != 0 else {
      hasWarned = false
      return
    }
    guard !hasWarned else { return }
    hasWarned = true
    let error = code == EAGAIN ? SystemError(name, code, "the reader or the disk is too slow") : SystemError(name, code)
    log.warning("\(error); \(contents) are being lost")
  }
}
