import CCallgrind
import Glibc
import PanelRaster
import PanelSystem
import Scenes

/// Counts instructions with callgrind, which must be installed.
///
/// `instructions [NAME|SCENE.txt|photo-cube|photo-carousel…]` counts the rasterizer's instructions in one whole frame
/// at 1280×800. Only functions of `PanelRaster`, `CPixels` and `PanelGeometry` count.
///
/// `turning [NAME|SCENE.json…]` counts all instructions of a frame in which a finger rotates the scene, or scrolls a page
/// of controls or a scene file with texts of twice the size, at the sizes of embedded boards' screens. The C library's
/// memory functions don't count, because their cost depends on the machine.
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
    for name in names where !known.contains(name) && !name.hasSuffix(".json") {
      throw UsageError("\(known.joined(separator: ", ")) or a scene file, not \(name)")
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

  /// Returns the cost of all functions except `memcpy` and the like.
  private static func totalCost(in profile: String) -> Int { cost(in: profile) { !$0.starts(with: "__mem".utf8) } }

  private static func rasterizerCost(in profile: String) -> Int {
    cost(in: profile) { name in
      ["$s11PanelRaster", "$s13PanelGeometry", "cpixels_"].contains { name.starts(with: $0.utf8) }
    }
  }

  /// Returns the cost of the functions whose names satisfy a condition, without their callees.
  private static func cost(in profile: String, _ isCounted: (Substring.UTF8View) -> Bool) -> Int {
    var (counts, isCall, cost) = (false, false, 0)
    for line in profile.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "fn=".utf8) {
        counts = isCounted(line.dropFirst(3))
      } else if line.starts(with: "calls=".utf8) {
        // The next line is the cost of the call.
        isCall = true
      } else if let first = line.first, "0123456789+-*".utf8.contains(first) {
        if counts, !isCall, let number = line.split(separator: UInt8(ascii: " ")).last {
          cost += Int(String(decoding: number, as: UTF8.self)) ?? 0
        }
        isCall = false
      }
    }
    return cost
  }
}
