import CAllocationCounter
import Chrome
import Events
import Geometry
import Glibc
import Raster
import Scenes
import Views

/// Times what a panel has to do for one frame. Each figure is the least of many runs: whatever else the machine does can
/// only add to it. `quads`, `flat` and `instructions` measure the rasteriser
/// alone, `values` texts that change.
@main enum Main {
  private static let size = Size(1920, 1080)

  static func main() {
    switch CommandLine.arguments.dropFirst().first {
    case "quads": exit(Quads.run(Array(CommandLine.arguments.dropFirst(2))))
    case "flat": FlatLayers.run()
    case "values": values()
    case "instructions": CountedFrame.count(Array(CommandLine.arguments.dropFirst(2)))
    case "count": countFrame(of: CommandLine.arguments.last ?? "")
    default: scenes()
    }
  }

  /// One frame of a scene, for callgrind.
  private static func countFrame(of name: String) {
    guard let scene = SceneCatalog.make(name) else { return }
    let size = Size(1280, 800)
    let frame = Bitmap(width: 1280, height: 800)
    frame.isOpaque = true
    Rig(scene, size: size, threads: 1).count(frame)
  }

  /// Ten values a second on six faces.
  private static func values() {
    let frame = Bitmap(width: Int(size.width), height: Int(size.height))
    frame.isOpaque = true
    let cost = ChangingValues.measure(size, frame)
    let percent = (Double(cost.change) * 10 / 1e9 * 100 * 1000).rounded() / 1000
    print("a value that changes: \(cost.change / 1000) µs, \(cost.allocations) allocations")
    print("ten a second: \(percent) % of a core")
  }

  private static func scenes() {
    let cores = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    let frame = Bitmap(width: Int(size.width), height: Int(size.height))
    frame.isOpaque = true
    print("1920×1080, the corner-on cube, \(cores) cores")
    let fill = least(200) { memset(frame.pixels, 0x20, frame.width * frame.height * 4) }
    report("memset of the frame", fill, fill)

    let turning = Rig(threads: 1)
    report("whole frame, one core", turning.wholeFrame(frame), fill)
    report("turned a little, one core", turning.turn(frame), fill)
    let all = Rig(threads: cores)
    report("whole frame, all cores", all.wholeFrame(frame), fill)
    report("turned a little, all cores", all.turn(frame), fill)
    report("a touch: from its arrival to the frame to commit", all.press(frame), fill)
    print("allocations in a turned frame: \(turning.allocations(frame))")
    let explosion = ExplosionFrames.measure(size, frame)
    report("the cube taken apart, one core, a frame", explosion.median, fill)
    report("  the slowest of them", explosion.worst, fill)
    report("  the first, with pictures of the faces", explosion.first, fill)
    print("every scene, one core: a whole frame, and one in which a finger drags")
    // Or those that are named on the command line.
    let names = CommandLine.arguments.count > 1 ? Array(CommandLine.arguments[1...]) : SceneCatalog.names
    for name in names {
      guard let scene = SceneCatalog.make(name) else { continue }
      let rig = Rig(scene, threads: 1)
      report("  \(name), whole", rig.wholeFrame(frame), fill)
      report("  \(name), dragged", rig.turn(frame), fill)
    }
  }

  static func least(_ runs: Int, _ body: () -> Void) -> UInt64 {
    var best = UInt64.max
    for _ in 0..<runs {
      let start = EventLoop.now
      body()
      best = min(best, EventLoop.now - start)
    }
    return best
  }

  static func report(_ what: String, _ time: UInt64, _ unit: UInt64) {
    let microseconds = (Double(time) / 100).rounded() / 10
    let ratio = (Double(time) / Double(unit) * 100).rounded() / 100
    print("\(what): \(microseconds) µs, \(ratio) × memset")
  }

  /// The scene in a window, as the program shows it.
  private final class Rig {
    private let scene: Scene
    private let stage: Stage
    private let window: Window
    private var time: UInt64 = 1_000_000_000
    private var x = 400.0
    private var direction = 7.0

    init(
      _ scene: Scene = CubeScene(SceneOptions(touchFix: .reorder)), size: Size = Main.size, threads: Int
    ) {
      self.scene = scene
      stage = Stage(scene)
      window = Window(stage, size: size, scale: 1, threads: threads)
    }

    /// All of the picture, nothing of it kept from the last one.
    func wholeFrame(_ frame: Bitmap) -> UInt64 {
      _ = window.prepare()
      return least(100) { window.draw(into: frame, clip: Region(frame.bounds)) }
    }

    func count(_ frame: Bitmap) {
      _ = window.prepare()
      window.draw(into: frame, clip: Region(frame.bounds))
      CountedFrame.run { window.draw(into: frame, clip: Region(frame.bounds)) }
    }

    /// A finger drags the cube: route the touch, turn, and draw what changed.
    func turn(_ frame: Bitmap) -> UInt64 {
      send(.began, 400)
      // Past where a pan begins: before it nothing turns, and nothing is drawn.
      for _ in 0..<5 { step(frame) }
      defer { send(.ended, x) }
      return least(300) { step(frame) }
    }

    func allocations(_ frame: Bitmap) -> Double {
      send(.began, 400)
      // The first frames make room for what all others need.
      for _ in 0..<300 { step(frame) }
      let before = allocation_count()
      for _ in 0..<100 { step(frame) }
      let count = allocation_count() - before
      send(.ended, x)
      return Double(count) / 100
    }

    /// A finger on the button: route the touch, highlight the button, draw it.
    func press(_ frame: Bitmap) -> UInt64 {
      guard let button = (scene as? CubeScene)?.buttonView, let center = button.convert(button.bounds.center, to: stage)
      else { return 0 }
      let fresh = least(100) {
        time += 10_000_000
        window.send([TouchEvent(.began, id: 1, at: center)], at: time)
        window.draw(into: frame, clip: window.prepare())
        window.send([TouchEvent(.cancelled, id: 1, at: center)], at: time)
        _ = window.prepare()
      }
      return fresh
    }

    private func step(_ frame: Bitmap) {
      if x > 900 || x < 400 { direction = -direction }
      x += direction
      send(.moved, x)
      window.advance(to: time)
      window.draw(into: frame, clip: window.prepare())
    }

    private func send(_ phase: TouchEvent.Phase, _ x: Double) {
      time += 16_000_000
      window.send([TouchEvent(phase, id: 0, at: Point(x, 300))], at: time)
    }
  }
}
