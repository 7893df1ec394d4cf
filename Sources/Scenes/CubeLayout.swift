import Geometry
import Text

/// Where things go on a panel of a given size, in points.
struct CubeLayout {
  /// The bar's own point: one on a 1280×800 panel and below, larger on larger panels.
  let unit: Double
  private(set) var bar = Rect.zero
  private(set) var status = Rect.zero
  private(set) var statusAlignment = TextAlignment.leading
  /// The cube's centre.
  let center: Point
  /// Panel points to a point of the cube.
  let fit: Double

  init(size: Size, bar cubeBar: CubeBar?) {
    unit = max(1, min(size.width / 1280, size.height / 800))
    var free = size.height
    if let cubeBar {
      let inset = min(24 * unit, size.width / 40)
      let width = size.width - 2 * inset
      let content = cubeBar.contentWidths(unit: unit)
      let isStacked = content.touchFix + content.lighting + 40 * unit > width
      let height = (isStacked ? 120 : 64) * unit
      let bottom = min(20 * unit, inset)
      bar = Rect(inset, size.height - bottom - height, width, height)
      // The status line stands in the middle of the bar, or above it where the bar has no room.
      let gap = 18 * unit
      let left = bar.minX + 12 * unit + content.touchFix + gap
      let right = bar.maxX - 12 * unit - content.lighting - gap
      if !isStacked, right - left >= 300 * unit {
        status = Rect(left, bar.minY, right - left, height)
        free = bar.minY
      } else {
        status = Rect(inset, bar.minY - 36 * unit, width, 36 * unit)
        statusAlignment = .center
        free = status.minY
      }
    }
    let box = CubeGeometry.cornerOnBox
    // About four fifths of the shorter side, and room to breathe above the bar.
    let shorter = min(size.width, size.height)
    let height = min(0.8 * shorter, free * (cubeBar == nil ? 0.84 : 0.88))
    fit = max(min(height / box.height, 0.92 * size.width / box.width), 1e-3)
    center = Point(size.width / 2, free / 2 - box.midY * fit)
  }
}
