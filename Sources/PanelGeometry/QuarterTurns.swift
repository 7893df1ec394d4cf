/// A clockwise rotation of a picture on its panel, in steps of 90°.
public enum QuarterTurns: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  private var bufferTransform: BufferTransform {
    switch self {
    case .none: .normal
    case .quarter: .rotated270
    case .half: .rotated180
    case .threeQuarters: .rotated90
    }
  }

  /// Converts the panel's size to the rotated picture's, and vice versa.
  public func apply(to size: Size) -> Size { bufferTransform.apply(to: size) }

  /// Returns the map from the points of a picture of the given size to those of the panel.
  public func transform(of size: Size) -> Transform2D { bufferTransform.transform(of: size) }

  /// Converts a point of the panel to a point of a picture of the given size.
  public func unapply(to point: Point, of size: Size) -> Point {
    // A rotation with a translation is always invertible.
    // swift-format-ignore: NeverForceUnwrap
    transform(of: size).inverted()!.apply(to: point)
  }
}
