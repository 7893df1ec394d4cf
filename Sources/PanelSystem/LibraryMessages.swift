import Glibc
import Synchronization

/// The messages that C libraries would write to standard error.
public enum LibraryMessages {
  public typealias Handler = @Sendable (_ level: LogLevel, _ text: String) -> Void

  private static let handlers = Mutex<[pthread_t: Handler]>([:])

  /// Sets the handler of the messages in this thread. Those in other threads remain on standard error.
  public static func setHandler(_ handler: @escaping Handler) {
    let thread = pthread_self()
    handlers.withLock { $0[thread] = handler }
  }

  /// Passes a message to the thread's handler.
  ///
  /// - Parameters:
  ///   - level: the severity.
  ///   - text: begins with the library's name. Whitespace at the end is dropped.
  public static func receive(_ level: LogLevel, _ text: String) {
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    let (thread, text) = (pthread_self(), String(text[..<end]))
    guard let handler = handlers.withLock({ $0[thread] }) else {
      _ = File.write(Array((text.sanitized + "\n").utf8), to: STDERR_FILENO, timeouts: (16, 16))
      return
    }
    handler(level, text)
  }

  /// Passes a warning to the thread's handler, with the arguments of vprintf(3). Only the first 1,000 bytes are kept.
  ///
  /// - Parameters:
  ///   - library: the library's name.
  ///   - format: the format of the text.
  ///   - arguments: the format's arguments.
  public static func receive(from library: String, _ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
    guard let format, let arguments else { return }
    var buffer = [UInt8](repeating: 0, count: 1001)
    let length = buffer.withUnsafeMutableBytes { bytes in
      vsnprintf(bytes.bindMemory(to: CChar.self).baseAddress, bytes.count, format, arguments)
    }
    let text = buffer[..<min(max(Int(length), 0), buffer.count - 1)]
    receive(.warning, "\(library): \(String(decoding: text, as: UTF8.self))")
  }
}
