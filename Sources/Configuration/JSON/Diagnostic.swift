import PanelSystem

/// An error in a file, with the place and a reason such as "found …; expected …".
package struct Diagnostic: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// A JSONPath, or line and column; empty for the whole file.
  package let place: String
  package let reason: String

  /// Creates a diagnostic. The place is sanitized, since the file's keys may contain any character.
  package init(_ file: String, at place: String = "", _ reason: String) {
    (self.file, self.place, self.reason) = (file, place.sanitized, reason)
  }

  /// The diagnostic on one line: `FILE: PATH: REASON`, or `FILE:LINE:COLUMN: REASON` as compilers print it.
  package var description: String {
    let separator = place.hasPrefix("$") ? ": " : place.isEmpty ? "" : ":"
    return "\(file)\(separator)\(place): \(reason)"
  }
}

extension [Diagnostic] {
  /// Calls `body` and adds the fault that it throws.
  mutating func collect(_ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try body() } catch { append(error) }
  }
}
