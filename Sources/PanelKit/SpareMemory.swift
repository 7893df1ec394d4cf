import CLinux
import Glibc

/// The memory that the start or a motion needed, and a panel that stands still doesn't.
enum SpareMemory {
  /// Gives it back to the system: freed heap, the fonts' configuration above all, and the pages of files that were needed
  /// once: code, constants, fonts. On a board with little memory that is a fourth of the program; what is needed again is
  /// mapped again from the page cache, in microseconds.
  static func release() {
    malloc_trim(0)
    /// The mapping that the lines are about, where it is a file's and isn't written to.
    var range: [UInt] = []
    forEachLine(of: "/proc/self/smaps") { line in
      // A mapping's line begins with its address; beneath it are some twenty more, each with a capital.
      if strspn(line, "0123456789abcdef") > 0 {
        range = fileRange(String(cString: line))
      } else if strncmp(line, "Rss:", 4) == 0, atol(line + 4) == 0 {
        // There is nothing to give back. An emulator that knows no numbers says so of each, and then 0 isn't true below.
        range = []
      } else if strncmp(line, "Anonymous:", 10) == 0, atol(line + 10) == 0 {
        // None of it is the process's own. What the dynamic linker relocated is, though it is read-only by now: it would
        // come back without its relocations.
        giveBack(range)
      }
    }
  }

  /// Gives a mapping back, if it is one.
  static func giveBack(_ range: [UInt]) {
    guard range.count == 2 else { return }
    madvise(UnsafeMutableRawPointer(bitPattern: range[0]), Int(bitPattern: range[1] &- range[0]), MADV_DONTNEED)
  }

  static func forEachLine(of path: String, _ body: (UnsafePointer<CChar>) -> Void) {
    guard let file = fopen(path, "re") else { return }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, file) > 0, let line { body(line) }
  }

  /// The beginning and end of a file's mapping that isn't written to; of another one nothing.
  ///
  /// - Parameter line: "start-end rights offset device inode path".
  static func fileRange(_ line: String) -> [UInt] {
    let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard fields.count == 6, fields[5].contains("/"), fields[1].first == "r", !fields[1].contains("w") else {
      return []
    }
    return fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
  }
}
