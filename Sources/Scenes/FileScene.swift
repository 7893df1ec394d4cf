import PanelViews

/// A scene loaded from a scene file.
public final class FileScene: Scene {
  /// All buttons, in the order of the file.
  public let buttons: [ActionButton]
  public var onPress: ((ActionButton) -> Void)?
  /// The controls that show values, in the order of the file.
  public override var valueControls: [ValueControl] { controlsOfFile }
  private let controlsOfFile: [ValueControl]
  /// The lists. Their rows' buttons and controls aren't in `buttons` and `valueControls`.
  public let lists: [LineList]

  private let observers: [ChangeObserver]
  /// In points; `nil` to fill the panel.
  private let size: Size?
  private let root: View
  /// Shows the root if it doesn't fit.
  private var scrollView: ScrollView?
  private let automaticAxis: AutomaticAxis
  private let fit: SceneDescription.Fit
  private let mirrors: Bool

  /// - Parameters:
  ///   - path: distinguishes its buttons from those of other scene files; empty for the panel's scene.
  ///   - background: the color of the panel. Text without a color is legible on it.
  ///   - contrast: the minimum contrast of titles on buttons without a color.
  public init(
    _ description: SceneDescription, path: String = "", values: Values = Values(),
    background: Color = .defaultBackground,
    contrast: Double = Color.textContrast
  ) {
    size = description.size
    (fit, mirrors) = (description.fit, description.isMirrored)
    var builder = NodeBuilder(background: .init(background, contrast: contrast), values: values)
    var node = description.root
    if size == nil, node.margins == nil {
      let margin = SceneDescription.defaultRootMargin
      node.margins = Insets(horizontal: margin, vertical: margin)
    }
    root = builder.view(of: node)
    (buttons, observers, automaticAxis) = (builder.buttons, builder.observers, builder.automaticAxis)
    (controlsOfFile, lists) = (builder.controls, builder.lists)
    builder.connectSearches()
    super.init(name: description.name, title: description.name, content: View())
    content.addSubview(root)
    // The container has no name, so that a touch outside the described views isn't attributed to it.
    content.name = nil
    // The color also fills the room below the bar, and beyond the edges while the picture shifts.
    if size == nil { content.layer.backgroundColor = node.backgroundColor }
    for button in buttons {
      button.file = path
      button.onPress = { [unowned self, unowned button] in onPress?(button) }
    }
    for control in valueControls { control.file = path }
    for list in lists { list.file = path }
  }

  public override var fixedSize: Size? { fit == .none ? size : nil }
  public override var coversPanel: Bool { fit == .cover }
  public override var layoutDirection: LayoutDirection? { mirrors ? nil : .leftToRight }
  public override var fillsPanel: Bool { size == nil }
  public override var box: Rect {
    let size = size ?? freeSize
    return Rect(-size.width / 2, -size.height / 2, size.width, size.height)
  }
  public override var fillFraction: Double { 1 }

  public override func resetForNextVisitor() {
    super.resetForNextVisitor()
    scrollToStart(content)
  }

  private func scrollToStart(_ view: View) {
    if let scrollView = view as? ScrollView {
      scrollView.contentOffset = Point(-scrollView.contentInset.leading, -scrollView.contentInset.top)
    }
    for subview in view.subviews { scrollToStart(subview) }
  }

  private static let minimumRowWidth = 480.0

  public override func layout(scale: Double) {
    // Positions in the file are relative to its top left corner.
    let size = box.size
    // Two columns are too narrow for enlarged texts if the scene isn't as wide as a small panel is for normal ones.
    let textScale = content.textScale
    let isWide = size.width >= size.height && (textScale == 1 || size.width >= Self.minimumRowWidth * textScale)
    automaticAxis.axis = isWide ? .horizontal : .vertical
    if self.size == nil { place(in: Rect(origin: .zero, size: size)) }
    content.layer.sublayerTransform = Transform3D(
      translationX: center.x - size.width / 2, y: center.y - size.height / 2, z: 0)
    root.setNeedsLayout()
  }

  /// Places the root, in a scroll view if visitors' settings leave too little room for it.
  private func place(in frame: Rect) {
    let height = scrollsIfNeeded ? root.sizeThatFits(Size(frame.width, 0)).height : 0
    guard height > frame.height, root.arrangesSubviews else {
      if scrollView != nil { content.addSubview(root) }
      scrollView?.removeFromSuperview()
      scrollView = nil
      root.frame = frame
      return
    }
    if scrollView == nil {
      let scrollView = ScrollView(content: root)
      content.addSubview(scrollView)
      self.scrollView = scrollView
    }
    scrollView?.frame = frame
  }
}
