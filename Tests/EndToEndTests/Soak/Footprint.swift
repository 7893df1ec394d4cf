import Foundation

/// The kernel's resources that a process has.
struct Footprint {
  /// In kilobytes: its own alone.
  let heap: Int
  /// In kilobytes: its own and in memory files. Pages of the program's file come and go as the machine likes.
  let memory: Int
  let descriptors: Int
  let threads: Int

  init(of pid: Int32) throws {
    let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
    func number(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
      return line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    heap = number("RssAnon")
    memory = heap + number("RssShmem")
    threads = number("Threads")
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
  }
}

extension [Footprint] {
  /// What all of them together say that something grew by, from the first to the last: the middle one of the slopes
  /// between any two, by Theil and Sen, on which a single one that is out of line has no say.
  func growth(of value: (Footprint) -> Int) -> Double {
    let values = map { Double(value($0)) }
    var slopes: [Double] = []
    for later in values.indices {
      for earlier in values[..<later].indices {
        slopes.append((values[later] - values[earlier]) / Double(later - earlier))
      }
    }
    guard !slopes.isEmpty else { return 0 }
    return slopes.sorted()[slopes.count / 2] * Double(values.count - 1)
  }
}
