import Localization
import PanelGeometry

/// Lets people use a window without sight: speaks what they touch, and takes all touches for gestures of one finger.
///
/// - A finger that rests or moves speaks the element that is drawn beneath it.
/// - A finger that lifts from a key of a keyboard on the screen types it.
/// - A double tap anywhere activates the element that was spoken last; three taps repeat it and the last announcement.
/// - A swipe to the right or left goes to the next or previous element in reading order.
/// - A swipe up or down changes the current element if it is adjustable, and scrolls a list around it. Otherwise, it goes
///   to the adjustable element around the current one.
///
/// A keyboard or a tactile keypad does the same: the arrow keys are the swipes, Tab also goes to the next element,
/// Return and Space activate, and the page keys repeat. At the end of the reading order are two elements for the volume
/// and the rate of the speech.
///
/// The words are those of the current language, `Language.current`.
///
/// Each touch and key stops the speech, which goes to `Window.onUtterance`. Set `Window.touchExplorer` to start
/// exploring, and to `nil` to end it.
public final class TouchExplorer {
  /// The element that was spoken last.
  public private(set) weak var currentElement: View? { didSet { elementBefore = nil } }
  /// True if the last input was a key.
  public internal(set) var usesKeys: Bool
  /// Returns the action of a finger that rests on a point for `holdTime`, such as on a corner; `nil` for none.
  public var holdAction: ((Point) -> (() -> Void)?)?
  /// In seconds.
  public var holdTime = LongPressGestureRecognizer.minimumDuration
  weak var window: Window?

  // Used by the extension with the input.
  /// True if the last key was a character.
  var isTyping = false
  var finger: (id: Int, start: Point, location: Point, lastEventTime: UInt64)?
  var isExploring = false
  /// The element beneath the finger.
  weak var touchedElement: View?
  var taps = 0
  var timer: WindowTimer?
  var holdTimer: WindowTimer?

  private let title: String
  private let settings = SpeechSettings()
  private let volume: SpeechSetting
  private let rate: SpeechSetting
  private var utteranceCount = 0
  /// The announcement that was spoken last; `nil` if something else was spoken since.
  private var lastAnnouncement: String?
  /// The state of the current element as last spoken.
  private var spokenState = ""
  /// The hint that was spoken last, and the superview of its element.
  private var spokenHint = ""
  private weak var hintParent: View?
  /// The current element if it is a container, otherwise the container that it is in.
  private weak var currentContainer: View?
  /// After the current element left the window: the element before it in reading order.
  private weak var elementBefore: View?

  /// - Parameters:
  ///   - title: the panel's title, spoken first.
  ///   - usesKeys: true to introduce the keys instead of the gestures.
  public init(title: String = "", usesKeys: Bool = false) {
    (self.title, self.usesKeys) = (title, usesKeys)
    volume = SpeechSetting(label: .speechVolume, value: Utterance.defaultVolume, range: 20...100, step: 10)
    rate = SpeechSetting(label: .speechRate, value: Utterance.defaultRate, range: 0...100, step: 10)
    for setting in [volume, rate] { settings.addSubview(setting) }
  }

  /// The speed of the speech in percent, 0…100, as `Utterance.rate`. Reset when exploring ends.
  public var speechRate: Int {
    get { rate.value }
    set { rate.value = newValue }
  }

  /// The volume of the speech in percent, 20…100. Reset when exploring ends.
  public var speechVolume: Int {
    get { volume.value }
    set { volume.value = newValue }
  }

  /// Returns the time that a text takes at most, in seconds. Espeak speaks the eight characters of a clock in 2.3 s.
  public func estimatedDuration(of text: String) -> Double {
    // The slowest speech takes about three times as long.
    let factor = max(3 - Double(speechRate) / 25, 1)
    return (0.5 + 0.25 * Double(text.count)) * factor
  }

  // MARK: Speech

  func start(in window: Window) {
    self.window = window
    announce(
      [title, (usesKeys ? LocalizedText.keyIntroduction : .speechIntroduction).text].spoken(.spokenStop),
      interrupts: true)
  }

  func stop() {
    cancelTouch()
    silence()
    (speechRate, speechVolume) = (Utterance.defaultRate, Utterance.defaultVolume)
  }

