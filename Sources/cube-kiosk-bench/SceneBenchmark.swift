import Glibc
import PanelRaster
import Scenes

/// `scenes [NAME…]`: times each scene at three sizes, on one core and on all: whole frames (the minimum) and frames in
/// which a finger drags (the median). A memset and a memcpy of the same bytes are measured in the same run.
enum SceneBenchmark {
  static func run(_ names: [String]) -> Table {
    let table = Table(
      [
        "scene", "width", "height", "cores", "memset", "memcpy", "whole", "dragged tree", "dragged raster",
        "dragged pixels", "whole allocations", "dragged allocations",
      ])
    for (width, height) in [(1280, 800), (1920, 1080), (3840, 2160)] {
      let (frame, other) = (Bitmap(width: width, height: height), Bitmap(width: width, height: height))
      frame.isOpaque = true
      let bytes = frame.pixelCount * 4
      for name in names.isEmpty ? SceneCatalog.names : names {
        for threads in Set([1, Main.cores]).sorted() {
          guard let scene = SceneCatalog.make(name) else { continue }
          let fill = Main.minimumTime(20) { memset(frame.pixels, 0x20, bytes) }
          let copy = Main.minimumTime(20) { memcpy(frame.pixels, other.pixels, bytes) }
          let rig = SceneRig(scene, frame, threads: threads)
          let whole = Main.minimumTime(20, rig.wholeFrame)
          let costs = rig.drag(frames: 41)
          table.add(
            .text(name), .count(width), .count(height), .count(threads), .time(fill), .time(copy), .time(whole),
            .time(costs.map(\.tree).median), .time(costs.map(\.raster).median), .count(costs.map(\.pixels).median),
            .count(rig.wholeFrameAllocations()), .number(rig.allocations(frames: 41)))
        }
      }
    }
    return table
  }
}
