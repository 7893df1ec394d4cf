import Localization
import PanelViews
import Scenes

/// Visualizes hit testing: for each touch a ring, the tested views with their outcomes, and an outline of the view that
/// received the touch. While a finger rests, the hit map of the entire panel.
///
/// Everything is drawn in layers, which take part in no hit test.
final class Inspector {
  var isEnabled = false { didSet { isEnabled ? show() : hide() } }

  private unowned let host: any ExplanationHost
  private let outline = DrawingLayer(name: "inspector-outline", isHidden: true)
  private let list = RouteList()
  private let mapLayer = Layer()
  private var shownTouch: ShownTouch?
  private var ring: TapRing?
  private static let fadeKey = "fade"
  private var holdTimer: WindowTimer?
  private var heldTouchID: Int?

  private struct ShownTouch {
    let route: Route
    let finger: Point
    /// True if another view covers the hit view at the touch.
    let isHitViewHidden: Bool
    /// The hit view's homography when it was last outlined.
    var homography: Homography?
    /// The outline's frame, including its strokes.
    var outlineFrame: Rect
  }

  /// The time in seconds after which a resting finger shows the hit map.
  private static let holdTime = 0.5

  init(_ host: any ExplanationHost) {
    self.host = host
    mapLayer.name = "inspector-map"
    mapLayer.isHidden = true
  }

  private var layers: [Layer] { [mapLayer, outline, list.layer] }

  private func show() {
    for layer in layers { host.layer.addSublayer(layer) }
  }

  private func hide() {
    removeRing()
    outline.removeAnimation(forKey: Self.fadeKey)
    endHold()
    shownTouch = nil
    for layer in layers {
      layer.isHidden = true
      layer.removeFromSuperlayer()
    }
  }

  func didDeliver(_ event: TouchEvent, to view: View?) {
    switch event.phase {
    case .began:
      // Touches on the bar and on sheets aren't explained.
      guard view.map({ $0 === host || $0.isDescendant(of: host.scene.content) }) ?? true else { return }
      showRing(at: event.location)
      show(Route(to: event.location, in: host), at: event.location)
      startHold(event.id)
    case .moved: break
    case .ended, .cancelled: if event.id == heldTouchID { endHold() }
    }
  }

  private func showRing(at point: Point) {
    removeRing()
    let ring = TapRing(at: host.mirrored(point), color: Palette.accent, in: host.freeFrame, unit: host.unit)
    self.ring = ring
    host.layer.addSublayer(ring)
    ring.appear()
  }

  private func removeRing() {
    ring?.remove()
    ring = nil
  }

  private func startHold(_ id: Int) {
    endHold()
    heldTouchID = id
    holdTimer = host.window?.after(seconds: Self.holdTime) { [weak self] in self?.showMap() }
  }

  private func endHold() {
    holdTimer?.cancel()
    heldTouchID = nil
    mapLayer.isHidden = true
    mapLayer.contents = nil
  }

  private func showMap() {
    // Cells of 4 points: precise enough to tell faces apart.
    mapLayer.contents = HitMap(of: host, cellSize: 4).bitmap(alpha: 0.55)
    mapLayer.bounds = host.bounds
    mapLayer.position = host.bounds.center
    // The map is in the panel's coordinates, the stage's sublayers are mirrored and shifted.
    mapLayer.transform = host.layer.sublayerTransform
    mapLayer.isHidden = false
  }

  private func show(_ route: Route, at finger: Point) {
    let visible = host.visibleView(at: finger)
    let isHitViewHidden = route.hitView.flatMap { hitView in visible.map { !$0.isDescendant(of: hitView) } } ?? false
    let location = host.mirrored(finger)
    shownTouch = ShownTouch(
      route: route, finger: location, isHitViewHidden: isHitViewHidden,
      outlineFrame: Rect(origin: location, size: .zero))
    outline.isHidden = true
    updateOutline()
    placeList()
    fadeOut()
  }

  /// Outlines the hit view at its current position. Called before each picture; draws only if the view has moved.
  func updateOutline() {
    guard let shownTouch, let hitView = shownTouch.route.hitView, hitView !== host, hitView !== host.scene.content
    else {
      return
    }
    guard hitView.isDescendant(of: host) else {
      outline.isHidden = true
      return
    }
    let homography = hitView.layer.homographyToRoot
    guard homography != shownTouch.homography else { return }
    self.shownTouch?.homography = homography
    let corners = hitView.bounds.corners.compactMap(homography.apply).map(host.mirrored)
    outline.isHidden = corners.count < 4
    guard corners.count == 4 else { return }
    let unit = host.unit
    let outlineFrame = Rect(bounding: corners).insetBy(-6 * unit, -6 * unit)
    self.shownTouch?.outlineFrame = outlineFrame
    let dash = shownTouch.isHitViewHidden ? [2 * unit, 9 * unit] : []
    outline.draw(in: outlineFrame) { canvas in
      canvas.stroke(corners, width: 5 * unit, color: Color(0, 0, 0, 0.35), isClosed: true)
      canvas.stroke(corners, width: 3 * unit, color: Palette.accent, dash: dash, isClosed: true)
    }
    if !list.frame.isEmpty, list.frame.overlaps(outlineFrame) { placeList() }
  }

  private func placeList() {
    guard let shownTouch else { return }
    let unit = host.unit
    list.show(
      shownTouch.route.lines(with: host.scene.tapRuleNote), in: host.freeFrame.insetBy(12 * unit, 12 * unit),
      avoiding: shownTouch.outlineFrame.insetBy(-8 * unit, -8 * unit), finger: shownTouch.finger, unit: unit)
  }

  private func fadeOut() {
    let layers = [list.layer, outline] + (ring.map { [$0] } ?? [])
    for layer in layers { layer.opacity = 1 }
    let animation = Animation(
      .curve(TimingCurve(0.9, 0, 1, 1), seconds: TapAnnotation.durationWithCaption),
      update: { progress in
        // Opaque for most of the time, because an unchanged layer isn't redrawn.
        let opacity = progress < 0.6 ? 1 : (1 - progress) / 0.4
        for layer in layers { layer.opacity = opacity }
      },
      completion: { [weak self] in
        for layer in layers { layer.isHidden = true }
        self?.shownTouch = nil
      })
    outline.add(animation, forKey: Self.fadeKey)
  }
}

extension Route {
  /// Returns the lines, preceded by one with the source code of the scene's rule, if any.
  func lines(with note: TapRuleNote?) -> [Line] {
    guard let note else { return lines }
    let title = LocalizedText.forDevelopers.text
    return [Line(name: note.code, title: title, isHit: false, outcome: note.remark, displayOutcome: note.remark)]
      + lines
  }
}