  func announce(_ text: String, interrupts: Bool = false) {
    utter(text, interrupts: interrupts)
    lastAnnouncement = text
  }

  /// Makes an element the current one and describes it.
  ///
  /// - Parameter note: a sentence after the description.
  func speak(_ element: View, note: String = "", interrupts: Bool = true, withHint: Bool = false) {
    let (text, isNew) = (self.text(for: element, note: note, withHint: withHint), element !== currentElement)
    if isNew { currentElement?.accessibilityElementDidLoseFocus() }
    currentElement = element
    if usesKeys { window?.focus((element as? Control).flatMap { $0.canBecomeFocused ? $0 : nil }) }
    spokenState = element.spokenState
    let hint = element.spokenHint(usesKeys: usesKeys)
    if !hint.isEmpty { (spokenHint, hintParent) = (hint, element.superview) }
    let isContainer = element.accessibilityContainerText(entering: element) != nil
    currentContainer = isContainer ? element : element.accessibilityContainers.first?.view
    utter(text, interrupts: interrupts, isNewElement: isNew)
  }

  /// Returns an element's description, followed by the texts of the containers that it is in and the current element
  /// isn't. A hint isn't repeated for elements with the same superview.
  ///
  /// - Parameter withHint: true to repeat the hint and the text of the nearest container.
  private func text(for element: View, note: String, withHint: Bool = false) -> String {
    var hint = element.spokenHint(usesKeys: usesKeys)
    let isKnown = hint == spokenHint && element.superview === hintParent
    if isKnown, !withHint, !element.accessibilityTraits.contains(.notEnabled) { hint = "" }
    let containers = element.accessibilityContainers
    let enteredCount = containers.prefix { currentContainer?.isDescendant(of: $0.view) != true }.count
    let entered = containers.prefix(withHint ? max(enteredCount, 1) : enteredCount)
    let description = ([element.spokenDescription] + entered.map(\.text)).spoken(.listSeparator)
    return [description, hint, note].spoken(.spokenStop)
  }

  /// Speaks the state of the current element if it has changed. Called after everything that a person does.
  func speakChange() {
    guard let currentElement, !currentElement.accessibilityTraits.contains(.updatesFrequently) else { return }
    let state = currentElement.spokenState
    guard state != spokenState else { return }
    spokenState = state
    utter(state, interrupts: false)
  }

  func speakChange(of view: View) {
    if view === currentElement {
      speakChange()
    } else {
      announce([view.spokenLabel, view.spokenState].spoken(.listSeparator))
    }
  }

  private func utter(_ text: String, interrupts: Bool = true, isNewElement: Bool = false) {
    guard !text.isEmpty else { return }
    utteranceCount += 1
    lastAnnouncement = nil
    send(Utterance(text, language: Language.current.code, interrupts: interrupts, isNewElement: isNewElement))
  }

  func silence() { send(Utterance("", language: Language.current.code)) }

  private func send(_ utterance: Utterance) {
    var utterance = utterance
    (utterance.rate, utterance.volume) = (speechRate, speechVolume)
    window?.onUtterance?(utterance)
  }

  /// Repeats the last announcement, if nothing was spoken since, and describes the current element.
  func repeatSpeech() {
    let announcement = lastAnnouncement
    if let announcement { utter(announcement) }
    if let currentElement { speak(currentElement, interrupts: announcement == nil, withHint: true) }
    if let typedField { utter(typedField.spokenDescription, interrupts: false) }
    lastAnnouncement = announcement
  }

  // MARK: The current element

  private func canReach(_ element: View) -> Bool {
    element === volume || element === rate || window?.isPartlyReachable(element) == true
  }

