import PanelGeometry
import PanelViews
import Scenes

extension ExplosionView {
  /// Opens the view with an animation from the scene on the panel.
  func open(from sceneTransform: Transform2D) {
    layoutIfNeeded()
    self.sceneTransform = mirroring.concatenating(sceneTransform)
    takeSnapshots()
    progress = 0
    animateOpening(to: 1, seconds: Self.openingTime) { [weak self] in self?.play() }
  }

  /// Closes the view with an animation to the scene on the panel.
  func close(then completion: @escaping () -> Void) {
    isUserInteractionEnabled = false
    stop()
    hideComparison()
    progress = 0
    animateOpening(to: 0, seconds: Self.closingTime, then: completion)
  }

  func animateOpening(to end: Double, seconds: Double, then completion: @escaping () -> Void) {
    let start = openProgress
    let step = { [weak self] (t: Double) in
      self?.openProgress = start.interpolated(to: end, t)
      self?.update()
    }
    step(0)
    let animation = Animation(.curve(.easeInEaseOut, seconds: seconds), update: step, completion: completion)
    layer.add(animation, forKey: Self.moveKey)
  }

  /// Computes the panes' target positions for the current order.
  func computeTargets() {
    var transforms = layout.paneTransforms(
      count: report.candidates.count + (scene.tapRuleNote?.formerPosition == nil ? 0 : 1))
    let formerPosition = scene.tapRuleNote?.formerPosition.flatMap {
      transforms.indices.contains($0.index) ? transforms.remove(at: $0.index) : nil
    }
    formerPositionCorners = formerPosition.map { layout.box.corners.map($0.apply) } ?? []
    targetTransforms = transforms
    startTransforms = transforms
  }

  /// Animates the panes to the positions of the current order, then replays the tap.
  func animateToTargets() {
    layer.removeAnimation(forKey: Self.playKey)
    let currentTransforms = panes.map { mirroring.concatenating($0.transform) }
    computeTargets()
    startTransforms = currentTransforms
    let step = { [weak self] (t: Double) in
      self?.moveProgress = t
      self?.update()
    }
    let completion = { [weak self] in
      self?.computeTargets()
      self?.play()
    }
    let animation = Animation(.curve(.easeInEaseOut, seconds: Self.movingTime), update: step, completion: completion)
    layer.add(animation, forKey: Self.moveKey)
  }

  /// Plays the tap from the first pane on.
  func play() {
    let end = testCount
    progress = 0
    let animation = Animation(.curve(.linear, seconds: Self.testTime * end)) { [weak self] t in
      self?.progress = t * end
      self?.update()
    }
    layer.add(animation, forKey: Self.playKey)
  }

  func scrub(to progress: Double) {
    layer.removeAnimation(forKey: Self.playKey)
    self.progress = min(progress, testCount)
    update()
  }

  /// Turns the button to the back of the cube, or to the front if the button is at the back. The tap stays on it.
  func turnButtonAwayOrBack() {
    guard let cube = scene as? CubeScene else { return }
    tapFollowsButton = true
    cube.isButtonTurnedAway ? cube.turnToHomeOrientation() : cube.turnButtonAway()
  }

  /// Turns the scene with a drag on its miniature.
  func turn(_ recognizer: PanGestureRecognizer) {
    guard scene.canTurn else { return }
    switch recognizer.state {
    case .changed:
      tapFollowsButton = false
      layer.removeAnimation(forKey: Self.playKey)
      // A drag across the miniature turns the scene as far as a drag across the full-size scene.
      scene.turn(by: recognizer.translation * (scene.magnification / max(miniatureScale, 1e-6)))
      recognizer.translation = .zero
    case .ended where (scene as? CubeScene)?.isButtonTurnedAway == true: showComparison()
    default: break
    }
  }

  /// Shows the comparison of the touch fixes. Their costs only appear while the button faces away.
  func showComparison() {
    guard let cube = scene as? CubeScene else { return }
    comparison?.removeFromSuperview()
    moveTap(to: cube.pointOfInterest)
    let view = Comparison(point: tap, of: cube, theme: theme)
    view.onClose = { [unowned self] in onClose?() }
    view.onTurnBack = { [unowned self, unowned cube] in
      hideComparison()
      cube.turnToHomeOrientation()
    }
    view.onChoose = { [unowned cube] in cube.touchFix = $0 }
    comparison = view
    addSubview(view)
    setNeedsLayout()
    update()
  }

  func hideComparison() {
    comparison?.removeFromSuperview()
    comparison = nil
    update()
  }
}
