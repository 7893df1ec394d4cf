import PanelGeometry
import PanelLayers
import PanelRaster
import PanelViews

/// Shows the visible view as translucent, so that the view that received the tap can be seen behind it.
///
/// The contents are projected onto the overlay's plane, and clipped to it whatever the perspective.
final class SeeThroughOverlay {
  /// The overlay and its edge: insert them above the scene, in this order.
  var layers: [Layer] { [edge.layer, plate] }
  /// The visible part of the hit view, in the host layer's coordinates.
  let hitArea: ConvexPolygon
  /// The outline of the overlay, in the host layer's coordinates.
  let outline: ConvexPolygon

  let plate = Layer()
  private let edge = DrawingLayer(name: "plate-edge")
  /// The visible candidate at the tap.
  let candidate: HitTestReport.Candidate
  private let toPlate: [ObjectIdentifier: Homography]
  /// The overlay's points per unit of the panel.
  private let thin: Double
  /// Pixels per point of the overlay.
  private let scale: Double
  private let unit: Double
  private var drawings: [DrawingLayer] = []

  // On the scene, which looks the same in both themes.
  private static let accent = Theme.dark.warning
  private static let (thickness, rimWidth) = (9.0, 7.0)
  /// The maximum number of pixels per point of a snapshot.
  private static let mostScale = 6.0

  /// - Returns: `nil` if the hit view is visible, or no view is.
  init?(_ report: HitTestReport, in host: Layer, theme: Theme, unit: Double, scale pixelScale: Double) {
    guard let visible = report.visibleCandidate, report.hitIndex != report.visibleIndex else { return nil }
    candidate = visible
    let view = candidate.view
    guard let toHost = view.layer.homography(over: host), let inverse = toHost.inverted() else { return nil }
    outline = toHost.polygon(of: view.bounds)
    guard outline.count > 2 else { return nil }
    self.unit = unit
    let stretch = toHost.stretch(of: view.bounds)
    thin = unit / max(stretch, 1e-6)
    scale = min(stretch * pixelScale, Self.mostScale)
    var toPlate: [ObjectIdentifier: Homography] = [:]
    for candidate in report.candidates {
      toPlate[ObjectIdentifier(candidate.view)] = candidate.view.layer.homography(over: host)?.concatenating(inverse)
    }
    self.toPlate = toPlate
    let outline = outline
    hitArea =
      report.hitCandidate.flatMap { hit in
        hit.view.layer.homography(over: host)?.polygon(of: hit.view.bounds).intersection(outline)
      } ?? ConvexPolygon()
    plate.name = "plate"
    plate.place(view.bounds, by: toHost)
    (plate.cornerRadius, plate.masksToBounds) = (view.layer.cornerRadius, true)
    // Darker on a light background, because the labels on the overlay are white.
    plate.backgroundColor = theme == .light ? Color(hex: 0x747D92) : theme.backgroundCenter
    addInside(report)
    addGlass()
    addEdge(of: view, in: report.container, host: host)
  }

  // MARK: The inside

  /// Adds the other candidates, darker with increasing distance, and the hit view undimmed in front of them.
  // Only candidates with a distance are in the order.
  // swift-format-ignore: NeverForceUnwrap
  private func addInside(_ report: HitTestReport) {
    let distances = report.candidates.map { distance(behindPlate: $0) }
    let farthest = distances.compactMap { $0 }.max() ?? 1
    let order = report.candidates.indices.filter { distances[$0] != nil && $0 != report.hitIndex }
      .sorted { distances[$0]! > distances[$1]! }
    for index in order {
      add(report.candidates[index].view, darkness: 0.22 + 0.62 * distances[index]! / farthest)
    }
    guard let candidate = report.hitCandidate else { return }
    if candidate.isDrawn { add(candidate.view, darkness: 0) }
    addGlow(around: candidate)
    if let control = report.hitView as? Control, control !== candidate.view, candidate.isDrawn {
      addOutline(of: control, in: candidate)
    }
  }

