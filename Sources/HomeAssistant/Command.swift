import Glibc
import JSON
import PanelSystem

/// The program `cube-kiosk-homeassistant`.
package enum Command {
  /// The exit codes, for `--help` and the manual. They follow sysexits.h.
  private static let (failed, usage, invalidConfiguration): (Int32, Int32, Int32) = (1, 64, 78)

  private static let defaultDirectory = "/etc/cube-kiosk"

  private static let help = """
    Usage: cube-kiosk-homeassistant [--config FILE]
           cube-kiosk-homeassistant check-config [FILE]
           cube-kiosk-homeassistant make-panel [--config FILE] [--output DIRECTORY] [--force]

    Shows Home Assistant's entities on the panel, and calls its services.

      --config FILE         the configuration [\(HomeConfiguration.defaultPath)]
      check-config [FILE]   print all errors of a configuration
      make-panel            write pages for the areas of the house, and kiosk.json; edited files are kept
      --output DIRECTORY    the directory of these files [\(defaultDirectory)]
      --force               replace edited files, too
      -h, --help            print this help
      --version             print the version

    Exit status
      0                     success; asked to stop
      1                     any other failure
      64                    invalid command line
      78                    invalid configuration

    The manual: man cube-kiosk-homeassistant

    """

  /// Runs the program.
  ///
  /// - Returns: The exit status.
  package static func run(_ words: [String], version: String) -> Int32 {
    switch words.first {
    case "-h"? where words.count == 1, "--help"? where words.count == 1: return print(help)
    case "--version"? where words.count == 1: return print("cube-kiosk-homeassistant \(version)\n")
    case "check-config"? where words.count <= 2:
      let path = words.count == 2 ? words[1] : HomeConfiguration.defaultPath
      guard let configuration = read(path) else { return invalidConfiguration }
      if let warning = configuration.warning { Journal.warning("\(path): warning: \(warning)") }
      return print("\(path): good\n")
    case "make-panel"?: return makePanel(words.dropFirst())
    case nil: return connect(HomeConfiguration.defaultPath)
    case "--config"? where words.count == 2: return connect(words[1])
    default: return refuse()
    }
  }

  private static func refuse() -> Int32 {
    Journal.write(.error, "unexpected arguments; see cube-kiosk-homeassistant --help")
    return usage
  }

  private static func makePanel(_ words: ArraySlice<String>) -> Int32 {
    var (rest, path, directory, force) = (words, HomeConfiguration.defaultPath, defaultDirectory, false)
    while let word = rest.popFirst() {
      switch word {
      case "--force": force = true
      case "--config", "--output":
        guard let value = rest.popFirst() else { return refuse() }
        if word == "--config" { path = value } else { directory = value }
      default: return refuse()
      }
    }
    guard let configuration = read(path) else { return invalidConfiguration }
    do throws(SystemError) {
      try MakePanel(configuration).write(to: directory, force: force) { _ = print($0 + "\n") }
      return 0
    } catch {
      Journal.write(.error, "\(error)")
      return failed
    }
  }

  private static func connect(_ path: String) -> Int32 {
    guard let configuration = read(path) else { return invalidConfiguration }
    if let warning = configuration.warning { Journal.warning("\(path): \(warning)") }
    do throws(SystemError) {
      return try Adapter(configuration).run()
    } catch {
      Journal.write(.error, "\(error)")
      return failed
    }
  }

  /// Reads the configuration, or logs its errors and returns `nil`.
  private static func read(_ path: String) -> HomeConfiguration? {
    var errors: [Diagnostic] = []
    let configuration = HomeConfiguration(path, &errors)
    for error in errors { Journal.write(.error, error.description) }
    return errors.isEmpty ? configuration : nil
  }

  private static func print(_ text: String) -> Int32 {
    File.write(Array(text.utf8), to: STDOUT_FILENO, timeouts: (-1, -1)).code == 0 ? 0 : failed
  }
}
