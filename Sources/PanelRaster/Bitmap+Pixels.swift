import CPixels
import PanelGeometry

/// Drawing into a bitmap's pixels. None of these calls `didChange`.
extension Bitmap {
  /// Fills a rectangle with a pixel.
  public func fill(_ rect: PixelRect, with pixel: UInt32) {
    forEachRow(of: rect) { row, width, _ in cpixels_fill(row, pixel, width) }
  }

  /// Copies the pixels of a rectangle, which is within the bounds, from a bitmap of the same size.
  public func copy(_ rect: PixelRect, from other: Bitmap) {
    precondition(width == other.width && height == other.height && rect.intersection(bounds) == rect)
    forEachRow(of: rect) { row, width, y in row.update(from: other.pixels + y * other.stride + rect.minX, count: width)
    }
  }

  /// Fills with a linear gradient.
  ///
  /// - Parameters:
  ///   - gradient: in pixels of the picture.
  ///   - clip: the part to write. A pixel doesn't depend on it.
  ///   - x: the column of the picture at which the bitmap begins.
  ///   - y: the row of the picture at which the bitmap begins.
  public func fill(_ gradient: LinearGradient, clip: PixelRect? = nil, x: Int = 0, y: Int = 0) {
    let clip = bounds.intersection(clip ?? bounds)
    lastFill = gradient
    forEachRow(of: clip) { row, _, line in gradient.fill(row, clip.minX + x..<clip.maxX + x, y: line + y) }
  }

  /// Fills with a radial gradient, opaque and dithered.
  ///
  /// - Parameters:
  ///   - gradient: in pixels.
  ///   - clip: the part to write. A pixel doesn't depend on it.
  public func fill(_ gradient: RadialGradient, clip: PixelRect? = nil) {
    let clip = bounds.intersection(clip ?? bounds)
    forEachRow(of: clip) { row, _, y in gradient.fill(row, clip.minX..<clip.maxX, y: y) }
  }

  /// Calls `body` for each row of a rectangle's part inside the bounds, with the row's first pixel, width and y.
  private func forEachRow(of rect: PixelRect, _ body: (UnsafeMutablePointer<UInt32>, Int, Int) -> Void) {
    let rect = rect.intersection(bounds)
    for y in rect.minY..<rect.maxY { body(pixels + (y * stride + rect.minX), rect.width, y) }
  }
}
