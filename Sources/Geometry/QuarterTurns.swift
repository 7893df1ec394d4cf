/// A clockwise rotation of a picture on its panel, in steps of 90°.
public enum QuarterTurns: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// True if width and height are exchanged.
  public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

  /// Converts the panel's size to the rotated picture's, and vice versa.
  public func apply(to size: Size) -> Size { swapsSides ? Size(size.height, size.width) : size }

  /// Returns the map from the points of a picture of the given size to those of the panel.
  public func transform(of size: Size) -> AffineTransform {
    switch self {
    case .none: .identity
    case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: size.height, ty: 0)
    case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: size.width, ty: size.height)
    case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: size.width)
    }
  }

  /// Converts a point of the panel to a point of a picture of the given size.
  public func unapply(to point: Point, of size: Size) -> Point {
    // A rotation with a translation is always invertible.
    // swift-format-ignore: NeverForceUnwrap
    transform(of: size).inverted()!.apply(to: point)
  }
}
