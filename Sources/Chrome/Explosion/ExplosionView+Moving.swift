import Geometry
import Views

extension ExplosionView {
  /// Opens the view: from the scene as the panel shows it.
  ///
  /// - Parameter panel: from the content's points to this view's.
  func open(from panel: AffineTransform) {
    layoutIfNeeded()
    self.panel = flip.concatenating(panel)
    takePictures()
    starts = figures.map { _ in self.panel }
    progress = 0
    restartPatience()
    open(to: 1, seconds: Self.openingTime) { [weak self] in self?.play() }
  }

  /// Closes it: back to the scene as the panel shows it.
  func close(then completion: @escaping () -> Void) {
    isUserInteractionEnabled = false
    stop()
    endComparison()
    progress = 0
    open(to: 0, seconds: Self.closingTime, then: completion)
  }

  func open(to end: Double, seconds: Double, then completion: @escaping () -> Void) {
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
  func aim() {
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
  static let gapWidth = 96.0

  /// To the places of the present order, and then the asking from its beginning.
  func glide() {
    playing?.cancel()
    moving?.cancel()
    let from = figures.map { flip.concatenating($0.map) }
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

  /// Panes between the places that they have by depth, and those of the siblings' order.
  func slide() {
    guard asking.order == .depth, !isSettingOrder else { return }
    playing?.cancel()
    moving?.cancel()
    let siblings = plan.maps(Array(repeating: .pane, count: figures.count))
    starts = figures.map { figure in
      let place = asking.ground.siblingPlace(of: figure.view)
      return siblings.indices.contains(place) ? siblings[place] : flip.concatenating(figure.map)
    }
    gliding = orderValue.value
    progress = 0
    update()
    if orderValue.value == 1 { play() }
  }

  func settle() {
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

  func scrub(to questions: Double) {
    playing?.cancel()
    progress = min(questions, self.questions)
    update()
  }
}
