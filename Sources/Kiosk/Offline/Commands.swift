import Chrome
import Configuration
import Glibc
import PanelKit
import PanelSystem
import PanelViews
import Scenes

/// The subcommands that don't need a compositor. They use the same layout code as `run`.
enum Commands {
  static func hit(_ options: Options) throws(CommandFailure) {
    try print(
      lines: withOffscreenWindow(options) { window in
        let point = window.convertFromPanel(options.point)
        guard options.explainsHit else { return [window.rootView.hitTest(point)?.path ?? "-"] }
        return Route(to: point, in: window.rootView).lines.map { "\($0.name): \($0.outcome)" }
      })
  }

  static func inspect(_ options: Options) throws(CommandFailure) { try print(options.inspection(now: time(nil))) }

  /// Calls `body` with a window that shows the scene in its initial state, without a compositor.
  static func withOffscreenWindow<Result>(_ options: Options, _ body: (Window) -> Result) -> Result {
    options.withOffscreenWindow(threads: Application.defaultThreadCount, now: time(nil), body)
  }

  /// Checks a configuration or a scene file and prints all errors and warnings.
  ///
  /// - Parameter arguments: the options of the command line.
  static func checkConfig(_ arguments: Options) throws(CommandFailure) -> Int32 {
    let file = arguments.config ?? ConfigurationReader.path
    // With --as, messages and the rules for relative paths are those of a file at another path.
    let path = arguments.assumedPath ?? file
    var (options, errors) = FileChecker.read(path, SourceFiles(reading: file, as: path))
    // The layout is checked at the size of --size.
    (options.size, options.hasExplicitSize) = (arguments.size, arguments.hasExplicitSize)
    for error in errors { printError(error.description) }
    guard errors.isEmpty else { return ExitCode.configuration }
    if options.hasPanel {
      let warnings =
        ConfigurationWarnings.settingsAndScenes(options, of: path, now: time(nil))
        + ConfigurationWarnings.files(path, options) + ConfigurationWarnings.accessibility(path, options)
        + ConfigurationWarnings.textSizes(path, options) + ConfigurationWarnings.glyphs(path, options)
      for warning in warnings { printError("\(path): warning: \(warning)") }
    }
    try print(lines: ["\(path): good"])
    return 0
  }

  /// Reads a PIN from standard input and prints its hash as members for the configuration file.
  static func hashPIN() throws(CommandFailure) {
    if isatty(0) == 1 { printError("PIN, then Return:") }
    let pin = readLine() ?? ""
    // Existing PINs may be shorter.
    let (minimum, maximum) = (PINHash.minimumNewLength, PINHash.allowedLengths.upperBound)
    guard (minimum...maximum).contains(pin.utf8.count), pin.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw CommandFailure(
        "hash-pin: expected \(minimum) to \(maximum) digits on standard input", exitCode: ExitCode.badData)
    }
    guard let hash = PINHash.make(pin) else {
      throw CommandFailure("hash-pin: the system can't hash", exitCode: ExitCode.outputFailed)
    }
    try print("\"pin\": \"\(hash)\", \"digits\": \(pin.utf8.count)\n")
  }

  // MARK: Output

  /// Prints lines with untrusted text, such as file names, view names or a panel's replies.
  static func print(lines: [String]) throws(CommandFailure) { try print(lines.map { $0.sanitized + "\n" }.joined()) }

  static func print(_ text: String) throws(CommandFailure) { try print(Array(text.utf8)) }

  static func print(_ bytes: [UInt8]) throws(CommandFailure) {
    do {
      try File.write(bytes, to: 1, subject: "standard output")
    } catch {
      throw CommandFailure("\(error)", exitCode: ExitCode.outputFailed)
    }
  }

  static func printError(_ line: String) { Log.writeLine("cube-kiosk: \(line)", to: 2) }
}
