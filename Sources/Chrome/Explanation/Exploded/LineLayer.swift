import PanelLayers

/// A straight line as a transformed layer, which moves without being redrawn.
final class LineLayer: Layer {
  init(_ color: Color = .white) {
    super.init()
    bounds = Rect(0, 0, 1, 1)
    backgroundColor = color
  }

  func place(from start: Point, to end: Point, width: Double) {
    let vector = end - start
    let length = vector.length
    isHidden = !(length > 1e-6 && length.isFinite)
    guard !isHidden else { return }
    let (x, y) = (vector.x / length, vector.y / length)
    position = start + vector * 0.5
    transform = Transform3D(Transform2D(a: x * length, b: y * length, c: -y * width, d: x * width, tx: 0, ty: 0))
  }
}

/// The outline of a quadrilateral.
final class OutlineLayers {
  let lines: [LineLayer]
  var color: Color { didSet { if color != oldValue { for line in lines { line.backgroundColor = color } } } }
  var opacity = 1.0 { didSet { for line in lines { line.opacity = opacity } } }

  init(_ color: Color = .white) {
    self.color = color
    lines = (0..<4).map { _ in LineLayer(color) }
  }

  /// - Parameter corners: four, or none to hide the outline.
  func place(_ corners: [Point], width: Double) {
    guard corners.count == lines.count else {
      for line in lines { line.isHidden = true }
      return
    }
    for (index, line) in lines.enumerated() {
      line.place(from: corners[index], to: corners[(index + 1) % corners.count], width: width)
    }
  }
}
