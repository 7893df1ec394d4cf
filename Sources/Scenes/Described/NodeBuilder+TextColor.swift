import PanelGeometry
import PanelRaster

extension NodeBuilder {
  /// A step on the path from the root: a node, and the index of the next node among its children.
  struct Step {
    let node: SceneDescription.Node
    let child: Int
  }

  /// The background of the nodes: the color of the panel or of the cube face, and the text color on it.
  struct Background {
    let color: Color
    let textColor: Color
    /// The minimum contrast of the titles of buttons without a configured color.
    let contrast: Double

    /// - Parameter color: the color of the panel or of the cube face.
    init(_ color: Color, textColor: Color? = nil, contrast: Double = Color.textContrast) {
      (self.color, self.textColor, self.contrast) = (color, textColor ?? LegibleTextStyle(on: [color]).color, contrast)
    }
  }

  /// Returns the text color of a node, based on the luminance of the color beneath its text.
  ///
  /// - Parameter path: the path from the root to the node's parent.
  func textColor(for node: SceneDescription.Node, in path: [Step]) -> Color {
    color(beneathTextOf: node, in: path).map { LegibleTextStyle(on: [$0]).color } ?? background.textColor
  }

  /// Returns the color beneath the text of a node: what the node itself, its ancestors and the nodes drawn before it
  /// paint at its center; `nil` if they paint nothing. Ignores transforms.
  ///
  /// - Parameter path: the path from the root to the node's parent.
  func color(beneathTextOf node: SceneDescription.Node, in path: [Step]) -> Color? {
    // The topmost node first.
    var painted = node.isPainted ? [node] : []
    var point = node.pointInParent(node.bounds.center)
    for step in path.reversed() {
      // The frame of an arranged node isn't known yet, so the container's center is used.
      let isArranged = step.node.children[step.child].isArranged
      if isArranged { point = step.node.bounds.center }
      // Nor are the frames of arranged siblings, which hardly ever overlap.
      step.node.children.withoutCopies { siblings in
        for index in (0..<step.child).reversed() where !siblings[index].isArranged && siblings[index].mayPaint {
          siblings[index].collectPainted(at: point, into: &painted)
        }
      }
      if step.node.isPainted { painted.append(step.node) }
      point = step.node.pointInParent(point)
    }
    return painted.isEmpty ? nil : painted.reversed().reduce(background.color) { $1.painted(over: $0) }
  }
}

extension SceneDescription.Node {
  fileprivate var anchor: Point {
    Point(bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height)
  }

  fileprivate func pointInParent(_ point: Point) -> Point { position + (point - anchor) }

  @inline(__always) fileprivate var isPainted: Bool {
    backgroundColor != nil || gradient != nil || contents?.bitmap != nil
  }

  /// False if neither the node nor a descendant paints anything.
  @inline(__always) fileprivate var mayPaint: Bool { isPainted || !children.isEmpty }

  /// Adds the node and its descendants that paint at a point in the parent's coordinates, the topmost first.
  ///
  /// - Parameter opacity: the combined opacity of the ancestors.
  fileprivate func collectPainted(at point: Point, under opacity: Double = 1, into painted: inout [Self]) {
    let opacity = self.opacity * opacity
    guard !isHidden, opacity > 0 else { return }
    let localPoint = point - position + anchor
    children.withoutCopies { children in
      for index in children.indices.reversed() {
        children[index].collectPainted(at: localPoint, under: opacity, into: &painted)
      }
    }
    guard isPainted, bounds.contains(localPoint) else { return }
    painted.append(self)
    painted[painted.count - 1].opacity = opacity
  }

  /// Returns the mean color of a background with this node painted over it.
  fileprivate func painted(over background: Color) -> Color {
    var color = background
    if let backgroundColor { color = color.covered(by: backgroundColor) }
    if let gradient { color = color.covered(by: .mean(gradient.colors)) }
    if let bitmap = contents?.bitmap { color = .mean(bitmap.samples(over: color)) }
    return background.mixed(with: color, opacity)
  }
}

extension [SceneDescription.Node] {
  /// Calls a function with the nodes in memory. Copying a node retains all of its members, and each text looks at all
  /// nodes before it.
  fileprivate func withoutCopies(_ body: (UnsafeBufferPointer<Element>) -> Void) { withUnsafeBufferPointer(body) }
}

extension Color {
  fileprivate func covered(by other: Color) -> Color { mixed(with: other.withAlphaComponent(1), other.alpha) }

  fileprivate static func mean(_ colors: [Color]) -> Color {
    let sum = colors.reduce(Color.clear) {
      Color($0.red + $1.red, $0.green + $1.green, $0.blue + $1.blue, $0.alpha + $1.alpha)
    }
    let count = Double(max(colors.count, 1))
    return Color(sum.red / count, sum.green / count, sum.blue / count, sum.alpha / count)
  }
}
