import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// Leads through the lesson in a strip above the bar: tap, guess, answer, fixes, turn, summary.
///
/// Visitors can leave at any step.
package final class LessonGuide: View {
  enum Step: Int, CaseIterable { case tap, guess, answer, fixes, turn, summary }

  private unowned let explainer: Explainer
  private let scene: CubeScene
  private let theme: Theme
  private let strip: LessonStrip
  /// The displayed title and detail.
  var texts: (title: String, detail: String) { strip.texts }
  private let nextButton = Button(LocalizedText.lessonNext.text, name: "next")
  private let againButton = Button(LocalizedText.lessonAgain.text, name: "again")
  private let homeButton = Button(LocalizedText.lessonHome.text, name: "home")
  private let leaveButton = IconButton(.close, name: "leave", label: LocalizedText.lessonLeave.text)
  private let tiles: [Button]
  private var triedFixes: Set<TouchFix> = []
  private var guessedFace = 0
  private(set) var step = Step.tap {
    didSet {
      turnTimer?.cancel()
      show()
    }
  }

  /// The time in seconds from the choice of a fix until its price is shown. Visitors see the effect before.
  static let turnDelay = 3.0
  private var turnTimer: WindowTimer?
  private var lastFix = TouchFix.none
  private let pointer: LampPointer

  /// Called before the guide is removed.
  func stop() {
    turnTimer?.cancel()
  }

  /// True until the visitor has guessed. Explanations would reveal the answer.
  var hidesAnswer: Bool { step.rawValue <= Step.guess.rawValue }

  init(_ scene: CubeScene, _ explainer: Explainer) {
    (self.scene, self.explainer, theme) = (scene, explainer, explainer.host.theme)
    strip = LessonStrip(theme: theme)
    pointer = LampPointer(theme: theme)
    tiles = (1...6).map { Button("\($0)", name: "face\($0)") }
    super.init(name: "lesson")
    strip.isUserInteractionEnabled = false
    addSubview(pointer)
    addSubview(strip)
    for view in tiles + [nextButton, againButton, homeButton, leaveButton] as [View] { addSubview(view) }
    nextButton.onPress = { [unowned self] in showNextStep() }
    againButton.onPress = { [unowned self] in restart() }
    homeButton.onPress = { [unowned self] in leave() }
    leaveButton.onPress = { [unowned self] in leave() }
    for (number, tile) in zip(1..., tiles) {
      tile.accessibilityLabel = LocalizedText.face.text([.number: "\(number)"]).capitalizedFirst
      (tile.titleColor, tile.titleInset) = (Palette.face(number).ink, 0)
      tile.onPress = { [unowned self] in guess(number) }
    }
    show()
  }

  // MARK: Steps

  func didDeliver(_ event: TouchEvent, to view: View?) {
    guard step == .tap, event.phase == .ended, view == nil || view?.isDescendant(of: scene.content) == true,
      let point = explainer.host.convert(event.location, to: scene.content)
    else { return }
    guard scene.content.visibleView(at: point)?.isDescendant(of: scene.buttonView) == true else {
      strip.texts = (LocalizedText.lessonTap.text, LocalizedText.lessonTapAgainDetail.text)
      return
    }
    explainer.lastTap = point
    step = .guess
  }

  private func guess(_ number: Int) {
    guessedFace = number
    step = .answer
    explainer.explain()
  }

  private func showNextStep() {
    guard let next = Step(rawValue: step.rawValue + 1) else { return }
    if next == .fixes { triedFixes = [] }
    if next == .summary {
      explainer.closeExplosion()
      scene.turnBack()
    }
    step = next
    if next == .turn, scene.isButtonTurnedAway { explainer.explosion?.showComparison() }
  }

  /// Handles a change of the touch fix or the cube's orientation.
  func routeDidChange() {
    if scene.touchFix != .none { triedFixes.insert(scene.touchFix) }
    if scene.touchFix != lastFix {
      lastFix = scene.touchFix
      turnButtonAwayLater()
    }
    if step == .tap { setNeedsLayout() }
    if [.fixes, .turn].contains(step) { show() }
  }

  /// Turns the cube back to show the effect of a new fix. After a delay, turns the button to the back to show the
  /// price.
  private func turnButtonAwayLater() {
    turnTimer?.cancel()
    guard step == .fixes, lastFix != .none, let explosion = explainer.explosion else { return }
    if scene.isButtonTurnedAway { explosion.turnOver() }
    turnTimer = window?.after(seconds: Self.turnDelay) { [weak self, weak explosion] in
      guard let self, let explosion, explosion.comparison == nil, !scene.isButtonTurnedAway else { return }
      explosion.turnOver()
    }
  }

  /// Ends the lesson after the visitor closed the exploded view.
  func explosionDidClose() {
    if [.answer, .fixes, .turn].contains(step) { step = .summary }
  }

  func restart() {
    explainer.removeExplosion()
    explainer.lastTap = nil
    step = .tap
    scene.touchFix = .none
    scene.isLightOn = true
    scene.turnBack()
  }

  private func leave() {
    stop()
    if let home = explainer.host.makeScene?(CubeScene.name) { explainer.host.show(home) }
  }

  /// True after the tap on the lamp.
  var hasBegun: Bool { step != .tap || explainer.lastTap != nil }

  private func show() {
    switch step {
    case .tap: strip.texts = (LocalizedText.lessonTap.text, LocalizedText.lessonTapDetail.text)
    case .guess: strip.texts = (LocalizedText.lessonGuess.text, LocalizedText.lessonGuessDetail.text)
    case .answer:
      let (face, name) = (hitFace, hitFace?.displayNameMidSentence ?? LocalizedText.theGround.text)
      let answer = (face as? any Numbered)?.number == guessedFace ? LocalizedText.lessonRight : .lessonWrong
      strip.texts = (answer.text([.face: "\(guessedFace)", .taker: name]), LocalizedText.lessonAnswerDetail.text)
    case .fixes:
      let (count, total) = (triedFixes.count, scene.touchFixes.count - 1)
      strip.texts = (
        (scene.isButtonTurnedAway ? LocalizedText.lessonTriedAgain : .lessonFixes).text,
        count < total
          ? LocalizedText.lessonFixesTried.text([.count: "\(count)", .total: "\(total)"])
          : LocalizedText.lessonFixesDone.text
      )
    case .turn:
      strip.texts =
        scene.isButtonTurnedAway
        ? (LocalizedText.lessonTurned.text, LocalizedText.lessonTurnedDetail.text)
        : (LocalizedText.lessonTurn.text, LocalizedText.lessonTurnDetail.text)
    case .summary: strip.texts = (LocalizedText.lessonEnd.text, LocalizedText.lessonEndDetail.text)
    }
    strip.showStep(step.rawValue + 1, of: Step.allCases.count)
    pointer.isHidden = step != .tap || explainer.lastTap != nil
    for tile in tiles { tile.isHidden = step != .guess }
    nextButton.isHidden = ![.answer, .fixes, .turn].contains(step)
    againButton.isHidden = step != .summary
    homeButton.isHidden = step != .summary
    setNeedsLayout()
  }

  private var hitFace: View? {
    HitTestReport(at: explainer.lastTap ?? scene.pointOfInterest, in: scene.content).hitCandidate?.view
  }

  // MARK: Layout

  /// Returns the height in points. On a narrow panel, the buttons are beneath the text.
  static func height(on size: Size, unit: Double) -> Double { (isNarrow(size, unit) ? 124 : 64) * unit }

  private static func isNarrow(_ size: Size, _ unit: Double) -> Bool {
    size.width < 780 * unit && size.height > 440 * unit
  }

  package override func layoutSubviews() {
    let u = unit
    let isNarrow = bounds.height > 100 * u
    let side = 48 * u
    var x = bounds.width - 8 * u
    // Without other scenes, the lesson can't be left.
    leaveButton.isHidden = explainer.host.makeScene == nil
    if explainer.host.makeScene == nil { homeButton.isHidden = true }
    let buttonY = isNarrow ? bounds.height - 8 * u - side : (bounds.height - side) / 2
    // Places a button to the left of the previous one.
    func placeLeftward(_ view: View, width: Double, y: Double) {
      guard !view.isHidden else { return }
      x -= width
      view.frame = Rect(x, y, width, side)
      x -= 8 * u
    }
    let look = theme.look(radius: 12 * u, unit: u)
    var prominentLook = look
    (prominentLook.background, prominentLook.highlightedBackground, prominentLook.highlightOverlay) = (
      theme.accent, theme.accent, theme.highlight
    )
    leaveButton.look = look
    leaveButton.titleColor = theme.text
    leaveButton.iconUnit = u
    for button in [nextButton, againButton, homeButton] {
      button.look = button === againButton ? look : prominentLook
      button.font = Font(size: 16 * u, weight: 600)
      button.titleColor = button === againButton ? theme.text : theme.accentText
    }
    placeLeftward(leaveButton, width: side, y: isNarrow ? 8 * u : buttonY)
    let titleEnd = x
    if isNarrow { x = bounds.width - 8 * u }
    placeLeftward(nextButton, width: 110 * u, y: buttonY)
    placeLeftward(againButton, width: 130 * u, y: buttonY)
    placeLeftward(homeButton, width: 130 * u, y: buttonY)
    for (number, tile) in zip(1..., tiles).reversed() {
      tile.look = ControlLook(background: Palette.face(number).background, cornerRadius: 10 * u, focusRingWidth: 2 * u)
      tile.font = Font(size: 22 * u, weight: 700)
      placeLeftward(
        tile, width: min(side, (isNarrow ? bounds.width - 64 * u : bounds.width * 0.5) / 6 - 8 * u), y: buttonY)
    }
    strip.frame = Rect(origin: .zero, size: bounds.size)
    let lamp = scene.buttonView
    pointer.point(
      at: lamp.bounds.corners.compactMap { lamp.convert($0, to: self) },
      rightEdge: explainer.host.bounds.width - frame.minX)
    // Above the tiles, the detail has a single line.
    let height = step == .guess && isNarrow ? buttonY - 10 * u : max(bounds.height - 16 * u, 0)
    let detailWidth = (step == .guess ? bounds.width - 8 * u : x) - 24 * u
    strip.textArea = (
      Rect(16 * u, 8 * u, max((isNarrow ? titleEnd : x) - 24 * u, 40 * u), height), detailWidth, isNarrow
    )
  }
}
