import Glibc
import PanelEvents
import PanelGeometry

/// Times a panel's work for one frame. Unless noted otherwise, a figure is the minimum of many runs, because other load
/// on the machine only adds time. `--json` prints the figures as JSON.
@main enum Main {
  static func main() {
    let words = CommandLine.arguments.dropFirst().filter { $0 != "--json" }
    do {
      try run(words.first, Array(words.dropFirst()))?.finish()
    } catch {
      let message = Array("\(words.first ?? "cube"): \(error)\n".utf8)
      _ = write(STDERR_FILENO, message, message.count)
      exit(error is UsageError ? 64 : 69)
    }
  }

  /// Runs a subcommand.
  ///
  /// - Returns: the figures; `nil` for the subcommands that `InstructionCount` runs under callgrind.
  private static func run(_ name: String?, _ operands: [String]) throws -> Table? {
    switch name {
    case nil: return SceneBenchmark.run(["cube"])
    case "scenes": return SceneBenchmark.run(operands)
    case "quads": return try QuadBenchmark.run(operands)
    case "instructions": return try InstructionCount.frames(operands)
    case "turning": return try InstructionCount.turning(operands)
    case "start": return try StartBenchmark.run(operands)
    case "touch": return try TouchBenchmark.run(operands)
    case "idle": return try IdleBenchmark.run(operands)
    case "growth": return try GrowthBenchmark.run(operands)
    case "pages": return try PageBenchmark.run(operands)
    case "page": try PageBenchmark.measurePage(operands)
    case "count": InstructionCount.countWholeFrames(operands)
    case "count-turning": InstructionCount.countRotatingFrames(operands)
    case _?: throw UsageError("scenes, quads, start, touch, idle, growth, turning or instructions")
    }
    return nil
  }

  /// The path of this program's file. Its child processes can't use /proc/self/exe instead: for an emulated process, that
  /// is the emulator.
  static var path: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = max(readlink("/proc/self/exe", &path, path.count - 1), 0)
    return String(decoding: path[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The number of processor cores.
  static var cores: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  /// Returns the minimum time of several runs, in nanoseconds.
  static func minimumTime(_ runs: Int, _ body: () -> Void) -> UInt64 {
    (0..<runs).reduce(.max) { best, _ in
      let start = EventLoop.now
      body()
      return min(best, EventLoop.now - start)
    }
  }
}

/// An invalid command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ expected: String) { description = "expected \(expected)" }
}
