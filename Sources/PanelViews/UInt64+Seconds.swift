extension UInt64 {
  /// Adds nanoseconds. The result saturates.
  func adding(nanoseconds: UInt64) -> UInt64 {
    let (sum, overflows) = addingReportingOverflow(nanoseconds)
    return overflows ? .max : sum
  }

  /// Adds seconds to a time in nanoseconds. Negative values and NaN add nothing, and the result saturates.
  func adding(seconds: Double) -> UInt64 {
    let nanoseconds = seconds * 1e9
    guard nanoseconds > 0 else { return self }
    guard nanoseconds < 0x1p64 else { return .max }
    return adding(nanoseconds: UInt64(clamping: nanoseconds))
  }
}
