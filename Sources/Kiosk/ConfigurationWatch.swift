import PanelEvents
import PanelKit
import PanelSystem

/// Watches the files that the configuration was read from.
final class ConfigurationWatch {
  var onChange: () -> Void = {}

  private let log: Log
  private var watch: FileWatch?
  private var lastFailure: SystemError?

  init(_ app: Application) {
    log = app.log
    watch = try? app.loop.addFileWatch([]) { [unowned self] in onChange() }
  }

  /// Replaces the watched files. Also follows links and directories again that lead to the same files.
  func watch(_ files: Set<String>) {
    watch?.paths = files.sorted()
    let failure = watch?.failure
    if let failure, failure != lastFailure { log.warning("\(failure); a changed file isn't noticed before SIGHUP") }
    lastFailure = failure
  }
}

extension EventLoop {
  /// Watches a file. If its changes can't be noticed, logs a warning.
  func watch(
    _ path: String, _ log: Log, _ handler: @escaping () -> Void, warning: (SystemError) -> String
  ) -> FileWatch? {
    do throws(SystemError) {
      let watch = try addFileWatch([path], handler)
      if let failure = watch.failure { log.warning(warning(failure)) }
      return watch
    } catch {
      log.warning(warning(error))
      return nil
    }
  }
}
