import System

/// An error in a file, with the place and a reason such as "found …; expected …".
package struct Diagnostic: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// A JSONPath, or line and column; empty for the whole file.
  package private(set) var place = ""
  package let reason: String

  package init(_ file: String, _ path: String, found: String, expected: String) {
    self.init(file, path, "found \(found); expected \(expected)")
  }

  /// Creates a fault at a JSONPath. The path is sanitized, since the file's keys may contain any character.
  package init(_ file: String, _ path: String, _ reason: String) {
    (self.file, place, self.reason) = (file, path.sanitized, reason)
  }

  package init(_ file: String, _ reason: String) { (self.file, self.reason) = (file, reason) }

  package init(_ file: String, line: Int, column: Int, _ reason: String) {
    self.init(file, "\(line):\(column)", reason)
  }

  /// The fault on one line: `FILE: PATH: REASON`, or `FILE:LINE:COLUMN: REASON` as compilers print it.
  package var description: String {
    let gap = place.hasPrefix("$") ? ": " : place.isEmpty ? "" : ":"
    return "\(file)\(gap)\(place): \(reason)"
  }
}
