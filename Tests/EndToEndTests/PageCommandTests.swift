import Foundation
import TestSupport
import Testing

/// The commands of README.md and of Sources/Scenes/README.md, the page for teachers.
@Suite(.serialized, .onlyInCheck) struct PageCommandTests {
  private static func page(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Program.checkout)/\(path)", encoding: .utf8)
  }

  /// The commands of a page, which are indented or follow "$ ", without comments, each with the output that it shows.
  private static func commands(_ page: String) -> [(command: String, output: String)] {
    var (commands, isConsole, isCode): ([(command: String, output: String)], Bool, Bool) = ([], false, false)
    for line in page.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        (isConsole, isCode) = (line == "```console", line != "```")
      } else if isConsole, !line.hasPrefix("$ ") {
        commands[commands.count - 1].output += line + "\n"
      } else if isConsole || (!isCode && line.hasPrefix("    ")) {
        let text = line.drop { $0 == "$" || $0 == " " }.components(separatedBy: " # ")[0]
        commands.append((text.trimmingCharacters(in: .whitespaces), ""))
      }
    }
    return commands
  }

  /// A folder with the sample of a page, and with this program as cube-kiosk and .build/release/cube-kiosk.
  private func folder(_ page: String, sample name: String) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let script = "#!/bin/sh\nexec '\(Program.path)' \"$@\"\n"
    for name in ["bin/cube-kiosk", ".build/release/cube-kiosk"] {
      try directory.write(program: script, to: name)
    }
    let sample = page.components(separatedBy: "```json\n")[1].components(separatedBy: "\n```")[0]
    try directory.write(sample, to: name)
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("Sources"), withDestinationPath: "\(Program.checkout)/Sources")
    return directory
  }

  /// Runs a command of a page, and returns its output. `make run` is replaced by `render`, which has the same options.
  private func run(_ command: String, in directory: TemporaryDirectory) throws -> String {
    var command = command
    if command.hasPrefix("make run") {
      let arguments = command.contains("'") ? command.components(separatedBy: "'")[1] : ""
      command = "cube-kiosk render \(arguments) -o run.png"
    }
    guard !command.contains(" preview ") else {
      let panel = try Panel([String(command.split(separator: " ").last!)].map { "--scene=\(directory.file($0))" })
      #expect(panel.stop() == 0)
      return ""
    }
    let result = try FinishedProcess(
      ["/bin/sh", "-ec", command], environment: ["PATH": directory.file("bin") + ":/usr/bin:/bin"], in: directory.path)
    #expect(result.status == 0 && !result.errors.contains("warning"), "\(command)\n\(result.errors)")
    return result.output
  }

  /// Commands that install the panel run in Tests/vm. A target of make exists.
  @Test func commandsOfReadmeSucceed() throws {
    let (page, makefile) = (try Self.page("README.md"), try Self.page("Makefile"))
    let directory = try folder(page, sample: "panel.json")
    let commands = Self.commands(page).map(\.command)
    #expect(commands.count > 12)
    var installing: [String] = []
    for command in commands {
      if command.hasPrefix(".build/") || command.hasPrefix("make run") {
        _ = try run(command, in: directory)
      } else if command.hasPrefix("make ") {
        #expect(makefile.contains("\n\(command.split(separator: " ")[1]):"), "\(command)")
      } else {
        installing.append(String(command.split(separator: " ").first!))
      }
    }
    let known: Set = ["sudo", "scp", "systemctl", "apt", "cp", "echo"]
    #expect(Set(installing) == known, "a command that no test knows, or that is gone")
    #expect(directory.exists("panel.png"))
  }

  @Test func commandsOfTeachersPageSucceed() throws {
    let page = try Self.page("Sources/Scenes/README.md")
    let directory = try folder(page, sample: "dead.json")
    let commands = Self.commands(page)
    #expect(commands.count > 10 && commands.contains { !$0.output.isEmpty })
    for (command, output) in commands {
      let printed = try run(command, in: directory)
      #expect(output.isEmpty || printed == output, "\(command)")
    }
  }

  /// `make run` without a display.
  @Test func demonstrationTapsTheButton() throws {
    let directory = try TemporaryDirectory()
    let script = "\(Program.checkout)/Tests/EndToEndTests/Weston/demo"
    let result = try FinishedProcess([script, Program.path, directory.file("cube.png")], in: directory.path)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("root/cube/face5 received the touch instead"))
    #expect(result.output.contains("root/cube/face3/button received the touch and performed its action"))
    #expect(directory.exists("cube.png"))
  }
}
