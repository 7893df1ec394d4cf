import PanelViews

/// Lays what is behind the visible view over it, so that the view that received the tap can be seen, and outlines both.
///
/// Draws in separate layers and never changes the views: another tap, a changed value or an animation may change them
/// at any time.
final class SeeThroughOverlay {
  /// The visible candidate at the tap.
  let visibleCandidate: HitTestReport.Candidate
  /// The part of the hit view behind the visible one, in the host layer's coordinates.
  let hitArea: ConvexPolygon
  let layer = Layer()
  private let outlines = DrawingLayer(name: "tap-outlines")
  /// The picture of what is behind the visible view.
  private let backdrop = Layer()
  private let container: Layer
  /// The visible view's outline in the container's coordinates.
  private let outline: ConvexPolygon
  private let background: Color
  private let pixelsPerPoint: Double

  /// The opacity of the picture of what is behind the visible view.
  static let backdropOpacity = 0.7

  /// - Parameters:
  ///   - background: covers the visible view if nothing is behind it.
  ///   - scale: pixels per point of the stage.
  /// - Returns: `nil` if the hit view is visible, or no view is.
  init?(_ report: HitTestReport, in host: Layer, background: Color, scale: Double) {
    guard let visible = report.visibleCandidate, report.hitIndex != report.visibleIndex else { return nil }
    func outline(of view: View) -> ConvexPolygon {
      view.layer.homography(toPlaneOf: host)?.polygon(of: view.bounds) ?? ConvexPolygon()
    }
    (visibleCandidate, container, self.background) = (visible, report.container.layer, background)
    let visibleOutline = outline(of: visible.view)
    self.outline = visible.view.layer.homography(to: container).polygon(of: visible.view.bounds)
    guard visibleOutline.count > 2, self.outline.count > 2, let toHost = container.homography(toPlaneOf: host) else {
      return nil
    }
    pixelsPerPoint = scale * (visibleOutline.area / self.outline.area).squareRoot()
    let hit = report.hitCandidate
    let hitOutline = hit.map { outline(of: $0.view) } ?? ConvexPolygon()
    let area = hitOutline.intersection(visibleOutline)
    hitArea = area
    let controlOutline = report.hitView.flatMap { $0 is Control && $0 !== hit?.view ? outline(of: $0).points : nil }
    let frame = Rect(bounding: visibleOutline.points + hitOutline.points).insetBy(-20, -20)
    backdrop.bounds = Rect(bounding: self.outline.points)
    backdrop.anchorPoint = .zero
    backdrop.transform = Transform3D(
      Homography(scale: 1, x: backdrop.bounds.minX, y: backdrop.bounds.minY).concatenating(toHost))
    drawBackdrop()
    // The outlines are on the scene, which looks the same in all themes.
    let accent = Theme.dark.warning
    layer.addSublayer(backdrop)
    layer.addSublayer(outlines)
    outlines.draw(in: frame) { canvas in
      canvas.stroke(visibleOutline.points, width: 4, color: Color(0, 0, 0, 0.3), isClosed: true)
      canvas.stroke(visibleOutline.points, width: 2.2, color: Color(1, 1, 1, 0.9), isClosed: true)
      guard hitOutline.count > 2 else { return }
      // The part of the hit view that stays hidden, or all of it if it isn't drawn.
      canvas.stroke(hitOutline.points, width: 2, color: accent, dash: [2, 7], isClosed: true)
      guard hit?.isDrawnAtTap == true, area.count > 2 else { return }
      for width in stride(from: 24.0, through: 4, by: -2) {
        canvas.stroke(area.points, width: width, color: accent.withAlphaComponent(0.045), isClosed: true)
      }
      for shape in [area.points, controlOutline ?? []] where !shape.isEmpty {
        canvas.stroke(shape, width: 3, color: accent, isClosed: true)
      }
    }
  }

  private func drawBackdrop() {
    let area = backdrop.bounds
    guard
      let picture = container.snapshot(behind: visibleCandidate.view.layer, in: area, scale: pixelsPerPoint)
    else { return }
    let bitmap = Bitmap(width: picture.width, height: picture.height)
    let canvas = Canvas(bitmap, fitting: area)
    canvas.clipped(to: outline.points) {
      canvas.fill(area, color: background)
      canvas.draw(picture, in: area)
    }
    backdrop.contents = bitmap
  }

  /// Redraws the views behind after a change, such as that of a lamp which the tap switched off.
  func updateBackdrop() {
    if container.hasChanges { drawBackdrop() }
  }

  /// - Parameter progress: 0 for the unchanged scene, 1 for the complete overlay.
  func setProgress(_ progress: Double) {
    backdrop.opacity = Self.backdropOpacity * progress
    outlines.opacity = progress
  }
}
