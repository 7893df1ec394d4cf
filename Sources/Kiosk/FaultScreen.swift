import Chrome
import Configuration
import Explanation
import Localization
import PanelKit
import PanelSystem
import Scenes

/// Shows the faults of the configuration on the panel until the files are valid, instead of a black screen.
final class FaultScreen {
  enum Outcome {
    /// The program exits with this status.
    case ended(Int32)
    /// The files are valid; the associated value has the options they contain.
    case fixed(Options)
  }

  private let arguments: Arguments
  private let path: String
  private let theme: Theme
  private let app: Application
  private let stage: Stage
  private let watch: ConfigurationWatch
  private var faults: [Diagnostic]
  private var fixedOptions: Options?

  /// - Parameters:
  ///   - options: the options that could be read.
  ///   - faults: the faults found by the same read.
  init(_ arguments: Arguments, _ options: Options, faults: [Diagnostic], log: Log) throws {
    (self.arguments, theme, self.faults) = (arguments, options.theme, faults)
    path = arguments.configurationPath ?? ConfigurationReader.path
    stage = Stage(Self.scene(faults, path, theme), showsBar: false, theme: theme)
    app = try Application(stage, size: options.size, threads: 1, options: PanelOptions(options), log: log)
    app.window.rotation = options.rotate
    watch = ConfigurationWatch(app, configuration: path, scenes: options.watchedFiles)
    watch.onChange = { [unowned self] in app.service.reportingReload { reload() } }
    app.onHangUp = watch.onChange
  }

  func run() throws -> Outcome {
    for fault in faults { app.log.error(fault.description) }
    // The files may have changed between the first read and the start of the watch.
    reload()
    if let fixedOptions { return .fixed(fixedOptions) }
    showStatus()
    let code = try app.run()
    if let fixedOptions { return .fixed(fixedOptions) }
    app.service.reportStopping()
    return .ended(code)
  }

  private func showStatus() {
    app.service.reportStatus(faults.first.map { "wrong configuration: \($0)" } ?? "")
  }

  private func reload() {
    do throws(CommandFailure) {
      let (options, faults) = try arguments.read(path)
      guard !faults.isEmpty else {
        app.log.notice("\(path): good")
        fixedOptions = options
        return app.loop.exit(0)
      }
      watch.watchScenes(options.watchedFiles)
      guard faults != self.faults else { return }
      self.faults = faults
    } catch {
      return app.log.error(error.description)
    }
    for fault in faults { app.log.error(fault.description) }
    stage.show(Self.scene(faults, path, theme))
    showStatus()
  }

  private static func scene(_ faults: [Diagnostic], _ path: String, _ theme: Theme) -> FaultScene {
    FaultScene(
      title: LocalizedText.faultTitle.text(count: faults.count),
      file: path, faults: faults.map { .init(path: $0.location, reason: $0.reason.sanitized) },
      instructions: LocalizedText.faultNext.text, theme: theme)
  }
}
