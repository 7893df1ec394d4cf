/// A frame whose instructions are counted, and none of what the program does besides:
/// `valgrind --tool=callgrind --toggle-collect=cube_kiosk_bench_counted_frame …`.
enum CountedFrame {
  static func run(_ draw: () -> Void) {
    withoutActuallyEscaping(draw) { draw in
      var body = draw
      withUnsafeMutablePointer(to: &body) { call($0) }
    }
  }
}

@_cdecl("cube_kiosk_bench_counted_frame") @inline(never) func call(_ body: UnsafeMutableRawPointer) {
  body.assumingMemoryBound(to: (() -> Void).self).pointee()
}
