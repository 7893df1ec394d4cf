import CLinux
import Glibc

/// The memory that the start needed and the running program doesn't.
enum StartMemory {
  /// Gives it back to the system: freed heap, the fonts' configuration above all, and the pages of code that were run
  /// once. On a board with little memory that is a sixth of the program; what is needed again is mapped again from the
  /// page cache, in microseconds.
  static func release() {
    malloc_trim(0)
    guard let maps = fopen("/proc/self/maps", "re") else { return }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, maps) > 0, let line {
      // "start-end rights offset device inode path"
      let fields = String(cString: line).split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      let range = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      // Code alone: it is never written to. What the dynamic linker relocated is read-only by now as well, and would
      // come back without its relocations.
      guard fields.count == 6, fields[1] == "r-xp", fields[5].contains("/"), range.count == 2 else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: range[0]), Int(range[1] - range[0]), MADV_DONTNEED)
    }
  }
}
