import CLinux
import Glibc

/// The code and fonts that a motion needed for a moment: a face is drawn, with all that draws text, when it first can be seen.
///
/// A panel that turns for hours never rests (`SpareMemory`). So from time to time it looks whether the kernel had to map what
/// no frame before needed, and gives it all back. What each frame needs is there again with the next one, in a tenth of
/// a millisecond. Where a text changes each second that would go on for ever: each time the pause is twice as long.
struct SpareCode {
  /// The time of the last frame in which something moved, and of the next look.
  private var last: UInt64 = 0
  private var look: UInt64 = 0
  private var pause = Self.leastPause
  private var faults = 0
  /// True where what was mapped since the last look says nothing: a motion began, or all was given back.
  private var isSettling = false

  private static let leastPause: UInt64 = 1_000_000_000
  /// By then what each frame needs is there again.
  private static let settling: UInt64 = 100_000_000
  /// What a frame maps without any code that is new to it.
  private static let few = 32

  /// A frame was drawn in which something moved, at that time in nanoseconds.
  mutating func moved(at now: UInt64) {
    if now > last + Self.leastPause { (pause, look, isSettling) = (Self.leastPause, now, true) }
    last = now
    guard now >= look else { return }
    let before = faults
    faults = Self.faults
    if !isSettling, faults - before > Self.few {
      Self.release()
      (look, pause, isSettling) = (now + Self.settling, pause * 2, true)
    } else {
      (look, isSettling) = (now + pause, false)
    }
  }

  /// How often the kernel had to map a page so far.
  private static var faults: Int {
    var usage = rusage()
    return getrusage(RUSAGE_SELF.rawValue, &usage) == 0 ? usage.ru_minflt : 0
  }

  /// Gives back what isn't written to of the program's file, its libraries' and the fonts'. What else there is in memory isn't
  /// looked up: that would take ten times as long. A debugger's breakpoint goes with the page that it was written to.
  private static func release() {
    _ = clinux_visit_objects(
      { object, _, _ in
        // The program has no name; what has one without a path is the kernel's.
        guard let object = object?.pointee, object.name[0] == 0 || strchr(object.name, 47) != nil else { return 0 }
        let size = UInt(bitPattern: sysconf(numericCast(_SC_PAGESIZE)))
        // From the last to the first one, in which these numbers are themselves: to read them is to have them mapped again.
        for segment in UnsafeBufferPointer(start: object.headers, count: Int(object.headerCount)).reversed()
        where segment.p_type == PT_LOAD && segment.p_flags & UInt32(PF_W) == 0 {
          let isFirst = segment.p_offset == 0
          let start = UInt(truncatingIfNeeded: object.address &+ segment.p_vaddr)
          SpareMemory.giveBack(start & ~(size &- 1)..<start &+ UInt(truncatingIfNeeded: segment.p_memsz))
          if isFirst { break }
        }
        return 0
      }, nil)
    SpareMemory.forEachLine(of: "/proc/self/maps") { line in
      if strstr(line, "/fonts/") != nil, let range = SpareMemory.fileRange(line) { SpareMemory.giveBack(range) }
    }
  }
}
