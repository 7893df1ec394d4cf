import Localization
import PanelViews
import Scenes

/// The exploded view: a scene's views on separate panes in hit-test order, and the tap as a straight line through them.
///
/// The panes show snapshots. The scene itself stays intact, and hit tests use it.
package final class ExplosionView: View {
  var onClose: (() -> Void)?
  /// Called with the center and the magnification of the miniature.
  var placeMiniature: ((Point, Double) -> Void)?

  /// The location of the tap, in the content's points.
  var tap: Point
  package private(set) var report: HitTestReport

  let scene: Scene
  let theme: Theme
  private(set) var panes: [ExplodedPane] = []
  private(set) var layout = ExplosionLayout()
  let title = Label(name: "title", size: 28, weight: 600, lines: 2)
  let caption = Label(name: "caption", size: 16, \.secondaryText, lines: 5)
  let miniatureLabel = Label(name: "miniature-label", size: 13.5, \.secondaryText, alignment: .center)
  let orderLabel = Label(name: "order", size: 14.5, weight: 600, alignment: .center)
  let scrubber: Scrubber
  let paneContainer = View(name: "panes")
  let closeButton = IconButton(.close, name: "close", label: LocalizedText.close.text)
  let replayButton = Button(LocalizedText.replay.text, name: "replay")
  let miniature = View(name: "miniature")
  let lessonButton = Button(LocalizedText.sceneLesson.text, name: "lesson")
  /// Turns the cube until its button is at the back, and back again.
  let turnButton = Button(LocalizedText.turnCube.text, name: "turn")
  /// True while the tap stays on the button as the cube turns.
  var tapFollowsButton = false
  /// Starts the lesson; `nil` to hide its button.
  var onLesson: (() -> Void)? { didSet { setNeedsLayout() } }
  let overlay: ExplosionOverlay

  /// 0 if the panes cover the scene on the panel, 1 if they are apart.
  var openProgress = 0.0
  /// The number of completed tests, including a fraction.
  var progress = 0.0
  /// The transform from the scene's points to this view's, as the panel shows the scene.
  var sceneTransform = Transform2D.identity
  /// The transforms of the panes at the start of an animation.
  var startTransforms: [Transform2D] = []
  /// The corners of the former position of a reordered pane; otherwise empty.
  var formerPositionCorners: [Point] = []
  /// The transforms of the panes at the end of an animation.
  var targetTransforms: [Transform2D] = []
  /// 0 at the start of the animation to a new order, 1 at its end.
  var moveProgress = 1.0
  static let (openKey, moveKey, playKey) = ("open", "move", "play")
  /// The scene's rule at the last hit test.
  var lastTapRuleNote: TapRuleNote?
  var grabbedPane: ExplodedPane?
  var wasDragged = false

  /// In seconds.
  static let (openingTime, closingTime, movingTime, testTime) = (0.6, 0.4, 0.45, 0.22)

  init(_ scene: Scene, tap: Point, theme: Theme) {
    (self.scene, self.tap, self.theme) = (scene, tap, theme)
    report = HitTestReport(at: tap, in: scene.content)
    lastTapRuleNote = scene.tapRuleNote
    scrubber = Scrubber(theme: theme)
    overlay = ExplosionOverlay(theme: theme)
    super.init(name: "explosion")
    controlLook = theme.look()
    for view in [paneContainer, title, caption, scrubber, miniature, miniatureLabel, orderLabel] { addSubview(view) }
    for button in [lessonButton, replayButton, closeButton, turnButton] { addSubview(button) }
    turnButton.onPress = { [unowned self] in turnButtonAwayOrBack() }
    turnButton.titleColor = theme.accent
    miniatureLabel.text = LocalizedText.yourTap.text
    lessonButton.onPress = { [unowned self] in onLesson?() }
    paneContainer.isUserInteractionEnabled = false
    addSubview(overlay)
    closeButton.onPress = { [unowned self] in onClose?() }
    replayButton.onPress = { [unowned self] in play() }
    scrubber.onScrub = { [unowned self] in scrub(to: $0) }
    let turnRecognizer = PanGestureRecognizer()
    turnRecognizer.onChange = { [unowned self, unowned turnRecognizer] in turn(turnRecognizer) }
    miniature.addGestureRecognizer(turnRecognizer)
    makePanes()
  }

  func makePanes() {
    panes = report.candidates.map { ExplodedPane($0.view, theme: theme) }
    stackPanes()
  }

  /// Adds the panes' layers, with the last tested pane at the bottom.
  func stackPanes() {
    for layer in panes.reversed().flatMap(\.layers) { paneContainer.layer.addSublayer(layer) }
  }

  func stop() { layer.removeAllAnimations() }

  // MARK: Hit testing

  /// Moves the tap to a point, in the content's points, and tests it again.
  func moveTap(to point: Point) {
    tap = Point(
      min(max(point.x, 0), scene.content.bounds.width.nextDown),
      min(max(point.y, 0), scene.content.bounds.height.nextDown))
    runHitTest()
    progress = testCount
    update()
  }

  func runHitTest() {
    report = HitTestReport(at: tap, in: scene.content)
    let old = panes
    panes = report.candidates.compactMap { candidate in old.first { $0.view === candidate.view } }
    guard panes.count < report.candidates.count || panes.count < old.count else { return }
    // The candidates are different ones at this point.
    for layer in old.flatMap(\.layers) { layer.removeFromSuperlayer() }
    makePanes()
    takeSnapshots()
    computeTargets()
  }

  /// Updates the panes after views moved or the scene's hit-testing rule changed.
  func hitTestingDidChange() {
    let order = panes.map { ObjectIdentifier($0.view) }
    if tapFollowsButton { tap = scene.pointOfInterest }
    runHitTest()
    if order != panes.map({ ObjectIdentifier($0.view) }) { stackPanes() }
    guard scene.tapRuleNote != lastTapRuleNote else {
      // Only views moved. The panes follow without replaying the tap.
      computeTargets()
      return scrub(to: testCount)
    }
    lastTapRuleNote = scene.tapRuleNote
    progress = 0
    animateToTargets()
  }

  /// The number of tests until the hit view, or one more than there are candidates if none of them is hit.
  var testCount: Double { Double(report.hitIndex.map { $0 + 1 } ?? report.candidates.count + 1) }

  // MARK: Touches

  package override func touchBegan(_ touch: Touch) {
    wasDragged = false
    guard let location = touch.location(in: self) else { return }
    grabbedPane = panes.first { contains(location, in: $0) }
    dragTap(to: location)
  }

  package override func touchMoved(_ touch: Touch) {
    guard let location = touch.location(in: self) else { return }
    wasDragged = true
    dragTap(to: location)
  }

  package override func touchEnded(_ touch: Touch) {
    // A tap replays; a drag has already shown the outcome.
    if grabbedPane != nil, !wasDragged { play() }
    grabbedPane = nil
  }

  package override func touchCancelled(_ touch: Touch) { grabbedPane = nil }

  func contains(_ location: Point, in pane: ExplodedPane) -> Bool {
    pane.transform.inverted().map { layout.box.contains($0.apply(to: location)) } ?? false
  }

  func dragTap(to location: Point) {
    guard let grabbedPane, let inverse = grabbedPane.transform.inverted() else { return }
    tapFollowsButton = false
    layer.removeAnimation(forKey: Self.playKey)
    let point = inverse.apply(to: location)
    moveTap(
      to: Point(
        min(max(point.x, layout.box.minX), layout.box.maxX), min(max(point.y, layout.box.minY), layout.box.maxY)))
  }

  /// Closes the view for Escape and E. Returns false for any other key.
  package func press(_ key: Key) -> Bool {
    guard [.escape, .character("e")].contains(key) else { return false }
    onClose?()
    return true
  }

  // MARK: Layout

  package override func layoutSubviews() {
    let box = Rect(origin: scene.box.origin + scene.center, size: scene.box.size)
    layout = ExplosionLayout(size: bounds.size, sceneBox: box, hasLesson: onLesson != nil)
    paneContainer.frame = bounds
    (title.frame, title.textStyle) = (layout.title, layout.titleStyle)
    (caption.frame, miniatureLabel.frame) = (layout.caption, layout.miniatureLabel)
    orderLabel.frame = layout.orderLabel
    for label in [title, caption, miniatureLabel, orderLabel] { label.overrideTextScale = layout.textScale }
    scrubber.frame = layout.scrubber
    closeButton.frame = layout.closeButton
    replayButton.frame = layout.replayButton
    lessonButton.frame = layout.lessonButton
    turnButton.frame = layout.turnButton
    for button in [closeButton, replayButton, lessonButton, turnButton] {
      (button as? IconButton)?.iconScale = layout.scale
      button.titleInset = 12
      button.font = Font(size: 14 * layout.textScale, weight: 600)
    }
    let (center, side) = layout.miniature
    miniature.frame = Rect(center.x - side * 0.62, center.y - side * 0.62, side * 1.24, side * 1.24)
    scrubber.layout = layout
    overlay.frame = bounds
    computeTargets()
    update()
  }

  /// The stage's points per point of this view.
  var magnification = 1.0

  /// The miniature's points per point of the scene.
  var miniatureScale: Double { layout.miniature.side / max(scene.box.width, scene.box.height) }

  func takeSnapshots() {
    let scale = scene.magnification * (window?.scale ?? 1)
    for pane in panes { pane.takeSnapshot(scale: scale) }
  }
}
