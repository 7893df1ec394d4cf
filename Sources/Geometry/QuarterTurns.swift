/// A turn of a picture on its panel, clockwise, in steps of 90°.
public enum QuarterTurns: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// True when width and height change places.
  public var swapsSides: Bool { self == .quarter || self == .threeQuarters }

  /// The size of what is turned, for a panel's; and the panel's, for what is turned.
  public func apply(to size: Size) -> Size { swapsSides ? Size(size.height, size.width) : size }

  /// From the points of a picture of a size to those of the panel.
  public func transform(of size: Size) -> AffineTransform {
    switch self {
    case .none: .identity
    case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: size.height, ty: 0)
    case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: size.width, ty: size.height)
    case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: size.width)
    }
  }

  /// A point of the panel as a point of the picture of a size.
  public func unapply(to point: Point, of size: Size) -> Point {
    // A rotation with a translation is always invertible.
    // swift-format-ignore: NeverForceUnwrap
    transform(of: size).inverted()!.apply(to: point)
  }
}
