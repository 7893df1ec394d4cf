import Localization
import PanelGeometry
import PanelViews
import Scenes

extension Stage {
  /// Opens the exploded view, which explains why a tap reaches its hit view.
  ///
  /// - Parameter point: the location of the tap, in the stage's points; `nil` for the last tap, or the scene's point of
  ///   interest before the first one.
  public func explain(_ point: Point? = nil) {
    guard explosion == nil else { return }
    dismissSheet()
    tapFeedback.end()
    layoutIfNeeded()
    let content = scene.content
    let tap = point.flatMap { convert($0, to: content) } ?? lastTap ?? scene.pointOfInterest
    let view = ExplosionView(scene, tap: tap, theme: theme)
    view.onClose = { [unowned self] in closeExplosion() }
    view.placeMiniature = { [unowned self] in sceneView.setTransform(center: $0, magnification: $1) }
    if scene.name != LessonScene.name, permissions.contains(.scenes), let makeScene {
      view.onLesson = { [unowned self] in if let lesson = makeScene(LessonScene.name) { show(lesson) } }
    }
    explosion = view
    shift = .zero
    updateBarForExplosion()
    // Beneath the bar, which stays usable.
    insertSubview(view, at: subviews.firstIndex { $0 === bar } ?? subviews.count)
    observeHitTestingChanges()
    let panel = panelMap
    setNeedsLayout()
    layoutIfNeeded()
    view.open(from: panel)
  }

  public func closeExplosion() {
    guard let explosion, explosion.isUserInteractionEnabled else { return }
    explosion.close { [weak self] in
      self?.removeExplosion()
      self?.guide?.explosionDidClose()
    }
  }

  /// The map from the content's points to the stage's.
  private var panelMap: AffineTransform {
    let scale = scene.magnification
    let across = layer.isMirrored ? -scale : scale
    return AffineTransform(
      a: across, b: 0, c: 0, d: scale, tx: sceneView.center.x - sceneView.bounds.midX * across,
      ty: sceneView.center.y - sceneView.bounds.midY * scale)
  }

  /// Closes the exploded view without an animation.
  func removeExplosion() {
    guard let explosion else { return }
    self.explosion = nil
    explosion.stop()
    observeHitTestingChanges()
    explosion.removeFromSuperview()
    updateBarForExplosion()
    setNeedsLayout()
  }

  /// Forwards hit-testing changes of the scene to the exploded view and the lesson.
  private func observeHitTestingChanges() {
    scene.onHitTestingChange =
      explosion == nil && guide == nil
      ? nil
      : { [weak self] in
        self?.explosion?.routeDidChange()
        self?.guide?.routeDidChange()
      }
  }

  /// Shows the lesson's guide on the lesson's scene, and removes it on any other scene.
  func showGuide() {
    guide?.inactivityTimer.stop()
    guide?.removeFromSuperview()
    guide = nil
    bar?.status.isHidden = false
    guard let lesson = scene as? CubeScene, scene.name == LessonScene.name else { return }
    let guide = LessonGuide(lesson, on: self, theme: theme)
    self.guide = guide
    insertSubview(guide, at: subviews.firstIndex { $0 === bar } ?? subviews.count)
    observeHitTestingChanges()
    bar?.status.isHidden = true
  }

  /// Fades the parts of the bar that the exploded view doesn't need, and shows a hint.
  private func updateBarForExplosion() {
    guard let bar else { return }
    bar.explain.isOn = explosion != nil
    bar.fade(explosion == nil ? [] : [bar.scenes, bar.details])
    bar.hintText = explosion != nil && scene is CubeScene ? LocalizedText.tryAnotherAnswer.text : nil
    bar.status.isHidden = explosion != nil || guide != nil
  }

  func recordTap(at point: Point, receivedBy view: View?) {
    guard view == nil || view?.isDescendant(of: scene.content) == true else { return }
    lastTap = convert(point, to: scene.content)
  }
}
