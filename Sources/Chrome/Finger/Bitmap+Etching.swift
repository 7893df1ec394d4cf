import Raster

extension Bitmap {
  /// The mean of all pixels, as a colour without alpha; `nil` where nothing is drawn.
  public var meanColor: Color? {
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

  /// The same as it would be etched into glass: its shape is faint and has a clear edge, and what stands out from the
  /// colour of most of it is opaque.
  ///
  /// - Parameters:
  ///   - ink: of all of it.
  ///   - ground: the alpha of what doesn't stand out.
  ///   - edge: of the shape's edge, in pixels; 0 for none.
  public func etched(_ ink: Color, ground: Double, edge: Int) -> Bitmap {
    let result = Bitmap(width: width, height: height)
    guard let most = commonColor else { return result }
    for y in 0..<height {
      for x in 0..<width {
        let pixel = pixels[y * stride + x]
        let alpha = Double(pixel >> 24) / 255
        guard cover(x, y) > 0 else { continue }
        let contrast = min(max((pixel.distance(to: most) / alpha - 0.2) / 0.35, 0), 1)
        var strength = cover(x, y) * (ground + (0.95 - ground) * contrast)
        if edge > 0 { strength = max(strength, 0.95 * edgeness(x, y, width: edge)) }
        result.pixels[y * result.stride + x] = ink.faded(ink.alpha * strength).premultipliedPixel
      }
    }
    result.didChange()
    return result
  }

  /// The part, 0…1, of a pixel that the shape covers: a shadow around it is no part of it.
  private func cover(_ x: Int, _ y: Int) -> Double {
    guard x >= 0, y >= 0, x < width, y < height else { return 0 }
    return min(max((Double(pixels[y * stride + x] >> 24) / 255 - 0.45) / 0.5, 0), 1)
  }

  /// The part, 0…1, of an edge of the shape that lies on a pixel: how much less is drawn near it.
  private func edgeness(_ x: Int, _ y: Int, width edge: Int) -> Double {
    let own = cover(x, y)
    guard own > 0 else { return 0 }
    var least = own
    for dy in -edge...edge {
      for dx in -edge...edge where dx * dx + dy * dy <= edge * edge { least = min(least, cover(x + dx, y + dy)) }
    }
    return own - least
  }

  /// The colour that most opaque pixels have, to four bits.
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
  /// The largest difference of the three channels, 0…1, of which the other pixel's are those under this one's alpha.
  fileprivate func distance(to other: UInt32) -> Double {
    func channel(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 0xFF) / 255 }
    let alpha = channel(self, 24)
    return [16, 8, 0].map { abs(channel(self, $0) - alpha * channel(other, $0)) }.max() ?? 0
  }
}
