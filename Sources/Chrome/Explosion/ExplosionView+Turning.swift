import Geometry
import Scenes
import Views

extension ExplosionView {
  /// Turns the scene with a drag on its miniature.
  func turn(_ recognizer: PanGestureRecognizer) {
    guard scene.canTurn else { return }
    switch recognizer.state {
    case .changed:
      playback?.cancel()
      // As if the scene had its full size.
      scene.turn(by: recognizer.translation * (scene.magnification / max(miniatureScale, 1e-6)))
      recognizer.translation = .zero
    case .ended where (scene as? CubeScene)?.isButtonAway == true: compare()
    default: break
    }
  }

  /// Compares the four touch fixes once the button faces away, because each of them then has a cost.
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
