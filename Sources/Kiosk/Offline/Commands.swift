import Chrome
import Configuration
import Glibc
import PanelKit
import Scenes
import System
import Views

/// The commands that don't need a compositor. They use the same layout code as `run`.
enum Commands {
  static func hit(_ options: Options) throws(CommandFailure) {
    try print(
      lines: still(options) { window in
        guard options.explains else { return [window.rootView.hitTest(options.point)?.path ?? "-"] }
        return Route(to: options.point, in: window.rootView).lines.map { "\($0.name): \($0.reason)" }
      })
  }

  static func inspect(_ options: Options) throws(CommandFailure) { try print(options.inspection(now: time(nil))) }

  static func still<Result>(_ options: Options, _ body: (Window) -> Result) -> Result {
    options.showStill(threads: Application.threads, now: time(nil), body)
  }

  // MARK: Output

  /// Prints lines with untrusted text, such as file names, view names or a panel's replies.
  static func print(lines: [String]) throws(CommandFailure) { try print(lines.map { $0.sanitized + "\n" }.joined()) }

  static func print(_ text: String) throws(CommandFailure) { try print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) throws(CommandFailure) {
    do {
      try File.write(bytes, to: 1, "standard output")
    } catch {
      throw CommandFailure("\(error)", exitCode: ExitCode.outputFailed)
    }
  }

  static func complain(_ line: String) { Log.writeLine("cube-kiosk: \(line)", to: 2) }
}