  /// Returns the distance of a view's center behind the overlay's plane, in its points; `nil` if it isn't behind it or
  /// isn't visible.
  private func distance(behindPlate other: HitTestReport.Candidate) -> Double? {
    guard other.view !== candidate.view, other.isDrawn, let toPlane = candidate.view.transformInSpace.inverted() else {
      return nil
    }
    let center = other.view.bounds.center
    let place = other.view.transformInSpace.concatenating(toPlane).homogeneous(center.x, center.y, 0)
    let depth = (candidate.facing == .back ? 1 : -1) * place.z / place.w
    return depth > 1e-6 ? depth : nil
  }

  private func add(_ view: View, darkness: Double) {
    guard let homography = toPlate[ObjectIdentifier(view)], let picture = view.layer.snapshot(scale: scale) else {
      return
    }
    let layer = Layer()
    layer.name = view.name
    layer.place(view.bounds, by: homography)
    layer.contents = picture
    if darkness > 0 {
      let shade = Layer()
      shade.frame = layer.bounds
      (shade.backgroundColor, shade.opacity) = (Color(0.03, 0.04, 0.07), darkness)
      shade.cornerRadius = view.layer.cornerRadius
      layer.addSublayer(shade)
    }
    plate.addSublayer(layer)
  }

  /// Adds a glow around the hit view; a dashed outline if it isn't visible.
  private func addGlow(around hit: HitTestReport.Candidate) {
    guard let homography = toPlate[ObjectIdentifier(hit.view)] else { return }
    let (corners, thin, accent) = (homography.polygon(of: hit.view.bounds).points, thin, Self.accent)
    addDrawing { canvas in
      guard hit.isDrawn else {
        return canvas.stroke(corners, width: 2.4 * thin, color: accent, dash: [2 * thin, 7 * thin], isClosed: true)
      }
      for width in stride(from: 30.0, through: 4, by: -2) {
        canvas.stroke(corners, width: width * thin, color: accent.faded(0.045), isClosed: true)
      }
      canvas.stroke(corners, width: 3 * thin, color: accent, isClosed: true)
    }
  }

  /// Adds the shape of the control that was hit.
  private func addOutline(of control: View, in candidate: HitTestReport.Candidate) {
    guard let homography = toPlate[ObjectIdentifier(candidate.view)], let picture = control.layer.snapshot(scale: scale)
    else { return }
    let layer = Layer()
    layer.place(control.bounds, by: control.layer.homography(to: candidate.view.layer).concatenating(homography))
    layer.contents = picture.etched(Self.accent, background: 0.1, edge: edgeWidth)
    plate.addSublayer(layer)
  }

  // MARK: The glass

  /// In pixels of a snapshot.
  private var edgeWidth: Int { max(1, Int(clamping: (1.6 * thin * scale).rounded())) }

  private func addGlass() {
    let view = candidate.view
    let bounds = Rect(origin: .zero, size: view.bounds.size)
    let (radius, thin) = (view.layer.cornerRadius, thin)
    let tint = view.layer.snapshot(scale: min(scale, 32 / max(bounds.width, bounds.height)))?.meanColor ?? .white
    addDrawing { canvas in
      canvas.fill(bounds, color: tint.faded(0.17))
      canvas.fill(bounds, color: Color(1, 1, 1, 0.05))
      // The reflection of a window.
      func band(_ from: Double, _ to: Double, _ alpha: Double) {
        let (width, height) = (bounds.width, bounds.height)
        canvas.fill(
          [
            Point(width * from, 0), Point(width * to, 0), Point(width * (to - 0.75), height),
            Point(width * (from - 0.75), height),
          ], color: Color(1, 1, 1, alpha))
      }
      band(0.98, 1.2, 0.075)
      band(1.28, 1.36, 0.06)
    }
    addContents(of: view)
    addDrawing { canvas in
      let rim = Self.rimWidth * thin
      canvas.stroke(bounds, radius: radius, width: rim, color: Color(1, 1, 1, 0.24))
      canvas.stroke(
        bounds.insetBy(rim, rim), radius: max(0, radius - rim), width: 1.2 * thin, color: Color(1, 1, 1, 0.5))
      canvas.stroke(bounds, radius: radius, width: 2.2 * thin, color: Color(1, 1, 1, 0.92))
      // Visible on a white background as well.
      canvas.stroke(bounds, radius: radius, width: 0.7 * thin, color: Color(0.1, 0.13, 0.2, 0.45))
    }
  }

