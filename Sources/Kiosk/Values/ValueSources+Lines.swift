import Configuration
import Control
import Scenes

/// The actions `append` and `remove`, for the lines of values.
extension ValueSources {
  /// Adds a line at the end of each value. If there are too many lines, the first ones go.
  ///
  /// - Parameter line: the line of the list's row, for `{line}`; `nil` outside of lists.
  /// - Returns: the names of the values, for the journal.
  func append(_ lines: [String: String], line: String?) throws(Refusal) -> String {
    try edit(lines, line: line) { $0.append($1[...]) }
  }

  /// Removes the first line with this text from each value.
  func remove(_ lines: [String: String], line: String?) throws(Refusal) -> String {
    try edit(lines, line: line) { lines, text in
      if let index = lines.firstIndex(of: text[...]) { lines.remove(at: index) }
    }
  }

  private func edit(
    _ lines: [String: String], line: String?, change: (_ lines: inout [Substring], _ text: String) -> Void
  ) throws(Refusal) -> String {
    var new: [(name: String, raw: String)] = []
    for (name, template) in lines.sorted(by: { $0.key < $1.key }) {
      let text = try resolve(template, line: line).split(separator: "\n").joined(separator: " ")
      var all = (reading(name) ?? "").split(separator: "\n")
      change(&all, text)
      var raw = all.suffix(definitions[name]?.maximumLines ?? 1).joined(separator: "\n")
      while raw.utf8.count > ValueLine.maximumBytes, let end = raw.firstIndex(of: "\n") {
        raw = String(raw[raw.index(after: end)...])
      }
      new.append((name, raw))
    }
    try set(new)
    return new.map(\.name).joined(separator: " ")
  }
}
