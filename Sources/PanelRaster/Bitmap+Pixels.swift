import CPixels
import PanelGeometry

/// Drawing into a bitmap's pixels. None of these calls `didChange`.
extension Bitmap {
  /// Fills a rectangle with a pixel.
  public func fill(_ rect: PixelRect, with pixel: UInt32) {
    forEachRow(of: rect) { row, width, _ in cpixels_fill(row, pixel, width) }
  }

  /// Sets the pixels of a row to colors that aren't multiplied with their alpha.
  ///
  /// - Parameters:
  ///   - bytes: red, green, blue and, with four channels, alpha of each pixel.
  ///   - channelCount: 3 or 4.
  ///   - y: the row.
  /// - Returns: True if all pixels are opaque.
  public func setRow(_ y: Int, from bytes: UnsafeRawBufferPointer, channelCount: Int) -> Bool {
    precondition((0..<height).contains(y) && bytes.count >= width * channelCount && (3...4).contains(channelCount))
    let row = pixels + y * stride
    var alphas: UInt32 = 255
    for x in 0..<width {
      let start = x * channelCount
      let (red, green, blue) = (UInt32(bytes[start]), UInt32(bytes[start + 1]), UInt32(bytes[start + 2]))
      let alpha = channelCount == 4 ? UInt32(bytes[start + 3]) : 255
      alphas &= alpha
      /// The product divided by 255, rounded.
      func premultiplied(_ channel: UInt32) -> UInt32 {
        let product = channel * alpha + 128
        return (product + product >> 8) >> 8
      }
      row[x] = alpha << 24 | premultiplied(red) << 16 | premultiplied(green) << 8 | premultiplied(blue)
    }
    return alphas == 255
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
