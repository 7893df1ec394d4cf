import PanelEvents
import PanelKit
import Scenes

/// Reads watched images whenever their files change. Images are decoded on another thread, one per file at a time.
/// A file that isn't a complete image leaves the previous image in place.
final class PictureSources {
  private final class WatchedFile {
    var watch: FileWatch?
    var isDecoding = false
    /// True if the file changed during decoding and has to be read again.
    var changedDuringDecoding = false
  }

  private let images: WatchedImages
  private let loop: EventLoop
  private let log: Log
  private var files: [String: WatchedFile] = [:]

  init(_ images: WatchedImages, loop: EventLoop, log: Log) {
    (self.images, self.loop, self.log) = (images, loop, log)
    images.onWatch = { [unowned self] in updateWatches() }
    updateWatches()
  }

  private func updateWatches() {
    let paths = images.paths
    files = files.filter { paths.contains($0.key) }
    for path in paths where files[path] == nil {
      let file = WatchedFile()
      files[path] = file
      file.watch = loop.watch(path, watchesAncestors: true, log) { [unowned self] in
        read(path)
      } warning: {
        "\(path): \($0); a change isn't noticed"
      }
      read(path)
    }
  }

  private func read(_ path: String) {
    guard let file = files[path] else { return }
    guard !file.isDecoding else {
      file.changedDuringDecoding = true
      return
    }
    file.isDecoding = true
    do {
      try loop.runOnThread {
        PNG.picture(inFile: path)
      } completion: { [weak self] picture in
        file.isDecoding = false
        guard let self, files[path] === file else { return }
        if let picture { images.set(path, picture) }
        guard file.changedDuringDecoding else { return }
        file.changedDuringDecoding = false
        read(path)
      }
    } catch {
      file.isDecoding = false
      log.warning("\(path): \(error)")
    }
  }
}
