import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// Leads through the lesson in a strip above the bar: tap, guess, answer, fixes, turn, summary.
///
/// Visitors can leave at any step. After a while without activity the lesson starts again.
package final class LessonGuide: View {
  enum Step: Int, CaseIterable { case tap, guess, answer, fixes, turn, sentence }

  /// In seconds, so that the next visitor doesn't find the lesson half done.
  static let inactivityTimeout = 60.0

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
  private(set) lazy var inactivityTimer = InactivityTimer(seconds: Self.inactivityTimeout) { [unowned self] in restart()
  }

  private(set) var step = Step.tap { didSet { show() } }

  /// True as long as the answer must not be revealed.
  var keepsSecret: Bool { step.rawValue <= Step.guess.rawValue }

  init(_ scene: CubeScene, _ explainer: Explainer) {
    (self.scene, self.explainer, theme) = (scene, explainer, explainer.host.theme)
    strip = LessonStrip(theme: theme)
    tiles = (1...6).map { Button("\($0)", name: "face\($0)") }
    super.init(name: "lesson")
    strip.isUserInteractionEnabled = false
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
    restartInactivityTimer()
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
    if next == .sentence { explainer.closeExplosion() }
    step = next
  }

  /// Handles a change of the touch fix or the cube's orientation.
  func routeDidChange() {
    if scene.touchFix != .none { tried.insert(scene.touchFix) }
    if [.fixes, .turn].contains(step) { show() }
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
    inactivityTimer.stop()
    if let home = explainer.host.makeScene?(CubeScene.name) { explainer.host.show(home) }
  }

  private func restartInactivityTimer() {
    inactivityTimer.stop()
    if step != .tap || explainer.lastTap != nil { inactivityTimer.restart(in: window) }
  }

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
        LocalizedText.lessonFixes.text,
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
    strip.step = (step.rawValue + 1, Step.allCases.count)
    for tile in tiles { tile.isHidden = step != .guess }
    nextButton.isHidden = ![.answer, .fixes, .turn].contains(step)
    againButton.isHidden = step != .sentence
    homeButton.isHidden = step != .sentence
    restartInactivityTimer()
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
      button.look = button === homeButton ? look : strong
      button.font = Font(size: 16 * u, weight: 600)
      button.titleColor = button === homeButton ? theme.text : theme.accentText
    }
    place(leaveButton, width: side, y: isNarrow ? 8 * u : row)
    let end = x
    if isNarrow { x = bounds.width - 8 * u }
    place(nextButton, width: 110 * u, y: row)
    place(againButton, width: 130 * u, y: row)
    place(homeButton, width: 130 * u, y: row)
    for (number, tile) in zip(1..., tiles).reversed() {
      tile.look = ControlLook(background: Palette.face(number).ground, cornerRadius: 10 * u, focusRingWidth: 2 * u)
      tile.font = Font(size: 22 * u, weight: 700)
      place(tile, width: min(side, (isNarrow ? bounds.width - 64 * u : bounds.width * 0.5) / 6 - 8 * u), y: row)
    }
    strip.frame = Rect(origin: .zero, size: bounds.size)
    let height = isNarrow ? 48 * u : bounds.height - 16 * u
    strip.words = Rect(16 * u, 8 * u, max((isNarrow ? end : x) - 24 * u, 40 * u), height)
  }
}

/// The background and the text of the guide.
private final class LessonStrip: View {
  private let theme: Theme
  var line = ("", "") { didSet { if line != oldValue { setNeedsDisplay() } } }
  var step = (1, 1) { didSet { if step != oldValue { setNeedsDisplay() } } }
  var words = Rect.zero { didSet { if words != oldValue { setNeedsDisplay() } } }

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "words")
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let u = unit
    canvas.fill(bounds, radius: 16 * u, color: theme.sheet)
    canvas.stroke(bounds, radius: 16 * u, width: 1.4 * u, color: theme.accent.faded(0.7))
    // A dot for each step, filled up to the current one.
    for index in 0..<step.1 {
      let offset = Point(Double(index % 3) * 11 * u + 3.5 * u, Double(index / 3) * 11 * u - 5.5 * u)
      canvas.fillCircle(
        Point(words.minX, words.midY) + offset, 3.5 * u,
        color: index < step.0 ? theme.accent : theme.secondaryText.faded(0.35))
    }
    let left = words.minX + 46 * u
    let room = max(words.maxX - left, 20 * u)
    let title = TextLayout(line.0, font: Font(size: 18 * u, weight: 600), color: theme.text).shrunk(toFit: room)
    let detail = TextLayout(line.1, font: Font(size: 14.5 * u), color: theme.secondaryText).shrunk(toFit: room)
    let height = title.size.height + detail.size.height + 2 * u
    canvas.draw(title, at: Point(left, words.midY - height / 2))
    canvas.draw(detail, at: Point(left, words.midY - height / 2 + title.size.height + 2 * u))
  }
}
