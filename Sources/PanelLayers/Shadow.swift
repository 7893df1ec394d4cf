import PanelGeometry
import PanelRaster
import PanelText

/// A layer's shadow, or a part of it, as a bitmap: blurred once and cached.
struct Shadow {
  let bitmap: Bitmap
  /// The bitmap's rectangle, in the layer's points.
  let extent: Rect
  /// The layer's `displayVersion` at the time of drawing.
  let version: Int

  /// - Parameters:
  ///   - layer: the layer that casts the shadow.
  ///   - part: the part of the layer's `shadowExtent` to draw.
  ///   - pixelsPerPoint: the scale at which the shadow is shown. A strong blur has fewer pixels than that.
  init?(of layer: Layer, part: Rect, pixelsPerPoint: Double) {
    guard let size = part.pixelSize(scale: layer.shadowScale(pixelsPerPoint: pixelsPerPoint)) else { return nil }
    bitmap = Bitmap(width: size.0, height: size.1)
    (extent, version) = (part, layer.displayVersion)
    layer.drawShadow(in: bitmap, covering: extent)
  }
}

extension Layer {
  /// The area that the layer's shadow covers, in points. Three deviations away from the layer, it is invisible.
  final var shadowExtent: Rect {
    let reach = 3 * Swift.max(shadowRadius, 0)
    return bounds.insetBy(-reach, -reach).offsetBy(dx: shadowOffset.x, dy: shadowOffset.y)
  }

  /// The blur's maximum standard deviation, in pixels of the bitmap. A bitmap that is blurred more looks the same.
  private static let maximumDeviation = 4.0

  /// Returns the pixels per point that the shadow's bitmap needs.
  final func shadowScale(pixelsPerPoint: Double) -> Double {
    Swift.min(pixelsPerPoint, Self.maximumDeviation / Swift.max(shadowRadius, 1e-3))
  }

  /// Draws the layer's shadow into a bitmap.
  ///
  /// - Parameters:
  ///   - bitmap: a clear bitmap.
  ///   - extent: what it covers, in points: `shadowExtent` or a part of it.
  final func drawShadow(in bitmap: Bitmap, covering extent: Rect) {
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    let radius = Swift.max(shadowRadius, 0)
    /// Returns the bitmap's columns or rows that contain the content that casts this part of the shadow.
    func range(_ start: Double, _ length: Double, _ scale: Double, _ count: Int) -> Range<Int> {
      let reach = Int(clamping: (3 * radius * scale).rounded(.up))
      let first = Swift.max(Int(clamping: (start * scale).rounded(.down)), -reach)
      return first..<Swift.max(first, Swift.min(Int(clamping: ((start + length) * scale).rounded(.up)), count + reach))
    }
    let origin = extent.origin - shadowOffset
    let columns = range(bounds.minX - origin.x, bounds.width, sx, bitmap.width)
    let rows = range(bounds.minY - origin.y, bounds.height, sy, bitmap.height)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let contents = Bitmap(width: columns.count, height: rows.count)
    let covered = Rect(
      origin.x + Double(columns.lowerBound) / sx, origin.y + Double(rows.lowerBound) / sy,
      Double(columns.count) / sx, Double(rows.count) / sy)
    drawOwnContent(in: contents, covering: covered, cornerRadii: cornerRadii, clip: contents.bounds)
    drawBorder(on: Canvas(contents, fitting: covered))
    var color = shadowColor
    color.alpha *= Swift.min(Swift.max(shadowOpacity, 0), 1)
    bitmap.fill(
      color, blurring: contents, x: columns.lowerBound, y: rows.lowerBound,
      deviation: Size(radius * sx, radius * sy))
    bitmap.didChange()
  }
}
