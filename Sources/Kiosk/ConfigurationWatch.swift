import Events
import PanelKit

/// Watches the files that say what the panel shows: the configuration, and the scene file that it names, or the command
/// line.
final class ConfigurationWatch {
  var onChange: () -> Void = {}

  private let app: Application
  private var configuration: FileWatch?
  private var scene: FileWatch?
  private var scenePath: String?

  /// - Parameters:
  ///   - configuration: its path; `nil` for none.
  ///   - scene: a name, or a scene file's path.
  init(_ app: Application, configuration: String?, scene: String) {
    self.app = app
    self.configuration = configuration.flatMap { app.watch($0) { [unowned self] in onChange() } }
    follow(scene)
  }

  /// Watches another scene's file from now on.
  func follow(_ scene: String) {
    let path = scene.hasSuffix(".json") ? scene : nil
    guard path != scenePath else { return }
    scenePath = path
    self.scene = path.flatMap { app.watch($0) { [unowned self] in onChange() } }
  }
}

extension Application {
  /// Where its directory can't be watched, a warning names the file.
  ///
  /// - Returns: `nil` where SIGHUP alone is left to tell of a change.
  fileprivate func watch(_ path: String, _ handler: @escaping () -> Void) -> FileWatch? {
    do {
      return try loop.addFileWatch(path, handler)
    } catch {
      let name = path.split(separator: "/").last ?? ""
      log.warning("\(error); a changed \(name) isn't noticed before SIGHUP")
      return nil
    }
  }
}
