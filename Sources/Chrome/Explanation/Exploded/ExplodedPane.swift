import PanelViews

/// A pane of the exploded view: a translucent plate with the snapshot of a view, and the tap's line up to it.
final class ExplodedPane {
  let view: View

  /// The opacities of a pane's layers, 0…1.
  struct Opacities: Equatable {
    var plate = 0.07
    var plateOutline = 0.30
    var snapshot = 1.0
    var viewOutline = 0.25
    /// The outlines and the glow in the outcome's color.
    var highlight = 0.0

    func interpolated(to other: Opacities, _ t: Double) -> Opacities {
      func mix(_ path: KeyPath<Opacities, Double>) -> Double {
        self[keyPath: path].interpolated(to: other[keyPath: path], t)
      }
      return Opacities(
        plate: mix(\.plate), plateOutline: mix(\.plateOutline), snapshot: mix(\.snapshot),
        viewOutline: mix(\.viewOutline), highlight: mix(\.highlight))
    }
  }

  private let plate = Layer()
  private let plateOutline: OutlineLayers
  private let plateHighlight = OutlineLayers()
  private let glow = DrawingLayer()
  private let snapshot = Layer()
  private let shade = Layer()
  private let viewOutline: OutlineLayers
  private let viewHighlight = OutlineLayers()
  /// A snapshot of the intended control if it isn't tested. It keeps its full opacity while the view fades.
  private let intendedControl = Layer()
  let tapLineHalo, tapLine: LineLayer
  let mark = DrawingLayer()

  /// The transform from the scene's points to the exploded view's.
  var transform = Transform2D.identity
  var opacities = Opacities()
  /// The opacity of the black layer over the snapshot, which darkens it like the view on the panel, 0…1.
  var shadeOpacity = 0.0
  /// The depth of the view while the panes still overlap as on the panel; 0 once they are apart.
  var depth = 0.0

  private var glowShape: [Point] = []
  private weak var intendedView: View?
  private let theme: Theme

  init(_ view: View, theme: Theme) {
    (self.view, self.theme) = (view, theme)
    (plateOutline, viewOutline) = (OutlineLayers(theme.pane), OutlineLayers(theme.pane))
    (tapLineHalo, tapLine) = (LineLayer(theme.tapLine), LineLayer(theme.tapLine))
    tapLineHalo.opacity = 0.22
    plate.backgroundColor = theme.pane
    shade.backgroundColor = .black
    for layer in [plate, snapshot, shade, intendedControl] { layer.anchorPoint = .zero }
  }

  var layers: [Layer] {
    // In statements: Swift 6.0 can't type-check a single expression of this length.
    var layers = [plate, glow]
    for outline in [plateOutline, plateHighlight] { layers += outline.lines }
    layers += [snapshot, shade]
    for outline in [viewOutline, viewHighlight] { layers += outline.lines }
    return layers + [intendedControl, tapLineHalo, tapLine, mark]
  }

  /// - Parameter scale: pixels per point of the view.
  func takeSnapshot(scale: Double) {
    snapshot.contents = view.layer.snapshot(scale: scale)
    snapshot.bounds = view.layer.bounds
    shade.bounds = snapshot.bounds
  }

  /// Emphasizes a control of the view, or none with `nil`.
  func setIntended(_ control: View?, scale: Double) {
    guard control !== intendedView else { return }
    intendedView = control
    intendedControl.contents = control?.layer.snapshot(scale: scale)
    intendedControl.bounds = control?.layer.bounds ?? .zero
  }

