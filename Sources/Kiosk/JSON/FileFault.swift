import PanelKit

/// Something in a file that isn't as it should be: which file, where in it, what was found, what was expected.
struct FileFault: Error, Equatable, CustomStringConvertible {
  let file: String
  /// As JSONPath writes it, or line and column; empty for the whole file.
  private(set) var place = ""
  let reason: String

  init(_ file: String, _ path: String, found: String, expected: String) {
    self.init(file, path, "found \(found); expected \(expected)")
  }

  /// A key is whatever the file has in quotes, lines and all.
  init(_ file: String, _ path: String, _ reason: String) {
    (self.file, place, self.reason) = (file, Log.harmless(path), reason)
  }

  init(_ file: String, _ reason: String) { (self.file, self.reason) = (file, reason) }

  init(_ file: String, line: Int, column: Int, _ reason: String) { self.init(file, "\(line):\(column)", reason) }

  /// A path's place stands apart, a line's as compilers and editors have it.
  var description: String {
    let gap = place.hasPrefix("$") ? ": " : place.isEmpty ? "" : ":"
    return "\(file)\(gap)\(place): \(reason)"
  }
}
