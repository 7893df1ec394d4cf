import PanelViews

/// Fades the visible view, so that the view that received the tap can be seen behind it, and outlines both.
final class SeeThroughOverlay {
  /// The visible candidate at the tap.
  let visibleCandidate: HitTestReport.Candidate
  /// The part of the hit view behind the visible one, in the host layer's coordinates.
  let hitArea: ConvexPolygon
  let layer = DrawingLayer(name: "tap-outlines")
  private let initialOpacity: Double

  /// The visible view's opacity is multiplied by this factor.
  static let opacityFactor = 0.3

  /// - Returns: `nil` if the hit view is visible, or no view is.
  init?(_ report: HitTestReport, in host: Layer, unit: Double) {
    guard let visible = report.visibleCandidate, report.hitIndex != report.visibleIndex else { return nil }
    func outline(of view: View) -> ConvexPolygon {
      view.layer.homography(toPlaneOf: host)?.polygon(of: view.bounds) ?? ConvexPolygon()
    }
    (visibleCandidate, initialOpacity) = (visible, visible.view.layer.opacity)
    let visibleOutline = outline(of: visible.view)
    guard visibleOutline.count > 2 else { return nil }
    let hit = report.hitCandidate
    let hitOutline = hit.map { outline(of: $0.view) } ?? ConvexPolygon()
    let area = hitOutline.intersection(visibleOutline)
    hitArea = area
    let controlOutline = report.hitView.flatMap { $0 is Control && $0 !== hit?.view ? outline(of: $0).points : nil }
    let frame = Rect(bounding: visibleOutline.points + hitOutline.points).insetBy(-20 * unit, -20 * unit)
    // The outlines are on the scene, which looks the same in all themes.
    let accent = Theme.dark.warning
    layer.draw(in: frame) { canvas in
      canvas.stroke(visibleOutline.points, width: 4 * unit, color: Color(0, 0, 0, 0.3), isClosed: true)
      canvas.stroke(visibleOutline.points, width: 2.2 * unit, color: Color(1, 1, 1, 0.9), isClosed: true)
      guard hitOutline.count > 2 else { return }
      // The part of the hit view that stays hidden, or all of it if it isn't drawn.
      canvas.stroke(hitOutline.points, width: 2 * unit, color: accent, dash: [2 * unit, 7 * unit], isClosed: true)
      guard hit?.isDrawn == true, area.count > 2 else { return }
      for width in stride(from: 24.0, through: 4, by: -2) {
        canvas.stroke(area.points, width: width * unit, color: accent.withAlphaComponent(0.045), isClosed: true)
      }
      for shape in [area.points, controlOutline ?? []] where !shape.isEmpty {
        canvas.stroke(shape, width: 3 * unit, color: accent, isClosed: true)
      }
    }
  }

  /// - Parameter progress: 0 for the unchanged scene, 1 for the faded view and the outlines.
  func setProgress(_ progress: Double) {
    visibleCandidate.view.layer.opacity = initialOpacity.interpolated(to: initialOpacity * Self.opacityFactor, progress)
    layer.opacity = progress
  }
}
