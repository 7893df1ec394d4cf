import PanelViews

/// Creates the views of a described node and its descendants.
struct NodeBuilder {
  /// The number of the cube face, for its buttons; `nil` in a scene file.
  let face: Int?
  let look: ActionButtonLook
  let background: Background
  let values: Values
  private(set) var buttons: [ActionButton] = []
  /// Keeps changing pictures updated for as long as the owner of the views retains them.
  private(set) var pictures: [ChangeObserver] = []
  private var path: [Step] = []

  init(face: Int? = nil, look: ActionButtonLook, background: Background, values: Values) {
    (self.face, self.look, self.background, self.values) = (face, look, background, values)
  }

  mutating func view(of node: SceneDescription.Node) -> View {
    let view = makeView(for: node)
    node.apply(to: view.layer)
    if let picture = node.contents, picture.bitmap == nil {
      pictures.append(values.images.observe(picture.path) { [weak layer = view.layer] in layer?.contents = $0 })
    }
    view.isUserInteractionEnabled = node.isUserInteractionEnabled
    for (index, child) in node.children.enumerated() {
      path.append(Step(node: node, child: index))
      view.addSubview(self.view(of: child))
      path.removeLast()
    }
    return view
  }

  /// Creates a view with the node's content. Its layer paints the background.
  private mutating func makeView(for node: SceneDescription.Node) -> View {
    let layer = node.makeLayer()
    if let text = node.text {
      let label = LiveLabel(
        name: node.name, layer: layer, text.string, of: values, color: text.color ?? ink(for: node, in: path))
      (label.alignment, label.numberOfLines) = (text.alignment, text.lines)
      label.font = text.font
      label.font.hasMonospacedDigits = values.hasNumbers(text.string)
      return label
    }
    if let button = node.button {
      buttons.append(ActionButton(button, face: face, look: look, layer: layer, values: values))
      return buttons[buttons.count - 1]
    }
    if let chart = node.chart {
      return ChartView(
        name: node.name, layer: layer, chart, color: chart.color ?? ink(for: node, in: path), of: values)
    }
    return View(name: node.name, layer: layer)
  }
}

extension SceneDescription.Node {
  fileprivate func makeLayer() -> Layer {
    guard let gradient else { return isTransformLayer ? TransformLayer() : Layer() }
    let layer = GradientLayer()
    (layer.colors, layer.locations) = (gradient.colors, gradient.locations)
    (layer.startPoint, layer.endPoint) = (gradient.startPoint, gradient.endPoint)
    return layer
  }

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
    layer.contents = contents?.bitmap
    layer.contentsGravity = gravity
    if let shadow {
      layer.shadowColor = shadow.color
      layer.shadowOpacity = shadow.opacity
      layer.shadowRadius = shadow.radius
      layer.shadowOffset = shadow.offset
    }
  }
}
