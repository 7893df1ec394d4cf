/// Generates the manual's tables, the shell completions and the schemas from the settings, subcommands, actions, events
/// and JSON formats that the program defines.
///
/// `make record` writes them; tests check that the files are up to date.
package enum Documents {
  /// A generated file, or a file with generated parts. Its path is relative to `Sources`.
  package struct Document: Sendable {
    package let path: String
    /// Generates the contents. `read` returns the current contents of a file in `Sources`.
    package let make: @Sendable (_ read: (_ path: String) throws -> String) throws -> String

    init(_ path: String, _ make: @escaping @Sendable (_ read: (_ path: String) throws -> String) throws -> String) {
      (self.path, self.make) = (path, make)
    }
  }

  /// A page or a schema refers to a table, a key or an end mark that doesn't exist.
  struct UnresolvedReference: Error {
    let name: String
  }

  /// The man pages. Section 1 has commands, 5 file formats; cube-kiosk-panel(7) has no generated tables.
  static let pages = ["cube-kiosk.1", "cube-kiosk-ctl.1", "kiosk.json.5", "cube-kiosk-scene.5", "cube-kiosk-values.5"]

  package static let all =
    pages.map { page in
      Document("Manual/\(page)") { read in
        let schemaDefinitions = try schemaDefinitions(read)
        return try replacingTables(in: read("Manual/\(page)")) { try table($0, schemaDefinitions) }
      }
    } + [
      Document("Manual/cube-kiosk.bash") { _ in bash }, Document("Manual/cube-kiosk.fish") { _ in fish },
      Document("Manual/cube-kiosk.zsh") { _ in zsh }, Document("Formats/scene.schema.json", sceneSchema),
      Document("Formats/kiosk.schema.json", configurationSchema),
    ]

  /// The beginning and the end of the comment line before a generated table in a man page.
  private static let tableMark = (start: ".\\\" ", end: ": from the program's tables, by make record")

  /// Replaces the lines between each table mark and the next line `.\" end`. The words in the mark are the table's name and
  /// its arguments.
  private static func replacingTables(
    in page: String, with table: (_ words: [String]) throws -> String
  ) throws -> String {
    var lines: [Substring] = []
    var rest = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = rest.popFirst() {
      lines.append(line)
      guard line.hasPrefix(tableMark.start), line.hasSuffix(tableMark.end) else { continue }
      let words = line.dropFirst(tableMark.start.count).dropLast(tableMark.end.count).split(separator: " ").map(
        String.init)
      guard let end = rest.firstIndex(of: ".\\\" end") else { throw UnresolvedReference(name: String(line)) }
      lines += try table(words).split(separator: "\n").map { $0 }
      rest = rest[end...]
    }
    return lines.joined(separator: "\n")
  }
}
