import PanelGeometry
import PanelRaster
import PanelText

extension Layer {
  /// True if the layer itself draws something, apart from its sublayers.
  public final var hasContent: Bool {
    delegateDraws || hasBackground || contents != nil || hasFill || hasBorder
  }

  private final var hasBackground: Bool { (backgroundColor?.alpha ?? 0) > 0 || backgroundGradient != nil }

  /// True if the background or the class's own fill is opaque. Radial gradients always are.
  private final var hasOpaqueFill: Bool {
    (backgroundColor?.alpha ?? 0) >= 1 || backgroundGradient != nil || fillIsOpaque
  }

  final var hasBorder: Bool { borderWidth > 0 && borderColor.alpha > 0 }

  final var hasShadow: Bool { shadowOpacity > 0 && shadowColor.alpha > 0 && hasContent }

  /// True without contents and a delegate that draws: a background, a fill and a border are left.
  final var isUndecorated: Bool { !delegateDraws && contents == nil }

  /// True if the own content fills the bounds opaquely, except for round corners.
  final var fillsBounds: Bool { isOpaque || hasOpaqueFill }

  /// True if the layer hides everything below its bounds.
  public final var isFullyOpaque: Bool { cornerRadii.isZero && fillsBounds }

  /// A rectangle that hides everything below it, or an empty one.
  public final var opaquePart: Rect {
    let hidesInterior = isFullyOpaque || hasOpaqueFill
    // A circle's corner reaches farthest inward on the diagonal, 1 - √½ of its radius.
    let inset = cornerRadius * 0.3
    // One more for the antialiased edge.
    return hidesInterior ? bounds.insetBy(inset + 1, inset + 1) : .zero
  }

  /// Draws the layer's own content, without its border, into a bitmap.
  ///
  /// - Parameters:
  ///   - extent: what the bitmap covers, in points: a part of the bounds, or more than them.
  ///   - cornerRadii: the radii of the background's corners, in points.
  ///   - clip: in pixels of the bitmap.
  final func drawOwnContent(in bitmap: Bitmap, covering extent: Rect, cornerRadii: CornerRadii, clip: PixelRect) {
    let fillsBitmap = cornerRadii.isZero && bounds.nearlyContains(extent)
    // An opaque delegate needs no background. A bitmap that was never drawn is clear; filling it would only allocate
    // its memory.
    let backgroundPixel = fillsBitmap ? (backgroundColor ?? .clear).premultipliedPixel : 0
    if !isOpaque || !fillsBitmap, backgroundPixel != 0 || bitmap.version > 0 {
      bitmap.fill(clip, with: backgroundPixel)
    }
    if let contents, !contents.ownsPixels, contents.isOpaque, fillsBitmap || backgroundColor == nil,
      backgroundGradient == nil, !hasFill
    {
      drawLive(contents, in: bitmap, covering: extent, cornerRadii: cornerRadii, clip: clip)
    } else if !fillsBitmap || backgroundGradient != nil || hasFill || contents != nil {
      let canvas = Canvas(bitmap, fitting: extent, clip: clip)
      if let backgroundGradient {
        canvas.fill(bounds, backgroundGradient)
        if !cornerRadii.isZero { canvas.mask(bounds, radii: cornerRadii) }
      } else if !fillsBitmap, let backgroundColor {
        canvas.fill(bounds, radii: cornerRadii, color: backgroundColor)
      }
      if hasFill { drawFill(canvas, cornerRadii: cornerRadii) }
      if let contents { draw(contents, on: canvas, cornerRadii: cornerRadii) }
    }
    guard let delegate, delegate.drawsContents else { return }
    guard !bounds.nearlyContains(extent) else {
      delegate.draw(self, in: bitmap, covering: extent, clip: clip)
      return
    }
    // A group's bitmap may be larger than the bounds, but the delegate mustn't draw outside of them.
    let part = bounds.intersection(extent)
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    guard let size = part.pixelSize(scale: (sx + sy) / 2) else { return }
    let contentsBitmap = Bitmap(width: size.0, height: size.1)
    delegate.draw(self, in: contentsBitmap, covering: part, clip: contentsBitmap.bounds)
    Canvas(bitmap, fitting: extent, clip: clip).draw(contentsBitmap, in: part)
  }

  /// Draws contents that change with each frame, without allocating memory.
  private final func drawLive(
    _ contents: Bitmap, in bitmap: Bitmap, covering extent: Rect, cornerRadii: CornerRadii, clip: PixelRect
  ) {
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    func pixels(_ rect: Rect) -> Rect {
      Rect((rect.minX - extent.minX) * sx, (rect.minY - extent.minY) * sy, rect.width * sx, rect.height * sy)
    }
    let size = Size(Double(contents.width), Double(contents.height)) * (1 / Swift.max(contentsScale, 1e-6))
    let (frame, boundsInPixels) = (contentsGravity.rect(of: size, in: bounds), pixels(bounds))
    let mask = PixelRect(
      minX: Int(clamping: boundsInPixels.minX.rounded()), minY: Int(clamping: boundsInPixels.minY.rounded()),
      maxX: Int(clamping: boundsInPixels.maxX.rounded()), maxY: Int(clamping: boundsInPixels.maxY.rounded()))
    bitmap.draw(contents, in: pixels(frame), clip: masksToBounds ? clip.intersection(mask) : clip)
    guard masksToBounds, !cornerRadii.isZero else { return }
    let scale = (sx + sy) / 2
    let radii = CornerRadii(
      topLeft: cornerRadii.topLeft * scale, topRight: cornerRadii.topRight * scale,
      bottomRight: cornerRadii.bottomRight * scale, bottomLeft: cornerRadii.bottomLeft * scale)
    bitmap.maskCorners(of: boundsInPixels, radii.fitted(to: boundsInPixels.size), clip: clip)
  }

  private final func draw(_ contents: Bitmap, on canvas: Canvas, cornerRadii: CornerRadii) {
    let size = Size(Double(contents.width), Double(contents.height)) * (1 / Swift.max(contentsScale, 1e-6))
    let frame = contentsGravity.rect(of: size, in: bounds)
    canvas.clipped(to: bounds, radii: masksToBounds ? cornerRadii : CornerRadii()) { canvas.draw(contents, in: frame) }
  }

  /// Draws the border, which lies over the sublayers.
  final func drawBorder(on canvas: Canvas) {
    guard hasBorder else { return }
    canvas.stroke(bounds, radii: cornerRadii, width: borderWidth, color: borderColor)
  }
}

extension Rect {
  /// The rectangle's size in pixels, rounded up; `nil` if it is empty. Sides are limited to 16,384 pixels, which is
  /// more than any panel has.
  func pixelSize(scale: Double) -> (Int, Int)? {
    let (width, height) = (width * scale, height * scale)
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    // A size that is whole except for rounding errors stays whole.
    func pixels(_ length: Double) -> Int { Int(clamping: min(max((length - 1e-6).rounded(.up), 1), 16384)) }
    return (pixels(width), pixels(height))
  }

  /// Returns the common part; an empty rectangle if the two don't overlap.
  func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(left, top, max(min(maxX, other.maxX) - left, 0), max(min(maxY, other.maxY) - top, 0))
  }

  /// Allows for rounding errors.
  func nearlyContains(_ other: Rect) -> Bool {
    other.minX >= minX - 1e-6 && other.minY >= minY - 1e-6 && other.maxX <= maxX + 1e-6 && other.maxY <= maxY + 1e-6
  }
}