  /// Adds the subviews of the visible view: outlines of its controls, and everything else unchanged.
  private func addContents(of view: View) {
    let shown = view.subviews.filter { !$0.isHidden && $0.alpha > 0 }
    if shown.isEmpty, let picture = view.layer.snapshot(scale: scale) {
      addPicture(picture.etched(.white, background: 0, edge: 0), of: view, in: view)
    }
    for subview in shown {
      guard let picture = subview.layer.snapshot(scale: scale) else { continue }
      let isControl = subview is Control
      let drawing = isControl ? picture.etched(.white, background: 0.36, edge: edgeWidth) : picture
      let layer = addPicture(drawing, of: subview, in: view)
      layer.opacity = subview.alpha
      guard !isControl else { continue }
      (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (0.4, 2 * thin, Point(0, 3 * thin))
    }
  }

  @discardableResult private func addPicture(_ picture: Bitmap, of view: View, in plateView: View) -> Layer {
    let homography = view === plateView ? .identity : view.layer.homography(to: plateView.layer)
    let layer = Layer()
    let toPlate = Homography(scale: 1, x: -plateView.bounds.minX, y: -plateView.bounds.minY)
    layer.place(view.bounds, by: homography.concatenating(toPlate))
    layer.contents = picture
    plate.addSublayer(layer)
    return layer
  }

  private func addDrawing(_ draw: @escaping (Canvas) -> Void) {
    let drawing = DrawingLayer()
    drawing.layer.frame = Rect(origin: .zero, size: candidate.view.bounds.size)
    drawing.drawing = draw
    drawings.append(drawing)
    plate.addSublayer(drawing.layer)
  }

  /// Draws the visible sides of the overlay as a plate with a thickness.
  private func addEdge(of view: View, in container: View, host: Layer) {
    guard let toHost = container.layer.homography(over: host), outline.count == 4 else { return }
    let transform = view.transformInSpace
    let depth = (candidate.facing == .back ? 1 : -1) * Self.thickness * thin
    let far = view.bounds.corners.compactMap { corner in
      transform.project(corner.x, corner.y, depth).flatMap { toHost.apply(to: Point($0.x, $0.y)) }
    }
    guard far.count == 4, view.layer.cornerRadius == 0 else { return }
    let near = outline
    let sides = (0..<4).compactMap { index -> [Point]? in
      let side = [near[index], near.following(index), far[(index + 1) % 4], far[index]]
      let middle = (side[2] + side[3]) * 0.5
      return near.contains(middle) ? nil : side
    }
    guard !sides.isEmpty else { return }
    edge.layer.frame = Rect(bounding: near.points + far).insetBy(-2, -2)
    let origin = edge.layer.position - edge.layer.bounds.center
    let unit = unit
    edge.drawing = { canvas in
      for side in sides {
        let points = side.map { $0 - origin }
        canvas.fill(points, color: Color(1, 1, 1, 0.45))
        canvas.stroke(Array(points[2...3]), width: unit, color: Color(1, 1, 1, 0.55))
      }
    }
  }
}

extension ConvexPolygon {
  func contains(_ point: Point) -> Bool {
    let sign = signedArea < 0 ? -1.0 : 1.0
    return (0..<count).allSatisfy { index in
      let (a, b) = (self[index], following(index))
      let (along, across) = ((b.x - a.x) * (point.y - a.y), (b.y - a.y) * (point.x - a.x))
      return (along - across) * sign >= 0
    }
  }
}
