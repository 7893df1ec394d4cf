import Chrome
import Configuration
import Localization
import PanelKit
import PanelSystem
import Scenes

/// Shows the errors of the configuration on the panel until the files are valid, instead of a black screen.
final class ErrorScreen {
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
  private var errors: [Diagnostic]
  private var fixedOptions: Options?

  /// - Parameters:
  ///   - options: the options that could be read.
  ///   - errors: the errors found by the same read.
  init(_ arguments: Arguments, _ options: Options, errors: [Diagnostic], log: Log) throws {
    (self.arguments, theme, self.errors) = (arguments, options.theme, errors)
    path = arguments.configurationPath ?? ConfigurationReader.path
    stage = Stage(Self.scene(errors, path, theme), showsBar: false, theme: theme)
    app = try Application(stage, size: options.size, threads: 1, options: PanelOptions(options), log: log)
    app.window.rotation = options.rotate
    watch = ConfigurationWatch(app)
    watch.watch(options.files.paths.union([path]))
    watch.onChange = { [unowned self] in
      app.service.reportReloading()
      reload()
      app.service.reportReloaded()
    }
    app.onHangUp = watch.onChange
  }

  func run() throws -> Outcome {
    for error in errors { app.log.error(error.description) }
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
    app.service.reportStatus(errors.first.map { "invalid configuration: \($0)" } ?? "")
  }

  private func reload() {
    do throws(CommandFailure) {
      let (options, errors) = try arguments.read(path)
      guard !errors.isEmpty else {
        app.log.notice("\(path): good")
        fixedOptions = options
        return app.loop.exit(0)
      }
      watch.watch(options.files.paths.union([path]))
      guard errors != self.errors else { return }
      self.errors = errors
    } catch {
      return app.log.error(error.description)
    }
    for error in errors { app.log.error(error.description) }
    stage.show(Self.scene(errors, path, theme))
    showStatus()
  }

  private static func scene(_ errors: [Diagnostic], _ path: String, _ theme: Theme) -> ErrorScene {
    ErrorScene(
      title: LocalizedText.errorTitle.text(count: errors.count),
      file: path, errors: errors.map { .init(path: $0.location, reason: $0.reason.sanitized) },
      instructions: LocalizedText.errorNext.text, theme: theme)
  }
}
