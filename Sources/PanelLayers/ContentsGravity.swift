import PanelGeometry

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
    var (size, x, y) = (size, 0.5, 0.5)
    let (widthScale, heightScale) = (bounds.width / size.width, bounds.height / size.height)
    switch self {
    case .center: break
    case .top: y = 0
    case .bottom: y = 1
    case .left: x = 0
    case .right: x = 1
    case .topLeft: (x, y) = (0, 0)
    case .topRight: (x, y) = (1, 0)
    case .bottomLeft: (x, y) = (0, 1)
    case .bottomRight: (x, y) = (1, 1)
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      guard size.width > 0, size.height > 0 else { return bounds }
      size = size * (self == .resizeAspect ? Swift.min(widthScale, heightScale) : Swift.max(widthScale, heightScale))
    }
    return Rect(
      bounds.minX + (bounds.width - size.width) * x, bounds.minY + (bounds.height - size.height) * y, size.width,
      size.height)
  }
}
