import Words

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

extension SceneNumber {
  /// Creates an angle in degrees, from 0 to 360.
  static func angle(degrees: Double) -> SceneNumber {
    SceneNumber(
      name: "angle", heading: Word.angle.text, range: 0...360, value: degrees,
      detents: stride(from: 0, through: 360, by: 45).map { $0 }, format: { "\(Int(clamping: $0.rounded()))°" })
  }

  /// Creates the distance of the eye, in points.
  static func distance(_ value: Double = 500) -> SceneNumber {
    SceneNumber(name: "distance", heading: Word.eye.text, range: 150...2000, value: value, detents: [500, 1000]) {
      "\(Int(clamping: $0.rounded())) pt"
    }
  }

  /// The value converted from degrees to radians.
  var radians: Double { value * .pi / 180 }
}
