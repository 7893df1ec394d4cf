import AdapterKit
import Glibc
import PanelSystem

/// The program `cube-kiosk-homeassistant`.
package enum Command {
  private static let defaultDirectory = "/etc/cube-kiosk"

  private static let options = """
      make-panel            write pages for the areas of the house, and kiosk.json; edited files are kept
      --output DIRECTORY    the directory of these files [\(defaultDirectory)]
      --force               replace edited files, too

    """

  /// Runs the program.
  ///
  /// - Returns: The exit status.
  package static func run(_ words: [String], version: String) -> Int32 {
    let makePanel = AdapterProgram<HomeConfiguration>.Subcommand(
      "make-panel", usage: "make-panel [--config FILE] [--output DIRECTORY] [--force]", options: options,
      flags: ["--force"], valueOptions: ["--output"]
    ) { (configuration, options) throws(SystemError) in
      let directory = options["--output"] ?? defaultDirectory
      try MakePanel(configuration).write(to: directory, force: options["--force"] != nil) { line in
        _ = File.write(Array((line + "\n").utf8), to: STDOUT_FILENO, timeouts: (-1, -1))
      }
    }
    let program = AdapterProgram<HomeConfiguration>(
      "cube-kiosk-homeassistant", "Shows Home Assistant's entities on the panel, and calls its services.", makePanel
    ) { (configuration) throws(SystemError) in try Adapter(configuration).run() }
    return program.run(words, version: version)
  }
}
