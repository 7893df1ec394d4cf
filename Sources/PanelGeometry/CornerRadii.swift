/// The radii of a rectangle's rounded corners.
public struct CornerRadii: Hashable, Sendable {
  public var topLeft, topRight, bottomRight, bottomLeft: Double

  public init(topLeft: Double = 0, topRight: Double = 0, bottomRight: Double = 0, bottomLeft: Double = 0) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomRight = bottomRight
    self.bottomLeft = bottomLeft
  }

  /// Creates four equal radii.
  public init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }

  /// The largest radius.
  public var max: Double { Swift.max(Swift.max(topLeft, topRight), Swift.max(bottomRight, bottomLeft)) }

  /// Returns the radii limited to 0…half the shorter side of a rectangle.
  public func fitted(to size: Size) -> CornerRadii {
    let limit = Swift.max(Swift.min(size.width, size.height) / 2, 0)
    return mapped { Swift.min(Swift.max($0, 0), limit) }
  }

  /// Returns the radii of a rectangle that is smaller by `distance` on each side, with the same centers.
  public func insetBy(_ distance: Double) -> CornerRadii { mapped { Swift.max($0 - distance, 0) } }

  private func mapped(_ transform: (Double) -> Double) -> CornerRadii {
    CornerRadii(
      topLeft: transform(topLeft), topRight: transform(topRight), bottomRight: transform(bottomRight),
      bottomLeft: transform(bottomLeft))
  }

  /// True if no corner is rounded.
  public var isZero: Bool { max <= 0 }
}
