#if canImport(Glibc)
  import Glibc
#endif

extension Renderer {
  /// In pixels: of larger bitmaps too much would be kept, and more than a text changes at once.
  private static let largestCompared = 262_144

  /// Has a bitmap's pixels drawn anew, and takes for changed only the smallest rectangle that holds those that came out
  /// otherwise: a text of which one digit changed is one digit's work for all who show it.
  public func redraw(_ bitmap: Bitmap, _ draw: () -> Void) {
    let count = bitmap.stride * bitmap.height
    guard count <= Self.largestCompared else {
      draw()
      return bitmap.didChange()
    }
    before.removeAll()
    _ = before.extend(by: count)
    before.base.update(from: bitmap.pixels, count: count)
    draw()
    let changed = bitmap.difference(from: before.base)
    if !changed.isEmpty { bitmap.didChange(Region(changed)) }
  }
}

extension Bitmap {
  /// - Parameter before: as many pixels as the bitmap's, in rows that are as long.
  fileprivate func difference(from before: UnsafePointer<UInt32>) -> PixelRect {
    func isSame(_ row: Int) -> Bool {
      memcmp(pixels + row * stride, before + row * stride, width * MemoryLayout<UInt32>.stride) == 0
    }
    guard let top = (0..<height).first(where: { !isSame($0) }),
      let bottom = (top..<height).last(where: { !isSame($0) })
    else { return .empty }
    // The columns, from both sides: each row can only widen what the rows above it found.
    var (left, right) = (width, 0)
    for row in top...bottom {
      let (new, old) = (pixels + row * stride, before + row * stride)
      left = (0..<left).first { new[$0] != old[$0] } ?? left
      right = (right..<width).last { new[$0] != old[$0] }.map { $0 + 1 } ?? right
    }
    return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom + 1)
  }
}
