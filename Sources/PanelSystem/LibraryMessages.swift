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

  /// Passes a warning to the thread's handler.
  ///
  /// - Parameters:
  ///   - library: the library's name.
  ///   - text: the message, as C text.
  public static func receive(from library: String, _ text: UnsafePointer<CChar>?) {
    guard let text else { return }
    receive(.warning, "\(library): \(String(cString: text))")
  }
}
