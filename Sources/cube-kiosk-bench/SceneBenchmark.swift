import Glibc
import PanelRaster
import Scenes

/// `scenes [NAME…]`: times each scene at three sizes, on one core and on all: whole frames (the minimum) and frames in
/// which a finger drags (the median). A NAME can also be that of a `ControlPage`. Each run also measures a memset and a
/// memcpy of as many bytes.
enum SceneBenchmark {
  static func run(_ names: [String]) -> Table {
    let table = Table(
      [
        "scene", "width", "height", "cores", "memset", "memcpy", "whole", "dragged display list", "dragged raster",
        "dragged pixels", "whole allocations", "dragged allocations", "maximum dragged allocations",
      ])
    for (width, height) in [(1280, 800), (1920, 1080), (3840, 2160)] {
      let (frame, copySource) = (Bitmap(width: width, height: height), Bitmap(width: width, height: height))
      frame.isOpaque = true
      let bytes = frame.pixelCount * 4
      for name in names.isEmpty ? SceneCatalog.names : names {
        for threads in Set([1, Main.cores]).sorted() {
          guard let rig = SceneRig(name, frame, threads: threads) else { continue }
          let fill = Main.minimumTime(20) { memset(frame.pixels, 0x20, bytes) }
          let copy = Main.minimumTime(20) { memcpy(frame.pixels, copySource.pixels, bytes) }
          let whole = Main.minimumTime(20, rig.wholeFrame)
          // The first drag allocates the memory that is reused later.
          _ = rig.drag(frames: 41)
          let costs = rig.drag(frames: 41)
          let allocations = costs.map(\.allocationCount)
          table.add(
            .text(name), .count(width), .count(height), .count(threads), .time(fill), .time(copy), .time(whole),
            .time(costs.map(\.displayListTime).median), .time(costs.map(\.rasterTime).median),
            .count(costs.map(\.pixelCount).median),
            .count(rig.wholeFrameAllocations()), .count(allocations.median), .count(allocations.max() ?? 0))
        }
      }
    }
    return table
  }
}
