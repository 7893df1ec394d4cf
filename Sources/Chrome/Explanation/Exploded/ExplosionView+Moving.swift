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
    progress = 0
    animateOpening(to: 0, seconds: Self.closingTime, then: completion)
  }

  func animateOpening(to end: Double, seconds: Double, then completion: @escaping () -> Void) {
    let start = openProgress
    update()
    // Not the key of the panes' moves: a move that begins meanwhile would end this one without its completion.
    animate(Self.openKey, seconds: seconds, then: completion) { view, progress in
      view.openProgress = start.interpolated(to: end, progress)
    }
  }

  /// Updates the view after each step of an animation, which replaces another one with the same key.
  private func animate(
    _ key: String, _ curve: TimingCurve = .easeInEaseOut, seconds: Double, then completion: (() -> Void)? = nil,
    _ step: @escaping (ExplosionView, Double) -> Void
  ) {
    let animation = Animation(
      .curve(curve, seconds: seconds),
      update: { [weak self] progress in
        guard let self else { return }
        step(self, progress)
        update()
      }, completion: completion)
    layer.add(animation, forKey: key)
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
    let completion = { [weak self] in
      self?.computeTargets()
      self?.play()
    }
    animate(Self.moveKey, seconds: Self.movingTime, then: completion) { $0.moveProgress = $1 }
  }

  /// Plays the tap from the first pane on.
  func play() {
    let end = testCount
    progress = 0
    animate(Self.playKey, .linear, seconds: Self.testTime * end) { $0.progress = $1 * end }
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
      scene.turn(by: recognizer.translation * (scene.magnification / max(miniatureScale * magnification, 1e-6)))
      recognizer.translation = .zero
    case .ended where (scene as? CubeScene)?.isButtonTurnedAway == true:
      // The fixes differ in what a tap reaches that covers the button now.
      moveTap(to: scene.pointOfInterest)
    default: break
    }
  }
}
