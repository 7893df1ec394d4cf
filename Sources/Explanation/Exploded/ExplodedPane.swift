import PanelGeometry
import PanelLayers
import PanelRaster
import PanelViews

/// A pane of the exploded view: a translucent plate, a snapshot of a view as the panel projects it, and the tap's line.
final class ExplodedPane {
  let view: View

  /// The opacities of a pane's parts, 0…1.
  struct Look: Equatable {
    var fill = 0.07
    var edge = 0.30
    var face = 1.0
    var outline = 0.25
    /// The highlight in the outcome's color.
    var lit = 0.0

    func mixed(with other: Look, _ t: Double) -> Look {
      func mix(_ path: KeyPath<Look, Double>) -> Double {
        self[keyPath: path].interpolated(to: other[keyPath: path], t)
      }
      return Look(fill: mix(\.fill), edge: mix(\.edge), face: mix(\.face), outline: mix(\.outline), lit: mix(\.lit))
    }
  }

  private let fill = Layer()
  private let rim = OutlineLayers()
  private let litRim = OutlineLayers()
  private let glow = DrawingLayer()
  private let face = Layer()
  private let shade = Layer()
  private let outline = OutlineLayers()
  private let litOutline = OutlineLayers()
  /// The intended control if it isn't tested. It alone keeps its full opacity.
  private let intended = Layer()
  let tapLineHalo = LineLayer()
  let tapLine = LineLayer()
  let mark = DrawingLayer()

  /// The map from the scene's points to the view's.
  var map = Transform2D.identity
  var look = Look()
  /// The opacity of the face's shade on the panel, 0…1.
  var shadow = 0.0
  /// The depth while the panes overlap like the views on the panel; 0 for test order.
  var depth = 0.0

  private var glowShape: [Point] = []
  private weak var intendedView: View?

  init(_ view: View, theme: Theme) {
    self.view = view
    fill.backgroundColor = theme.pane
    (rim.color, outline.color) = (theme.pane, theme.pane)
    shade.backgroundColor = .black
    for layer in [fill, face, shade, intended] { layer.anchorPoint = .zero }
    (tapLine.color, tapLineHalo.color, tapLineHalo.opacity) = (theme.tapLine, theme.tapLine, 0.22)
  }

  var layers: [Layer] {
    // In statements: Swift 6.0 can't type-check a single expression of this length.
    var layers = [fill, glow.layer]
    for line in [rim, litRim] { layers += line.layers }
    layers += [face, shade]
    for line in [outline, litOutline] { layers += line.layers }
    return layers + [intended, tapLineHalo.layer, tapLine.layer, mark.layer]
  }

  /// - Parameter scale: pixels per point of the view.
  func takePicture(scale: Double) {
    face.contents = view.layer.snapshot(scale: scale)
    face.bounds = view.layer.bounds
    shade.bounds = face.bounds
  }

  /// Emphasizes a control of the view, or none with `nil`.
  func setIntended(_ control: View?, scale: Double) {
    guard control !== intendedView else { return }
    intendedView = control
    intended.contents = control?.layer.snapshot(scale: scale)
    intended.bounds = control?.layer.bounds ?? .zero
  }

  /// Updates all layers.
  func apply(in content: View, box: Rect, unit: Double, color: Color) {
    let toView = Homography(map)
    let toContent = view.layer.homography(to: content.layer)
    let homography = toContent.concatenating(toView)
    let corners = box.corners.map(map.apply)
    fill.bounds = Rect(origin: .zero, size: box.size)
    fill.transform = Transform3D(Transform2D(translationX: box.minX, y: box.minY).concatenating(map))
    fill.opacity = look.fill
    rim.place(corners, width: 1.2 * unit)
    rim.opacity = look.edge * (1 - look.lit)
    litRim.color = color
    litRim.opacity = look.lit
    litRim.place(look.lit > 0 ? corners : [], width: 2.4 * unit)
    placeGlow(corners, unit: unit, color: color)
    face.transform = Transform3D(homography)
    face.opacity = look.face
    shade.transform = face.transform
    shade.opacity = shadow * look.face
    let own = view.layer.bounds.corners.compactMap(homography.apply)
    outline.place(own.count == 4 ? own : [], width: 1 * unit)
    outline.opacity = look.outline
    litOutline.color = color
    litOutline.opacity = look.lit
    litOutline.place(look.lit > 0 && own.count == 4 ? own : [], width: 2.2 * unit)
    if let intendedView {
      intended.transform = Transform3D(intendedView.layer.homography(to: content.layer).concatenating(toView))
    }
    intended.opacity = intendedView == nil ? 0 : min(max((1 - look.face) / 0.4, 0), 1)
    for layer in layers { layer.zPosition = depth }
  }

  /// Draws the glow once for the final shape of all panes, afterwards only moves it.
  private func placeGlow(_ corners: [Point], unit: Double, color: Color) {
    let reach = 14 * unit
    (glow.layer.opacity, glow.layer.isHidden) = (look.lit, look.lit == 0)
    guard look.lit > 0 else { return }
    let frame = Rect(bounding: corners).insetBy(-reach, -reach)
    let shape = corners.map { $0 - frame.origin }
    let isSame = zip(shape, glowShape).allSatisfy { abs($0.x - $1.x) + abs($0.y - $1.y) < 0.01 } && !glowShape.isEmpty
    glow.layer.bounds = Rect(origin: .zero, size: frame.size)
    glow.layer.position = frame.center
    guard !isSame || glowColor != color else { return }
    (glowShape, glowColor) = (shape, color)
    glow.drawing = { canvas in
      canvas.fill(shape, color: color.faded(0.07))
      // Overlapping strokes look like a blur.
      for step in 1...7 {
        canvas.stroke(shape, width: 3.6 * Double(step) * unit, color: color.faded(0.058), isClosed: true)
      }
    }
  }
  private var glowColor = Color.clear

  func showMark(
    _ mark: OutcomeMark, at tapPoint: Point, layout: ExplosionLayout, ink: Color, color: Color, background: Color
  ) {
    let u = layout.unit
    let r = 12 * u
    let radius = layout.isTall ? Size(r * 1.3, 0.42 * r) : Size(0.48 * r, r)
    let side = 4 * r
    self.mark.layer.bounds = Rect(0, 0, side, side)
    self.mark.layer.position = tapPoint
    guard drawnMark.map({ $0 == (mark, color, u) }) != true else { return }
    drawnMark = (mark, color, u)
    self.mark.drawing = { canvas in
      func draw(_ mark: OutcomeMark, _ scale: Double, ink: Color, background: Color) {
        mark.draw(
          canvas, at: Point(side / 2, side / 2), radius: Size(radius.width * scale, radius.height * scale),
          width: 2.2 * u, ink: ink, color: color, background: background)
      }
      guard mark == .hit || mark == .expectedHit else { return draw(mark, 1, ink: ink, background: background) }
      draw(.ring, 1.25, ink: color, background: .clear)
      draw(.hit, 0.75, ink: ink, background: background)
    }
  }
  private var drawnMark: (mark: OutcomeMark, color: Color, unit: Double)?

  func place(of point: Point) -> Point { map.apply(to: point) }
}

extension Layer {
  /// Returns the homography from the layer's plane to that of an ancestor.
  func homography(to above: Layer) -> Homography {
    var result = transformToSuperlayer
    var layer = self
    while let next = layer.superlayer {
      result = result.concatenating(next.sublayerTransformAboutAnchor)
      if !(next is TransformLayer) { result = result.droppingDepth }
      if next === above { break }
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
