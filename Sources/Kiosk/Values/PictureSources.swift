import Configuration
import PanelEvents
import PanelKit
import PanelRaster
import PanelText
import Scenes

/// Reads watched images whenever their files change. A file that isn't a complete image leaves the previous image in place.
final class PictureSources {
  private let images: WatchedImages
  private let loop: EventLoop
  private let log: Log
  private var readers: [String: FileReader<Bitmap>] = [:]

  init(_ images: WatchedImages, loop: EventLoop, log: Log) {
    (self.images, self.loop, self.log) = (images, loop, log)
    images.onWatch = { [unowned self] in updateWatches() }
    updateWatches()
  }

  private func updateWatches() {
    let paths = images.paths
    readers = readers.filter { paths.contains($0.key) }
    for path in paths where readers[path] == nil {
      readers[path] = FileReader(path, subject: path, loop: loop, log: log) {
        try PNG.bitmap(inFile: $0)
      } receive: { [images] in
        images.set(path, $0)
      }
    }
  }
}
