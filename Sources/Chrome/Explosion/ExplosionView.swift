import Geometry
import Layers
import Raster
import Scenes
import Text
import Views

/// The exploded view: a scene's views apart, as panes in the order in which they are asked for a tap, and the tap as one
/// straight needle through them.
///
/// The scene itself stays whole and in its own coordinates, and is what is asked; the panes show pictures of its views.
final class ExplosionView: View {
  /// Called when somebody has seen enough.
  var onClose: (() -> Void)?
  /// Called with the place of the small scene: its middle, and the points to a point of the scene.
  var placeMiniature: ((Point, Double) -> Void)?

  /// The tap, in the points of the scene's content.
  private(set) var tap: Point
  private(set) var asking: Asking

  let scene: Scene
  let theme: Theme
  private(set) var figures: [PaneFigure] = []
  private(set) var plan = ExplosionLayout(size: Size(1, 1), unit: 1, sceneBox: Rect(0, 0, 1, 1))
  private let title: ExplosionTitle
  private let scrubber: Scrubber
  private let field = View(name: "panes")
  private let closeButton = SignButton(.close, name: "close", label: "Close")
  private let replayButton = SignButton(.again, name: "replay", label: "Replay")
  private let miniature = View(name: "miniature")
  /// Between the order of the siblings and that by depth: what lies between the two is the difference.
  private let orderValue = SceneNumber(name: "order", heading: "Order", range: 0...1, value: 1, detents: [0, 1]) { _ in
    ""
  }
  private let orderSlider: SliderTrack
  private let lessonButton = Button("Lesson", name: "lesson")
  /// Begins the lesson; `nil` where there is none to go to.
  var onLesson: (() -> Void)? { didSet { update() } }
  private let overlay = ExplosionOverlay()

  /// 0 where the panes lie upon the panel as the scene does, 1 where they stand apart.
  private var opening = 0.0
  /// The number of questions that were asked.
  private(set) var progress = 0.0
  /// From the scene's points to this view's, as the panel shows the scene.
  private var panel = AffineTransform.identity
  /// Where the panes come from, and where they go.
  private var starts: [AffineTransform] = []
  private var targets: [AffineTransform] = []
  private var moving: Animation?
  private var playing: Animation?
  /// The rule at the last asking.
  private var note: RouteNote?
  /// The price of the four answers, over the panes, once the cube was turned so far that one sees it.
  private(set) var comparison: Comparison?
  private var grabbed: PaneFigure?
  private var wasDragged = false

  /// In seconds.
  private static let (openingTime, closingTime, movingTime, questionTime) = (0.6, 0.4, 0.45, 0.22)

  init(_ scene: Scene, tap: Point, theme: Theme) {
    (self.scene, self.tap, self.theme) = (scene, tap, theme)
    asking = Asking(at: tap, in: scene.content)
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
    scrubber.meantColor = theme.wrong
    let turning = PanGestureRecognizer()
    turning.onChange = { [unowned self, unowned turning] in turn(turning) }
    miniature.addGestureRecognizer(turning)
    makeFigures()
  }

  private func makeFigures() {
    figures = asking.panes.map { PaneFigure($0.view, theme: theme) }
    stackFigures()
  }

  /// The last asked undermost.
  private func stackFigures() {
    for figure in figures.reversed() {
      for layer in figure.layers { field.layer.addSublayer(layer) }
    }
  }

  // MARK: Asking

  /// Moves the tap, in the content's points: everybody is asked anew.
  func move(to point: Point) {
    tap = Point(
      min(max(point.x, 0), scene.content.bounds.width.nextDown),
      min(max(point.y, 0), scene.content.bounds.height.nextDown))
    ask()
    progress = questions
    update()
  }

  private func ask() {
    asking = Asking(at: tap, in: scene.content)
    let byView = figures
    figures = asking.panes.compactMap { pane in byView.first { $0.view === pane.view } }
    guard figures.count < asking.panes.count || figures.count < byView.count else { return }
    // Others than before stand side by side where the tap is now.
    for layer in byView.flatMap(\.layers) { layer.removeFromSuperlayer() }
    makeFigures()
    takePictures()
    aim()
  }

