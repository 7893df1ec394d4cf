import Glibc
import JSON
import PanelSystem

/// The program `cube-kiosk-pictures`.
package enum Command {
  /// The exit codes, for `--help` and the manual. They follow sysexits.h.
  private static let (failed, usage, invalidConfiguration): (Int32, Int32, Int32) = (1, 64, 78)

  private static let help = """
    Usage: cube-kiosk-pictures [--config FILE]
           cube-kiosk-pictures check-config [FILE]

    Shows pictures of HTTP addresses on the panel: stills and MJPEG.

      --config FILE         the configuration [\(PictureConfiguration.defaultPath)]
      check-config [FILE]   print all errors of a configuration
      -h, --help            print this help
      --version             print the version

    Exit status
      0                     success; asked to stop
      1                     any other failure
      64                    invalid command line
      78                    invalid configuration

    The manual: man cube-kiosk-pictures

    """

  /// Runs the program.
  ///
  /// - Returns: The exit status.
  package static func run(_ words: [String], version: String) -> Int32 {
    switch words.first {
    case "-h"? where words.count == 1, "--help"? where words.count == 1: return print(help)
    case "--version"? where words.count == 1: return print("cube-kiosk-pictures \(version)\n")
    case "check-config"? where words.count <= 2:
      let path = words.count == 2 ? words[1] : PictureConfiguration.defaultPath
      guard read(path) != nil else { return invalidConfiguration }
      return print("\(path): good\n")
    case nil: return connect(PictureConfiguration.defaultPath)
    case "--config"? where words.count == 2: return connect(words[1])
    default: return refuse()
    }
  }

  private static func refuse() -> Int32 {
    Journal.write(.error, "unexpected arguments; see cube-kiosk-pictures --help")
    return usage
  }

  private static func connect(_ path: String) -> Int32 {
    guard let configuration = read(path) else { return invalidConfiguration }
    do throws(SystemError) {
      return try Adapter(configuration).run()
    } catch {
      Journal.write(.error, "\(error)")
      return failed
    }
  }

  /// Reads the configuration, or logs its errors and returns `nil`.
  private static func read(_ path: String) -> PictureConfiguration? {
    var errors: [Diagnostic] = []
    let configuration = PictureConfiguration(path, &errors)
    for error in errors { Journal.write(.error, error.description) }
    return errors.isEmpty ? configuration : nil
  }

  private static func print(_ text: String) -> Int32 {
    File.write(Array(text.utf8), to: STDOUT_FILENO, timeouts: (-1, -1)).code == 0 ? 0 : failed
  }
}
