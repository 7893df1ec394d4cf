/// A number within a range.
public final class SceneNumber: SceneValue {
  public let range: ClosedRange<Double>
  /// Values that a drag snaps to, such as a right angle.
  public let detents: [Double]
  /// Formats a value for display.
  public let format: (Double) -> String

  public var value: Double {
    didSet {
      value = min(max(value, range.lowerBound), range.upperBound)
      if value != oldValue { didChange() }
    }
  }

  public init(
    name: String, heading: String, range: ClosedRange<Double>, value: Double, detents: [Double] = [],
    format: @escaping (Double) -> String
  ) {
    (self.range, self.value) = (range, value)
    (self.detents, self.format) = (detents, format)
    super.init(name: name, heading: heading)
  }
}
