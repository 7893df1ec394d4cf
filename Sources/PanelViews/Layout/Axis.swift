import PanelGeometry

/// A direction of layout, as in UIKit's `NSLayoutConstraint.Axis`.
public enum Axis: Sendable {
  case horizontal, vertical

  var perpendicular: Axis { self == .horizontal ? .vertical : .horizontal }
}

extension Size {
  /// Creates a size from its lengths along an axis and across the axis.
  init(along axis: Axis, _ length: Double, across: Double) {
    self = axis == .horizontal ? Size(length, across) : Size(across, length)
  }

  package subscript(axis: Axis) -> Double { axis == .horizontal ? width : height }

  /// Returns the smallest size that contains both.
  func union(_ other: Size) -> Size { Size(max(width, other.width), max(height, other.height)) }

  static func + (a: Size, b: Size) -> Size { Size(a.width + b.width, a.height + b.height) }

}

extension Point {
  /// Creates a point from its coordinates along an axis and across the axis.
  init(along axis: Axis, _ position: Double, across: Double) {
    self = axis == .horizontal ? Point(position, across) : Point(across, position)
  }

  subscript(axis: Axis) -> Double { axis == .horizontal ? x : y }
}

extension Double {
  /// The length as `sizeThatFits` expects it: 0 if unlimited.
  var zeroIfUnlimited: Double { isFinite ? self : 0 }
}
