extension FixedWidthInteger {
  /// The whole number next to a value toward zero; the least or the greatest that there is for one beyond them, and 0 for what
  /// isn't a number.
  ///
  /// The only way from a Double to a whole number: what comes from outside, or is reckoned from it, may be anything, and
  /// the language's own conversion ends the program.
  @inlinable package init(clamping value: Double) {
    if value >= Double(Self.max) {
      self = .max
    } else if value <= Double(Self.min) {
      self = .min
    } else {
      self = value.isNaN ? 0 : Self(value)
    }
  }
}

// These stand before the language's own in every module that knows Geometry, and a build with a warning fails.

extension Int {
  @available(*, deprecated, message: "a Double may be beyond it: Int(clamping:), or Int(exactly:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int32 {
  @available(*, deprecated, message: "a Double may be beyond it: Int32(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int64 {
  @available(*, deprecated, message: "a Double may be beyond it: Int64(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt16 {
  @available(*, deprecated, message: "a Double may be beyond it: UInt16(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt32 {
  @available(*, deprecated, message: "a Double may be beyond it: UInt32(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt64 {
  @available(*, deprecated, message: "a Double may be beyond it: UInt64(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}
