import PanelViews

extension DrawingLayer {
  /// Outlines a control that doesn't react, and the view that is the reason.
  ///
  /// - Parameter host: the superlayer.
  static func outline(
    ofDeadControl dead: (control: Control, obstacle: TouchObstacle), in host: Layer
  ) -> DrawingLayer {
    func outline(of view: View) -> [Point] {
      view.layer.homography(toPlaneOf: host)?.polygon(of: view.bounds).points ?? []
    }
    let control = outline(of: dead.control)
    let reason = dead.obstacle.view.map { $0 === dead.control ? [] : outline(of: $0) } ?? []
    let layer = DrawingLayer(name: "tap-outlines")
    // The outlines are on the scene, which looks the same in all themes.
    let accent = Theme.dark.warning
    layer.draw(in: Rect(bounding: control + reason).insetBy(-4, -4)) { canvas in
      canvas.stroke(control, width: 4, color: Color(0, 0, 0, 0.3), isClosed: true)
      canvas.stroke(control, width: 2.2, color: Color(1, 1, 1, 0.9), isClosed: true)
      canvas.stroke(reason, width: 2, color: accent, dash: [2, 7], isClosed: true)
    }
    return layer
  }
}
