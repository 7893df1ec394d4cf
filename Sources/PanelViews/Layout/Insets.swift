import PanelGeometry

/// Distances from the edges of a rectangle inward, as in UIKit's `NSDirectionalEdgeInsets`.
///
/// In a right-to-left layout the whole stage is mirrored, so that the left side of a view's coordinates is always the
/// leading side.
public struct Insets: Equatable, Hashable, Sendable {
  public var top, leading, bottom, trailing: Double

  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  public init(horizontal: Double = 0, vertical: Double = 0) {
    self.init(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
  }

  public static let zero = Insets()

  /// The sum of the leading and trailing distances as the width, and of the top and bottom distances as the height.
  var total: Size { Size(leading + trailing, top + bottom) }

  static func * (insets: Insets, factor: Double) -> Insets {
    Insets(
      top: insets.top * factor, leading: insets.leading * factor, bottom: insets.bottom * factor,
      trailing: insets.trailing * factor)
  }
}

extension Rect {
  /// Returns the rectangle without its insets; its size is never negative.
  public func inset(by insets: Insets) -> Rect {
    Rect(
      minX + insets.leading, minY + insets.top, max(width - insets.total.width, 0), max(height - insets.total.height, 0)
    )
  }
}
