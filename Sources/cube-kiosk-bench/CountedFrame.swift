import CCallgrind
import Glibc
import Raster
import Scenes

/// Counts instructions with callgrind, which must be installed.
///
/// `instructions [NAME|SCENE.txt|photo-cube|photo-carousel…]` counts the rasterizer's instructions in one whole frame
/// at 1280×800. Only functions of `Raster`, `CPixels` and `Geometry` count, because the C library's cost of copying
/// memory depends on the machine.
///
/// `turning [NAME…]` counts all instructions of a frame in which a finger rotates the scene, at the sizes of embedded
/// boards' screens.
enum CountedFrame {
  /// Screens of embedded boards, in pixels.
  private static let sizes = [(800, 480), (1280, 800), (1920, 1080)]
  /// The number of rotating frames, of which the mean is reported.
  private static let turns = 20

  /// Counts only the instructions of `draw`.
  static func run(_ draw: () -> Void) {
    ccallgrind_begin()
    draw()
    ccallgrind_end()
  }

  /// Counts one frame of each scene.
  static func drawEach(_ names: [String]) {
    for name in names {
      guard let scene = SceneCatalog.make(name) else { continue }
      let frame = Bitmap(width: 1280, height: 800)
      frame.isOpaque = true
      let rig = SceneRig(scene, frame, threads: 1)
      // A background gradient stores its pixels only after large parts of it were shown several times.
      for _ in 0..<3 { rig.wholeFrame() }
      run(rig.wholeFrame)
    }
  }

  /// Counts rotating frames of each scene at each size.
  static func turnEach(_ names: [String]) {
    for name in names {
      for (width, height) in sizes {
        guard let scene = SceneCatalog.make(name) else { continue }
        let frame = Bitmap(width: width, height: height)
        frame.isOpaque = true
        SceneRig(scene, frame, threads: 1).drag(frames: turns, measure: run)
      }
    }
  }

  static func countTurning(_ operands: [String], isJSON: Bool) -> Int32 {
    let names = operands.isEmpty ? ["cube", "fold", "carousel"] : operands
    if let name = names.first(where: { SceneCatalog.make($0) == nil }) { return refuse("turning", name) }
    let table = Table(["scene", "width", "height", "instructions"], isJSON: isJSON)
    guard let counts = counts(of: ["count-turning"] + names, cost: wholeCost), counts.count == names.count * sizes.count
    else { return complain("turning") }
    for (index, count) in counts.enumerated() {
      let (width, height) = sizes[index % sizes.count]
      table.add(.text(names[index / sizes.count]), .count(width), .count(height), .count(count / turns))
    }
    table.finish()
    return 0
  }

  private static func refuse(_ word: String, _ name: String) -> Int32 {
    Main.complain("\(word): \(name): expected \(SceneCatalog.names.joined(separator: ", "))")
    return 64
  }

  private static func complain(_ word: String) -> Int32 {
    Main.complain("\(word): no counts: valgrind must be installed, and have been so when this was built")
    return 69
  }

  static func count(_ operands: [String], isJSON: Bool) -> Int32 {
    func isQuads(_ operand: String) -> Bool { operand.hasSuffix(".txt") || PeerScene.photographs.contains(operand) }
    let files = operands.isEmpty ? PeerScene.photographs : operands.filter(isQuads)
    let names = operands.isEmpty ? SceneCatalog.names : operands.filter { !isQuads($0) }
    if let name = names.first(where: { SceneCatalog.make($0) == nil }) { return refuse("instructions", name) }
    let table = Table(["scene", "instructions"], isJSON: isJSON)
    for (arguments, names) in [(["count"], names), (["quads", "--frames", "1"], files)] where !names.isEmpty {
      guard let counts = Self.counts(of: arguments + names, cost: ownCost), counts.count == names.count else {
        return complain("instructions")
      }
      for (name, count) in zip(names, counts) { table.add(.text(name), .count(count)) }
    }
    table.finish()
    return 0
  }

  /// Returns the count of each measured run of this program with the given arguments, in order.
  private static func counts(of arguments: [String], cost: (String) -> Int) -> [Int]? {
    var template = Array("/tmp/cube-kiosk-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    defer { _ = system("rm -r '\(folder)'") }
    let command =
      "valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=\(folder)/part --compress-strings=no "
      + ([Main.path] + arguments).map { "'\($0)'" }.joined(separator: " ") + " >/dev/null 2>&1"
    guard system(command) == 0 else { return nil }
    var counts: [Int] = []
    while let part = FileBytes("\(folder)/part.\(counts.count + 1)") {
      counts.append(cost(String(decoding: part.bytes, as: UTF8.self)))
    }
    return counts
  }

  private static func wholeCost(in profile: String) -> Int {
    let total = profile.split(separator: "\n").first { $0.hasPrefix("totals:") }
    return total?.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// Returns the cost of the rasterizer's functions, without their callees.
  private static func ownCost(in profile: String) -> Int {
    var (isOwn, isCall, cost) = (false, false, 0)
    for line in profile.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "fn=".utf8) {
        isOwn = ["fn=$s6Raster", "fn=$s8Geometry", "fn=cpixels_"].contains { line.starts(with: $0.utf8) }
      } else if line.starts(with: "calls=".utf8) {
        // The next line is the cost of the call.
        isCall = true
      } else if let first = line.first, "0123456789+-*".utf8.contains(first) {
        if isOwn, !isCall, let number = line.split(separator: UInt8(ascii: " ")).last {
          cost += Int(String(decoding: number, as: UTF8.self)) ?? 0
        }
        isCall = false
      }
    }
    return cost
  }
}
