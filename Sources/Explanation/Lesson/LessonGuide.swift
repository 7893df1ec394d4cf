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
  enum Step: Int, CaseIterable { case tap, guess, answer, fixes, turn, sentence }

  private unowned let explainer: Explainer
  private let scene: CubeScene
  private let theme: Theme
  private let strip: LessonStrip
  /// The displayed title and detail.
  var text: (String, String) { strip.line }
  private let nextButton = Button(LocalizedText.lessonNext.text, name: "next")
  private let againButton = Button(LocalizedText.lessonAgain.text, name: "again")
  private let homeButton = Button(LocalizedText.lessonHome.text, name: "home")
  private let leaveButton = IconButton(.close, name: "leave", label: LocalizedText.lessonLeave.text)
  private let tiles: [Button]
  private var tried: Set<TouchFix> = []
  private var guessed = 0
  private(set) var step = Step.tap {
    didSet {
      turnTimer?.cancel()
      show()
    }
  }

  /// In seconds after the choice of a fix, so that visitors see its effect before its price.
  static let turnDelay = 3.0
  private var turnTimer: WindowTimer?
  private var lastFix = TouchFix.none
  private let pointer: LampPointer

  /// Called before the guide is removed.
  func stop() {
    turnTimer?.cancel()
  }

  /// True as long as the answer must not be revealed.
  var keepsSecret: Bool { step.rawValue <= Step.guess.rawValue }

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
    nextButton.onPress = { [unowned self] in goOn() }
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

  func report(_ event: TouchEvent, receivedBy view: View?) {
    guard step == .tap, event.phase == .ended, view == nil || view?.isDescendant(of: scene.content) == true,
      let point = explainer.host.convert(event.location, to: scene.content)
    else { return }
    guard scene.content.visibleView(at: point)?.isDescendant(of: scene.buttonView) == true else {
      strip.line = (LocalizedText.lessonTap.text, LocalizedText.lessonTapAgainDetail.text)
      return
    }
    explainer.lastTap = point
    step = .guess
  }

  private func guess(_ number: Int) {
    guessed = number
    step = .answer
    explainer.explain()
  }

  private func goOn() {
    guard let next = Step(rawValue: step.rawValue + 1) else { return }
    if next == .fixes { tried = [] }
    if next == .sentence {
      explainer.closeExplosion()
      scene.turnBack()
    }
    step = next
    if next == .turn, scene.isButtonAway { explainer.explosion?.compare() }
  }

  /// Handles a change of the touch fix or the cube's orientation.
  func routeDidChange() {
    if scene.touchFix != .none { tried.insert(scene.touchFix) }
    if scene.touchFix != lastFix {
      lastFix = scene.touchFix
      showPriceLater()
    }
    if step == .tap { setNeedsLayout() }
    if [.fixes, .turn].contains(step) { show() }
  }

  /// Turns the cube back for a new fix, and its button to the back a little later, which shows the price of the fix.
  private func showPriceLater() {
    turnTimer?.cancel()
    guard step == .fixes, lastFix != .none, let explosion = explainer.explosion else { return }
    if scene.isButtonAway { explosion.turnOver() }
    turnTimer = window?.after(seconds: Self.turnDelay) { [weak self, weak explosion] in
      guard let self, let explosion, explosion.comparison == nil, !scene.isButtonAway else { return }
      explosion.turnOver()
    }
  }

  /// Ends the lesson after the visitor closed the exploded view.
  func explosionDidClose() {
    if [.answer, .fixes, .turn].contains(step) { step = .sentence }
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
    case .tap: strip.line = (LocalizedText.lessonTap.text, LocalizedText.lessonTapDetail.text)
    case .guess: strip.line = (LocalizedText.lessonGuess.text, LocalizedText.lessonGuessDetail.text)
    case .answer:
      let (face, name) = (hitFace, hitFace?.displayNameMidSentence ?? LocalizedText.theGround.text)
      let answer = (face as? any Numbered)?.number == guessed ? LocalizedText.lessonRight : .lessonWrong
      strip.line = (answer.text([.face: "\(guessed)", .taker: name]), LocalizedText.lessonAnswerDetail.text)
    case .fixes:
      let (count, total) = (tried.count, scene.touchFixes.count - 1)
      strip.line = (
        (scene.isButtonAway ? LocalizedText.lessonTriedAgain : .lessonFixes).text,
        count < total
          ? LocalizedText.lessonFixesTried.text([.count: "\(count)", .total: "\(total)"])
          : LocalizedText.lessonFixesDone.text
      )
    case .turn:
      strip.line =
        scene.isButtonAway
        ? (LocalizedText.lessonTurned.text, LocalizedText.lessonTurnedDetail.text)
        : (LocalizedText.lessonTurn.text, LocalizedText.lessonTurnDetail.text)
    case .sentence: strip.line = (LocalizedText.lessonEnd.text, LocalizedText.lessonEndDetail.text)
    }
    strip.showStep(step.rawValue + 1, of: Step.allCases.count)
    pointer.isHidden = step != .tap || explainer.lastTap != nil
    for tile in tiles { tile.isHidden = step != .guess }
    nextButton.isHidden = ![.answer, .fixes, .turn].contains(step)
    againButton.isHidden = step != .sentence
    homeButton.isHidden = step != .sentence
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
    let row = isNarrow ? bounds.height - 8 * u - side : (bounds.height - side) / 2
    func place(_ view: View, width: Double, y: Double) {
      guard !view.isHidden else { return }
      x -= width
      view.frame = Rect(x, y, width, side)
      x -= 8 * u
    }
    let look = theme.look(radius: 12 * u, unit: u)
    var strong = look
    (strong.background, strong.highlightedBackground, strong.highlightOverlay) = (
      theme.accent, theme.accent, theme.highlight
    )
    leaveButton.look = look
    leaveButton.titleColor = theme.text
    leaveButton.iconUnit = u
    for button in [nextButton, againButton, homeButton] {
      button.look = button === againButton ? look : strong
      button.font = Font(size: 16 * u, weight: 600)
      button.titleColor = button === againButton ? theme.text : theme.accentText
    }
    place(leaveButton, width: side, y: isNarrow ? 8 * u : row)
    let end = x
    if isNarrow { x = bounds.width - 8 * u }
    place(nextButton, width: 110 * u, y: row)
    place(againButton, width: 130 * u, y: row)
    place(homeButton, width: 130 * u, y: row)
    for (number, tile) in zip(1..., tiles).reversed() {
      tile.look = ControlLook(background: Palette.face(number).background, cornerRadius: 10 * u, focusRingWidth: 2 * u)
      tile.font = Font(size: 22 * u, weight: 700)
      place(tile, width: min(side, (isNarrow ? bounds.width - 64 * u : bounds.width * 0.5) / 6 - 8 * u), y: row)
    }
    strip.frame = Rect(origin: .zero, size: bounds.size)
    let lamp = scene.buttonView
    pointer.place(
      lamp.bounds.corners.compactMap { lamp.convert($0, to: self) }, room: explainer.host.bounds.width - frame.minX)
    // Above the tiles, the detail has a single line.
    let height = step == .guess && isNarrow ? row - 10 * u : bounds.height - 16 * u
    let detailWidth = (step == .guess ? bounds.width - 8 * u : x) - 24 * u
    strip.room = (Rect(16 * u, 8 * u, max((isNarrow ? end : x) - 24 * u, 40 * u), height), detailWidth, isNarrow)
  }
}
