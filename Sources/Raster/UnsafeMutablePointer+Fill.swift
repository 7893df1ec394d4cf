import CLinux

extension UnsafeMutablePointer<UInt32> {
  /// Sets so many pixels to one.
  @inline(__always) func fill(_ count: Int, with pixel: UInt32) {
    #if arch(x86_64)
      // The C library's stores are as wide as this processor's, ours are not.
      _ = UnsafeMutableRawPointer(self).withMemoryRebound(to: wchar_t.self, capacity: count) {
        wmemset($0, wchar_t(bitPattern: pixel), count)
      }
    #else
      update(repeating: pixel, count: count)
    #endif
  }
}
