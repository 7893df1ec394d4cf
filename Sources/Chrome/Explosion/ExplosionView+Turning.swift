import Geometry
import Scenes
import Views

extension ExplosionView {
  /// The small scene turns under the finger, and the large one with it.
  func turn(_ recognizer: PanGestureRecognizer) {
    guard scene.canTurn else { return }
    switch recognizer.state {
    case .changed:
      playback?.cancel()
      // As if the finger were on the scene in its full size.
      scene.turn(by: recognizer.translation * (scene.magnification / max(miniatureScale, 1e-6)))
      recognizer.translation = .zero
    case .ended where (scene as? CubeScene)?.isButtonAway == true: compare()
    default: break
    }
  }

  /// Shows the same tap under each of the four answers, for a cube whose button is at the back: there each has its price.
  func compare() {
    guard let cube = scene as? CubeScene else { return }
    comparison?.removeFromSuperview()
    move(to: cube.pointOfInterest)
    let view = Comparison(point: tap, of: cube, theme: theme)
    view.onClose = { [unowned self] in onClose?() }
    view.onTurnBack = { [unowned self, unowned cube] in
      endComparison()
      cube.turnBack()
    }
    view.onChoose = { [unowned cube] in cube.touchFix = $0 }
    comparison = view
    addSubview(view)
    setNeedsLayout()
    update()
  }

  func endComparison() {
    comparison?.removeFromSuperview()
    comparison = nil
    update()
  }
}
