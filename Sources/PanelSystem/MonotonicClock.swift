import Glibc

/// CLOCK_MONOTONIC, which runs on while the wall clock is set.
package enum MonotonicClock {
  /// The current time, in nanoseconds.
  package static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
