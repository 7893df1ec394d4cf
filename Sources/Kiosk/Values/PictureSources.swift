import PanelEvents
import PanelKit
import Scenes

/// Reads followed pictures whenever their files change. Pictures are decoded on another thread, one per file at a time.
/// A file that isn't a complete picture leaves the previous picture in place.
final class PictureSources {
  private final class Following {
    var watch: FileWatch?
    var isDecoding = false
    /// True if the file changed during decoding and has to be read again.
    var changedDuringDecoding = false
  }

  private let pictures: WatchedImages
  private let loop: EventLoop
  private let log: Log
  private var followed: [String: Following] = [:]

  init(_ pictures: WatchedImages, loop: EventLoop, log: Log) {
    (self.pictures, self.loop, self.log) = (pictures, loop, log)
    pictures.onWatch = { [unowned self] in follow() }
    follow()
  }

  private func follow() {
    let paths = pictures.paths
    followed = followed.filter { paths.contains($0.key) }
    for path in paths where followed[path] == nil {
      let following = Following()
      followed[path] = following
      following.watch = loop.watch(path, watchesAncestors: true, log) { [unowned self] in
        read(path)
      } warning: {
        "\(path): \($0); a change isn't noticed"
      }
      read(path)
    }
  }

  private func read(_ path: String) {
    guard let following = followed[path] else { return }
    guard !following.isDecoding else {
      following.changedDuringDecoding = true
      return
    }
    following.isDecoding = true
    do {
      try loop.onThread {
        PNG.picture(inFile: path)
      } completion: { [weak self] picture in
        following.isDecoding = false
        guard let self, followed[path] === following else { return }
        if let picture { pictures.set(path, picture) }
        guard following.changedDuringDecoding else { return }
        following.changedDuringDecoding = false
        read(path)
      }
    } catch {
      following.isDecoding = false
      log.warning("\(path): \(error)")
    }
  }
}
