import Geometry
import Layers
import Raster
import Scenes
import Text
import Views

/// Makes routing visible: at each touch a ripple, who was asked and why it passed, and where the taker really is. While a
/// finger rests, the whole scene's hit map.
///
/// All of it is layers, no views: it takes part in no hit test.
final class Inspector {
  var isEnabled = false { didSet { isEnabled ? show() : hide() } }

  private unowned let stage: Stage
  private let ripple = Sketch()
  private let outline = Sketch()
  private let list = Sketch()
  private let map = Layer()
  private var rippling: Animation?
  private var fading: Animation?
  private var holding: Timer?
  private var heldTouch: Int?

  private static let rippleRadius = 60.0
  /// The time that a finger rests until the hit map comes, in seconds.
  private static let holdTime = 0.5

  init(stage: Stage) {
    self.stage = stage
    for (sketch, name) in [(outline, "inspector-outline"), (ripple, "inspector-ripple"), (list, "inspector-list")] {
      sketch.layer.name = name
      sketch.layer.isHidden = true
    }
    map.name = "inspector-map"
    map.isHidden = true
    ripple.layer.bounds = Rect(0, 0, 2 * Self.rippleRadius, 2 * Self.rippleRadius)
    ripple.sketch = { canvas in
      let all = Rect(0, 0, 2 * Self.rippleRadius, 2 * Self.rippleRadius)
      canvas.fill(all, radius: Self.rippleRadius, color: Color(1, 1, 1, 0.16))
      canvas.stroke(all, radius: Self.rippleRadius, width: 3, color: Color(1, 1, 1, 0.85))
    }
  }

  private var layers: [Layer] { [map, outline.layer, ripple.layer, list.layer] }

  private func show() {
    for layer in layers { stage.layer.addSublayer(layer) }
  }

  private func hide() {
    rippling?.cancel()
    fading?.cancel()
    endHold()
    for layer in layers {
      layer.isHidden = true
      layer.removeFromSuperlayer()
    }
  }

  // MARK: Touches

  func report(_ event: TouchEvent, takenBy taker: View?) {
    switch event.phase {
    case .began:
      startRipple(at: event.location)
      let route = Route(to: event.location, in: stage)
      write(route)
      outline(taker, at: event.location)
      hold(event.id)
    case .moved: break
    case .ended, .cancelled: if event.id == heldTouch { endHold() }
    }
  }

  private func startRipple(at point: Point) {
    rippling?.cancel()
    let layer = ripple.layer
    layer.position = point
    layer.isHidden = false
    rippling = stage.window?.animate(
      .curve(.easeOut, seconds: 0.55),
      update: { progress in
        let scale = 0.15 + 0.85 * progress
        layer.transform = Transform3D(scaleX: scale, y: scale, z: 1)
        layer.opacity = 1 - progress
      }, completion: { layer.isHidden = true })
  }

  private func hold(_ id: Int) {
    endHold()
    heldTouch = id
    holding = stage.window?.after(seconds: Self.holdTime) { [weak self] in self?.showMap() }
  }

  private func endHold() {
    holding?.cancel()
    heldTouch = nil
    map.isHidden = true
    map.contents = nil
  }

  private func showMap() {
    // A cell of a few points: the map says which face, not which hair of it.
    map.contents = HitMap(of: stage, cell: 4).bitmap(alpha: 0.55)
    map.bounds = stage.bounds
    map.position = stage.bounds.center
    map.isHidden = false
  }

  // MARK: Drawing

  /// Outlines the taker where it really is: dashed where something else hides it from the eye.
  private func outline(_ taker: View?, at point: Point) {
    outline.layer.isHidden = true
    guard let taker, taker !== stage, taker !== stage.scene.content else { return }
    let homography = taker.layer.homographyToRoot
    let corners = taker.bounds.corners.compactMap(homography.apply)
    guard corners.count == 4 else { return }
    let seen = stage.viewSeen(at: point)
    let isHidden = seen.map { !$0.isDescendant(of: taker) } ?? false
    let frame = Rect(bounding: corners).insetBy(-6, -6)
    outline.layer.bounds = frame
    outline.layer.position = frame.center
    outline.layer.isHidden = false
    outline.sketch = { canvas in
      canvas.stroke(corners, width: 5, color: Color(0, 0, 0, 0.35), isClosed: true)
      canvas.stroke(
        corners, width: 3, color: Palette.accent, dash: isHidden ? [2, 9] : [], isClosed: true)
    }
  }

  private func write(_ route: Route) {
    let unit = stage.unit
    let (line, font) = (24 * unit, Font(size: 13.5 * unit, weight: 500))
    let rows = route.lines.map { row in
      TextLayout(
        [
          TextSpan(row.name, font: font, color: row.isTaker ? Palette.accent : Color(hex: 0xE8ECF6)),
          TextSpan("  " + row.reason, font: font, color: Color(hex: 0xAAB2C4)),
        ], maxWidth: max(stage.bounds.width - 72 * unit, 50))
    }
    let width = (rows.map { $0.inkBounds.maxX }.max() ?? 0) + 32 * unit
    let frame = Rect(20 * unit, 20 * unit, width, Double(rows.count) * line + 20 * unit)
    list.layer.bounds = Rect(origin: .zero, size: frame.size)
    list.layer.position = frame.center
    list.layer.isHidden = false
    list.layer.opacity = 1
    list.sketch = { canvas in
      canvas.fill(
        Rect(origin: .zero, size: frame.size), radius: 12 * unit, color: Color(0.05, 0.06, 0.09, 0.82))
      for (index, row) in rows.enumerated() {
        canvas.draw(
          row, centeredVerticallyIn: Rect(16 * unit, 10 * unit + Double(index) * line, width, line))
      }
    }
    fading?.cancel()
    let layers = [list.layer, outline.layer]
    for layer in layers { layer.opacity = 1 }
    fading = stage.window?.animate(
      .curve(TimingCurve(0.9, 0, 1, 1), seconds: 6),
      update: { progress in
        // Whole until the last moment: what doesn't change isn't drawn.
        let opacity = progress < 0.6 ? 1 : (1 - progress) / 0.4
        for layer in layers { layer.opacity = opacity }
      }, completion: { for layer in layers { layer.isHidden = true } })
  }
}
