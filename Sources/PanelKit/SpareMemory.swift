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
    var range: Range<UInt>?
    forEachLine(of: "/proc/self/smaps") { line in
      // A mapping's line begins with its address; beneath it are some twenty more, each with a capital.
      if strspn(line, "0123456789abcdef") > 0 {
        range = fileRange(line)
      } else if strncmp(line, "Rss:", 4) == 0, atol(line + 4) == 0 {
        // There is nothing to give back. An emulator that knows no numbers says so of each, and then 0 isn't true below.
        range = nil
      } else if strncmp(line, "Anonymous:", 10) == 0, atol(line + 10) == 0 {
        // None of it is the process's own. What the dynamic linker relocated is, though it is read-only by now: it would
        // come back without its relocations.
        if let range { giveBack(range) }
      }
    }
  }

  /// Gives a mapping back, by its addresses.
  static func giveBack(_ range: Range<UInt>) {
    madvise(
      UnsafeMutableRawPointer(bitPattern: range.lowerBound), Int(bitPattern: range.upperBound &- range.lowerBound),
      MADV_DONTNEED)
  }

  static func forEachLine(of path: String, _ body: (UnsafePointer<CChar>) -> Void) {
    guard let file = fopen(path, "re") else { return }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, file) > 0, let line { body(line) }
  }

  /// The addresses of a file's mapping that isn't written to; `nil` of another one.
  ///
  /// - Parameter line: "start-end rights offset device inode path". There are hundreds: as a `String` it would take ten times as long.
  static func fileRange(_ line: UnsafePointer<CChar>) -> Range<UInt>? {
    var rest: UnsafeMutablePointer<CChar>?
    let start = strtoul(line, &rest, 16)
    guard let dash = rest, dash.pointee == 45 else { return nil }
    let end = strtoul(dash + 1, &rest, 16)
    // Of all fields only a path has a slash.
    guard let rights = rest, strncmp(rights, " r", 2) == 0, rights[2] != 119, strchr(rights, 47) != nil, start < end
    else {
      return nil
    }
    return start..<end
  }
}
