import Events
import PanelKit

/// Watches the configuration file and the scene files.
final class ConfigurationWatch {
  var onChange: () -> Void = {}

  private let app: Application
  private var configuration: FileWatch?
  private var scenes: [String: FileWatch] = [:]

  /// - Parameters:
  ///   - configuration: the path of the configuration file, if any.
  ///   - scenes: the paths of scene files; names of built-in scenes are ignored.
  init(_ app: Application, configuration: String?, scenes: [String]) {
    self.app = app
    self.configuration = configuration.flatMap { app.watch($0) { [unowned self] in onChange() } }
    follow(scenes)
  }

  /// Replaces the set of watched scene files.
  func follow(_ scenes: [String]) {
    let paths = Set(scenes.filter { $0.hasSuffix(".json") })
    self.scenes = self.scenes.filter { paths.contains($0.key) }
    for path in paths where self.scenes[path] == nil {
      self.scenes[path] = app.watch(path) { [unowned self] in onChange() }
    }
  }
}

extension Application {
  /// Watches a file. If its directory can't be watched, logs a warning with the file's name.
  ///
  /// - Returns: the watch, or `nil` if only SIGHUP triggers a reload.
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
