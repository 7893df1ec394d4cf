import CPangoCairo
import PanelGeometry
import PanelRaster

/// Draws shapes and text into a bitmap with Cairo. Coordinates are in points.
public final class Canvas {
  public let bitmap: Bitmap
  /// The area, in pixels, to which all drawing is clipped.
  public let clip: PixelRect
  /// The rectangle that the bitmap covers, in points.
  public let bounds: Rect
  /// Pixels per point, horizontally and vertically. They differ slightly if the bitmap's size was rounded.
  public let scale: Size

  /// Whether the bitmap will be shown mirrored. Text and images are then drawn mirrored, so that they appear unmirrored.
  private let isMirrored: Bool
  private let context: OpaquePointer
  private let surface: OpaquePointer

  /// - Parameters:
  ///   - bitmap: the bitmap to draw into.
  ///   - bounds: the rectangle, in points, that the whole bitmap covers.
  ///   - clip: the part that may be changed, in pixels; all of it by default.
  ///   - isMirrored: true if the bitmap will be shown mirrored horizontally.
  public init(_ bitmap: Bitmap, fitting bounds: Rect, clip: PixelRect? = nil, isMirrored: Bool = false) {
    self.bitmap = bitmap
    self.isMirrored = isMirrored
    self.bounds = bounds
    self.clip = (clip ?? bitmap.bounds).intersection(bitmap.bounds)
    scale = Size(Self.scale(bitmap.width, bounds.width), Self.scale(bitmap.height, bounds.height))
    surface = bitmap.makeSurface(CAIRO_FORMAT_ARGB32)
    context = cairo_create(surface)
    cairo_rectangle(
      context, Double(self.clip.minX), Double(self.clip.minY), Double(self.clip.width), Double(self.clip.height))
    cairo_clip(context)
    cairo_scale(context, scale.width, scale.height)
    cairo_translate(context, -bounds.minX, -bounds.minY)
  }

  /// The maximum number of pixels per point, and the maximum corner radius in pixels. Cairo splits a larger arc into more
  /// segments, so that an arc with a radius of 10³⁰⁰ would never end.
  static let maximumLength = 65536.0

  /// Returns the number of pixels per point; the maximum if the length in points is 0.
  private static func scale(_ pixels: Int, _ points: Double) -> Double {
    points > 0 ? min(Double(pixels) / points, maximumLength) : maximumLength
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  // MARK: Shapes

  /// Fills a rectangle with rounded corners. A radius is at most half the shorter side.
  public func fill(_ rect: Rect, radii: CornerRadii, color: Color) {
    addPath(rect, radii)
    setSource(color)
    cairo_fill(context)
  }

  /// Fills a rectangle with a linear gradient. Each stop's `location` is 0…1 of the line, ascending.
  public func fill(
    _ rect: Rect, radii: CornerRadii = CornerRadii(), from start: Point, to end: Point,
    stops: [(location: Double, color: Color)]
  ) {
    let area = pixels(around: rect)
    guard !area.isEmpty else { return }
    let gradient = LinearGradient(from: pixels(start), to: pixels(end), stops: stops)
    // Drawing in strips takes little memory even for a large rectangle.
    let strip = Bitmap(width: area.width, height: min(area.height, 64))
    let source = strip.makeSurface(CAIRO_FORMAT_ARGB32)
    defer { cairo_surface_destroy(source) }
    for y in stride(from: area.minY, to: area.maxY, by: strip.height) {
      strip.fill(gradient, x: area.minX, y: y)
      cairo_surface_mark_dirty(source)
      addPath(rect, radii)
      cairo_save(context)
      cairo_identity_matrix(context)
      cairo_set_source_surface(context, source, Double(area.minX), Double(y))
      cairo_fill(context)
      cairo_restore(context)
    }
  }

  /// Converts a point to pixels.
  private func pixels(_ point: Point) -> Point {
    Point((point.x - bounds.minX) * scale.width, (point.y - bounds.minY) * scale.height)
  }

  /// Returns the pixels inside `clip` that a rectangle touches.
  private func pixels(around rect: Rect) -> PixelRect {
    let (low, high) = (pixels(rect.origin), pixels(Point(rect.maxX, rect.maxY)))
    return PixelRect(
      minX: Int(clamping: low.x.rounded(.down)), minY: Int(clamping: low.y.rounded(.down)),
      maxX: Int(clamping: high.x.rounded(.up)), maxY: Int(clamping: high.y.rounded(.up))
    ).intersection(clip)
  }

  /// Draws an image, stretched to a rectangle.
  public func draw(_ image: Bitmap, in rect: Rect) {
    guard !rect.isEmpty else { return }
    let source = image.makeSurface()
    defer { cairo_surface_destroy(source) }
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
    cairo_clip(context)
    cairo_translate(context, isMirrored ? rect.maxX : rect.minX, rect.minY)
    cairo_scale(
      context, (isMirrored ? -1 : 1) * rect.width / Double(image.width), rect.height / Double(image.height))
    cairo_set_source_surface(context, source, 0, 0)
    // Repeat the image's edge pixels, so that its edges don't fade.
    cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
    cairo_paint(context)
  }

  /// Fills an icon's outline in a square, unmirrored.
  func fill(_ outline: IconFont.Outline, in box: Rect, color: Color) {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, isMirrored ? box.maxX : box.minX, box.minY)
    let scale = box.width / IconFont.boxSide
    cairo_scale(context, isMirrored ? -scale : scale, scale)
    cairo_new_path(context)
    cairo_append_path(context, outline.path)
    setSource(color)
    cairo_fill(context)
  }

