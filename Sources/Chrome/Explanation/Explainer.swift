import PanelViews
import Scenes

/// Explains the touches on a scene: with tap feedback, the exploded view and the lesson.
package final class Explainer {
  unowned let stage: Stage
  package private(set) lazy var tapFeedback = TapFeedback(self)
  package private(set) var explosion: ExplosionView?
  package private(set) var guide: LessonGuide?
  /// The beginning of the last touch of the scene, in the content's points.
  var lastTap: Point?

  var scene: Scene { stage.scene }

  package init(_ stage: Stage) { self.stage = stage }

  /// True to give feedback for each tap. False also closes the exploded view; the lesson is unaffected.
  package var explainsTaps = true {
    didSet {
      guard !explainsTaps else { return }
      tapFeedback.end()
      removeExplosion()
    }
  }

  /// Removes all explanations without an animation.
  package func stop() {
    tapFeedback.end()
    removeExplosion()
    guide?.stop()
    guide?.removeFromSuperview()
    guide = nil
  }

  // MARK: Input

  /// Handles a touch event after its delivery.
  package func didDeliver(_ event: TouchEvent, to view: View?) {
    guide?.didDeliver(event, to: view)
    guard explosion == nil else { return }
    // Before the visitor's guess, feedback would give the lesson's answer away.
    if explainsTaps, guide?.hidesAnswer != true { tapFeedback.didDeliver(event, to: view) }
    if event.phase == .began, view?.isDescendant(of: scene.content) ?? true {
      lastTap = stage.convert(event.location, to: scene.content)
    }
  }

  /// True while the exploded view is open or the lesson has begun.
  package var isInUse: Bool { explosion != nil || guide?.hasBegun == true }

  /// Closes the exploded view or restarts the lesson, for the next visitor.
  package func reset() {
    guard let guide, guide.hasBegun else {
      lastTap = nil
      return closeExplosion()
    }
    guide.restart()
  }

  // MARK: The scene

  /// Called before the stage shows another scene.
  package func sceneWillChange() {
    removeExplosion()
    lastTap = nil
    scene.onHitTestingChange = nil
  }

  /// Shows the lesson's guide on the lesson's scene, and removes it on any other scene.
  package func sceneDidChange() {
    stop()
    // The lesson's scene is a cube with another name.
    if let lesson = scene as? CubeScene, scene.name == LessonScene.name {
      let guide = LessonGuide(lesson, self)
      self.guide = guide
      stage.insertExplanation(guide)
      observeHitTestingChanges()
    }
    stage.explanationDidChange()
  }

  /// Forwards changes of the scene's hit testing to the exploded view and the lesson. The stage learns when the
  /// explained tap begins or ceases to reach the view that is visible there.
  private func observeHitTestingChanges() {
    scene.onHitTestingChange =
      explosion == nil && guide == nil
      ? nil
      : { [weak self] in
        guard let self else { return }
        let matchedBefore = explosion?.report.matchesVisibleView
        explosion?.hitTestingDidChange()
        guide?.hitTestingDidChange()
        if explosion?.report.matchesVisibleView != matchedBefore { stage.explanationDidChange() }
      }
  }

  // MARK: Layout

  /// The height of the lesson's guide, in points; 0 without a guide.
  package func guideHeight(on size: Size) -> Double {
    guide == nil ? 0 : LessonGuide.height(on: size)
  }

  /// Called before each frame.
  package func prepareForFrame() { tapFeedback.update() }

  /// The minimum height of the exploded view, in its points.
  private static let minimumExplosionHeight = 240.0

  /// Places the exploded view, and lets it shrink the scene to the miniature again: the stage has just laid out the
  /// scene at full size.
  package func place(in frame: Rect) {
    // The scene's lamp may be elsewhere.
    guide?.setNeedsLayout()
    guard let explosion else { return }
    // Without room for the layers that it draws apart, the exploded view isn't enlarged by the visitor's text size, or
    // not as much.
    let zoom = stage.window?.effectiveZoom ?? 1
    explosion.magnification = min(1, max(frame.height / Self.minimumExplosionHeight, 1 / zoom))
    explosion.setFrame(frame, magnification: explosion.magnification)
    explosion.update()
  }

  // MARK: Exploded view

  /// Opens the exploded view, which explains why a tap reaches its hit view.
  ///
  /// - Parameter point: the location of the tap, in the stage's points; `nil` for the last tap, or the scene's point of
  ///   interest before the first one.
  package func explain(_ point: Point? = nil) {
    guard explosion == nil else { return }
    stage.dismissSheet()
    tapFeedback.end()
    stage.layoutIfNeeded()
    let tap = point.flatMap { stage.convert($0, to: scene.content) } ?? lastTap ?? scene.pointOfInterest
    let view = ExplosionView(scene, tap: tap, theme: stage.theme)
    view.onClose = { [unowned self] in closeExplosion() }
    view.placeMiniature = { [unowned self, unowned view] in
      stage.sceneView.setTransform(
        center: $0 * view.magnification + view.frame.origin, magnification: $1 * view.magnification)
    }
    if scene.name != LessonScene.name, stage.offersLesson, let makeScene = stage.makeScene {
      view.onLesson = { [unowned self] in if let lesson = makeScene(LessonScene.name) { stage.show(lesson) } }
    }
    explosion = view
    stage.explanationDidChange()
    stage.insertExplanation(view)
    observeHitTestingChanges()
    // The layout shrinks the scene to the miniature.
    let initialTransform = contentToHost
    stage.setNeedsLayout()
    stage.layoutIfNeeded()
    let hostToView = Transform2D(translationX: -view.frame.minX, y: -view.frame.minY)
      .concatenating(Transform2D(scaleX: 1 / view.magnification, y: 1 / view.magnification))
    view.open(from: initialTransform.concatenating(hostToView))
  }

  package func closeExplosion() {
    // A view that is already closing receives no touches.
    guard let explosion, explosion.isUserInteractionEnabled else { return }
    explosion.close { [weak self] in
      self?.removeExplosion()
      self?.guide?.explosionDidClose()
    }
  }

  /// The transform from the content's points to the stage's.
  private var contentToHost: Transform2D {
    let (scale, sceneView) = (scene.magnification, stage.sceneView)
    let scaleX = stage.layer.isMirrored && !sceneView.layer.isMirrored ? -scale : scale
    return Transform2D(
      a: scaleX, b: 0, c: 0, d: scale, tx: sceneView.center.x - sceneView.bounds.midX * scaleX,
      ty: sceneView.center.y - sceneView.bounds.midY * scale)
  }

  /// Closes the exploded view without an animation.
  func removeExplosion() {
    guard let explosion else { return }
    self.explosion = nil
    explosion.stop()
    observeHitTestingChanges()
    explosion.removeFromSuperview()
    stage.explanationDidChange()
  }
}
