extension UInt64 {
  /// Adds seconds to a time in nanoseconds. Negative values and NaN add nothing, and the result saturates.
  func adding(seconds: Double) -> UInt64 {
    let nanoseconds = seconds * 1e9
    guard nanoseconds > 0 else { return self }
    guard nanoseconds < 0x1p64 else { return .max }
    let (sum, overflows) = addingReportingOverflow(UInt64(clamping: nanoseconds))
    return overflows ? .max : sum
  }
}
