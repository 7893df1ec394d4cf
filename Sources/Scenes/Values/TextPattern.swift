import Glibc
import PanelViews

/// A POSIX extended regular expression (regex(7)) that a whole text has to match, character by character in UTF-8.
public final class TextPattern: Equatable, Sendable {
  public let source: String
  private nonisolated(unsafe) let expression: UnsafeMutablePointer<regex_t>
  private nonisolated(unsafe) let locale: locale_t?

  /// - Parameter source: the expression.
  /// - Returns: `nil` if it isn't one.
  public init?(_ source: String) {
    self.source = source
    // The C library compares bytes in the locale C, which the panel has.
    locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    expression = .allocate(capacity: 1)
    expression.initialize(to: regex_t())
    let pattern = "^(\(source))$"
    let expression = expression
    let code = Self.with(locale) { regcomp(expression, pattern, REG_EXTENDED | REG_NOSUB) }
    guard code == 0 else {
      // `deinit` isn't called for an instance that isn't complete.
      expression.deallocate()
      if let locale { freelocale(locale) }
      return nil
    }
  }

  deinit {
    regfree(expression)
    expression.deallocate()
    if let locale { freelocale(locale) }
  }

  /// Returns true if the whole text matches.
  public func matches(_ text: String) -> Bool {
    Self.with(locale) { regexec(expression, text, 0, nil, 0) } == 0
  }

  /// Returns true if a whole secret text matches, without copying it.
  public func matches(_ secret: SecureText) -> Bool {
    Self.with(locale) { secret.withCString { regexec(expression, $0, 0, nil, 0) } } == 0
  }

  private static func with<Result>(_ locale: locale_t?, _ body: () -> Result) -> Result {
    guard let locale else { return body() }
    let previous = uselocale(locale)
    defer { uselocale(previous) }
    return body()
  }

  public static func == (a: TextPattern, b: TextPattern) -> Bool { a.source == b.source }
}
