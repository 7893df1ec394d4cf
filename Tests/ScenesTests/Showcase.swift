import Geometry
import Views

@testable import Scenes

/// A scene alone in the middle of a window, with nothing around it.
final class Showcase: View {
  private let scene: Scene
  private let fit: SceneView

  init(_ scene: Scene) {
    self.scene = scene
    fit = SceneView(scene)
    super.init(name: "root")
    addSubview(fit)
  }

  override func layoutSubviews() {
    let (size, fixed) = (bounds.size, scene.fixedSize(on: bounds.size))
    let largest = min(size.width / scene.box.width, size.height / scene.box.height)
    let magnification = fixed == nil ? 0.8 * largest : 1
    fit.place(
      center: bounds.center, magnification: magnification,
      size: fixed ?? Size(size.width / magnification, size.height / magnification))
  }
}
