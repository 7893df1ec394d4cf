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
      if options.subcommand == .run, errors.isEmpty || options.showsErrors {
        Application.prepareProcess()
        return run(arguments, options, errors, version)
      }
      if let failure = CommandFailure(errors, of: arguments.configurationPath ?? "") { throw failure }
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

  /// Shows the panel. If the configuration has errors, shows the errors until the files are valid.
  private static func run(
    _ arguments: Arguments, _ options: Options, _ errors: [Diagnostic], _ version: String
  ) -> Int32 {
    let log = Log(level: options.logLevel)
    do {
      let outcome = try Language.$current.withValue(options.effectiveLanguage) {
        errors.isEmpty
          ? ErrorScreen.Outcome.ended(try Kiosk(options, arguments: arguments, version: version, log: log).run())
          : try ErrorScreen(arguments, options, errors: errors, log: log).run()
      }
      switch outcome {
      case .ended(let code): return code
      case .fixed(let options): return run(arguments, options, [], version)
      }
    } catch {
      log.error("\(error)")
      return (error as? CommandFailure)?.exitCode ?? 1
    }
  }
}
