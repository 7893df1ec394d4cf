import Emulation
import Foundation
import TestSupport
import Testing

/// The memory, descriptors and threads of a process.
struct MemoryUse {
  /// False if memory can't be attributed to the program.
  static let isMeasurable = !Sanitizer.isOn && !Emulation.isOn

  /// The reason to skip tests that measure memory.
  static let notMeasurableReason: Comment = "the memory of a sanitizer or an emulator is included"

  /// Private anonymous memory, in kB.
  let heap: Int
  /// Anonymous and shared memory, such as that of memfd, in kB. Pages of files, such as the program's, don't count.
  let memory: Int
  let descriptors: Int
  let threads: Int

  init(of pid: pid_t) throws {
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

extension [MemoryUse] {
  /// The growth from the first sample to the last: the median of the slopes between all pairs of samples (Theil–Sen),
  /// which ignores single outliers. Of fewer than five samples, an outlier looks like growth.
  func growth(of value: (MemoryUse) -> Int) throws -> Double {
    guard count >= 5 else { throw TestFailure("\(count) samples of memory are too few; expected 5 or more") }
    let values = map { Double(value($0)) }
    var slopes: [Double] = []
    for later in values.indices {
      for earlier in values[..<later].indices {
        slopes.append((values[later] - values[earlier]) / Double(later - earlier))
      }
    }
    return slopes.sorted()[slopes.count / 2] * Double(values.count - 1)
  }
}
