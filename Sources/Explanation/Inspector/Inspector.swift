import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// Visualizes hit testing: for each touch a ripple, the tested views with their outcomes, and an outline of the view that
/// received it. While a finger rests, the hit map of the entire scene.
///
/// Everything is drawn in layers, which take part in no hit test.
final class Inspector {
  var isEnabled = false { didSet { isEnabled ? show() : hide() } }

  private unowned let host: any ExplanationHost
  private let outline = DrawingLayer(name: "inspector-outline", isHidden: true)
  private let list = RouteList()
  private let map = Layer()
  private var current: ShownTouch?
  private var ring: TapRing?
  private static let fadeKey = "fade"
  private var holdTimer: WindowTimer?
  private var heldTouch: Int?

  private struct ShownTouch {
    let route: Route
    let finger: Point
    /// True if another view than the hit view is visible at the touch.
    let isHidden: Bool
    /// The hit view's homography when it was last outlined.
    var homography: Homography?
    /// The outline's frame, including its strokes.
    var place: Rect
  }

  /// The time in seconds after which a resting finger shows the hit map.
  private static let holdTime = 0.5

  init(_ host: any ExplanationHost) {
    self.host = host
    map.name = "inspector-map"
    map.isHidden = true
  }

  private var layers: [Layer] { [map, outline.layer, list.drawing.layer] }

  private func show() {
    for layer in layers { host.layer.addSublayer(layer) }
  }

  private func hide() {
    endRipple()
    outline.layer.removeAnimation(forKey: Self.fadeKey)
    endHold()
    current = nil
    for layer in layers {
      layer.isHidden = true
      layer.removeFromSuperlayer()
    }
  }

  func report(_ event: TouchEvent, receivedBy view: View?) {
    switch event.phase {
    case .began:
      // Touches on the bar and on sheets aren't explained.
      guard view.map({ $0 === host || $0.isDescendant(of: host.scene.content) }) ?? true else { return }
      startRipple(at: event.location)
      show(Route(to: event.location, in: host), at: event.location)
      hold(event.id)
    case .moved: break
    case .ended, .cancelled: if event.id == heldTouch { endHold() }
    }
  }

  private func startRipple(at point: Point) {
    endRipple()
    let ring = TapRing(at: host.mirrored(point), color: Palette.accent, in: host.freeFrame, unit: host.unit)
    self.ring = ring
    for layer in ring.layers { host.layer.addSublayer(layer) }
    ring.appear()
  }

  private func endRipple() {
    ring?.stop()
    for layer in ring?.layers ?? [] { layer.removeFromSuperlayer() }
    ring = nil
  }

  private func hold(_ id: Int) {
    endHold()
    heldTouch = id
    holdTimer = host.window?.after(seconds: Self.holdTime) { [weak self] in self?.showMap() }
  }

  private func endHold() {
    holdTimer?.cancel()
    heldTouch = nil
    map.isHidden = true
    map.contents = nil
  }

  private func showMap() {
    // Cells of 4 points: precise enough to tell faces apart.
    map.contents = HitMap(of: host, cell: 4).bitmap(alpha: 0.55)
    map.bounds = host.bounds
    map.position = host.bounds.center
    // The map is in the panel's coordinates, the stage's sublayers are mirrored and shifted.
    map.transform = host.layer.sublayerTransform
    map.isHidden = false
  }

  private func show(_ route: Route, at finger: Point) {
    let visible = host.visibleView(at: finger)
    let isHidden = route.hitView.flatMap { hitView in visible.map { !$0.isDescendant(of: hitView) } } ?? false
    let place = host.mirrored(finger)
    current = ShownTouch(route: route, finger: place, isHidden: isHidden, place: Rect(origin: place, size: .zero))
    outline.layer.isHidden = true
    follow()
    placeList()
    fade()
  }

  /// Outlines the hit view at its current position. Called before each picture; draws only if the view has moved.
  func follow() {
    guard let current, let hitView = current.route.hitView, hitView !== host, hitView !== host.scene.content else {
      return
    }
    guard hitView.isDescendant(of: host) else {
      outline.layer.isHidden = true
      return
    }
    let homography = hitView.layer.homographyToRoot
    guard homography != current.homography else { return }
    self.current?.homography = homography
    let corners = hitView.bounds.corners.compactMap(homography.apply).map(host.mirrored)
    outline.layer.isHidden = corners.count < 4
    guard corners.count == 4 else { return }
    let unit = host.unit
    let place = Rect(bounding: corners).insetBy(-6 * unit, -6 * unit)
    self.current?.place = place
    outline.layer.bounds = place
    outline.layer.position = place.center
    let dash = current.isHidden ? [2 * unit, 9 * unit] : []
    outline.drawing = { canvas in
      canvas.stroke(corners, width: 5 * unit, color: Color(0, 0, 0, 0.35), isClosed: true)
      canvas.stroke(corners, width: 3 * unit, color: Palette.accent, dash: dash, isClosed: true)
    }
    if !list.frame.isEmpty, list.frame.overlaps(place) { placeList() }
  }

  private func placeList() {
    guard let current else { return }
    let unit = host.unit
    list.show(
      current.route.lines(with: host.scene.routeNote), in: host.freeFrame.insetBy(12 * unit, 12 * unit),
      beside: current.place.insetBy(-8 * unit, -8 * unit), finger: current.finger, unit: unit)
  }

  private func fade() {
    let layers = [list.drawing.layer, outline.layer] + (ring?.layers ?? [])
    for layer in layers { layer.opacity = 1 }
    let animation = Animation(
      .curve(TimingCurve(0.9, 0, 1, 1), seconds: TapAnnotation.time),
      update: { progress in
        // Opaque for most of the time, because an unchanged layer isn't redrawn.
        let opacity = progress < 0.6 ? 1 : (1 - progress) / 0.4
        for layer in layers { layer.opacity = opacity }
      },
      completion: { [weak self] in
        for layer in layers { layer.isHidden = true }
        self?.current = nil
      })
    outline.layer.add(animation, forKey: Self.fadeKey)
  }
}

extension Route {
  /// The lines, after one for developers with the code of the scene's rule.
  func lines(with note: RouteNote?) -> [Line] {
    guard let note else { return lines }
    let title = LocalizedText.forDevelopers.text
    return [Line(name: note.code, title: title, isHit: false, reason: note.remark, displayReason: note.remark)] + lines
  }
}