  /// Clips everything that `body` draws to a rectangle with rounded corners.
  public func clipped(to rect: Rect, radii: CornerRadii = CornerRadii(), _ body: () -> Void) {
    cairo_save(context)
    addPath(rect, radii)
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  /// Clips everything that `body` draws to a polygon.
  public func clipped(to points: [Point], _ body: () -> Void) {
    cairo_save(context)
    addPath(points, isClosed: true)
    cairo_clip(context)
    body()
    cairo_restore(context)
  }

  /// Erases everything outside of a rectangle with rounded corners.
  public func mask(_ rect: Rect, radii: CornerRadii = CornerRadii()) {
    cairo_set_operator(context, CAIRO_OPERATOR_DEST_IN)
    addPath(rect, radii)
    setSource(.black)
    cairo_fill(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
  }

  /// Strokes a line through points.
  ///
  /// - Parameters:
  ///   - points: the corners of the line.
  ///   - width: the line's width, in points.
  ///   - color: the line's color.
  ///   - dash: the lengths of dashes and gaps, in points; empty for a solid line.
  ///   - isClosed: true to connect the last point to the first.
  public func stroke(
    _ points: [Point], width: Double, color: Color, dash: [Double] = [], isClosed: Bool = false
  ) {
    addPath(points, isClosed: isClosed)
    setSource(color)
    cairo_set_line_width(context, width)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    cairo_set_dash(context, dash, Int32(dash.count), 0)
    cairo_stroke(context)
    cairo_set_dash(context, nil, 0, 0)
  }

  /// Fills a polygon.
  public func fill(_ points: [Point], color: Color) {
    addPath(points, isClosed: true)
    setSource(color)
    cairo_fill(context)
  }

  /// Fills the whole canvas with a dithered gradient from its top left to its bottom right corner.
  public func fillDiagonal(from first: Color, to last: Color) {
    let end = Point(Double(bitmap.width), Double(bitmap.height))
    bitmap.fill(LinearGradient(from: .zero, to: end, stops: [(0, first), (1, last)]), clip: clip)
    cairo_surface_mark_dirty(surface)
  }

  /// Fills a rectangle, rounded to whole pixels, with a gradient whose lengths are in points.
  public func fill(_ rect: Rect, _ gradient: RadialGradient) {
    let (start, end) = (pixels(rect.origin), pixels(Point(rect.maxX, rect.maxY)))
    func rounded(_ value: Double) -> Int { Int(clamping: value.rounded()) }
    let area = PixelRect(minX: rounded(start.x), minY: rounded(start.y), maxX: rounded(end.x), maxY: rounded(end.y))
    bitmap.fill(gradient.placed(at: pixels(gradient.center), scale: scale.width), clip: area.intersection(clip))
    cairo_surface_mark_dirty(surface)
  }

  /// Strokes along the inside of a rectangle's edge. Without a radius, its edges lie on whole pixels.
  public func stroke(_ rect: Rect, radii: CornerRadii, width: Double, color: Color) {
    guard !radii.isZero else { return strokeSquare(rect, width: width, color: color) }
    addPath(rect.insetBy(width / 2, width / 2), radii.fitted(to: rect.size).insetBy(width / 2))
    setSource(color)
    cairo_set_line_width(context, width)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
    cairo_stroke(context)
  }

  /// Strokes a rectangle without rounded corners by filling strips along its edges. For a single path whose inner edges
  /// aren't on whole pixels, Cairo would allocate a mask as large as the rectangle, which took a quarter of the time to
  /// draw a face of the cube.
  private func strokeSquare(_ rect: Rect, width: Double, color: Color) {
    guard 2 * width < min(rect.width, rect.height) else { return fill(rect, color: color) }
    let inner = rect.insetBy(width, width)
    // The strips meet between two rows of pixels, because a translucent color would be drawn twice on a shared row. Only
    // the pixels at the inner corners are shared.
    let upper = pixels(inner.origin).y.rounded(.down) / scale.height + bounds.minY
    let lower = pixels(Point(inner.maxX, inner.maxY)).y.rounded(.up) / scale.height + bounds.minY
    let (top, bottom) = (min(max(upper, rect.minY), inner.minY), max(min(lower, rect.maxY), inner.maxY))
    func strip(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
      if minX < maxX, minY < maxY { fill(Rect(minX, minY, maxX - minX, maxY - minY), color: color) }
    }
    strip(rect.minX, rect.minY, rect.maxX, top)
    strip(rect.minX, top, inner.minX, bottom)
    strip(inner.minX, top, inner.maxX, inner.minY)
    strip(inner.minX, inner.maxY, inner.maxX, bottom)
    strip(inner.maxX, top, rect.maxX, bottom)
    strip(rect.minX, bottom, rect.maxX, rect.maxY)
  }

  /// Draws a soft shadow below a rounded rectangle. It extends beyond the rectangle by `blur` points.
  public func shadow(_ rect: Rect, radius: Double, blur: Double, offset: Point, color: Color) {
    // Overlapping translucent copies of decreasing size look like a blur if the shadow extends by only a few points.
    let steps = 8
    for step in 0..<steps {
      let extent = blur * (1 - Double(step) / Double(steps))
      var stepColor = color
      stepColor.alpha = color.alpha / Double(steps) * 1.4
      fill(
        Rect(origin: rect.origin + offset, size: rect.size).insetBy(-extent, -extent), radius: radius + extent,
        color: stepColor)
    }
  }

  // MARK: Text

  /// Draws text with its top left at a point.
  public func draw(_ text: TextLayout, at point: Point) {
    text.show(context, at: point, isMirrored: isMirrored)
  }

  /// Draws text in the center of a rectangle.
  public func draw(_ text: TextLayout, centeredIn rect: Rect) {
    draw(text, at: Point(rect.midX - text.size.width / 2, rect.midY - text.size.height / 2))
  }

  /// Draws text that was laid out at the rectangle's width, centered vertically.
  public func draw(_ text: TextLayout, centeredVerticallyIn rect: Rect) {
    draw(text, at: Point(rect.minX, rect.midY - text.size.height / 2))
  }

  /// Draws text with the bounding box of its glyphs' shapes (Pango's ink rectangle) in the center of a rectangle.
  public func draw(_ text: TextLayout, inkCenteredIn rect: Rect) {
    let ink = text.inkBounds
    draw(text, at: Point(rect.midX - ink.midX, rect.midY - ink.midY))
  }

  private func addPath(_ points: [Point], isClosed: Bool) {
    // Without a current point, Cairo's first line_to only moves to the point.
    cairo_new_path(context)
    for point in points { cairo_line_to(context, point.x, point.y) }
    if isClosed { cairo_close_path(context) }
  }

  private func addPath(_ rect: Rect, _ radii: CornerRadii) {
    let radii = radii.fitted(to: rect.size)
    guard !radii.isZero else {
      cairo_rectangle(context, rect.minX, rect.minY, rect.width, rect.height)
      return
    }
    func addCorner(_ x: Double, _ y: Double, _ radius: Double, quarter: Double) {
      let radius = min(radius, Self.maximumLength / max(scale.width, scale.height))
      let (dx, dy) = (x == rect.minX ? radius : -radius, y == rect.minY ? radius : -radius)
      cairo_arc(context, x + dx, y + dy, radius, quarter * .pi / 2, (quarter + 1) * .pi / 2)
    }
    cairo_new_sub_path(context)
    addCorner(rect.maxX, rect.minY, radii.topRight, quarter: -1)
    addCorner(rect.maxX, rect.maxY, radii.bottomRight, quarter: 0)
    addCorner(rect.minX, rect.maxY, radii.bottomLeft, quarter: 1)
    addCorner(rect.minX, rect.minY, radii.topLeft, quarter: 2)
    cairo_close_path(context)
  }

  private func setSource(_ color: Color) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }
}

/// The same with four equal corners.
extension Canvas {
  public func fill(_ rect: Rect, radius: Double = 0, color: Color) {
    fill(rect, radii: CornerRadii(radius), color: color)
  }

  public func fill(
    _ rect: Rect, radius: Double, from start: Point, to end: Point, stops: [(location: Double, color: Color)]
  ) {
    fill(rect, radii: CornerRadii(radius), from: start, to: end, stops: stops)
  }

  public func stroke(_ rect: Rect, radius: Double = 0, width: Double, color: Color) {
    stroke(rect, radii: CornerRadii(radius), width: width, color: color)
  }

  public func clipped(to rect: Rect, radius: Double, _ body: () -> Void) {
    clipped(to: rect, radii: CornerRadii(radius), body)
  }

  public func mask(_ rect: Rect, radius: Double) { mask(rect, radii: CornerRadii(radius)) }
}

extension Bitmap {
  /// Returns a Cairo surface on the bitmap's pixels, which the caller must destroy. The default format ignores the alpha
  /// of an opaque bitmap.
  func makeSurface(_ format: cairo_format_t? = nil) -> OpaquePointer {
    cairo_image_surface_create_for_data(
      UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self),
      format ?? (isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32), Int32(width), Int32(height), Int32(stride * 4))
  }
}
