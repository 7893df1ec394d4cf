import Configuration
import Control
import Glibc
import Localization
import PanelKit
import Scenes

/// The `cube-kiosk` program.
package enum CubeKiosk {
  /// Runs the subcommand given on the command line.
  ///
  /// - Returns: the exit status.
  package static func main(_ words: [String], version: String) -> Int32 {
    // Exceeding the file size limit must fail the write with an error, not kill the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let arguments = try Arguments(words)
      for warning in arguments.warnings { Commands.printError("warning: \(warning)") }
      let (options, errors) = try arguments.read(arguments.configurationPath)
      if let failure = arguments.failure(options, errors), options.subcommand != .run || !options.showsErrors {
        throw failure
      }
      if options.subcommand == .run { return run(arguments, options, errors, version) }
      return try perform(options, version)
    } catch {
      let failure = error as? CommandFailure ?? CommandFailure("\(error)", exitCode: 1)
      Commands.printError(failure.description + (failure.exitCode == ExitCode.usage ? "; see cube-kiosk --help" : ""))
      return failure.exitCode
    }
  }

  private static func perform(_ options: Options, _ version: String) throws -> Int32 {
    switch options.subcommand {
    case .help: try Commands.print(Options.help)
    case .version: try Commands.print("cube-kiosk \(version)\n")
    case .scenes: try Commands.print(lines: SceneCatalog.names)
    case .words: try Commands.print(options.effectiveLanguage.json)
    case .render: try Language.$current.withValue(options.effectiveLanguage) { try Commands.render(options) }
    case .hit: try Commands.hit(options)
    case .hitMap: try Commands.hitMap(options)
    case .inspect: try Commands.inspect(options)
    case .hashPIN: try Commands.hashPIN()
    case .checkConfig: return try Commands.checkConfig(options)
    case .ctl:
      return try ControlClient.run(
        options.request.command, options.request.operands, socket: options.socket ?? Kiosk.existingSocket,
        asMetrics: options.printsMetrics, waits: options.waitsForResult, write: Commands.print)
    case .run, .preview: break
    }
    return 0
  }

  /// Shows the panel, or the errors of its files until they are valid.
  private static func run(
    _ arguments: Arguments, _ options: Options, _ errors: [Diagnostic], _ version: String
  ) -> Int32 {
    Application.prepareProcess()
    let log = Log(level: options.logLevel)
    do {
      return try Language.$current.withValue(options.effectiveLanguage) {
        try Kiosk(options, errors: errors, arguments: arguments, version: version, log: log).run()
      }
    } catch {
      log.error("\(error)")
      return (error as? CommandFailure)?.exitCode ?? 1
    }
  }
}
