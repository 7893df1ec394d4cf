extension FixedWidthInteger {
  /// Rounds a value toward zero and clamps it to the representable range; NaN becomes 0.
  ///
  /// Use it for every conversion from Double to an integer. External or computed values may be out of range, for which
  /// Swift's own conversion traps.
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

// These overloads take precedence over the standard library's in every module that imports PanelGeometry. Since warnings
// fail the build, they rule out trapping conversions.

extension Int {
  @available(*, deprecated, message: "a Double may be outside Int's range: use Int(clamping:) or Int(exactly:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int32 {
  @available(*, deprecated, message: "a Double may be outside Int32's range: use Int32(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension Int64 {
  @available(*, deprecated, message: "a Double may be outside Int64's range: use Int64(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt16 {
  @available(*, deprecated, message: "a Double may be outside UInt16's range: use UInt16(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt32 {
  @available(*, deprecated, message: "a Double may be outside UInt32's range: use UInt32(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}

extension UInt64 {
  @available(*, deprecated, message: "a Double may be outside UInt64's range: use UInt64(clamping:)")
  package init(_ value: Double) { self.init(clamping: value) }
}
