import Events
import PanelKit

extension Application {
  /// Watches the configuration. Where its directory can't be watched, a warning names it.
  ///
  /// - Returns: `nil` where SIGHUP alone is left to tell of a change.
  func watch(configuration path: String, _ handler: @escaping () -> Void) -> FileWatch? {
    do {
      return try loop.addFileWatch(path, handler)
    } catch {
      let name = path.split(separator: "/").last ?? ""
      log.warning("\(error); a changed \(name) isn't noticed before SIGHUP")
      return nil
    }
  }
}
