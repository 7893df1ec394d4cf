import Chrome
import Events
import Geometry
import Glibc
import Raster
import Scenes
import Views

/// Times a panel's work for one frame. Unless noted otherwise, a figure is the minimum of many runs, because other load
/// on the machine only adds time. `--json` prints the figures as JSON.
@main enum Main {
  static func main() {
    let isJSON = CommandLine.arguments.contains("--json")
    let words = CommandLine.arguments.dropFirst().filter { $0 != "--json" }
    let operands = Array(words.dropFirst())
    switch words.first {
    case nil: cube(isJSON: isJSON)
    case "scenes": SceneFrames.run(operands, isJSON: isJSON)
    case "quads": exit(Quads.run(operands, isJSON: isJSON))
    case "flat": FlatLayers.run(isJSON: isJSON)
    case "values": values(isJSON: isJSON)
    case "instructions": exit(CountedFrame.count(operands, isJSON: isJSON))
    case "start": exit(Start.run(operands, isJSON: isJSON))
    case "touch": exit(Taps.run(operands, isJSON: isJSON))
    case "idle": exit(Stillness.run(operands, isJSON: isJSON))
    case "growth": exit(Growth.run(operands, isJSON: isJSON))
    case "turning": exit(CountedFrame.countTurning(operands, isJSON: isJSON))
    case "count": CountedFrame.drawEach(operands)
    case "count-turning": CountedFrame.turnEach(operands)
    case let word?:
      complain("\(word): expected scenes, quads, flat, values, start, touch, idle, growth, turning or instructions")
      exit(64)
    }
  }

  /// This program's own file. Other programs can't use /proc/self/exe, because in an emulated process it leads them to
  /// the emulator.
  static var path: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = max(readlink("/proc/self/exe", &path, path.count - 1), 0)
    return String(decoding: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Ten value changes per second, spread over six faces.
  private static func values(isJSON: Bool) {
    let frame = Bitmap(width: 1920, height: 1080)
    frame.isOpaque = true
    let cost = ChangingValues.measure(Size(1920, 1080), frame)
    let table = Table(["what", "time", "allocations", "percent of a core"], isJSON: isJSON)
    let percent = (Double(cost.change) * 10 / 1e9 * 100 * 1000).rounded() / 1000
    table.add(
      .text("a value that changes, ten times a second"), .time(cost.change), .number(cost.allocations), .number(percent)
    )
    table.finish()
  }

  /// Times the cube, seen corner-on, on a panel.
  private static func cube(isJSON: Bool) {
    let cores = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
    let frame = Bitmap(width: 1920, height: 1080)
    frame.isOpaque = true
    let table = Table(["the cube, 1920×1080, \(cores) cores", "time", "of a memset"], isJSON: isJSON)
    let fill = least(200) { memset(frame.pixels, 0x20, frame.pixelCount * 4) }
    func report(_ what: String, _ time: UInt64) { table.add(.text(what), .time(time), .ratio(time, fill)) }
    report("memset of the frame", fill)
    for (threads, words) in [(1, "one core"), (cores, "all cores")] {
      let rig = SceneRig(CubeScene(SceneOptions(touchFix: .reorder)), frame, threads: threads)
      report("whole frame, \(words)", least(100, rig.wholeFrame))
      report("turned a little, \(words)", rig.drag(frames: 300).map { $0.tree + $0.raster }.min() ?? 0)
      report("a touch: from its arrival to the frame to commit, \(words)", press(rig))
    }
    let explosion = ExplosionFrames.measure(Size(1920, 1080), frame)
    report("the cube taken apart, one core, a frame", explosion.median)
    report("the slowest of them", explosion.worst)
    report("the first, with pictures of the faces", explosion.first)
    table.finish()
  }

  /// Presses the button: route the touch, highlight the button, draw it.
  private static func press(_ rig: SceneRig) -> UInt64 {
    guard let button = (rig.scene as? CubeScene)?.buttonView,
      let center = button.convert(button.bounds.center, to: rig.stage)
    else { return 0 }
    return least(100) {
      rig.window.send([TouchEvent(.began, id: 1, at: center)], at: rig.advance(by: 10_000_000))
      rig.window.draw(into: rig.frame, clip: rig.window.prepare())
      rig.window.send([TouchEvent(.cancelled, id: 1, at: center)], at: rig.time)
      _ = rig.window.prepare()
    }
  }

  /// Prints a message to standard error, because standard output has only the figures.
  static func complain(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
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
}
