import Geometry
import Layers
import Raster
import Scenes
import Text
import Views
import Words

/// The exploded view: a scene's views apart, as panes in the order in which they are asked for a tap, and the tap as one
/// straight tapLine through them.
///
/// The scene itself stays whole and in its own coordinates, and is what is asked; the panes show pictures of its views.
final class ExplosionView: View {
  /// Called when somebody has seen enough.
  var onClose: (() -> Void)?
  /// Called with the place of the small scene: its middle, and the points to a point of the scene.
  var placeMiniature: ((Point, Double) -> Void)?

  /// The tap, in the points of the scene's content.
  private(set) var tap: Point
  private(set) var report: HitTestReport

  let scene: Scene
  let theme: Theme
  private(set) var panes: [ExplodedPane] = []
  private(set) var layout = ExplosionLayout(size: Size(1, 1), unit: 1, sceneBox: Rect(0, 0, 1, 1))
  let title: ExplosionTitle
  let scrubber: Scrubber
  let field = View(name: "panes")
  let closeButton = IconButton(.close, name: "close", label: Word.close.text)
  let replayButton = IconButton(.replay, name: "replay", label: Word.replay.text)
  let miniature = View(name: "miniature")
  /// Between the order of the siblings and that by depth: what lies between the two is the difference.
  let orderValue = SceneNumber(name: "order", heading: Word.order.text, range: 0...1, value: 1, detents: [0, 1]) { _ in
    ""
  }
  let orderSlider: SliderTrack
  let lessonButton = Button(Word.sceneLesson.text, name: "lesson")
  /// Begins the lesson; `nil` where there is none to go to.
  var onLesson: (() -> Void)? { didSet { update() } }
  let overlay = ExplosionOverlay()

  /// 0 where the panes lie upon the sceneMap as the scene does, 1 where they stand apart.
  var openProgress = 0.0
  /// The number of testCount that were asked.
  var progress = 0.0
  /// From the scene's points to this view's, as the sceneMap shows the scene.
  var sceneMap = AffineTransform.identity
  /// Where the panes come from, and where they go.
  var startMaps: [AffineTransform] = []
  var targetMaps: [AffineTransform] = []
  var moveAnimation: Animation?
  /// 1 where the panes are at their places, 0 where they come from.
  var moveProgress = 1.0
  /// True while the value between the orders is set back, which nobody did with a finger.
  var isSettingOrder = false
  var playback: Animation?
  /// The rule at the last report.
  var note: RouteNote?
  /// The price of the four answers, over the panes, once the cube was turned so far that one sees it.
  var comparison: Comparison?
  var grabbedPane: ExplodedPane?
  private var waiting: Timer?
  var wasDragged = false

  /// In seconds.
  static let (openingTime, closingTime, movingTime, testTime) = (0.6, 0.4, 0.45, 0.22)

  init(_ scene: Scene, tap: Point, theme: Theme) {
    (self.scene, self.tap, self.theme) = (scene, tap, theme)
    report = HitTestReport(at: tap, in: scene.content)
    note = scene.routeNote
    title = ExplosionTitle(theme: theme)
    scrubber = Scrubber(theme: theme)
    orderSlider = SliderTrack(orderValue)
    super.init(name: "explosion")
    for view in [field, title, scrubber, miniature, replayButton, closeButton, orderSlider, lessonButton] as [View] {
      addSubview(view)
    }
    orderSlider.name = "order"
    orderValue.onDisplay = { [weak self] in self?.orderSlider.setNeedsDisplay() }
    orderValue.onChange = { [unowned self] in slide() }
    lessonButton.onPress = { [unowned self] in onLesson?() }
    field.isUserInteractionEnabled = false
    layer.addSublayer(overlay.layer)
    closeButton.onPress = { [unowned self] in onClose?() }
    replayButton.onPress = { [unowned self] in play() }
    scrubber.onScrub = { [unowned self] in scrub(to: $0) }
    scrubber.intendedColor = theme.warning
    let turning = PanGestureRecognizer()
    turning.onChange = { [unowned self, unowned turning] in turn(turning) }
    miniature.addGestureRecognizer(turning)
    makePanes()
  }

  func makePanes() {
    panes = report.candidates.map { ExplodedPane($0.view, theme: theme) }
    stackPanes()
  }

  /// The last asked undermost.
  func stackPanes() {
    for pane in panes.reversed() {
      for layer in pane.layers { field.layer.addSublayer(layer) }
    }
  }

  /// The time for which it stays untouched, in seconds: the next visitor shall find the scene.
  static let inactivityTimeout = 60.0

  /// Somebody is there: it stays for another while.
  func restartInactivityTimer() {
    waiting?.cancel()
    waiting = window?.after(seconds: Self.inactivityTimeout) { [weak self] in self?.onClose?() }
  }

