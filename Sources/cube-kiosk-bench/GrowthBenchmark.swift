import Glibc
import PanelEvents
import PanelSystem

/// `growth [--program PATH] [N]`: renders scene files of overlapping siblings in one 3D space, tilted and upright, and
/// reports the time and peak memory of the whole program. N limits the number of siblings.
enum GrowthBenchmark {
  private static let counts = [50, 100, 150, 200, 250, 300, 1000, 2000, 4999]

  static func run(_ operands: [String]) throws -> Table {
    let options = try PanelProcess.Options(operands, count: 4999)
    let table = Table(["siblings", "count", "seconds", "peak MB"])
    for isTilted in [true, false] {
      for count in counts where count <= options.count {
        let (seconds, kilobytes) = try render(scene(count, isTilted: isTilted), options.program)
        table.add(
          .text(isTilted ? "tilted" : "upright"), .count(count), .number((seconds * 1000).rounded() / 1000),
          .number((Double(kilobytes) / 102.4).rounded() / 10))
      }
    }
    return table
  }

  /// Siblings of 160×120 points at pseudorandom positions and angles, identical in each run.
  private static func scene(_ count: Int, isTilted: Bool) -> String {
    var state: UInt64 = 34
    /// Knuth's MMIX generator.
    func random(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 40) / Double(1 << 24)
    }
    let siblings = (0..<count).map { _ in
      let frame = "[\(random(0...1120)), \(random(0...680)), 160, 120]"
      let color = "[\(random(0...1)), \(random(0...1)), \(random(0...1)), 1]"
      let (x, y, z) = (random(-60...60), random(-60...60), random(-180...180))
      let turn = isTilted ? ", \"transform\": [{\"rotateX\": \(x)}, {\"rotateY\": \(y)}, {\"rotateZ\": \(z)}]" : ""
      return "{\"frame\": \(frame), \"backgroundColor\": \(color)\(turn)}"
    }
    return """
      {"size": [1280, 800], "root": {"frame": [0, 0, 1280, 800], "backgroundColor": [0.1, 0.1, 0.1, 1],
      "sublayerTransform": [{"perspective": 800}], "children": [\(siblings.joined(separator: ",\n"))]}}
      """
  }

  private static func render(
    _ scene: String, _ program: String
  ) throws(SystemError) -> (seconds: Double, kilobytes: Int) {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try File.replace(folder.path + "/scene.json", with: Array(scene.utf8))
    let start = EventLoop.now
    let process = try spawn(
      [program, "render", "--scene", folder.path + "/scene.json", "-o", folder.path + "/picture.png"],
      environment: PanelProcess.environment)
    var (status, usage) = (Int32(0), rusage())
    wait4(process.pid, &status, 0, &usage)
    guard status == 0 else { throw SystemError(program, EINVAL, "can't render the scene") }
    return (Double(EventLoop.now - start) / 1e9, usage.ru_maxrss)
  }
}
