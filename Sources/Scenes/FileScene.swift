import PanelViews

/// A scene loaded from a scene file.
public final class FileScene: Scene {
  /// All buttons, in the order of the file.
  public let buttons: [ActionButton]
  public var onPress: ((ActionButton) -> Void)?

  private let pictures: [ChangeObserver]
  private let size: Size
  private let fit: SceneDescription.Fit

  /// - Parameters:
  ///   - path: distinguishes its buttons from those of other scene files; empty for the panel's scene.
  ///   - ground: the color of the panel. Text without a color is legible on it.
  public init(
    _ description: SceneDescription, path: String = "", values: Values = Values(), ground: Color = .ground
  ) {
    size = description.size
    fit = description.fit
    var builder = NodeBuilder(look: .plain, background: .init(ground), values: values)
    let root = builder.view(of: description.root)
    (buttons, pictures) = (builder.buttons, builder.pictures)
    super.init(name: description.name, title: description.name, content: View())
    content.addSubview(root)
    // The container has no name, so that a touch outside the described views isn't attributed to it.
    content.name = nil
    for button in buttons {
      button.file = path
      button.onPress = { [unowned self, unowned button] in onPress?(button) }
    }
  }

  public override func fixedSize(on panel: Size) -> Size? { fit == .none ? size : nil }
  public override var covers: Bool { fit == .cover }
  public override var box: Rect { Rect(-size.width / 2, -size.height / 2, size.width, size.height) }
  public override var fill: Double { 1 }

  public override func layout(scale: Double) {
    // Positions in the file are relative to its top left corner.
    guard let root = content.subviews.first else { return }
    content.layer.sublayerTransform = Transform3D(
      translationX: center.x - size.width / 2, y: center.y - size.height / 2, z: 0)
    root.setNeedsLayout()
  }
}
