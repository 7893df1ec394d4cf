import CAllocationCounter
import Chrome
import Events
import Geometry
import Raster
import Scenes
import Views

/// The frames of the cube that is taken apart: the way into panes, the asking, and a finger that moves the tap.
enum ExplosionFrames {
  struct Times {
    /// Of the way into panes and the asking, in nanoseconds.
    var median, worst: UInt64
    /// The first one, which takes pictures of the faces.
    var first: UInt64
  }

  /// - Parameter size: of the panel, in points.
  static func measure(_ size: Size, _ frame: Bitmap) -> Times {
    var best: [UInt64] = []
    var first = UInt64.max
    // The least of several runs for each frame: whatever else the machine does can only add to it.
    for _ in 0..<5 {
      let stage = Stage(CubeScene())
      let window = Window(stage, size: size, scale: 1, threads: 1)
      var time: UInt64 = 1_000_000_000
      window.advance(to: time)
      window.draw(into: frame, clip: window.prepare())
      var times: [UInt64] = []
      let start = EventLoop.now
      stage.explain(Point(size.width * 0.457, size.height * 0.185))
      window.draw(into: frame, clip: window.prepare())
      first = min(first, EventLoop.now - start)
      // 600 ms open, 220 for each of two questions.
      for _ in 0..<64 {
        time += 16_666_667
        let start = EventLoop.now
        window.advance(to: time)
        window.draw(into: frame, clip: window.prepare())
        times.append(EventLoop.now - start)
      }
      best = best.isEmpty ? times : zip(best, times).map(min)
    }
    let sorted = best.sorted()
    return Times(median: sorted[sorted.count / 2], worst: sorted[sorted.count - 1], first: first)
  }
}