  /// Views moved, or the rule is another.
  func routeDidChange() {
    let order = figures.map { ObjectIdentifier($0.view) }
    ask()
    if order != figures.map({ ObjectIdentifier($0.view) }) { stackFigures() }
    guard scene.routeNote != note else {
      // Something turned: the panes go with it, and are not asked one by one.
      aim()
      return scrub(to: questions)
    }
    note = scene.routeNote
    isSettingOrder = true
    orderValue.value = 1
    isSettingOrder = false
    if comparison != nil { return compare() }
    progress = 0
    glide()
  }

  /// The number of questions until the tap has its taker; one more where it goes through them all.
  private var questions: Double { Double(asking.takingPane.map { $0 + 1 } ?? asking.panes.count + 1) }

  // MARK: Moving

  /// Opens the view: from the scene as the panel shows it.
  ///
  /// - Parameter panel: from the content's points to this view's.
  func open(from panel: AffineTransform) {
    self.panel = panel
    layoutIfNeeded()
    takePictures()
    starts = figures.map { _ in panel }
    progress = 0
    open(to: 1, seconds: Self.openingTime) { [weak self] in self?.play() }
  }

  /// Closes it: back to the scene as the panel shows it.
  func close(then completion: @escaping () -> Void) {
    isUserInteractionEnabled = false
    playing?.cancel()
    endComparison()
    progress = 0
    open(to: 0, seconds: Self.closingTime, then: completion)
  }

  private func open(to end: Double, seconds: Double, then completion: @escaping () -> Void) {
    moving?.cancel()
    let start = opening
    let step = { [weak self] (t: Double) in
      self?.opening = start.interpolated(to: end, t)
      self?.update()
    }
    guard let window else {
      step(1)
      return completion()
    }
    step(0)
    moving = window.animate(.curve(.easeInEaseOut, seconds: seconds), update: step, completion: completion)
  }

  /// The panes' places for the order of now.
  private func aim() {
    var slots: [ExplosionLayout.Slot] = []
    let gap = scene.routeNote?.gap
    for index in asking.panes.indices {
      if index > 0, index == gap { slots.append(.room(Self.gapWidth)) }
      // By depth: those that face one, and those that don't.
      if index > 0, asking.order == .depth, asking.panes[index].facing != asking.panes[index - 1].facing {
        slots.append(.room(plan.isTall ? 20 : 44))
      }
      slots.append(.pane)
    }
    targets = plan.maps(slots)
    starts = targets
  }

  /// The room where one was taken from, in units.
  private static let gapWidth = 96.0

  /// To the places of the present order, and then the asking from its beginning.
  private func glide() {
    playing?.cancel()
    moving?.cancel()
    let from = figures.map(\.map)
    aim()
    starts = from
    guard let window else { return settle() }
    let step = { [weak self] (t: Double) in
      guard let self else { return }
      gliding = t
      update()
    }
    moving = window.animate(.curve(.easeInEaseOut, seconds: Self.movingTime), update: step) { [weak self] in
      self?.settle()
      self?.play()
    }
  }
  private var gliding = 1.0

  /// Panes between the places that they have by depth, and those of the siblings' order.
  private func slide() {
    guard asking.order == .depth, !isSettingOrder else { return }
    playing?.cancel()
    moving?.cancel()
    let siblings = plan.maps(Array(repeating: .pane, count: figures.count))
    starts = figures.map { figure in
      let place = asking.ground.siblingPlace(of: figure.view)
      return siblings.indices.contains(place) ? siblings[place] : figure.map
    }
    gliding = orderValue.value
    progress = 0
    update()
    if orderValue.value == 1 { play() }
  }
  private var isSettingOrder = false

  private func settle() {
    starts = targets
    gliding = 1
    update()
  }

