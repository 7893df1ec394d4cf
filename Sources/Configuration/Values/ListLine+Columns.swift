import Scenes

extension ListLine {
  /// Creates the line with its columns: the members of a JSON object by their names, or the parts between tabs, which are
  /// named 1, 2 and so on. A member that is null, an array or an object without `state` has no text.
  package init(parsing line: String) { self.init(line, columns: Self.members(of: line) ?? Self.parts(of: line)) }

  private static func members(of line: String) -> [String: String]? {
    guard line.first == "{", case .object(let members)? = try? JSONValue.read(Array(line.utf8), name: "line") else {
      return nil
    }
    var columns: [String: String] = [:]
    for name in members.keys { columns[name] = members[name].flatMap { ValueLine.text(of: $0, lines: 1) } }
    return columns
  }

  private static func parts(of line: String) -> [String: String] {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    return Dictionary(uniqueKeysWithValues: parts.enumerated().map { ("\($0 + 1)", String($1)) })
  }
}
