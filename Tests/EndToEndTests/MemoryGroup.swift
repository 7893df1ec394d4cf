import Foundation
import TestSupport

/// A cgroup with a memory limit, in version 2 or 1. The kernel kills a program that exceeds it.
final class MemoryGroup {
  private let path: String
  private let isVersion2: Bool

  /// - Parameter limit: In bytes.
  /// - Returns: `nil` if no group can be created: without root, or in a container.
  init?(limit: Int) {
    func write(_ text: String, _ file: String) -> Bool {
      (try? text.write(toFile: file, atomically: false, encoding: .utf8)) != nil
    }
    for (root, file, isVersion2) in [
      ("/sys/fs/cgroup", "memory.max", true), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", false),
    ] {
      // In version 2 the root group must enable the memory controller for its children.
      let controllers = try? String(contentsOfFile: root + "/cgroup.subtree_control", encoding: .utf8)
      guard !isVersion2 || controllers?.split(whereSeparator: \.isWhitespace).contains("memory") == true else {
        continue
      }
      let path = "\(root)/cube-kiosk-test-\(getpid())"
      guard mkdir(path, 0o755) == 0 else { continue }
      guard write("\(limit)", "\(path)/\(file)") else {
        rmdir(path)
        continue
      }
      if isVersion2 { _ = write("0", path + "/memory.swap.max") }
      (self.path, self.isVersion2) = (path, isVersion2)
      return
    }
    return nil
  }

  // A group can be removed once its last process has ended.
  deinit { try? waitUntil("the group's end", within: 2) { rmdir(path) == 0 } }

  /// The shell command that moves the shell, and all that it starts, into the group.
  var joining: String { "echo $$ > \(path)/cgroup.procs" }

  /// The maximum memory use so far, in bytes.
  var peak: Int {
    let file = path + (isVersion2 ? "/memory.peak" : "/memory.max_usage_in_bytes")
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }
}
