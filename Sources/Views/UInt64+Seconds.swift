extension UInt64 {
  /// A time in nanoseconds, so many seconds later: the same where they are none, less or no number, and the last there is
  /// where it doesn't reach so far.
  func adding(seconds: Double) -> UInt64 {
    let nanoseconds = seconds * 1e9
    guard nanoseconds > 0 else { return self }
    // 2⁶⁴: the first that has no room.
    guard nanoseconds < 0x1p64 else { return .max }
    let (sum, overflows) = addingReportingOverflow(UInt64(clamping: nanoseconds))
    return overflows ? .max : sum
  }
}
