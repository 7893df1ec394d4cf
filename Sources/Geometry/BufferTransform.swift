/// The way a buffer's content lies relative to the surface that it is for: one of the eight of `wl_output.transform`,
/// with its numbers. Turns are counter-clockwise, and a flip, left for right, comes before the turn.
public enum BufferTransform: UInt32, CaseIterable, Sendable {
  case normal = 0
  case rotated90 = 1
  case rotated180 = 2
  case rotated270 = 3
  case flipped = 4
  case flipped90 = 5
  case flipped180 = 6
  case flipped270 = 7

  /// True when width and height change places.
  public var swapsSides: Bool { rawValue & 1 == 1 }

  /// True when the buffer shows the surface as a mirror does.
  public var isMirrored: Bool { rawValue & 4 != 0 }

  /// The buffer's size for a surface's, and the other way round.
  public func apply(to size: Size) -> Size { swapsSides ? Size(size.height, size.width) : size }

  /// From the points of a surface of a size to those of the buffer.
  public func transform(of size: Size) -> AffineTransform {
    let (width, height) = (size.width, size.height)
    return switch self {
    case .normal: .identity
    case .rotated90: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: width)
    case .rotated180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: width, ty: height)
    case .rotated270: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: height, ty: 0)
    case .flipped: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
    case .flipped90: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .flipped180: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height)
    case .flipped270: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: height, ty: width)
    }
  }
}
