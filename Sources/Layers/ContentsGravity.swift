import Geometry

/// The place of a layer's contents in its bounds, by Core Animation's names.
public enum ContentsGravity: String, CaseIterable, Sendable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  /// Stretched to the bounds.
  case resize
  /// As large as the bounds allow, in its own proportions.
  case resizeAspect
  /// Fills the bounds, in its own proportions; what sticks out is cut off where the layer masks to its bounds.
  case resizeAspectFill

  /// The place of contents of a size. Both in points; top is where y is least.
  public func rect(of size: Size, in bounds: Rect) -> Rect {
    func placed(_ size: Size, _ x: Double, _ y: Double) -> Rect {
      Rect(
        bounds.minX + (bounds.width - size.width) * x, bounds.minY + (bounds.height - size.height) * y, size.width,
        size.height)
    }
    func scaled(_ choose: (Double, Double) -> Double) -> Rect {
      guard size.width > 0, size.height > 0 else { return bounds }
      return placed(size * choose(bounds.width / size.width, bounds.height / size.height), 0.5, 0.5)
    }
    switch self {
    case .center: return placed(size, 0.5, 0.5)
    case .top: return placed(size, 0.5, 0)
    case .bottom: return placed(size, 0.5, 1)
    case .left: return placed(size, 0, 0.5)
    case .right: return placed(size, 1, 0.5)
    case .topLeft: return placed(size, 0, 0)
    case .topRight: return placed(size, 1, 0)
    case .bottomLeft: return placed(size, 0, 1)
    case .bottomRight: return placed(size, 1, 1)
    case .resize: return bounds
    case .resizeAspect: return scaled(Swift.min)
    case .resizeAspectFill: return scaled(Swift.max)
    }
  }
}
