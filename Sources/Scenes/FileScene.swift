import Geometry
import Layers
import Raster
import Views

/// A scene from a description: what somebody else drew.
public final class FileScene: Scene {
  /// All of them, in the order of the file.
  public let buttons: [ActionButton]
  /// A button was pressed.
  public var onPress: ((ActionButton) -> Void)?

  private let size: Size
  private let fit: SceneDescription.Fit

  /// - Parameter ground: of the panel: a text without a colour of its own is legible on it.
  public init(_ description: SceneDescription, values: Values = Values(), ground: Color = .ground) {
    size = description.size
    fit = description.fit
    var builder = NodeBuilder(look: .plain, ground: .init(ground), values: values)
    let root = builder.view(of: description.root)
    buttons = builder.buttons
    super.init(name: description.name, title: description.name, content: View())
    content.addSubview(root)
    // The panel beneath is nobody: a touch beside what the file describes has no taker of a name.
    content.name = nil
    for button in buttons { button.onPress = { [unowned self, unowned button] in onPress?(button) } }
  }

  public override func fixedSize(on panel: Size) -> Size? { fit == .none ? size : nil }
  public override var covers: Bool { fit == .cover }
  public override var box: Rect { Rect(-size.width / 2, -size.height / 2, size.width, size.height) }
  public override var fill: Double { 1 }

  public override func layout(scale: Double) {
    // The file's places are from its own top left.
    guard let root = content.subviews.first else { return }
    content.layer.sublayerTransform = Transform3D(
      translationX: center.x - size.width / 2, y: center.y - size.height / 2, z: 0)
    root.setNeedsLayout()
  }
}