  /// Ends whatever would go on by itself.
  func stop() {
    waiting?.cancel()
    moveAnimation?.cancel()
    playback?.cancel()
  }

  // MARK: HitTestReport

  /// Moves the tap, in the content's points: everybody is asked anew.
  func move(to point: Point) {
    tap = Point(
      min(max(point.x, 0), scene.content.bounds.width.nextDown),
      min(max(point.y, 0), scene.content.bounds.height.nextDown))
    ask()
    progress = testCount
    update()
  }

  func ask() {
    report = HitTestReport(at: tap, in: scene.content)
    let byView = panes
    panes = report.candidates.compactMap { candidate in byView.first { $0.view === candidate.view } }
    guard panes.count < report.candidates.count || panes.count < byView.count else { return }
    // Others than before stand side by side where the tap is now.
    for layer in byView.flatMap(\.layers) { layer.removeFromSuperlayer() }
    makePanes()
    takePictures()
    computeTargets()
  }

  /// Views moved, or the rule is another.
  func routeDidChange() {
    let order = panes.map { ObjectIdentifier($0.view) }
    ask()
    if order != panes.map({ ObjectIdentifier($0.view) }) { stackPanes() }
    guard scene.routeNote != note else {
      // Something turned: the panes go with it, and are not asked one by one.
      computeTargets()
      return scrub(to: testCount)
    }
    note = scene.routeNote
    isSettingOrder = true
    orderValue.value = 1
    isSettingOrder = false
    if comparison != nil { return compare() }
    progress = 0
    animateToTargets()
  }

  /// The number of testCount until the tap has its taker; one more where it goes through them all.
  var testCount: Double { Double(report.hitIndex.map { $0 + 1 } ?? report.candidates.count + 1) }

  // MARK: Touches

  override func touchBegan(_ touch: Touch) {
    wasDragged = false
    guard let location = touch.location(in: self) else { return }
    grabbedPane = panes.first { isOn($0, location) }
    follow(location)
  }

  override func touchMoved(_ touch: Touch) {
    guard let location = touch.location(in: self) else { return }
    wasDragged = true
    follow(location)
  }

  override func touchEnded(_ touch: Touch) {
    // A tap asks one after the other; a drag has shown it already.
    if grabbedPane != nil, !wasDragged { play() }
    grabbedPane = nil
  }

  override func touchCancelled(_ touch: Touch) { grabbedPane = nil }

  func isOn(_ pane: ExplodedPane, _ location: Point) -> Bool {
    pane.map.inverted().map { layout.box.contains($0.apply(to: location)) } ?? false
  }

  func follow(_ location: Point) {
    guard let grabbedPane, let inverse = grabbedPane.map.inverted() else { return }
    playback?.cancel()
    let point = inverse.apply(to: location)
    move(
      to: Point(
        min(max(point.x, layout.box.minX), layout.box.maxX), min(max(point.y, layout.box.minY), layout.box.maxY)))
  }

  /// Escape and what opened it close it. False for any other key.
  func press(_ key: Key) -> Bool {
    guard [.escape, .character("e")].contains(key) else { return false }
    onClose?()
    return true
  }

  // MARK: Layout

  override func layoutSubviews() {
    let box = Rect(origin: scene.box.origin + scene.center, size: scene.box.size)
    layout = ExplosionLayout(size: bounds.size, unit: unit, sceneBox: box)
    field.frame = bounds
    title.frame = bounds
    title.frame = Rect(0, 0, bounds.width, layout.isTall ? bounds.height : layout.field.minY)
    title.layout = layout
    scrubber.frame = layout.scrubber
    closeButton.frame = layout.close
    replayButton.frame = layout.replay
    let look = theme.look(radius: 12 * layout.unit, unit: layout.unit)
    orderSlider.theme = theme
    orderSlider.frame = layout.order ?? .zero
    lessonButton.look = look
    (lessonButton.titleColor, lessonButton.font) = (theme.text, Font(size: layout.font(14), weight: 600))
    lessonButton.frame = layout.lesson ?? .zero
    for button in [closeButton, replayButton] {
      button.look = look
      button.titleColor = theme.text
      button.iconUnit = layout.unit
    }
    let (center, side) = layout.miniature
    miniature.frame = Rect(center.x - side * 0.62, center.y - side * 0.62, side * 1.24, side * 1.24)
    scrubber.layout = layout
    comparison?.frame = bounds
    overlay.layer.bounds = bounds
    overlay.layer.position = bounds.center
    computeTargets()
    update()
  }

  /// Points to a point of the scene, where it is small.
  var miniatureScale: Double { layout.miniature.side / max(scene.box.width, scene.box.height) }

  func takePictures() {
    let scale = scene.magnification * (window?.scale ?? 1)
    for pane in panes {
      pane.takePicture(scale: scale)
      pane.shadow = pane.view.layer.shade
    }
  }
}
