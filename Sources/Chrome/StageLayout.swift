import PanelGeometry
import PanelText
import Scenes

/// The frames of the stage's subviews for a panel size, in points.
struct StageLayout {
  private(set) var bar = Rect.zero
  private(set) var barLayout = BarLayout()
  /// True if the status line is displayed in the bar.
  private(set) var isStatusInBar = false
  private(set) var status = Rect.zero
  private(set) var guide = Rect.zero
  private(set) var statusAlignment = TextAlignment.leading
  let center: Point
  /// The panel's points per point of the scene.
  let magnification: Double
  /// The height above the bar and its status line, in points.
  let freeHeight: Double

  /// The minimum width of a status line in the bar, in units.
  private static let statusWidth = 230.0

  /// - Parameter guideHeight: the height of the lesson's guide; 0 without a guide.
  init(size: Size, unit: Double, bar theBar: Bar?, scene: Scene, guideHeight: Double = 0) {
    var freeBottom = size.height
    if let theBar {
      let inset = min(24 * unit, size.width / 40)
      let width = size.width - 2 * inset
      let hasCompactHeight = size.height < 560 * unit
      barLayout = theBar.layout(width: width / unit, on: Size(size.width / unit, size.height / unit))
      let height = barLayout.height * unit
      let bottom = min(20 * unit, inset)
      bar = Rect(inset, size.height - bottom - height, width, height)
      isStatusInBar = barLayout.rows.count == 1 && barLayout.spareWidth >= Self.statusWidth
      freeBottom = bar.minY
      if guideHeight > 0 {
        // The guide replaces the status line.
        isStatusInBar = true
        guide = Rect(inset, bar.minY - bottom / 2 - guideHeight, width, guideHeight)
        freeBottom = guide.minY
      } else if !isStatusInBar {
        let statusHeight = (hasCompactHeight ? 26 : 36) * unit
        status = Rect(inset, bar.minY - statusHeight, width, statusHeight)
        statusAlignment = .center
        freeBottom = status.minY
      }
    }
    freeHeight = max(freeBottom, 1)
    if scene.fillsPanel {
      let (long, short) = (max(size.width, size.height), min(size.width, size.height))
      magnification = max(unit, min(long / Scene.designSize.width, short / Scene.designSize.height))
      center = Point(size.width / 2, freeHeight / 2)
      return
    }
    if scene.fixedSize(on: size) != nil {
      (magnification, center) = (1, Point(size.width / 2, size.height / 2))
      return
    }
    let box = scene.box
    if scene.coversPanel {
      magnification = max(size.width / box.width, size.height / box.height, 1e-3)
      center = Point(size.width / 2 - box.midX * magnification, size.height / 2 - box.midY * magnification)
      return
    }
    // Four fifths of the height, with some space above the bar; on a portrait panel, the width.
    let height = min(scene.fillFraction * size.height, freeBottom * (theBar == nil ? 0.84 : 0.88))
    magnification = max(min(height / box.height, 0.92 * size.width / box.width), 1e-3)
    center = Point(size.width / 2 - box.midX * magnification, freeBottom / 2 - box.midY * magnification)
  }
}
