import Geometry
import Layers
import Raster
import Views

/// One pane of the exploded view: fill, a face on it exactly as the panel projects it, and the tapLine's way to it.
final class ExplodedPane {
  let view: View

  /// The appearance of a pane: alphas, 0…1, and the colour of what is lit.
  struct Look: Equatable {
    var fill = 0.07
    var edge = 0.30
    var face = 1.0
    /// Of the line around the face.
    var outline = 0.25
    /// Of the edge in the outcome's colour.
    var lit = 0.0

    func mixed(with other: Look, _ t: Double) -> Look {
      func mix(_ path: KeyPath<Look, Double>) -> Double {
        self[keyPath: path].interpolated(to: other[keyPath: path], t)
      }
      return Look(fill: mix(\.fill), edge: mix(\.edge), face: mix(\.face), outline: mix(\.outline), lit: mix(\.lit))
    }
  }

  private let fill = Layer()
  private let rim = Outline()
  private let litRim = Outline()
  private let glow = DrawingLayer()
  private let face = Layer()
  private let shade = Layer()
  private let outline = Outline()
  private let litOutline = Outline()
  /// The control on the face that one intended, where it is never asked: that alone stays whole.
  private let intended = Layer()
  let tapLineHalo = Line(.white)
  let tapLine = Line(.white)
  let mark = DrawingLayer()

  /// From the scene's points to the view's.
  var map = AffineTransform.identity
  var look = Look()
  /// The alpha of the shadow that lies over the face on the panel, 0…1.
  var shadow = 0.0
  /// In front of the other panes, as on the panel; 0 for the order of report.
  var depth = 0.0

  private var homography = Homography.identity
  private var glowShape: [Point] = []
  private weak var intendedView: View?

  init(_ view: View, theme: Theme) {
    self.view = view
    fill.backgroundColor = theme.pane
    (rim.color, outline.color) = (theme.pane, theme.pane)
    shade.backgroundColor = .black
    tapLineHalo.opacity = 0.22
  }

  /// From the undermost to the topmost.
  var layers: [Layer] {
    // In statements: Swift 6.0 gives up on one expression of so many sums.
    var layers = [fill, glow.layer]
    for line in [rim, litRim] { layers += line.layers }
    layers += [face, shade]
    for line in [outline, litOutline] { layers += line.layers }
    return layers + [intended, tapLineHalo.layer, tapLine.layer, mark.layer]
  }

  /// Takes a picture of the view as it is now.
  ///
  /// - Parameter scale: pixels to a point of the view.
  func takePicture(scale: Double) {
    face.contents = view.layer.snapshot(scale: scale)
    face.bounds = view.layer.bounds
    shade.bounds = face.bounds
    face.position = .zero
    face.anchorPoint = .zero
    shade.anchorPoint = .zero
  }

  /// Makes one of the view's own stand out; `nil` for none.
  func setIntended(_ control: View?, scale: Double) {
    guard control !== intendedView else { return }
    intendedView = control
    intended.contents = control?.layer.snapshot(scale: scale)
    intended.anchorPoint = .zero
    intended.bounds = control?.layer.bounds ?? .zero
  }

  /// Places everything.
  ///
  /// - Parameters:
  ///   - content: the scene's.
  ///   - box: the part of it that a pane shows.
  ///   - color: of the outcome.
  func apply(in content: View, box: Rect, unit: Double, color: Color) {
    let toView = Homography(map)
    let toContent = view.layer.homography(to: content.layer)
    homography = toContent.concatenating(toView)
    let corners = box.corners.map(map.apply)
    fill.bounds = Rect(origin: .zero, size: box.size)
    fill.anchorPoint = .zero
    fill.position = .zero
    fill.transform = Transform3D(AffineTransform(translationX: box.minX, y: box.minY).concatenating(map))
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
    intended.opacity = intendedView == nil ? 0 : min(max((1 - look.face) / 0.58, 0), 1)
    for layer in layers { layer.zPosition = depth }
  }

  /// Drawn once for the shape that all panes have at rest, and only moved then.
  private func placeGlow(_ corners: [Point], unit: Double, color: Color) {
    let reach = 14 * unit
    glow.layer.opacity = look.lit
    guard look.lit > 0 else {
      glow.layer.isHidden = true
      return
    }
    glow.layer.isHidden = false
    let frame = Rect(bounding: corners).insetBy(-reach, -reach)
    let shape = corners.map { $0 - frame.origin }
    let isSame = zip(shape, glowShape).allSatisfy { abs($0.x - $1.x) + abs($0.y - $1.y) < 0.01 } && !glowShape.isEmpty
    glow.layer.bounds = Rect(origin: .zero, size: frame.size)
    glow.layer.position = frame.center
    guard !isSame || glowColor != color else { return }
    (glowShape, glowColor) = (shape, color)
    glow.drawing = { canvas in
      canvas.fill(shape, color: color.faded(0.07))
      // Lines upon lines: nobody can tell them from a blur.
      for step in 1...7 {
        canvas.stroke(shape, width: 3.6 * Double(step) * unit, color: color.faded(0.058), isClosed: true)
      }
    }
  }
  private var glowColor = Color.clear

  /// Shows what became of the report, on the pane where the tap is.
  func showMark(
    _ mark: Mark, at tapPoint: Point, layout: ExplosionLayout, ink: Color, color: Color, background: Color
  ) {
    let u = layout.unit
    let r = (layout.isCompact ? 9.5 : 12) * u
    let radius = layout.isTall ? Size(r * 1.3, 0.42 * r) : Size(0.48 * r, r)
    let side = 4 * r
    self.mark.layer.bounds = Rect(0, 0, side, side)
    self.mark.layer.position = tapPoint
    let key = MarkKey(mark: mark, color: color, unit: u)
    guard key != markKey else { return }
    markKey = key
    self.mark.drawing = { canvas in
      let center = Point(side / 2, side / 2)
      if mark == .hit || mark == .expectedHit {
        Mark.missed.draw(
          canvas, at: center, radius: Size(radius.width * 1.45, radius.height * 1.45), width: 2.2 * u, ink: color,
          color: color, background: .clear)
        Mark.hit.draw(
          canvas, at: center, radius: Size(radius.width * 0.75, radius.height * 0.75), width: 2 * u, ink: ink,
          color: color, background: background)
      } else {
        mark.draw(canvas, at: center, radius: radius, width: 2.2 * u, ink: ink, color: color, background: background)
      }
    }
  }
  private var markKey: MarkKey?

  private struct MarkKey: Equatable {
    let mark: Mark
    let color: Color
    let unit: Double
  }

  /// The point's place in the view.
  func place(of point: Point) -> Point { map.apply(to: point) }
}

extension Layer {
  /// The map of the layer's plane into that of one above it.
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
  /// The transform of a layer whose plane appears through a projective map.
  init(_ h: Homography) {
    self.init()
    (m11, m12, m14) = (h.m11, h.m12, h.m13)
    (m21, m22, m24) = (h.m21, h.m22, h.m23)
    (m41, m42, m44) = (h.m31, h.m32, h.m33)
  }
}
