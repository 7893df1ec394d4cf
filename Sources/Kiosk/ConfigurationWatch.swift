import PanelEvents
import PanelKit
import PanelSystem

/// Watches the configuration file and the scene files.
final class ConfigurationWatch {
  var onChange: () -> Void = {}

  private let app: Application
  private var configuration: FileWatch?
  private var scenes: [String: FileWatch] = [:]

  /// - Parameters:
  ///   - configuration: the path of the configuration file, if any.
  ///   - scenes: the paths of scene files.
  init(_ app: Application, configuration: String?, scenes: [String]) {
    self.app = app
    self.configuration = configuration.flatMap(watch)
    watchScenes(scenes)
  }

  /// Replaces the set of watched scene files. Paths that don't end in .json are ignored.
  func watchScenes(_ scenes: [String]) {
    let paths = Set(scenes.filter { $0.hasSuffix(".json") })
    self.scenes = self.scenes.filter { paths.contains($0.key) }
    for path in paths where self.scenes[path] == nil { self.scenes[path] = watch(path) }
  }

  private func watch(_ path: String) -> FileWatch? {
    let name = path.split(separator: "/").last ?? ""
    return app.loop.watch(path, app.log) { [unowned self] in
      onChange()
    } warning: {
      "\($0); a changed \(name) isn't noticed before SIGHUP"
    }
  }
}

extension EventLoop {
  /// Watches a file. If its directory can't be watched, logs a warning and returns `nil`.
  func watch(
    _ path: String, watchesAncestors: Bool = false, _ log: Log, _ handler: @escaping () -> Void,
    warning: (SystemError) -> String
  ) -> FileWatch? {
    do throws(SystemError) {
      return try addFileWatch(path, watchesAncestors: watchesAncestors, handler)
    } catch {
      log.warning(warning(error))
      return nil
    }
  }
}
