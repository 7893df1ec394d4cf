import Localization
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
  private let number = Label(name: "number", size: 13.5, weight: 600, \.tint)
  private let title = Label(name: "title", size: 18, weight: 600, lines: 2)
  private let detail = Label(name: "detail", size: 14.5, \.secondaryText, lines: 3)
  /// The displayed title and detail.
  private(set) var texts: (title: String, detail: String) {
    get { (title.text, detail.text) }
    set { (title.text, detail.text) = newValue }
  }
  private let nextButton = Button(LocalizedText.lessonNext.text, name: "next")
  private let againButton = Button(LocalizedText.lessonAgain.text, name: "again")
  private let deadButtonsButton = Button(LocalizedText.sceneDeadButtons.text, name: "dead-buttons")
  private let leaveButton = IconButton(.close, name: "leave", label: LocalizedText.lessonLeave.text)
  /// The buttons for guessing which face receives the tap.
  private let faceButtons = (1...6).map { Button("\($0)", name: "face\($0)") }
  /// The texts and buttons in a row, or in two on a narrow panel.
  private lazy var content = StackView(axis: .vertical) { [firstRow, secondRow] }
  private lazy var firstRow = StackView(spacing: 16, alignment: .center) { [column, leaveButton] }
  private lazy var column = StackView(axis: .vertical) { [title] }
  private let secondRow = StackView(spacing: 16, alignment: .center)
  private lazy var buttons = StackView(spacing: 8) { faceButtons + [deadButtonsButton, againButton, nextButton] }
  private var triedFixes: Set<TouchFix> = []
  private var guessedFace = 0
  private(set) var step = Step.tap {
    didSet {
      turnTimer?.cancel()
      show()
    }
  }

  /// The time in seconds from the choice of a fix until the cube turns to show the fix's cost. Until then, visitors see
  /// the fix's effect.
  static let turnDelay = 3.0
  private var turnTimer: WindowTimer?
  private var lastFix = TouchFix.none
  private let pointer: LampPointer
  private var hintsAtLamp = true

  /// Called before the guide is removed.
  func stop() {
    turnTimer?.cancel()
  }

  /// True until the visitor has guessed. Before that, explanations would reveal the answer.
  var hidesAnswer: Bool { step.rawValue <= Step.guess.rawValue }

  init(_ scene: CubeScene, _ explainer: Explainer) {
    (self.scene, self.explainer, theme) = (scene, explainer, explainer.stage.theme)
    pointer = LampPointer(theme: theme)
    super.init(name: "lesson")
    for view in [pointer, content] { addSubview(view) }
    controlLook = theme.look()
    var prominentLook = theme.look()
    (prominentLook.background, prominentLook.text) = (theme.accent, theme.accentText)
    for button in [nextButton, deadButtonsButton] { button.controlLook = prominentLook }
    for button in [nextButton, againButton, deadButtonsButton] {
      button.textStyle = TextStyle(Font(size: 16, weight: 600))
    }
    // If there is too little room, texts wrap, and the detail is shortened.
    for label in [title, detail] { label.setContentCompressionResistancePriority(1, for: .horizontal) }
    detail.setContentCompressionResistancePriority(1, for: .vertical)
    for view in [detail, column] { view.setContentHuggingPriority(1, for: .horizontal) }
    secondRow.setContentHuggingPriority(1, for: .vertical)
    for (button, width) in [(leaveButton, 48.0), (nextButton, 110), (againButton, 130), (deadButtonsButton, 140)] {
      (button.fixedWidth, button.fixedHeight) = (width, 48)
    }
    nextButton.onPress = { [unowned self] in showNextStep() }
    againButton.onPress = { [unowned self] in restart() }
    deadButtonsButton.onPress = { [unowned self] in leave(for: DeadButtonsScene.name) }
    leaveButton.onPress = { [unowned self] in leave(for: CubeScene.name) }
    for (number, button) in zip(1..., faceButtons) {
      button.accessibilityLabel = LocalizedText.face.text([.number: "\(number)"]).capitalizedFirst
      button.controlLook = ControlLook(background: Palette.face(number).background, cornerRadius: 10)
      button.textStyle = TextStyle(Font(size: 22, weight: 700))
      (button.titleColor, button.titleInset) = (Palette.face(number).textColor, 0)
      button.onPress = { [unowned self] in guess(number) }
    }
    show()
  }

  // MARK: Steps

  func didDeliver(_ event: TouchEvent, to view: View?) {
    guard step == .tap, event.phase == .ended, view == nil || view?.isDescendant(of: scene.content) == true,
      let point = explainer.stage.convert(event.location, to: scene.content)
    else { return }
    guard scene.content.visibleView(at: point)?.isDescendant(of: scene.buttonView) == true else {
      texts = (LocalizedText.lessonTap.text, LocalizedText.lessonTapAgainDetail.text)
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
      scene.turnToHomeOrientation()
    }
    step = next
  }

  /// Handles a change of the touch fix or the cube's orientation.
  func hitTestingDidChange() {
    if scene.touchFix != .none { triedFixes.insert(scene.touchFix) }
    if scene.touchFix != lastFix {
      lastFix = scene.touchFix
      turnButtonAwayLater()
    }
    if step == .tap { setNeedsLayout() }
    if [.fixes, .turn].contains(step) { show() }
  }

  /// Turns the cube back to show the effect of a new fix. After a delay, turns the button to the back to show the fix's
  /// cost.
  private func turnButtonAwayLater() {
    turnTimer?.cancel()
    guard step == .fixes, lastFix != .none, let explosion = explainer.explosion else { return }
    if scene.isButtonTurnedAway { explosion.turnButtonAwayOrBack() }
    turnTimer = window?.after(seconds: Self.turnDelay) { [weak self, weak explosion] in
      guard let self, let explosion, !scene.isButtonTurnedAway else { return }
      explosion.turnButtonAwayOrBack()
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
    scene.turnToHomeOrientation()
  }

  private func leave(for name: String) {
    stop()
    if let scene = explainer.stage.makeScene?(name) { explainer.stage.show(scene) }
  }

  /// True after the first touch on the scene.
  var hasBegun: Bool { step != .tap || explainer.lastTap != nil }

  private func show() {
    switch step {
    case .tap: texts = (LocalizedText.lessonTap.text, LocalizedText.lessonTapDetail.text)
    case .guess: texts = (LocalizedText.lessonGuess.text, LocalizedText.lessonGuessDetail.text)
    case .answer:
      let (face, name) = (hitFace, hitFace?.displayNameMidSentence ?? LocalizedText.theBackground.text)
      let answer = (face as? any Numbered)?.number == guessedFace ? LocalizedText.lessonRight : .lessonWrong
      texts = (answer.text([.face: "\(guessedFace)", .taker: name]), LocalizedText.lessonAnswerDetail.text)
    case .fixes:
      let (count, total) = (triedFixes.count, scene.touchFixes.count - 1)
      texts = (
        (scene.isButtonTurnedAway ? LocalizedText.lessonTriedAgain : .lessonFixes).text,
        count < total
          ? LocalizedText.lessonFixesTried.text([.count: "\(count)", .total: "\(total)"])
          : LocalizedText.lessonFixesDone.text
      )
    case .turn:
      texts =
        scene.isButtonTurnedAway
        ? (LocalizedText.lessonTurned.text, LocalizedText.lessonTurnedDetail.text)
        : (LocalizedText.lessonTurn.text, LocalizedText.lessonTurnDetail.text)
    case .summary: texts = (LocalizedText.lessonEnd.text, LocalizedText.lessonEndDetail.text)
    }
    number.text = LocalizedText.lessonStep.text([
      .number: "\(step.rawValue + 1)", .total: "\(Step.allCases.count)",
    ])
    hintsAtLamp = step == .tap && explainer.lastTap == nil
    for button in faceButtons { button.isHidden = step != .guess }
    nextButton.isHidden = ![.answer, .fixes, .turn].contains(step)
    againButton.isHidden = step != .summary
    deadButtonsButton.isHidden = step != .summary
    setNeedsLayout()
  }

  private var hitFace: View? {
    HitTestReport(at: explainer.lastTap ?? scene.pointOfInterest, in: scene.content).hitCandidate?.view
  }

  // MARK: Layout

  /// Returns the height in points. On a narrow panel, the buttons are beneath the text.
  static func height(on size: Size) -> Double { isNarrow(size) ? 124 : 64 }

  private static func isNarrow(_ size: Size) -> Bool {
    size.width < 780 && size.height > 440
  }

  package override func layoutSubviews() {
    let isNarrow = bounds.height > 100
    // Without other scenes, the lesson can't be left.
    leaveButton.isHidden = explainer.stage.makeScene == nil
    if explainer.stage.makeScene == nil { deadButtonsButton.isHidden = true }
    let faceButtonsWidth = isNarrow ? bounds.width - 64 : bounds.width * 0.5
    for button in faceButtons { (button.fixedWidth, button.fixedHeight) = (min(48, faceButtonsWidth / 6 - 8), 48) }
    arrange(isNarrow: isNarrow)
    content.frame = bounds
    // In the exploded view, the lamp is a miniature that doesn't react.
    pointer.isHidden = !hintsAtLamp || explainer.explosion != nil
    let lamp = scene.buttonView
    pointer.point(
      at: lamp.bounds.corners.compactMap { lamp.convert($0, to: self) },
      rightEdge: explainer.stage.bounds.width - frame.minX)
  }

  private func arrange(isNarrow: Bool) {
    let margin = isNarrow ? 8.0 : 1
    content.layoutMargins = Insets(top: margin, leading: 16, bottom: margin, trailing: 8)
    isNarrow ? column.insertArrangedSubview(number, at: 0) : firstRow.insertArrangedSubview(number, at: 0)
    isNarrow ? secondRow.addArrangedSubview(buttons) : firstRow.insertArrangedSubview(buttons, at: 2)
    // Next to the buttons for guessing, the detail would be too narrow. It gets the full width above them.
    isNarrow && step != .guess ? secondRow.insertArrangedSubview(detail, at: 0) : column.addArrangedSubview(detail)
    firstRow.setCustomSpacing(8, after: buttons)
    buttons.isHidden = buttons.arrangedSubviews.allSatisfy(\.isHidden)
    secondRow.isHidden = !isNarrow
  }

  package override var drawsContents: Bool { true }

  package override func draw(_ canvas: Canvas) {
    canvas.fill(bounds, radius: 16, color: theme.sheet)
    canvas.stroke(bounds, radius: 16, width: 1.4, color: theme.accent.withAlphaComponent(0.7))
  }
}
