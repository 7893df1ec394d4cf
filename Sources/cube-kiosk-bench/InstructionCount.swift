import CCallgrind
import Glibc
import PanelRaster
import PanelSystem
import Scenes

/// Counts instructions with callgrind, which must be installed.
///
/// `instructions [NAME|SCENE.txt|photo-cube|photo-carousel…]` counts the rasterizer's instructions in one whole frame
/// at 1280×800. Only functions of `PanelRaster`, `CPixels` and `PanelGeometry` count, because the C library's cost of
/// copying memory depends on the machine.
///
/// `turning [NAME…]` counts all instructions of a frame in which a finger rotates the scene, at the sizes of embedded
/// boards' screens.
enum InstructionCount {
  /// Screens of embedded boards, in pixels.
  private static let sizes = [(800, 480), (1280, 800), (1920, 1080)]
  /// The number of rotating frames, of which the mean is reported.
  private static let rotatingFrameCount = 20

  /// Counts only the instructions of `draw`.
  static func measure(_ draw: () -> Void) {
    ccallgrind_begin()
    draw()
    ccallgrind_end()
  }

  // MARK: In the process that runs under callgrind

  /// Counts one frame of each scene.
  static func countWholeFrames(_ names: [String]) {
    for name in names {
      guard let rig = rig(name, 1280, 800) else { continue }
      // A background gradient stores its pixels only after large parts of it were shown several times.
      for _ in 0..<3 { rig.wholeFrame() }
      measure(rig.wholeFrame)
    }
  }

  /// Counts rotating frames of each scene at each size.
  static func countRotatingFrames(_ names: [String]) {
    for name in names {
      for (width, height) in sizes { rig(name, width, height)?.drag(frames: rotatingFrameCount, measure: measure) }
    }
  }

  private static func rig(_ name: String, _ width: Int, _ height: Int) -> SceneRig? {
    let frame = Bitmap(width: width, height: height)
    frame.isOpaque = true
    return SceneRig(name, frame, threads: 1)
  }

  // MARK: In the process that starts callgrind

  static func turning(_ operands: [String]) throws -> Table {
    let names = operands.isEmpty ? ["cube", "fold", "carousel"] : operands
    try checkScenes(names)
    let table = Table(["scene", "width", "height", "instructions"])
    let counts = try counts(of: ["count-turning"] + names, expectedCount: names.count * sizes.count, cost: totalCost)
    for (index, count) in counts.enumerated() {
      let (width, height) = sizes[index % sizes.count]
      table.add(.text(names[index / sizes.count]), .count(width), .count(height), .count(count / rotatingFrameCount))
    }
    return table
  }

  static func frames(_ operands: [String]) throws -> Table {
    func isQuadScene(_ operand: String) -> Bool { operand.hasSuffix(".txt") || QuadScene.photographs.contains(operand) }
    let files = operands.isEmpty ? QuadScene.photographs : operands.filter(isQuadScene)
    let names = operands.isEmpty ? SceneCatalog.names : operands.filter { !isQuadScene($0) }
    try checkScenes(names)
    let table = Table(["scene", "instructions"])
    for (arguments, names) in [(["count"], names), (["quads", "--frames", "1"], files)] where !names.isEmpty {
      let counts = try counts(of: arguments + names, expectedCount: names.count, cost: rasterizerCost)
      for (name, count) in zip(names, counts) { table.add(.text(name), .count(count)) }
    }
    return table
  }

  private static func checkScenes(_ names: [String]) throws {
    let known = SceneCatalog.names + ControlPage.names
    for name in names where !known.contains(name) {
      throw UsageError("\(known.joined(separator: ", ")), not \(name)")
    }
  }

  /// Returns the count of each measured run of this program with the given arguments, in order.
  ///
  /// - Parameters:
  ///   - expectedCount: the number of measured runs.
  ///   - cost: extracts the cost of a run from its callgrind profile.
  private static func counts(of arguments: [String], expectedCount: Int, cost: (String) -> Int) throws -> [Int] {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let command =
      "valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=\(folder.path)/part --compress-strings=no "
      + ([Main.path] + arguments).map { "'\($0)'" }.joined(separator: " ") + " >/dev/null 2>&1"
    var counts: [Int] = []
    if system(command) == 0 {
      while let part = try? File.read("\(folder.path)/part.\(counts.count + 1)", upTo: 1 << 30) {
        counts.append(cost(String(decoding: part, as: UTF8.self)))
      }
    }
    guard counts.count == expectedCount else {
      throw SystemError(
        "no counts", ENOENT, "valgrind must be installed, and must have been when this program was built")
    }
    return counts
  }

  private static func totalCost(in profile: String) -> Int {
    let total = profile.split(separator: "\n").first { $0.hasPrefix("totals:") }
    return total?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// Returns the cost of the rasterizer's functions, without their callees.
  private static func rasterizerCost(in profile: String) -> Int {
    var (isRasterizer, isCall, cost) = (false, false, 0)
    for line in profile.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "fn=".utf8) {
        isRasterizer = ["fn=$s11PanelRaster", "fn=$s13PanelGeometry", "fn=cpixels_"].contains {
          line.starts(with: $0.utf8)
        }
      } else if line.starts(with: "calls=".utf8) {
        // The next line is the cost of the call.
        isCall = true
      } else if let first = line.first, "0123456789+-*".utf8.contains(first) {
        if isRasterizer, !isCall, let number = line.split(separator: UInt8(ascii: " ")).last {
          cost += Int(String(decoding: number, as: UTF8.self)) ?? 0
        }
        isCall = false
      }
    }
    return cost
  }
}
