import Glibc
import PanelEvents
import PanelRaster

/// `quads SCENE.txt… [--photo] [--threads N] [--frames N]`: times scenes, and prints rows in the format of the other
/// rasterizers' benchmarks, `cube-kiosk scene W H cpu_ms wall_ms min_ms frames`.
///
/// `--photo` puts a photograph on each quad, and `--frames` draws N frames for counting instructions and prints
/// nothing. The environment variable `BENCH_MS` is the duration of a measurement, and `BENCH_OUT` a folder that
/// receives the frame as BGRA. `photo-cube` and `photo-carousel` are built-in scenes.
enum QuadBenchmark {
  static func run(_ arguments: [String]) throws -> Table? {
    var paths: [String] = []
    var (threads, frames, usesPhotographs) = (1, 0, false)
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--threads": threads = rest.popFirst().flatMap { Int($0) } ?? 1
      case "--frames": frames = rest.popFirst().flatMap { Int($0) } ?? 0
      case "--photo": usesPhotographs = true
      default: paths.append(argument)
      }
    }
    let columns = ["rasterizer", "scene", "width", "height", "cpu ms", "wall ms", "least ms", "frames"]
    let table = frames == 0 ? Table(columns, isBare: true) : nil
    for path in paths {
      let isBuiltIn = QuadScene.photographs.contains(path)
      guard var scene = isBuiltIn ? QuadScene(photograph: path) : QuadScene(path: path) else {
        throw UsageError("a scene, not \(path)")
      }
      if usesPhotographs { scene = scene.withPhotographs() }
      let frame = Bitmap(width: scene.width, height: scene.height)
      let renderer = Renderer(threads: threads)
      func draw() { renderer.draw(scene.quads, into: frame, clip: Region(frame.bounds)) }
      if let table {
        time(scene, draw, table)
        save(scene, frame)
      } else {
        draw()
        for _ in 0..<frames { InstructionCount.measure(draw) }
      }
    }
    return table
  }

  private static func time(_ scene: QuadScene, _ draw: () -> Void, _ table: Table) {
    let budget = UInt64(environment("BENCH_MS").flatMap { Double($0) } ?? 1500) * 1_000_000
    var start = EventLoop.now
    // Warm up for a fifth of the time.
    repeat { draw() } while EventLoop.now - start < budget / 5
    var (cpu, wall): ([UInt64], [UInt64]) = ([], [])
    start = EventLoop.now
    repeat {
      let (cpuBefore, wallBefore) = (processTime, EventLoop.now)
      draw()
      wall.append(EventLoop.now - wallBefore)
      cpu.append(processTime - cpuBefore)
    } while cpu.count < 5 || EventLoop.now - start < budget
    func milliseconds(_ time: UInt64) -> Table.Cell { .number(Double(time / 100) / 10_000) }
    table.add(
      .text("cube-kiosk"), .text(scene.name), .count(scene.width), .count(scene.height), milliseconds(cpu.median),
      milliseconds(wall.median), milliseconds(cpu.quantile(0)), .count(cpu.count))
  }

  private static func save(_ scene: QuadScene, _ frame: Bitmap) {
    guard let folder = environment("BENCH_OUT"),
      let file = fopen("\(folder)/cube-kiosk-\(scene.name)-\(scene.width)x\(scene.height).bgra", "w")
    else { return }
    fwrite(frame.pixels, 4, frame.pixelCount, file)
    fclose(file)
  }

  private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The CPU time of all threads, in nanoseconds.
  private static var processTime: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
