import CPixels
import PanelGeometry

#if canImport(Glibc)
  import Glibc
#endif

/// Drawing a live picture without Cairo, which would allocate memory for each frame. None of these calls `didChange`.
extension Bitmap {
  /// Draws an opaque picture, scaled to a rectangle.
  ///
  /// - Parameters:
  ///   - picture: Only its own pixels are read, so that it may be borrowed memory.
  ///   - rect: In pixels. Its edges are rounded to whole pixels.
  ///   - clip: The part to draw, in pixels.
  public func draw(_ picture: Bitmap, in rect: Rect, clip: PixelRect) {
    let area = PixelRect(
      minX: Int(clamping: rect.minX.rounded()), minY: Int(clamping: rect.minY.rounded()),
      maxX: Int(clamping: rect.maxX.rounded()), maxY: Int(clamping: rect.maxY.rounded())
    ).intersection(clip).intersection(bounds)
    guard !area.isEmpty, rect.width > 0, rect.height > 0 else { return }
    let (stepX, stepY) = (Double(picture.width) / rect.width, Double(picture.height) / rect.height)
    let start = (Double(area.minX) + 0.5 - rect.minX) * stepX - 0.5
    let lastRow = picture.height - 1
    for y in area.minY..<area.maxY {
      let position = min(max((Double(y) + 0.5 - rect.minY) * stepY - 0.5, 0), Double(lastRow))
      let row = Int(clamping: position.rounded(.down))
      cpixels_scale_row(
        pixels + (y * stride + area.minX), area.width, picture.pixels + row * picture.stride,
        picture.pixels + min(row + 1, lastRow) * picture.stride, Int(clamping: start * 65536),
        Int(clamping: stepX * 65536), picture.width - 1, UInt32(clamping: (position - Double(row)) * 256))
    }
  }

  /// Makes what is outside of a rectangle's round corners transparent.
  ///
  /// - Parameters:
  ///   - rect: In pixels.
  ///   - radii: In pixels, at most half the shorter side.
  ///   - clip: The part to change, in pixels.
  public func maskCorners(of rect: Rect, _ radii: CornerRadii, clip: PixelRect) {
    maskCorner(radii.topLeft, Point(rect.minX + radii.topLeft, rect.minY + radii.topLeft), -1, -1, clip)
    maskCorner(radii.topRight, Point(rect.maxX - radii.topRight, rect.minY + radii.topRight), 1, -1, clip)
    maskCorner(radii.bottomRight, Point(rect.maxX - radii.bottomRight, rect.maxY - radii.bottomRight), 1, 1, clip)
    maskCorner(radii.bottomLeft, Point(rect.minX + radii.bottomLeft, rect.maxY - radii.bottomLeft), -1, 1, clip)
  }

  /// - Parameters:
  ///   - x: -1 for a corner on the left, 1 for one on the right.
  ///   - y: -1 for a corner at the top, 1 for one at the bottom.
  private func maskCorner(_ radius: Double, _ center: Point, _ x: Double, _ y: Double, _ clip: PixelRect) {
    guard radius > 0 else { return }
    let (edgeX, edgeY) = (center.x + x * radius, center.y + y * radius)
    let corner = PixelRect(
      minX: Int(clamping: min(center.x, edgeX).rounded(.down)),
      minY: Int(clamping: min(center.y, edgeY).rounded(.down)),
      maxX: Int(clamping: max(center.x, edgeX).rounded(.up)), maxY: Int(clamping: max(center.y, edgeY).rounded(.up))
    ).intersection(clip).intersection(bounds)
    for row in corner.minY..<max(corner.maxY, corner.minY) {
      for column in corner.minX..<max(corner.maxX, corner.minX) {
        let (dx, dy) = ((Double(column) + 0.5 - center.x) * x, (Double(row) + 0.5 - center.y) * y)
        guard dx > 0, dy > 0 else { continue }
        let coverage = radius + 0.5 - (dx * dx + dy * dy).squareRoot()
        guard coverage < 1 else { continue }
        let (factor, pixel) = (UInt32(clamping: max(coverage, 0) * 256), pixels[row * stride + column])
        let (alphaGreen, redBlue) = ((pixel >> 8 & 0xFF00FF) * factor, (pixel & 0xFF00FF) * factor)
        pixels[row * stride + column] = alphaGreen & 0xFF00_FF00 | redBlue >> 8 & 0xFF00FF
      }
    }
  }
}
