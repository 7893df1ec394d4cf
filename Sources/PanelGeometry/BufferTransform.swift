/// The orientation of a buffer's content relative to its surface, with the raw values of `wl_output.transform`.
///
/// Rotations are counterclockwise; a horizontal flip is applied before the rotation.
public enum BufferTransform: UInt32, CaseIterable, Sendable {
  case normal = 0
  case rotated90 = 1
  case rotated180 = 2
  case rotated270 = 3
  case flipped = 4
  case flipped90 = 5
  case flipped180 = 6
  case flipped270 = 7

  /// True if width and height are exchanged.
  public var swapsSides: Bool { rawValue & 1 == 1 }

  /// True if the buffer shows a mirror image of the surface.
  public var isMirrored: Bool { rawValue & 4 != 0 }

  /// Converts a surface's size to the buffer's, and vice versa.
  public func apply(to size: Size) -> Size { swapsSides ? Size(size.height, size.width) : size }

  /// Returns the map from the points of a surface of the given size to those of the buffer.
  public func transform(of size: Size) -> Transform2D {
    let (width, height) = (size.width, size.height)
    return switch self {
    case .normal: .identity
    case .rotated90: Transform2D(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    case .rotated180: Transform2D(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case .rotated270: Transform2D(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case .flipped: Transform2D(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case .flipped90: Transform2D(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .flipped180: Transform2D(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case .flipped270: Transform2D(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    }
  }
}
