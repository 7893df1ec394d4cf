import Foundation

/// A memory group of the kernel, with a limit: what goes beyond it is killed.
///
/// Made by version 2 of control groups or version 1, where this process may.
final class MemoryGroup {
  private let path: String
  private let isVersion2: Bool

  /// - Parameter limit: in bytes.
  /// - Returns: `nil` where no group can be made: without root, or in a container.
  init?(limit: Int) {
    let name = "cube-kiosk-test-\(getpid())"
    func write(_ text: String, _ file: String) -> Bool {
      (try? text.write(toFile: file, atomically: false, encoding: .utf8)) != nil
    }
    for (root, file, isVersion2) in [
      ("/sys/fs/cgroup", "memory.max", true), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", false),
    ] {
      // As the root group allows its children: in version 2 the memory controller has to be switched on for them.
      let switches = try? String(contentsOfFile: root + "/cgroup.subtree_control", encoding: .utf8)
      guard !isVersion2 || switches?.split(whereSeparator: \.isWhitespace).contains("memory") == true else { continue }
      let path = "\(root)/\(name)"
      guard mkdir(path, 0o755) == 0 else { continue }
      guard write("\(limit)", "\(path)/\(file)") else {
        rmdir(path)
        continue
      }
      // Beyond the limit is beyond it: nothing is put aside.
      if isVersion2 { _ = write("0", path + "/memory.swap.max") }
      (self.path, self.isVersion2) = (path, isVersion2)
      return
    }
    return nil
  }

  deinit {
    // It can go when the last process in it is gone.
    for _ in 0..<200 where rmdir(path) != 0 { usleep(10_000) }
  }

  /// The shell words that put it in the group, with all that it starts.
  var joining: String { "echo $$ > \(path)/cgroup.procs" }

  /// The most that was ever used, in bytes.
  var peak: Int {
    let file = path + (isVersion2 ? "/memory.peak" : "/memory.max_usage_in_bytes")
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }
}