  /// Asks from the first one on, a question after the other.
  func play() {
    playing?.cancel()
    let end = questions
    progress = 0
    guard let window else { return scrub(to: end) }
    playing = window.animate(
      seconds: Self.questionTime * end, curve: .linear,
      update: { [weak self] t in
        self?.progress = t * end
        self?.update()
      })
  }

  private func scrub(to questions: Double) {
    playing?.cancel()
    progress = min(questions, self.questions)
    update()
  }

  // MARK: Touches

  override func touchBegan(_ touch: Touch) {
    wasDragged = false
    guard let location = touch.location(in: self) else { return }
    grabbed = figures.first { isOn($0, location) }
    follow(location)
  }

  override func touchMoved(_ touch: Touch) {
    guard let location = touch.location(in: self) else { return }
    wasDragged = true
    follow(location)
  }

  override func touchEnded(_ touch: Touch) {
    // A tap asks one after the other; a drag has shown it already.
    if grabbed != nil, !wasDragged { play() }
    grabbed = nil
  }

  override func touchCancelled(_ touch: Touch) { grabbed = nil }

  private func isOn(_ figure: PaneFigure, _ location: Point) -> Bool {
    figure.map.inverted().map { plan.box.contains($0.apply(to: location)) } ?? false
  }

  private func follow(_ location: Point) {
    guard let grabbed, let inverse = grabbed.map.inverted() else { return }
    playing?.cancel()
    let point = inverse.apply(to: location)
    move(
      to: Point(
        min(max(point.x, plan.box.minX), plan.box.maxX), min(max(point.y, plan.box.minY), plan.box.maxY)))
  }

