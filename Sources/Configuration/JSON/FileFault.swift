import System

/// Something in a file that isn't as it should be: which file, where in it, what was found, what was expected.
package struct FileFault: Error, Equatable, CustomStringConvertible {
  package let file: String
  /// As JSONPath writes it, or line and column; empty for the whole file.
  package private(set) var place = ""
  package let reason: String

  package init(_ file: String, _ path: String, found: String, expected: String) {
    self.init(file, path, "found \(found); expected \(expected)")
  }

  /// A key is whatever the file has in quotes, lines and all.
  package init(_ file: String, _ path: String, _ reason: String) {
    (self.file, place, self.reason) = (file, path.sanitized, reason)
  }

  package init(_ file: String, _ reason: String) { (self.file, self.reason) = (file, reason) }

  package init(_ file: String, line: Int, column: Int, _ reason: String) {
    self.init(file, "\(line):\(column)", reason)
  }

  /// A path's place stands apart, a line's as compilers and editors have it.
  package var description: String {
    let gap = place.hasPrefix("$") ? ": " : place.isEmpty ? "" : ":"
    return "\(file)\(gap)\(place): \(reason)"
  }
}
