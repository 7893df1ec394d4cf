#if canImport(Glibc)
  import Glibc
#endif

extension Renderer {
  /// In pixels: of larger bitmaps too much would be kept, and more than a text changes at once.
  private static let largestCompared = 262_144

  /// Has the pixels of a part of a bitmap drawn anew, and takes for changed only the smallest rectangle that holds those that came out
  /// otherwise: a text of which one digit changed is one digit's work for all who show it.
  ///
  /// - Parameters:
  ///   - part: within the bitmap's bounds.
  ///   - draw: takes the part, in pixels, and changes nothing beside it.
  public func redraw(_ bitmap: Bitmap, _ part: PixelRect, _ draw: (PixelRect) -> Void) {
    guard part.area <= Self.largestCompared else {
      draw(part)
      return bitmap.didChange(Region(part))
    }
    before.removeAll()
    _ = before.extend(by: part.area)
    for row in 0..<part.height {
      (before.base + row * part.width).update(from: bitmap.row(row, of: part), count: part.width)
    }
    draw(part)
    let changed = bitmap.difference(from: before.base, in: part)
    if !changed.isEmpty { bitmap.didChange(Region(changed)) }
  }
}

extension Bitmap {
  fileprivate func row(_ row: Int, of part: PixelRect) -> UnsafeMutablePointer<UInt32> {
    pixels + (part.minY + row) * stride + part.minX
  }

  /// - Parameter before: the part's pixels, row by row.
  fileprivate func difference(from before: UnsafePointer<UInt32>, in part: PixelRect) -> PixelRect {
    let width = part.width
    func isSame(_ row: Int) -> Bool {
      memcmp(self.row(row, of: part), before + row * width, width * MemoryLayout<UInt32>.stride) == 0
    }
    guard let top = (0..<part.height).first(where: { !isSame($0) }),
      let bottom = (top..<part.height).last(where: { !isSame($0) })
    else { return .empty }
    // The columns, from both sides: each row can only widen what the rows above it found.
    var (left, right) = (width, 0)
    for row in top...bottom {
      let (new, old) = (self.row(row, of: part), before + row * width)
      left = (0..<left).first { new[$0] != old[$0] } ?? left
      right = (right..<width).last { new[$0] != old[$0] }.map { $0 + 1 } ?? right
    }
    return PixelRect(
      minX: part.minX + left, minY: part.minY + top, maxX: part.minX + right, maxY: part.minY + bottom + 1)
  }
}
