import CPangoCairo
import Synchronization

/// The messages of GLib and Pango, which they would write to standard error.
public enum TextLibraryMessages {
  /// Called with the message, and true for a warning or an error. Libraries may call it in any thread.
  public typealias Handler = @Sendable (_ isWarning: Bool, _ text: String) -> Void

  private static let handler = Mutex<Handler?>(nil)

  /// Sets the handler, which replaces standard error from now on.
  public static func setHandler(_ new: @escaping Handler) {
    handler.withLock { $0 = new }
    _ = isRedirected
  }

  /// GLib accepts a single writer for the whole program.
  private static let isRedirected: Bool = {
    g_log_set_writer_func(
      { level, fields, count, _ in
        let problems = CGLIB_LOG_LEVEL_ERROR | CGLIB_LOG_LEVEL_CRITICAL | CGLIB_LOG_LEVEL_WARNING
        receive(isWarning: level & Int32(problems) != 0, UnsafeBufferPointer(start: fields, count: count))
        return UInt32(CGLIB_LOG_WRITER_HANDLED)
      }, nil, nil)
    return true
  }()

  private static func receive(isWarning: Bool, _ fields: UnsafeBufferPointer<GLogField>) {
    func value(_ name: String) -> String? {
      guard let field = fields.first(where: { String(cString: $0.key) == name }), let value = field.value else {
        return nil
      }
      // With a negative length, the text ends with a zero.
      guard field.length >= 0 else { return String(cString: value.assumingMemoryBound(to: CChar.self)) }
      return String(decoding: UnsafeRawBufferPointer(start: value, count: field.length), as: UTF8.self)
    }
    let text = "\(value("GLIB_DOMAIN") ?? "GLib"): \(value("MESSAGE") ?? "")"
    handler.withLock { $0 }?(isWarning, text)
  }
}
