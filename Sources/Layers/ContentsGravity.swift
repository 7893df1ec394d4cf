import Geometry

/// The position of a layer's contents in its bounds, with Core Animation's names.
public enum ContentsGravity: String, CaseIterable, Sendable {
  case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  /// Stretches the contents to the bounds.
  case resize
  /// Scales the contents to the largest size that fits into the bounds, keeping the aspect ratio.
  case resizeAspect
  /// Scales the contents to fill the bounds, keeping the aspect ratio; a layer with `masksToBounds` clips the excess.
  case resizeAspectFill

  /// Returns the rectangle for contents of the given size. Both are in points; y points down.
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
