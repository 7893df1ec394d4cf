import PanelRaster

extension Bitmap {
  /// The mean color, without alpha; `nil` for a transparent bitmap.
  var meanColor: Color? {
    var (alpha, red, green, blue) = (0.0, 0.0, 0.0, 0.0)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = pixels[y * stride + x]
        alpha += Double(pixel >> 24)
        red += Double(pixel >> 16 & 0xFF)
        green += Double(pixel >> 8 & 0xFF)
        blue += Double(pixel & 0xFF)
      }
    }
    return alpha > 0 ? Color(red / alpha, green / alpha, blue / alpha) : nil
  }

  /// Returns a drawing in one color that looks etched into glass: a faint shape with a clear edge. Pixels that differ
  /// from the most common color are opaque.
  ///
  /// - Parameters:
  ///   - background: the opacity of the other pixels.
  ///   - edge: the width of the edge, in pixels; 0 for none.
  func etched(_ ink: Color, background: Double, edge: Int) -> Bitmap {
    let result = Bitmap(width: width, height: height)
    guard let most = commonColor else { return result }
    for y in 0..<height {
      for x in 0..<width {
        let pixel = pixels[y * stride + x]
        let alpha = Double(pixel >> 24) / 255
        guard cover(x, y) > 0 else { continue }
        let contrast = min(max((pixel.distance(to: most) / alpha - 0.2) / 0.35, 0), 1)
        var strength = cover(x, y) * (background + (0.95 - background) * contrast)
        if edge > 0 { strength = max(strength, 0.95 * edgeness(x, y, width: edge)) }
        result.pixels[y * result.stride + x] = ink.faded(ink.alpha * strength).premultipliedPixel
      }
    }
    result.didChange()
    return result
  }

  /// Returns the shape's coverage of a pixel, 0…1. A shadow isn't part of the shape.
  private func cover(_ x: Int, _ y: Int) -> Double {
    guard x >= 0, y >= 0, x < width, y < height else { return 0 }
    return min(max((Double(pixels[y * stride + x] >> 24) / 255 - 0.45) / 0.5, 0), 1)
  }

  /// Returns the strength of an edge at a pixel, 0…1: the decrease of the coverage nearby.
  private func edgeness(_ x: Int, _ y: Int, width edge: Int) -> Double {
    let own = cover(x, y)
    guard own > 0 else { return 0 }
    var least = own
    for dy in -edge...edge {
      for dx in -edge...edge where dx * dx + dy * dy <= edge * edge { least = min(least, cover(x + dx, y + dy)) }
    }
    return own - least
  }

  /// The most common color of opaque pixels, rounded to four bits per channel.
  private var commonColor: UInt32? {
    var counts: [UInt32: (count: Int, pixel: UInt32)] = [:]
    for y in 0..<height {
      for x in 0..<width where pixels[y * stride + x] >> 24 > 200 {
        let pixel = pixels[y * stride + x]
        counts[pixel & 0xF0F0F0, default: (0, pixel)].count += 1
      }
    }
    return counts.values.max { ($0.count, $1.pixel) < ($1.count, $0.pixel) }?.pixel
  }
}

extension UInt32 {
  /// Returns the largest difference of a channel, 0…1, from the other pixel at this pixel's alpha.
  fileprivate func distance(to other: UInt32) -> Double {
    func channel(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 0xFF) / 255 }
    let alpha = channel(self, 24)
    return [16, 8, 0].map { abs(channel(self, $0) - alpha * channel(other, $0)) }.max() ?? 0
  }
}
