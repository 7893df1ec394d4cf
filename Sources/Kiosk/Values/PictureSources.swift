import Configuration
import Glibc
import PanelEvents
import PanelKit
import Scenes

/// Reads watched images whenever their files change. A file that isn't a complete image leaves the previous image in place.
final class PictureSources {
  private let images: WatchedImages
  private let loop: EventLoop
  private let log: Log
  private var readers: [String: FileReader<WatchedPicture>] = [:]
  /// Fires when an image becomes stale. The time in suspend counts.
  private var timer: TimerSource?

  init(_ images: WatchedImages, loop: EventLoop, log: Log) throws {
    (self.images, self.loop, self.log) = (images, loop, log)
    timer = try loop.addTimer(accuracy: 100_000_000, countsSuspend: true) { [unowned self] in advance() }
    images.onWatch = { [unowned self] in updateWatches() }
    updateWatches()
  }

  private func updateWatches() {
    let paths = images.paths
    readers = readers.filter { paths.contains($0.key) }
    for path in paths where readers[path] == nil {
      readers[path] = FileReader(path, subject: path, loop: loop, log: log) {
        try WatchedPicture(inFile: $0)
      } receive: { [unowned self] in
        show($0, of: path)
      }
    }
    advance()
  }

  private func show(_ picture: WatchedPicture, of path: String) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let age = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9 - picture.modificationTime
    images.set(path, picture.bitmap, age: age, at: EventLoop.bootTime)
    timer?.deadline = images.nextDeadline
  }

  private func advance() {
    images.advance(to: EventLoop.bootTime)
    timer?.deadline = images.nextDeadline
  }
}
