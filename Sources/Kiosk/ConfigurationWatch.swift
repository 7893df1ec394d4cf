import Events
import PanelKit

/// Watches the files that say what the panel shows: the configuration, and scene files.
final class ConfigurationWatch {
  var onChange: () -> Void = {}

  private let app: Application
  private var configuration: FileWatch?
  private var scenes: [String: FileWatch] = [:]

  /// - Parameters:
  ///   - configuration: its path; `nil` for none.
  ///   - scenes: the paths of scene files; names of other scenes are ignored.
  init(_ app: Application, configuration: String?, scenes: [String]) {
    self.app = app
    self.configuration = configuration.flatMap { app.watch($0) { [unowned self] in onChange() } }
    follow(scenes)
  }

  /// Watches these scene files from now on, and no others.
  func follow(_ scenes: [String]) {
    let paths = Set(scenes.filter { $0.hasSuffix(".json") })
    self.scenes = self.scenes.filter { paths.contains($0.key) }
    for path in paths where self.scenes[path] == nil {
      self.scenes[path] = app.watch(path) { [unowned self] in onChange() }
    }
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
