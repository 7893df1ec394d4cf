import Configuration
import Events
import PanelKit

/// A value that is a file's first line, read when the file changes. Without the file, or with nothing in it, the value
/// stays what it was.
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
