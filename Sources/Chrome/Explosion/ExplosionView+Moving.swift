import Geometry
import Views

extension ExplosionView {
  /// Opens the view: from the scene as the sceneMap shows it.
  ///
  /// - Parameter sceneMap: from the content's points to this view's.
  func open(from sceneMap: AffineTransform) {
    layoutIfNeeded()
    self.sceneMap = mirroring.concatenating(sceneMap)
    takePictures()
    startMaps = panes.map { _ in self.sceneMap }
    progress = 0
    restartInactivityTimer()
    open(to: 1, seconds: Self.openingTime) { [weak self] in self?.play() }
  }

  /// Closes it: back to the scene as the sceneMap shows it.
  func close(then completion: @escaping () -> Void) {
    isUserInteractionEnabled = false
    stop()
    endComparison()
    progress = 0
    open(to: 0, seconds: Self.closingTime, then: completion)
  }

  func open(to end: Double, seconds: Double, then completion: @escaping () -> Void) {
    moveAnimation?.cancel()
    let start = openProgress
    let step = { [weak self] (t: Double) in
      self?.openProgress = start.interpolated(to: end, t)
      self?.update()
    }
    guard let window else {
      step(1)
      return completion()
    }
    step(0)
    moveAnimation = window.animate(.curve(.easeInEaseOut, seconds: seconds), update: step, completion: completion)
  }

  /// The panes' places for the order of now.
  func computeTargets() {
    var slots: [ExplosionLayout.Slot] = []
    let gap = scene.routeNote?.gap
    for index in report.candidates.indices {
      if index > 0, index == gap { slots.append(.room(Self.gapWidth)) }
      // By depth: those that face one, and those that don't.
      if index > 0, report.order == .depth, report.candidates[index].facing != report.candidates[index - 1].facing {
        slots.append(.room(layout.isTall ? 20 : 44))
      }
      slots.append(.pane)
    }
    targetMaps = layout.maps(slots)
    startMaps = targetMaps
  }

  /// The room where one was taken from, in units.
  static let gapWidth = 96.0

  /// To the places of the present order, and then the report from its beginning.
  func animateToTargets() {
    playback?.cancel()
    moveAnimation?.cancel()
    let from = panes.map { mirroring.concatenating($0.map) }
    computeTargets()
    startMaps = from
    guard let window else { return finishMove() }
    let step = { [weak self] (t: Double) in
      guard let self else { return }
      moveProgress = t
      update()
    }
    moveAnimation = window.animate(.curve(.easeInEaseOut, seconds: Self.movingTime), update: step) { [weak self] in
      self?.finishMove()
      self?.play()
    }
  }

  /// Panes between the places that they have by depth, and those of the siblings' order.
  func slide() {
    guard report.order == .depth, !isSettingOrder else { return }
    playback?.cancel()
    moveAnimation?.cancel()
    let siblings = layout.maps(Array(repeating: .pane, count: panes.count))
    startMaps = panes.map { pane in
      let place = report.container.siblingPlace(of: pane.view)
      return siblings.indices.contains(place) ? siblings[place] : mirroring.concatenating(pane.map)
    }
    moveProgress = orderValue.value
    progress = 0
    update()
    if orderValue.value == 1 { play() }
  }

  func finishMove() {
    startMaps = targetMaps
    moveProgress = 1
    update()
  }

  /// Asks from the first one on, a question after the other.
  func play() {
    playback?.cancel()
    let end = testCount
    progress = 0
    guard let window else { return scrub(to: end) }
    playback = window.animate(
      seconds: Self.testTime * end, curve: .linear,
      update: { [weak self] t in
        self?.progress = t * end
        self?.update()
      })
  }

  func scrub(to testCount: Double) {
    playback?.cancel()
    progress = min(testCount, self.testCount)
    update()
  }
}
