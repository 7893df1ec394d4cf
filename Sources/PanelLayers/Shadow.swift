import PanelGeometry
import PanelRaster

/// A layer's shadow as a bitmap, blurred once and cached.
struct Shadow {
  let bitmap: Bitmap
  /// The bitmap's rectangle, in the layer's points.
  let extent: Rect
  /// The layer's `displayVersion` at the time of drawing.
  let version: Int

  /// The maximum standard deviation of the blur in pixels of the bitmap, that of three box filters of 11 pixels. For a
  /// stronger blur, a smaller bitmap looks as smooth when stretched.
  private static let maximumDeviation = 30.0.squareRoot()

  init?(of layer: Layer) {
    let (bounds, radius) = (layer.bounds, max(layer.shadowRadius, 0))
    let scale = min(2, Self.maximumDeviation / max(radius, 0.1), 512 / max(bounds.width, bounds.height, 1))
    let deviation = radius * scale
    // Beyond this, the alpha is too small for 8 bits.
    let margin = Int(clamping: (2.6 * deviation).rounded(.up)) + 1
    guard let (width, height) = bounds.pixelSize(scale: scale) else { return nil }
    let contents = Bitmap(width: width, height: height)
    layer.drawOwnContent(in: contents, covering: bounds, clip: contents.bounds)

    let bitmap = Bitmap(width: width + 2 * margin, height: height + 2 * margin)
    var alpha = [Float](repeating: 0, count: bitmap.width * bitmap.height)
    for y in 0..<height {
      for x in 0..<width {
        alpha[(y + margin) * bitmap.width + x + margin] = Float(contents.pixels[y * contents.stride + x] >> 24)
      }
    }
    alpha.blur(width: bitmap.width, height: bitmap.height, deviation: deviation)
    var color = layer.shadowColor
    let strength = color.alpha * min(max(layer.shadowOpacity, 0), 1) / 255
    for index in 0..<alpha.count {
      color.alpha = Double(alpha[index]) * strength
      bitmap.pixels[index] = color.premultipliedPixel
    }
    bitmap.didChange()
    self.bitmap = bitmap
    let (sx, sy) = (bounds.width / Double(width), bounds.height / Double(height))
    extent = Rect(
      bounds.minX - Double(margin) * sx + layer.shadowOffset.x,
      bounds.minY - Double(margin) * sy + layer.shadowOffset.y,
      Double(bitmap.width) * sx, Double(bitmap.height) * sy)
    version = layer.displayVersion
  }
}

extension [Float] {
  /// Blurs rows and columns with three box filters each, which look like a Gaussian.
  fileprivate mutating func blur(width: Int, height: Int, deviation: Double) {
    // Three boxes of w pixels have the variance (w² - 1) / 4. Boxes of even width have no center and would move the
    // shadow.
    let halfWidth = Int(clamping: (((4 * deviation * deviation + 1).squareRoot() - 1) / 2).rounded())
    let box = 2 * halfWidth + 1
    guard box > 1 else { return }
    var line = [Float](repeating: 0, count: Swift.max(width, height))
    for _ in 0..<3 {
      for y in 0..<height { blurLine(start: y * width, step: 1, count: width, box, halfWidth, &line) }
      for x in 0..<width { blurLine(start: x, step: width, count: height, box, halfWidth, &line) }
    }
  }

  private mutating func blurLine(start: Int, step: Int, count: Int, _ box: Int, _ halfWidth: Int, _ line: inout [Float])
  {
    for index in 0..<count { line[index] = self[start + index * step] }
    var sum: Float = 0
    for index in -box..<count {
      // The window of `index` is `box` pixels long and starts `halfWidth` pixels ahead of it.
      let (entering, leaving) = (index + box - 1 - halfWidth, index - 1 - halfWidth)
      if entering >= 0, entering < count { sum += line[entering] }
      if leaving >= 0, leaving < count { sum -= line[leaving] }
      if index >= 0 { self[start + index * step] = Swift.max(sum, 0) / Float(box) }
    }
  }
}