  /// The small scene turns under the finger, and the large one with it.
  private func turn(_ recognizer: PanGestureRecognizer) {
    guard scene.canTurn else { return }
    switch recognizer.state {
    case .changed:
      playing?.cancel()
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

  private func endComparison() {
    comparison?.removeFromSuperview()
    comparison = nil
    update()
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
    plan = ExplosionLayout(size: bounds.size, unit: unit, sceneBox: box)
    field.frame = bounds
    title.frame = bounds
    title.frame = Rect(0, 0, bounds.width, plan.isTall ? bounds.height : plan.field.minY)
    title.plan = plan
    scrubber.frame = plan.scrubber
    closeButton.frame = plan.close
    replayButton.frame = plan.replay
    let look = theme.look(radius: 12 * plan.unit, unit: plan.unit)
    orderSlider.theme = theme
    orderSlider.frame = plan.order ?? .zero
    lessonButton.look = look
    (lessonButton.titleColor, lessonButton.font) = (theme.text, Font(size: plan.font(14), weight: 600))
    lessonButton.frame = plan.lesson ?? .zero
    for button in [closeButton, replayButton] {
      button.look = look
      button.titleColor = theme.text
      button.measure = plan.unit
    }
    let (center, side) = plan.miniature
    miniature.frame = Rect(center.x - side * 0.62, center.y - side * 0.62, side * 1.24, side * 1.24)
    scrubber.plan = plan
    comparison?.frame = bounds
    overlay.layer.bounds = bounds
    overlay.layer.position = bounds.center
    aim()
    update()
  }

  /// Points to a point of the scene, where it is small.
  private var miniatureScale: Double { plan.miniature.side / max(scene.box.width, scene.box.height) }

  private func takePictures() {
    let scale = scene.magnification * (window?.scale ?? 1)
    for figure in figures {
      figure.takePicture(scale: scale)
      figure.shadow = figure.view.layer.shade
    }
  }

  // MARK: What follows

  /// Brings everything to where it is now.
  private func update() {
    guard targets.count == figures.count else { return }
    field.isHidden = comparison != nil
    overlay.layer.isHidden = comparison != nil
    guard comparison == nil else {
      for view in subviews where view !== comparison { view.isHidden = true }
      placeMiniature?(plan.miniature.center, 1e-4)
      return
    }
    miniature.isHidden = false
    let isOpen = opening >= 1
    let color = asking.isAsSeen ? theme.right : theme.wrong
    let words = ExplosionWords(asking, note: scene.routeNote)
    for (index, figure) in figures.enumerated() {
      let start = isOpen && gliding < 1 ? starts[index] : isOpen ? targets[index] : panel
      figure.map = start.interpolated(to: targets[index], isOpen ? gliding : opening)
      let pane = asking.panes[index]
      figure.look = look(of: index)
      figure.shadow = opening < 1 ? figure.view.layer.shade * (1 - opening) : 0
      figure.depth = opening < 0.3 ? pane.depth : 0
      let isMeant = index == asking.seenPane && pane.answer == .neverAsked
      figure.setMeant(
        isMeant && asking.seen is Control ? asking.seen : nil, scale: scene.magnification * (window?.scale ?? 1))
      figure.apply(in: scene.content, box: plan.box, unit: plan.unit, color: color)
    }
    let holes = figures.map { $0.place(of: tap) }
    placeNeedle(holes, color: color)
    title.isHidden = !isOpen
    title.words = words
    title.isDone = progress >= questions
    title.note = scene.routeNote
    title.color = color
    updateScrubber(color: color)
    for view in [scrubber, replayButton, closeButton] as [View] { view.isHidden = !isOpen }
    orderSlider.isHidden = !isOpen || asking.order != .depth || plan.order == nil
    lessonButton.isHidden = !isOpen || onLesson == nil || plan.lesson == nil
    overlay.show(
      ExplosionOverlay.State(
        isOpen: isOpen, isDone: progress >= questions, holes: holes, taking: asking.takingPane, seen: asking.seenPane,
        meant: words.meant, gap: gapFrame, groups: groups, canTurn: scene.canTurn, tap: miniatureTap,
        isExpected: asking.isAsSeen), plan: plan, theme: theme, color: color)
    let small = max(miniatureScale * min(max((opening - 0.6) / 0.4, 0), 1), 1e-4)
    placeMiniature?(plan.miniature.center - miniatureOffset * small, small)
  }

  /// From the content's middle to that of the scene's box, in the scene's points.
  private var miniatureOffset: Point { Point(scene.box.midX, scene.box.midY) }

  private var miniatureTap: Point {
    plan.miniature.center + (tap - scene.center - miniatureOffset) * miniatureScale
  }

  private func look(of index: Int) -> PaneFigure.Look {
    let pane = asking.panes[index]
    var whole = PaneFigure.Look()
    guard opening >= 1 else {
      // What the panel doesn't show comes up on the way, and so does the glass.
      let t = min(max((opening - 0.05) / 0.35, 0), 1)
      (whole.glass, whole.edge, whole.outline) = (whole.glass * t, whole.edge * t, whole.outline * t)
      if pane.facing == .back { whole.face = t }
      return whole
    }
    var end = PaneFigure.Look()
    switch pane.answer {
    case .missed: (end.glass, end.edge, end.outline) = (0.10, 0.5, 0.45)
    case .deaf: (end.glass, end.edge, end.face, end.outline) = (0.035, 0.24, 0.12, 0.4)
    case .took: (end.glass, end.edge, end.lit) = (0.12, 0.5, 1)
    case .neverAsked:
      (end.glass, end.edge, end.outline) = (0.045, 0.2, 0.18)
      end.face = index == asking.seenPane ? 0.42 : 0.24
    }
    // Whoever is never asked steps back with the last question.
    let asked = pane.answer == .neverAsked ? questions - 1 : Double(index)
    return whole.mixed(with: end, min(max((progress - asked) / 0.7 - 0.3, 0), 1))
  }

  private func placeNeedle(_ holes: [Point], color: Color) {
    guard let first = holes.first else { return }
    let u = plan.unit
    var start = plan.fingertip(to: first)
    for (index, figure) in figures.enumerated() {
      let pane = asking.panes[index]
      let part = opening >= 1 ? min(max(progress - Double(index), 0), 1) : 0
      let end = start.interpolated(to: holes[index], part)
      figure.needle.color = theme.needle
      figure.halo.color = theme.needle
      figure.needle.place(from: start, to: part > 0 ? end : start, width: (plan.isCompact ? 2.4 : 3.2) * u)
      figure.halo.place(from: start, to: part > 0 ? end : start, width: (plan.isCompact ? 6 : 8) * u)
      let isSaid = part >= 1 && pane.answer != .neverAsked
      figure.mark.layer.isHidden = !isSaid
      if isSaid {
        figure.showMark(
          Mark(pane.answer, isExpected: asking.isAsSeen), at: holes[index], plan: plan, ink: theme.needle, color: color,
          ground: theme.groundEdge.faded(0.55))
      }
      start = holes[index]
    }
    let part = asking.takingPane == nil && opening >= 1 ? min(max(progress - Double(figures.count), 0), 1) : 0
    overlay.placeRest(from: start, part: part, plan: plan, color: theme.needle)
  }

  private func updateScrubber(color: Color) {
    let origin = plan.scrubber.origin
    let middle = plan.box.center
    scrubber.isExpected = asking.isAsSeen
    scrubber.color = color
    scrubber.ticks = asking.panes.indices.map { index in
      let place = targets[index].apply(to: middle) - origin
      return Scrubber.Tick(
        place: plan.isTall ? place.y : place.x, name: asking.panes[index].view.spokenName,
        answer: asking.panes[index].answer, isMeant: index == asking.seenPane)
    }
    scrubber.end = plan.isTall ? scrubber.bounds.height - 4 * plan.unit : scrubber.bounds.width - 20 * plan.unit
    scrubber.progress = progress
  }

  /// The corners of the room that one was taken from; none where nobody was.
  private var gapFrame: [Point] {
    guard let gap = scene.routeNote?.gap, targets.indices.contains(gap), gap > 0, opening >= 1 else { return [] }
    let (before, after) = (targets[gap - 1], targets[gap])
    let inset = plan.unit * (plan.isTall ? 22 : 16)
    let box = plan.box
    func corner(_ p: Point, _ map: AffineTransform, dx: Double, dy: Double) -> Point {
      map.apply(to: p) + Point(dx, dy)
    }
    if plan.isTall {
      let y = after.ty - before.ty
      let scale = (y - after.d * box.height - inset * 2) / max(after.d * box.height, 1)
      guard scale > 0.1 else { return [] }
      var map = before
      (map.d, map.c) = (map.d * scale, map.c * scale)
      let top = before.apply(to: Point(box.minX, box.maxY))
      map.tx = top.x - map.a * box.minX - map.c * box.minY
      map.ty = top.y + inset - map.d * box.minY
      return box.corners.map(map.apply)
    }
    let pane = after.a * box.width
    let width = after.tx - before.tx - pane - 2 * inset
    guard width > 4 else { return [] }
    var map = before
    map.a = width / box.width
    map.tx = before.apply(to: Point(box.maxX, box.minY)).x + inset - map.a * box.minX
    map.b = before.b * map.a / before.a
    map.ty += before.b * box.minX - map.b * box.minX
    return box.corners.map(map.apply)
  }

  /// The panes that face one and those that don't, where they are asked by depth: the span of each.
  private var groups: [ExplosionOverlay.Group] {
    guard asking.order == .depth, opening >= 1, targets.count == figures.count else { return [] }
    var groups: [ExplosionOverlay.Group] = []
    for (index, pane) in asking.panes.enumerated() {
      let corners = plan.box.corners.map(targets[index].apply)
      let box = Rect(bounding: corners)
      let (start, end) = plan.isTall ? (box.minY, box.maxY) : (box.minX, box.maxX)
      if index > 0, pane.facing == asking.panes[index - 1].facing {
        groups[groups.count - 1].end = end
      } else {
        groups.append(ExplosionOverlay.Group(start: start, end: end, isFacing: pane.facing == .front))
      }
    }
    return groups
  }
}
