import CAllocationCounter
import Chrome
import Events
import Geometry
import Raster
import Scenes
import Views

/// Measures the frames of the exploded cube: the opening animation and the hit test.
enum ExplosionFrames {
  struct Times {
    /// Of the opening animation and the hit test, in nanoseconds.
    var median, worst: UInt64
    /// The first frame, which takes snapshots of the faces.
    var first: UInt64
  }

  /// - Parameter size: the panel's size, in points.
  static func measure(_ size: Size, _ frame: Bitmap) -> Times {
    var best: [UInt64] = []
    var first = UInt64.max
    // The minimum of several runs for each frame, because other load on the machine only adds time.
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
      // 600 ms to open, 220 ms for each of two hit test steps.
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