  /// Updates all layers.
  ///
  /// - Parameter box: the part of the scene on the pane, in the scene's points.
  func apply(in content: View, box: Rect, scale: Double, color: Color) {
    let toView = Homography(transform)
    let toContent = view.layer.homography(to: content.layer)
    let homography = toContent.concatenating(toView)
    let corners = box.corners.map(transform.apply)
    plate.bounds = Rect(origin: .zero, size: box.size)
    plate.transform = Transform3D(Transform2D(translationX: box.minX, y: box.minY).concatenating(transform))
    plate.opacity = opacities.plate
    plateOutline.place(corners, width: 1.2 * scale)
    plateOutline.opacity = opacities.plateOutline * (1 - opacities.highlight)
    plateHighlight.color = color
    plateHighlight.opacity = opacities.highlight
    plateHighlight.place(opacities.highlight > 0 ? corners : [], width: 2.4 * scale)
    placeGlow(corners, scale: scale, color: color)
    snapshot.transform = Transform3D(homography)
    snapshot.opacity = opacities.snapshot
    shade.transform = snapshot.transform
    shade.opacity = shadeOpacity * opacities.snapshot
    let viewCorners = view.layer.bounds.corners.compactMap(homography.apply)
    viewOutline.place(viewCorners.count == 4 ? viewCorners : [], width: 1 * scale)
    viewOutline.opacity = opacities.viewOutline
    viewHighlight.color = color
    viewHighlight.opacity = opacities.highlight
    viewHighlight.place(opacities.highlight > 0 && viewCorners.count == 4 ? viewCorners : [], width: 2.2 * scale)
    if let intendedView {
      intendedControl.transform = Transform3D(intendedView.layer.homography(to: content.layer).concatenating(toView))
    }
    intendedControl.opacity = intendedView == nil ? 0 : min(max((1 - opacities.snapshot) / 0.4, 0), 1)
    for layer in layers { layer.zPosition = depth }
  }

  /// Draws the glow only if its shape or color changes, otherwise only moves it.
  private func placeGlow(_ corners: [Point], scale: Double, color: Color) {
    let reach = 14 * scale
    (glow.opacity, glow.isHidden) = (opacities.highlight, opacities.highlight == 0)
    guard opacities.highlight > 0 else { return }
    let frame = Rect(bounding: corners).insetBy(-reach, -reach)
    let shape = corners.map { $0 - frame.origin }
    let isSame = zip(shape, glowShape).allSatisfy { abs($0.x - $1.x) + abs($0.y - $1.y) < 0.01 } && !glowShape.isEmpty
    glow.frame = frame
    guard !isSame || glowColor != color else { return }
    (glowShape, glowColor) = (shape, color)
    glow.drawing = { canvas in
      canvas.fill(shape, color: color.withAlphaComponent(0.07))
      // Overlapping strokes look like a blur.
      for step in 1...7 {
        canvas.stroke(shape, width: 3.6 * Double(step) * scale, color: color.withAlphaComponent(0.058), isClosed: true)
      }
    }
  }
  private var glowColor = Color.clear

  func showMark(_ mark: OutcomeMark, at tapPoint: Point, layout: ExplosionLayout, hitColor: Color) {
    let (u, r) = (layout.scale, 12 * layout.scale)
    let radius = layout.isPortrait ? Size(r * 1.3, 0.42 * r) : Size(0.48 * r, r)
    let side = 4 * r
    self.mark.bounds = Rect(0, 0, side, side)
    self.mark.position = tapPoint
    guard drawnMark.map({ $0 == (mark, hitColor, u) }) != true else { return }
    drawnMark = (mark, hitColor, u)
    let (symbolColor, background) = (theme.tapLine, theme.backgroundEdge.withAlphaComponent(0.55))
    self.mark.drawing = { canvas in
      func draw(_ mark: OutcomeMark, _ factor: Double, symbolColor: Color, background: Color) {
        mark.draw(
          canvas, at: Point(side / 2, side / 2), radius: Size(radius.width * factor, radius.height * factor),
          width: 2.2 * u, symbolColor: symbolColor, hitColor: hitColor, background: background)
      }
      guard mark == .hit || mark == .expectedHit else {
        return draw(mark, 1, symbolColor: symbolColor, background: background)
      }
      draw(.ring, 1.25, symbolColor: hitColor, background: .clear)
      draw(.hit, 0.75, symbolColor: symbolColor, background: background)
    }
  }
  private var drawnMark: (mark: OutcomeMark, color: Color, scale: Double)?
}

extension Layer {
  /// Returns the homography from the layer's plane to that of an ancestor.
  func homography(to ancestor: Layer) -> Homography {
    var result = transformToSuperlayer
    var layer = self
    while let next = layer.superlayer {
      result = result.concatenating(next.sublayerTransformAboutAnchor)
      if !(next is TransformLayer) { result = result.droppingDepth }
      if next === ancestor { break }
      result = result.concatenating(next.transformToSuperlayer)
      layer = next
    }
    return result.homography
  }
}

extension Transform3D {
  /// Creates the transform of a layer whose plane appears through a homography.
  init(_ h: Homography) {
    self.init()
    (m11, m12, m14) = (h.m11, h.m12, h.m13)
    (m21, m22, m24) = (h.m21, h.m22, h.m23)
    (m41, m42, m44) = (h.m31, h.m32, h.m33)
  }
}
