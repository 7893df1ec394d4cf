import Chrome
import Configuration
import Events
import Geometry
import Glibc
import PanelKit
import Scenes
import Views
import Words

/// Shows on the panel what is wrong with the configuration, until there is a better one: a black panel tells the person
/// in front of it nothing.
final class Diagnosis {
  private let path: String
  private let app: Application
  private let stage: Stage
  private var watch: ConfigurationWatch?
  private var faults: [FileFault]
  private var isMended = false

  /// - Parameters:
  ///   - options: the command line's; what the configuration says isn't known.
  ///   - path: the configuration.
  init(_ options: Options, path: String, faults: [FileFault], log: Log) throws {
    (self.path, self.faults) = (path, faults)
    stage = Stage(Self.scene(faults, path, options.theme), showsBar: false, theme: options.theme)
    app = try Application(stage, size: options.size, threads: 1, options: PanelOptions(options), log: log)
    app.window.turns = options.rotate
    app.onHangUp = { [unowned self] in look(theme: options.theme) }
    // Its directory may not be there either.
    watch = ConfigurationWatch(app, configuration: path, scene: options.scene) {
      [unowned self] in look(theme: options.theme)
    }
  }

  /// - Returns: the exit code; `nil` once the configuration is right.
  func run() throws -> Int32? {
    for fault in faults { app.log.error(fault.description) }
    tell()
    let code = try app.run()
    if isMended { return nil }
    app.service.stopping()
    return code
  }

  private func tell() {
    app.service.status(faults.first.map { "wrong configuration: \($0)" } ?? "")
  }

  private func look(theme: Theme) { app.service.reload { readAgain(theme: theme) } }

  private func readAgain(theme: Theme) {
    let (configuration, new) = ConfigurationReader.read(path)
    guard !new.isEmpty else {
      app.log.notice("\(path): good")
      isMended = true
      return app.loop.exit(0)
    }
    watch?.follow(configuration.scene)
    guard new != faults else { return }
    faults = new
    for fault in faults { app.log.error(fault.description) }
    stage.show(Self.scene(faults, path, theme))
    tell()
  }

  private static func scene(_ faults: [FileFault], _ path: String, _ theme: Theme) -> DiagnosisScene {
    DiagnosisScene(
      title: Word.faultTitle.text(count: faults.count),
      subject: path, faults: faults.map { .init(place: $0.place, reason: $0.reason.sanitized) },
      next: Word.faultNext.text, theme: theme)
  }
}
