import PanelViews

/// Creates the views of a described node and its descendants.
struct NodeBuilder {
  /// The number of the cube face, for its buttons; `nil` in a scene file.
  let face: Int?
  /// The look of the buttons; `nil` to base it on the color beneath each button.
  let look: ActionButtonLook?
  let background: Background
  let values: Values
  private(set) var buttons: [ActionButton] = []
  private(set) var controls: [ValueControl] = []
  var lists: [LineList] = []
  /// The axis of the stacks for which it depends on the scene's shape, also of those in rows that are created later.
  let automaticAxis: AutomaticAxis
  /// Keeps the views updated for as long as the owner of the views retains them.
  private(set) var observers: [ChangeObserver] = []
  var path: [Step] = []

  init(
    face: Int? = nil, look: ActionButtonLook? = nil, background: Background, values: Values,
    automaticAxis: AutomaticAxis = AutomaticAxis()
  ) {
    (self.face, self.look, self.background, self.values) = (face, look, background, values)
    self.automaticAxis = automaticAxis
  }

  mutating func view(of node: SceneDescription.Node) -> View {
    let view = makeView(for: node)
    setAccessibility(of: view, from: node)
    let currentAlpha = view.alpha
    node.apply(to: view.layer)
    if view is ScrollView { view.layer.masksToBounds = true }
    // A control or a list fades itself while its value is stale or unknown, so keep its opacity.
    if node.control != nil || node.list != nil { view.alpha = currentAlpha }
    (view.fixedWidth, view.fixedHeight) = (node.width, node.height)
    if node.grows {
      for axis in [Axis.horizontal, .vertical] { view.setContentHuggingPriority(1, for: axis) }
    }
    if let picture = node.contents, picture.bitmap == nil {
      let opacity = node.opacity
      let fades = picture.source != nil || picture.staleAfter != nil
      let show = { [weak view] (image: Bitmap, isStale: Bool) in
        view?.layer.contents = image
        view?.layer.contentsScale = image.scale
        if fades { view?.alpha = isStale ? opacity / 2 : opacity }
      }
      observers.append(
        picture.source.map { values.pictures.observe($0, in: view, show) }
          ?? values.images.observe(picture.path, staleAfter: picture.staleAfter, show))
    }
    if let condition = node.visibleCondition {
      let isHidden = node.isHidden
      let update = { [unowned view, unowned values] in view.isHidden = isHidden || !values.holds(condition) }
      update()
      observers.append(values.observe(condition.names, update))
    }
    // A picture or a chart isn't mirrored, and neither is what lies on it.
    if node.contents != nil || node.chart != nil { view.layer.layoutDirection = .leftToRight }
    view.isUserInteractionEnabled = node.isUserInteractionEnabled
    let container = (view as? ScrollView)?.contentView ?? view
    for (index, child) in node.children.enumerated() {
      path.append(Step(node: node, child: index))
      let subview = self.view(of: child)
      if child.isArranged, let container = container as? ArrangingView {
        container.addArrangedSubview(subview)
      } else {
        container.addSubview(subview)
      }
      path.removeLast()
    }
    return view
  }

  /// Creates the view of a list's row, which is a button if the row has an action.
  ///
  /// - Parameter margins: those of the row, which the button includes.
  mutating func row(of node: SceneDescription.Node, margins: Insets) -> View {
    let content = view(of: node)
    guard let button = node.rowButton else { return content }
    let color = color(beneathTextOf: node, in: path) ?? background.color
    // The row has the node's name.
    content.name = nil
    let row = RowButton(
      button, content: content, margins: margins, face: face,
      look: ActionButtonLook(on: color, contrast: background.contrast), values: values)
    buttons.append(row)
    return row
  }

  /// Sets the label and the hint. A labeled node without buttons and controls is read as a unit, and ignored if the
  /// label is empty.
  private func setAccessibility(of view: View, from node: SceneDescription.Node) {
    if let hint = node.accessibilityHint { view.accessibilityHint = hint }
    guard let label = node.accessibilityLabel else { return }
    // A button has the label from its description. If it were set here, a live title would replace it.
    guard node.button == nil else { return }
    view.accessibilityLabel = node.control?.accessibilityLabel ?? label
    if !node.containsControls { view.isAccessibilityElement = !label.isEmpty }
    if node.contents != nil || node.icon != nil, node.text == nil { view.accessibilityTraits = .image }
  }

  /// Creates a view with the node's content. Its layer paints the background.
  private mutating func makeView(for node: SceneDescription.Node) -> View {
    let layer = node.makeLayer()
    if let text = node.text ?? node.icon?.text {
      let label = LiveLabel(
        name: node.name, layer: layer, text.string, icon: text.icon, of: values,
        color: text.color ?? textColor(for: node, in: path))
      (label.alignment, label.numberOfLines) = (text.alignment, text.lines)
      label.font = text.font
      label.announcesChanges = text.announcesChanges
      return label
    }
    if var button = node.button {
      button.accessibilityLabel = button.accessibilityLabel ?? node.accessibilityLabel
      let look =
        look
        ?? ActionButtonLook(
          on: color(beneathTextOf: node, in: path) ?? background.color, contrast: background.contrast)
      buttons.append(ActionButton(button, face: face, look: look, layer: layer, values: values))
      return buttons[buttons.count - 1]
    }
    if let chart = node.chart {
      return ChartView(
        name: node.name, layer: layer, chart, textColor: textColor(for: node, in: path), of: values)
    }
    if let control = node.control {
      let look: ControlLook = textColor(for: node, in: path) == LegibleTextStyle.light ? .dark : .light
      controls.append(
        ValueControl(
          control, name: node.name, face: face, opacity: node.opacity, look: look, layer: layer, values: values))
      return controls[controls.count - 1].view
    }
    return makeContainer(for: node, layer) ?? View(name: node.name, layer: layer)
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
    if !isArranged {
      layer.bounds = bounds
      layer.position = position
    } else if let picture = contents?.bitmap {
      layer.bounds.size = Size(Double(picture.width), Double(picture.height)) * (1 / picture.scale)
    }
    layer.anchorPointZ = anchorPointZ
    layer.zPosition = zPosition
    layer.transform = transform
    layer.sublayerTransform = sublayerTransform
    layer.opacity = opacity
    layer.isHidden = isHidden
    layer.isDoubleSided = isDoubleSided
    layer.backgroundColor = backgroundColor
    layer.cornerRadii = cornerRadii
    layer.borderWidth = borderWidth
    layer.borderColor = borderColor
    layer.masksToBounds = masksToBounds
    layer.contents = contents?.bitmap
    layer.contentsScale = contents?.bitmap?.scale ?? 1
    layer.contentsGravity = gravity
    if let shadow {
      layer.shadowColor = shadow.color
      layer.shadowOpacity = shadow.opacity
      layer.shadowRadius = shadow.radius
      layer.shadowOffset = shadow.offset
    }
  }
}
