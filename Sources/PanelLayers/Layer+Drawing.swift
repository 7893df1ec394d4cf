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

  /// True if the layer's own content is a single color.
  final var isSingleColor: Bool { isSquareAndUndecorated && !hasFill && backgroundGradient == nil }

  /// The gradient, if the layer's own content is nothing else.
  final var onlyGradient: RadialGradient? { isSquareAndUndecorated && !hasFill ? backgroundGradient : nil }

  /// True without contents, a delegate that draws, a border or rounded corners: a background and a fill are left.
  final var isSquareAndUndecorated: Bool { !delegateDraws && contents == nil && !hasBorder && cornerRadius <= 0 }

  /// True if the layer hides everything below its bounds.
  public final var isFullyOpaque: Bool { cornerRadius <= 0 && (isOpaque || hasOpaqueFill) }

  /// A rectangle that hides everything below it, or an empty one.
  public final var opaquePart: Rect {
    let hidesInterior = isFullyOpaque || hasOpaqueFill
    // A circle's corner reaches farthest inward on the diagonal, 1 - √½ of its radius.
    let inset = cornerRadius * 0.3
    // One more for the antialiased edge.
    return hidesInterior ? bounds.insetBy(inset + 1, inset + 1) : .zero
  }

  /// Draws the layer's own content, without its border, into a bitmap that covers `extent`, which contains the bounds.
  final func drawOwnContent(in bitmap: Bitmap, covering extent: Rect, clip: PixelRect) {
    let fillsBitmap = cornerRadius <= 0 && extent == bounds
    // An opaque delegate needs no background. A bitmap that was never drawn is clear; filling it would only allocate
    // its memory.
    let backgroundPixel = fillsBitmap ? (backgroundColor ?? .clear).premultipliedPixel : 0
    if !isOpaque || !fillsBitmap, backgroundPixel != 0 || bitmap.version > 0 {
      bitmap.fill(clip, with: backgroundPixel)
    }
    if !fillsBitmap || backgroundGradient != nil || hasFill || contents != nil {
      let canvas = Canvas(bitmap, fitting: extent, clip: clip)
      if let backgroundGradient {
        canvas.fill(bounds, backgroundGradient)
        if cornerRadius > 0 { canvas.mask(bounds, radius: cornerRadius) }
      } else if !fillsBitmap, let backgroundColor {
        canvas.fill(bounds, radius: cornerRadius, color: backgroundColor)
      }
      if hasFill { drawFill(canvas) }
      if let contents { draw(contents, on: canvas) }
    }
    guard let delegate, delegate.drawsContents else { return }
    guard extent != bounds else {
      delegate.draw(self, in: bitmap, clip: clip)
      return
    }
    // The delegate expects a bitmap of the bounds' size; a group's bitmap may be larger.
    let (sx, sy) = (Double(bitmap.width) / extent.width, Double(bitmap.height) / extent.height)
    guard let size = bounds.pixelSize(scale: (sx + sy) / 2) else { return }
    let contentsBitmap = Bitmap(width: size.0, height: size.1)
    delegate.draw(self, in: contentsBitmap, clip: contentsBitmap.bounds)
    Canvas(bitmap, fitting: extent, clip: clip).draw(contentsBitmap, in: bounds)
  }

  private final func draw(_ contents: Bitmap, on canvas: Canvas) {
    let size = Size(Double(contents.width), Double(contents.height)) * (1 / Swift.max(contentsScale, 1e-6))
    let frame = contentsGravity.rect(of: size, in: bounds)
    if masksToBounds {
      canvas.clipped(to: bounds, radius: cornerRadius) { canvas.draw(contents, in: frame) }
    } else {
      canvas.draw(contents, in: frame)
    }
  }

  /// Draws the border, which lies over the sublayers.
  final func drawBorder(on canvas: Canvas) {
    guard hasBorder else { return }
    canvas.stroke(bounds, radius: cornerRadius, width: borderWidth, color: borderColor)
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

  /// Allows for rounding errors.
  func nearlyContains(_ other: Rect) -> Bool {
    other.minX >= minX - 1e-6 && other.minY >= minY - 1e-6 && other.maxX <= maxX + 1e-6 && other.maxY <= maxY + 1e-6
  }
}
