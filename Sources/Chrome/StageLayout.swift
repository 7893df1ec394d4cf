import PanelGeometry
import PanelText
import Scenes

/// The frames of the stage's subviews for a panel size, in points.
struct StageLayout {
  /// The part of the panel that is in reach. It contains all touch targets.
  let reachableFrame: Rect
  private(set) var bar = Rect.zero
  /// True if the status line is displayed in the bar.
  private(set) var isStatusInBar = false
  private(set) var status = Rect.zero
  private(set) var guide = Rect.zero
  private(set) var statusAlignment = TextAlignment.leading
  private(set) var center = Point.zero
  /// The window's points per point of the scene.
  private(set) var magnification = 1.0
  /// The height of the room for the scene, above the bar and its status line, in points.
  let freeHeight: Double

  /// The minimum width of a status line in the bar.
  private static let minimumStatusWidth = 230.0

  /// The minimum height of the reachable frame.
  private static let minimumReachableHeight = 240.0

  /// - Parameters:
  ///   - unreachableShare: the share of the panel's height, from the top, that stays free of touch targets, if there is
  ///     room.
  ///   - zoom: of the window, which doesn't enlarge scenes.
  ///   - surfacePoint: the length of a surface's point.
  ///   - isBarForSettingsOnly: true to fit every scene above the bar, even one that has its own size or covers the panel.
  ///   - guideHeight: returns the height of the lesson's guide for the size of the reachable frame; 0 without a guide.
  init(
    size panel: Size, unreachableShare: Double, zoom: Double, surfacePoint: Double, bar theBar: Bar?,
    isBarForSettingsOnly: Bool, scene: Scene, guideHeight: (Size) -> Double
  ) {
    let top = max(min(panel.height * unreachableShare, panel.height - Self.minimumReachableHeight), 0).rounded()
    reachableFrame = Rect(0, top, panel.width, panel.height - top)
    let (size, guideHeight) = (reachableFrame.size, guideHeight(reachableFrame.size))
    var freeBottom = panel.height
    if let theBar {
      let inset = min(24, size.width / 40)
      let width = size.width - 2 * inset
      let hasCompactHeight = size.height < 560
      let height = Bar.height
      let bottom = min(20, inset)
      bar = Rect(inset, reachableFrame.maxY - bottom - height, width, height)
      isStatusInBar = theBar.fit(width: width, minimumStatusWidth: Self.minimumStatusWidth)
      freeBottom = bar.minY
      if guideHeight > 0 {
        // The guide replaces the status line.
        isStatusInBar = true
        guide = Rect(inset, bar.minY - bottom / 2 - guideHeight, width, guideHeight)
        freeBottom = guide.minY
      } else if !isStatusInBar {
        let statusHeight = hasCompactHeight ? 26.0 : 36
        status = Rect(inset, bar.minY - statusHeight, width, statusHeight)
        statusAlignment = .center
        freeBottom = status.minY
      }
    }
    freeHeight = max(freeBottom - top, 1)
    let keepsSize = top == 0 && !isBarForSettingsOnly
    place(scene, on: panel, zoom, surfacePoint, hasBar: theBar != nil, keepsSize: keepsSize)
  }

  private mutating func place(
    _ scene: Scene, on panel: Size, _ zoom: Double, _ surfacePoint: Double, hasBar: Bool, keepsSize: Bool
  ) {
    let (size, freeCenter) = (reachableFrame.size, Point(reachableFrame.midX, reachableFrame.minY + freeHeight / 2))
    let box = scene.box
    func offset(_ point: Point) -> Point { point - Point(box.midX, box.midY) * magnification }
    if scene.fillsPanel {
      let (long, short) = (max(panel.width, panel.height), min(panel.width, panel.height))
      magnification = max(1 / zoom, min(long / Scene.designSize.width, short / Scene.designSize.height))
      center = freeCenter
    } else if scene.coversWindow || (scene.fixedSize != nil && keepsSize) {
      magnification = scene.coversWindow ? 1 : surfacePoint
      center = Point(panel.width / 2, panel.height / 2)
    } else if scene.coversPanel, keepsSize {
      magnification = max(size.width / box.width, size.height / box.height, 1e-3)
      center = offset(reachableFrame.center)
    } else {
      // Four fifths of the height, with some space above the bar; on a portrait panel, the width.
      let height = min(scene.fillFraction * size.height, freeHeight * (hasBar ? 0.88 : 0.84))
      magnification = max(min(height / box.height, 0.92 * size.width / box.width), 1e-3)
      center = offset(freeCenter)
    }
  }
}
