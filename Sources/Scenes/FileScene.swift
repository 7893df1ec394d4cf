import Geometry
import Layers
import Raster
import Text
import Views

/// A scene from a description: what somebody else drew.
public final class FileScene: Scene {
  /// A button was pressed; with its action's name.
  public var onAction: ((View, String) -> Void)?

  private let size: Size
  private let fits: Bool

  public init(_ description: SceneDescription) {
    size = description.size
    fits = description.fits
    super.init(name: description.name, title: description.name, content: View())
    let root = make(description.root)
    content.addSubview(root)
    // The panel beneath is nobody: a touch beside what the file describes has no taker of a name.
    content.name = nil
  }

  public override func fixedSize(on panel: Size) -> Size? { fits ? nil : size }
  public override var box: Rect { Rect(-size.width / 2, -size.height / 2, size.width, size.height) }
  public override var fill: Double { 1 }

  public override func layout(scale: Double) {
    // The file's places are from its own top left.
    guard let root = content.subviews.first else { return }
    content.layer.sublayerTransform = Transform3D(
      translationX: center.x - size.width / 2, y: center.y - size.height / 2, z: 0)
    root.setNeedsLayout()
  }

  private func make(_ node: SceneDescription.Node) -> View {
    let view: View
    if let text = node.text {
      let label = Label(name: node.name)
      (label.text, label.color, label.alignment) = (text.string, text.color, text.alignment)
      label.font = Font(size: text.size, weight: text.weight)
      view = label
    } else if let button = node.button {
      let control = FileButton(button.title, name: node.name)
      let action = button.action
      control.addAction(for: .primaryActionTriggered) { [unowned self, unowned control] _ in
        onAction?(control, action)
      }
      view = control
    } else if let gradient = node.gradient {
      let layer = GradientLayer()
      (layer.colors, layer.locations) = (gradient.colors, gradient.locations)
      (layer.startPoint, layer.endPoint) = (gradient.startPoint, gradient.endPoint)
      view = View(name: node.name, layer: layer)
    } else {
      view = View(name: node.name, transformsOnly: node.transformsOnly)
    }
    node.apply(to: view.layer)
    view.isUserInteractionEnabled = node.isUserInteractionEnabled
    for child in node.children { view.addSubview(make(child)) }
    return view
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

/// A button that looks like one.
final class FileButton: Button {
  override func layoutSubviews() {
    look = ControlLook(
      ground: Palette.button, highlightedGround: Palette.buttonPressed, veil: .clear, ring: Palette.accent,
      radius: min(bounds.height / 2, 12), ringWidth: 2.5, ringInset: -1)
    font = Font(size: min(17, bounds.height * 0.42), weight: 600)
    (titleColor, titleInset) = (Palette.buttonText, 6)
  }

  /// Within the bounds, so that the ring around it isn't cut.
  override func draw(_ canvas: Canvas) {
    canvas.draw(look, of: self, in: bounds.insetBy(1, 1))
    drawTitle(canvas)
  }
}
