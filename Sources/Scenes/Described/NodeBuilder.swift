import Layers
import Text
import Views

/// Makes the views of a described node and of those beneath it.
struct NodeBuilder {
  /// Of the cube, for its buttons; `nil` in a scene file.
  let face: Int?
  let look: ActionButtonLook
  let ground: Ground
  let values: Values
  /// Those that were made so far.
  private(set) var buttons: [ActionButton] = []
  /// To the node that is made now.
  private var path: [Step] = []

  init(face: Int? = nil, look: ActionButtonLook, ground: Ground, values: Values) {
    (self.face, self.look, self.ground, self.values) = (face, look, ground, values)
  }

  mutating func view(of node: SceneDescription.Node) -> View {
    let view = bare(node)
    node.apply(to: view.layer)
    (view as? FollowingView)?.follow()
    view.isUserInteractionEnabled = node.isUserInteractionEnabled
    for (index, child) in node.children.enumerated() {
      path.append(Step(node: node, child: index))
      view.addSubview(self.view(of: child))
      path.removeLast()
    }
    return view
  }

  private mutating func bare(_ node: SceneDescription.Node) -> View {
    if let text = node.text {
      let label = LiveLabel(
        name: node.name, text.string, of: values, color: text.color ?? ink(for: node, in: path))
      (label.alignment, label.lines) = (text.alignment, text.lines)
      label.font = text.font
      label.font.hasMonospacedDigits = values.hasNumbers(text.string)
      return label
    }
    if let button = node.button {
      buttons.append(ActionButton(button, face: face, look: look, values: values))
      return buttons[buttons.count - 1]
    }
    if let gradient = node.gradient {
      let layer = GradientLayer()
      (layer.colors, layer.locations) = (gradient.colors, gradient.locations)
      (layer.startPoint, layer.endPoint) = (gradient.startPoint, gradient.endPoint)
      return View(name: node.name, layer: layer)
    }
    if let chart = node.chart {
      return ChartView(name: node.name, chart, color: chart.color ?? ink(for: node, in: path), of: values)
    }
    if let path = node.followedFile { return FollowingView(name: node.name, path, among: values.pictures) }
    return View(name: node.name, transformsOnly: node.transformsOnly)
  }
}

extension SceneDescription.Node {
  fileprivate func apply(to layer: Layer) {
    layer.anchorPoint = anchorPoint
    layer.bounds = bounds
    layer.position = position
    layer.anchorPointZ = anchorPointZ
    layer.zPosition = zPosition
    layer.transform = transform
    layer.sublayerTransform = sublayerTransform
    layer.opacity = opacity
    layer.isHidden = isHidden
    layer.isDoubleSided = isDoubleSided
    layer.backgroundColor = backgroundColor
    layer.cornerRadius = cornerRadius
    layer.borderWidth = borderWidth
    layer.borderColor = borderColor
    layer.masksToBounds = masksToBounds
    layer.contents = contents
    layer.contentsGravity = gravity
    if let shadow {
      layer.shadowColor = shadow.color
      layer.shadowOpacity = shadow.opacity
      layer.shadowRadius = shadow.radius
      layer.shadowOffset = shadow.offset
    }
  }
}
