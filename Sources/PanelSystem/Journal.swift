import Glibc

/// Writes lines of an adapter to standard error, with the priority prefixes that the journal reads.
package enum Journal {
  /// The name for lines that the journal doesn't get.
  private static let program = CommandLine.arguments.first?.split(separator: "/").last ?? "cube-kiosk"

  package static func notice(_ text: String) { write(.notice, text) }
  package static func warning(_ text: String) { write(.warning, text) }

  package static func write(_ level: LogLevel, _ text: String) {
    let prefix = getenv("JOURNAL_STREAM") == nil ? "\(program): " : "<\(level.priority)>"
    _ = File.write(Array((prefix + text.sanitized + "\n").utf8), to: STDERR_FILENO, timeouts: (16, 0))
  }
}
