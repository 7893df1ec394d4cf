import Chrome
import Events
import Geometry
import Glibc
import Raster
import Scenes
import Views

/// Without a subcommand: times the cube, seen corner-on, on a panel of 1920×1080 pixels.
enum CubeBenchmark {
  static func run() -> Table {
    let frame = Bitmap(width: 1920, height: 1080)
    frame.isOpaque = true
    let table = Table(["the cube, 1920×1080, \(Main.cores) cores", "time", "of a memset"])
    let fill = Main.minimumTime(200) { memset(frame.pixels, 0x20, frame.pixelCount * 4) }
    func report(_ what: String, _ time: UInt64) { table.add(.text(what), .time(time), .ratio(time, fill)) }
    report("memset of the frame", fill)
    for (threads, words) in [(1, "one core"), (Main.cores, "all cores")] {
      let rig = SceneRig(CubeScene(SceneOptions(touchFix: .reorder)), frame, threads: threads)
      report("whole frame, \(words)", Main.minimumTime(100, rig.wholeFrame))
      report("turned a little, \(words)", rig.drag(frames: 300).map { $0.tree + $0.raster }.min() ?? 0)
      report("a touch: from its arrival to the frame to commit, \(words)", press(rig))
    }
    let frames = explosion(frame)
    report("the cube taken apart, one core, a frame", frames.dropFirst().map { $0 }.median)
    report("the slowest of them", frames.dropFirst().max() ?? 0)
    report("the first, with pictures of the faces", frames[0])
    return table
  }

  /// Presses the button: route the touch, highlight the button, draw it.
  private static func press(_ rig: SceneRig) -> UInt64 {
    guard let button = (rig.scene as? CubeScene)?.buttonView,
      let center = button.convert(button.bounds.center, to: rig.stage)
    else { return 0 }
    return Main.minimumTime(100) {
      rig.window.send([TouchEvent(.began, id: 1, at: center)], at: rig.advance(by: 10_000_000))
      rig.window.draw(into: rig.frame, clip: rig.window.prepare())
      rig.window.send([TouchEvent(.cancelled, id: 1, at: center)], at: rig.time)
      _ = rig.window.prepare()
    }
  }

  /// Returns the times of the exploded view's frames: the first, which takes snapshots of the faces, then the opening
  /// animation and the hit test.
  private static func explosion(_ frame: Bitmap) -> [UInt64] {
    let size = Size(Double(frame.width), Double(frame.height))
    var best: [UInt64] = []
    // The minimum of several runs for each frame, because other load on the machine only adds time.
    for _ in 0..<5 {
      let stage = Stage(CubeScene())
      let window = Window(stage, size: size, scale: 1, threads: 1)
      var time: UInt64 = 1_000_000_000
      window.advance(to: time)
      window.draw(into: frame, clip: window.prepare())
      var times: [UInt64] = []
      // 600 ms to open, 220 ms for each of two hit test steps.
      for index in 0...64 {
        time += index > 0 ? 16_666_667 : 0
        let start = EventLoop.now
        if index > 0 {
          window.advance(to: time)
        } else {
          stage.explain(Point(size.width * 0.457, size.height * 0.185))
        }
        window.draw(into: frame, clip: window.prepare())
        times.append(EventLoop.now - start)
      }
      best = best.isEmpty ? times : zip(best, times).map(min)
    }
    return best
  }
}
