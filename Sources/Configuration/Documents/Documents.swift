/// Generates the parts of the manual, the shell completions and the schemas that derive from the program's tables.
///
/// `make record` writes them; tests check that the files are up to date.
package enum Documents {
  /// A generated file, or a file with generated parts. Its path is relative to `Sources`.
  package struct Document: Sendable {
    package let path: String
    /// Generates the contents. `read` returns the current contents of a file in `Sources`.
    package let make: @Sendable (_ read: (_ path: String) throws -> String) throws -> String

    package init(
      path: String, _ make: @escaping @Sendable (_ read: (_ path: String) throws -> String) throws -> String
    ) {
      (self.path, self.make) = (path, make)
    }
  }

  package struct Missing: Error {
    let mark: String
  }

  /// All documents except cube-kiosk(1), which also describes the control socket; see `complete` in `Control`.
  package static let all = [
    Document(path: "Manual/kiosk.json.5") { read in
      try replacing(["KEYS": keys, "ACTIONS": actions], in: read("Manual/kiosk.json.5"))
    },
    Document(path: "Manual/cube-kiosk.bash") { _ in bash },
    Document(path: "Manual/cube-kiosk.fish") { _ in fish },
    Document(path: "Manual/cube-kiosk.zsh") { _ in zsh },
    Document(path: "Formats/scene.schema.json", sceneSchema),
    Document(path: "Formats/kiosk.schema.json", configurationSchema),
  ]

  /// The generated parts of cube-kiosk(1), by their names in the page.
  package static var commandLine: [String: String] { ["COMMANDS": commands, "OPTIONS": options, "SCENES": scenes] }

  /// Replaces the lines between the marks of each part.
  ///
  /// - Throws: `Missing` if the page lacks a mark.
  package static func replacing(_ parts: [String: String], in page: String) throws -> String {
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    for (name, text) in parts {
      let mark = ".\\\" \(name): from the program's tables, by make record"
      guard let start = lines.firstIndex(of: mark[...]),
        let end = lines[start...].firstIndex(of: ".\\\" end")
      else { throw Missing(mark: mark) }
      lines.replaceSubrange(
        (start + 1)..<end, with: text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
    }
    return lines.joined(separator: "\n")
  }
}
