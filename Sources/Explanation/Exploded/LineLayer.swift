import PanelGeometry
import PanelLayers
import PanelRaster

/// A straight line as a transformed layer, which moves without being redrawn.
final class LineLayer {
  let layer = Layer()

  var color: Color {
    get { layer.backgroundColor ?? .clear }
    set { layer.backgroundColor = newValue }
  }
  var opacity: Double {
    get { layer.opacity }
    set { layer.opacity = newValue }
  }

  init(_ color: Color = .white) {
    layer.bounds = Rect(0, 0, 1, 1)
    layer.backgroundColor = color
  }

  func place(from start: Point, to end: Point, width: Double) {
    let vector = end - start
    let length = vector.length
    layer.isHidden = !(length > 1e-6 && length.isFinite)
    guard !layer.isHidden else { return }
    let (x, y) = (vector.x / length, vector.y / length)
    layer.position = start + vector * 0.5
    layer.transform = Transform3D(
      Transform2D(a: x * length, b: y * length, c: -y * width, d: x * width, tx: 0, ty: 0))
  }
}

/// The outline of a quadrilateral.
final class OutlineLayers {
  private let lines = (0..<4).map { _ in LineLayer() }
  var layers: [Layer] { lines.map(\.layer) }
  var color = Color.white { didSet { if color != oldValue { for line in lines { line.color = color } } } }
  var opacity = 1.0 { didSet { for line in lines { line.opacity = opacity } } }

  /// - Parameter corners: four, or none to hide the outline.
  func place(_ corners: [Point], width: Double) {
    guard corners.count == lines.count else {
      for line in lines { line.layer.isHidden = true }
      return
    }
    for (index, line) in lines.enumerated() {
      line.place(from: corners[index], to: corners[(index + 1) % corners.count], width: width)
    }
  }
}
