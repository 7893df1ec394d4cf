import Configuration
import Events
import PanelKit

/// Reads a value from the first line of a file whenever the file changes. If the file is missing or empty, the value
/// doesn't change.
final class FileSource: ValueReading {
  private var watch: FileWatch?

  init(_ name: String, _ path: String, loop: EventLoop, log: Log, take: @escaping (String) -> Void) throws {
    func read() {
      if let line = ValueLine.first(ofFile: path) { take(line) }
    }
    do {
      watch = try loop.addFileWatch(path, followsDirectories: true, read)
    } catch {
      log.warning("value \(name): \(error); a change isn't noticed")
    }
    read()
  }
}