  /// Activates the current element. Something is always spoken: the new state, or else that it was pressed or can't be.
  func activate() {
    let count = utteranceCount
    guard let element = currentElement, canReach(element) else { return utter(LocalizedText.notPressable.text) }
    guard !element.accessibilityTraits.contains(.notEnabled) else {
      spokenState = element.spokenState
      return utter(
        [LocalizedText.notPressable.text, element.spokenHint(usesKeys: usesKeys)].spoken(.spokenStop))
    }
    let typingState = typingState
    let wasActivated = element.accessibilityActivate() || sendTap(to: element)
    if element.accessibilityTraits.contains(.notEnabled) {
      // "Pressed" is the news, not that it is dimmed now.
      spokenState = element.spokenState
    }
    speakChange()
    speakTyping(since: typingState)
    guard utteranceCount == count else { return }
    if element.accessibilityTraits.contains(.adjustable) {
      speak(element, withHint: true)
    } else {
      utter(wasActivated ? LocalizedText.spokenPressed.text : LocalizedText.notPressable.text, interrupts: false)
    }
  }

  /// Taps an element that only touches activate. Returns false if it handles no tap.
  private func sendTap(to element: View) -> Bool {
    guard let window, let center = element.layer.homographyToRoot.apply(to: element.bounds.center),
      let hit = window.rootView.hitTest(center), hit.accessibilityElement === element
    else { return false }
    window.sendTap(at: center)
    return sequence(first: hit, next: { $0 === element ? nil : $0.superview }).contains {
      !$0.gestureRecognizers.isEmpty
    }
  }

  /// Changes the current element by a step, or scrolls a list around it. An adjustable element around it only becomes
  /// the current one: as in VoiceOver, nothing changes before people know what it is.
  func adjust(_ isUp: Bool) {
    let current = currentElement
    let around = sequence(first: current, next: { $0?.superview }).compactMap { $0 }
    let adjustable = around.first { $0.isAccessibilityElement && $0.accessibilityTraits.contains(.adjustable) }
    guard let element = adjustable else { return utter(LocalizedText.notAdjustable.text) }
    guard element === current || element is ScrollView else { return speak(element, withHint: true) }
    isUp ? element.accessibilityIncrement() : element.accessibilityDecrement()
    // Turning the cube goes to another face.
    guard currentElement === current else { return }
    let state = element.spokenState
    guard element === current, !state.isEmpty, !element.accessibilityTraits.contains(.notEnabled) else {
      return speak(element)
    }
    spokenState = state
    utter(state)
  }

  /// Goes to the next reachable element in reading order, and scrolls to it. The last one is repeated.
  func move(_ step: Int) {
    guard let window else { return }
    window.layoutIfNeeded()
    let order = window.elementsInReadingOrder(including: currentElement) + [volume, rate]
    guard let current = order.firstIndex(where: { $0 === currentElement }) else {
      // The place of an element that is gone is after the one before it.
      let before = order.firstIndex { $0 === elementBefore } ?? (step > 0 ? -1 : order.count - 1)
      return go(to: step > 0 ? order[(before + 1)...].first(where: canReach) : order[...before].last(where: canReach))
    }
    let rest = step > 0 ? Array(order[(current + 1)...]) : order[..<current].reversed()
    let next = rest.first(where: canReach)
    // Rows of a list exist only while they are visible.
    if let list = order[current].scrollViews.first(where: { _ in true }), next?.isDescendant(of: list) != true,
      list.scrollByPages(step)
    {
      window.layoutIfNeeded()
      let rows = list.elementsInReadingOrder.filter { $0 !== list }
      guard !rows.contains(where: { $0 === currentElement }) else { return move(step) }
      return go(to: step > 0 ? rows.first : rows.last)
    }
    guard let next else {
      return speak(order[current], note: (step > 0 ? LocalizedText.spokenEnd : .spokenBeginning).text)
    }
    go(to: next)
  }

  /// Continues at an element that takes the place of the current one, without describing it.
  func replaceCurrentElement(with element: View) {
    if hintParent === currentElement?.superview { hintParent = element.superview }
    if currentContainer === currentElement { currentContainer = element }
    currentElement = element
    spokenState = element.spokenState
  }

  /// Remembers the place of the current element in a view that leaves the window.
  func losePlace(in view: View) {
    guard let window, let element = elementBefore ?? currentElement, element.isDescendant(of: view) else { return }
    elementBefore = window.elementsInReadingOrder(including: element).prefix { $0 !== element }.last {
      !$0.isDescendant(of: view)
    }
  }

  private func go(to element: View?) {
    guard let element else { return }
    window?.scrollToVisible(element)
    speak(element)
  }
}
