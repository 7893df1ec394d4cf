#if canImport(Glibc)
  import Glibc
#endif

extension Renderer {
  /// In pixels. Larger parts aren't compared: that would need much memory, and texts are smaller.
  private static let maxComparedArea = 262_144

  /// Redraws a part of a bitmap. Marks only the bounding box of the pixels that differ as changed, so that a text with
  /// one new digit damages one digit.
  ///
  /// - Parameters:
  ///   - bitmap: has the last picture.
  ///   - part: within the bitmap's bounds.
  ///   - draw: draws the given part, in pixels, and nothing outside of it.
  public func redraw(_ bitmap: Bitmap, _ part: PixelRect, _ draw: (PixelRect) -> Void) {
    guard part.area <= Self.maxComparedArea else {
      draw(part)
      return bitmap.didChange(Region(part))
    }
    pixelsBefore.removeAll()
    pixelsBefore.appendUninitialized(count: part.area)
    func pixels(ofRow row: Int) -> (now: UnsafeMutablePointer<UInt32>, before: UnsafeMutablePointer<UInt32>) {
      (bitmap.pixels + ((part.minY + row) * bitmap.stride + part.minX), pixelsBefore.base + row * part.width)
    }
    for row in 0..<part.height {
      pixels(ofRow: row).before.update(from: pixels(ofRow: row).now, count: part.width)
    }
    draw(part)
    var changed = PixelRect.empty
    for row in 0..<part.height {
      let (now, before) = pixels(ofRow: row)
      guard memcmp(now, before, part.width * MemoryLayout<UInt32>.stride) != 0,
        let first = (0..<part.width).first(where: { now[$0] != before[$0] }),
        let last = (first..<part.width).last(where: { now[$0] != before[$0] })
      else { continue }
      changed = changed.union(PixelRect(x: part.minX + first, y: part.minY + row, width: last + 1 - first, height: 1))
    }
    if !changed.isEmpty { bitmap.didChange(Region(changed)) }
  }
}
