import CCallgrind
import Glibc
import Raster
import Scenes

/// `instructions [NAME|SCENE.txt…]`: the rasteriser's instructions in one whole frame at 1280×800, counted by callgrind,
/// which must be installed.
///
/// Only functions of `Raster` and `Geometry` count: what the C library takes to copy memory depends on the machine.
enum CountedFrame {
  /// Runs what is counted, and nothing else is.
  static func run(_ draw: () -> Void) {
    ccallgrind_begin()
    draw()
    ccallgrind_end()
  }

  /// One frame of each scene.
  static func drawEach(_ names: [String]) {
    for name in names {
      guard let scene = SceneCatalog.make(name) else { continue }
      let frame = Bitmap(width: 1280, height: 800)
      frame.isOpaque = true
      run(SceneRig(scene, frame, threads: 1).wholeFrame)
    }
  }

  static func count(_ operands: [String], isJSON: Bool) -> Int32 {
    let files = operands.filter { $0.hasSuffix(".txt") }
    let names = operands.isEmpty ? SceneCatalog.names : operands.filter { !$0.hasSuffix(".txt") }
    let table = Table(["scene", "instructions"], isJSON: isJSON)
    for (arguments, names) in [(["count"], names), (["quads", "--frames", "1"], files)] where !names.isEmpty {
      guard let counts = Self.counts(of: arguments + names), counts.count == names.count else {
        Main.complain("instructions: no counts: valgrind must be installed, and have been so when this was built")
        return 69
      }
      for (name, count) in zip(names, counts) { table.add(.text(name), .count(count)) }
    }
    table.finish()
    return 0
  }

  /// For each counted frame of this program with these arguments, in their order.
  private static func counts(of arguments: [String]) -> [Int]? {
    var template = Array("/tmp/cube-kiosk-bench.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    let folder = String(decoding: template.dropLast().map(UInt8.init), as: UTF8.self)
    defer { _ = system("rm -r '\(folder)'") }
    let command =
      "valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=\(folder)/part --compress-strings=no "
      + "/proc/\(getpid())/exe " + arguments.map { "'\($0)'" }.joined(separator: " ") + " >/dev/null 2>&1"
    guard system(command) == 0 else { return nil }
    var counts: [Int] = []
    while let part = FileBytes("\(folder)/part.\(counts.count + 1)") {
      counts.append(ownCost(in: String(decoding: part.bytes, as: UTF8.self)))
    }
    return counts
  }

  /// Of the functions of the rasteriser, without those that they call.
  private static func ownCost(in profile: String) -> Int {
    var (isOwn, isCall, cost) = (false, false, 0)
    for line in profile.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "fn=".utf8) {
        isOwn = ["fn=$s6Raster", "fn=$s8Geometry"].contains { line.starts(with: $0.utf8) }
      } else if line.starts(with: "calls=".utf8) {
        // The next line is what the call took.
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
