import PanelGeometry

/// Lets people use a window without sight: speaks what they touch, and takes all touches for gestures of one finger.
///
/// - A finger that rests or moves speaks the element that is drawn beneath it.
/// - A double tap anywhere activates the element that was spoken last; three taps repeat the speech.
/// - A swipe to the right or left goes to the next or previous element in reading order.
/// - A swipe up or down changes an adjustable element, which may also be around the current one.
///
/// Each touch stops the speech. The keyboard works as always; its focus is spoken as well. The speech goes to
/// `Window.onUtterance`. Set `Window.touchExplorer` to start exploring, and to `nil` to end it.
public final class TouchExplorer {
  public let texts: AccessibilityTexts
  /// The element that was spoken last.
  public private(set) weak var currentElement: View?
  weak var window: Window?

  private var finger: (id: Int, start: Point, location: Point, time: UInt64)?
  private var isExploring = false
  /// The element beneath the finger.
  private weak var touchedElement: View?
  private var taps = 0
  private var timer: WindowTimer?
  private var lastText = ""
  /// The state of the current element as last spoken.
  private var spokenState = ""

  /// Android's, from its tests with users: a swipe begins with 10 mm within 150 ms, and ends 300 ms later. All other
  /// movements explore.
  static let (swipeDistance, startOfSwipe, restOfSwipe) = (10.0, 0.15, 0.3)
  /// Android's density-independent points, and about an iPhone's: 160 per inch.
  private static let pointsPerMillimeter = 6.3

  public init(texts: AccessibilityTexts = AccessibilityTexts()) { self.texts = texts }

  // MARK: Speech

  func start(in window: Window) {
    self.window = window
    utter(texts.introduction)
  }

  func stop() {
    cancelTouch()
    silence()
  }

  func announce(_ text: String) { utter(text, interrupts: false) }

  /// Makes an element the current one and describes it.
  ///
  /// - Parameter note: a sentence after the description.
  func speak(_ element: View, note: String = "") {
    let isNew = element !== currentElement
    if isNew { currentElement?.accessibilityElementDidLoseFocus() }
    currentElement = element
    spokenState = texts.state(of: element)
    utter(texts.joined([texts.description(of: element), note], texts.stop), isNewElement: isNew)
  }

  /// Speaks the state of the current element if it has changed. Called after everything that a person does.
  func speakChange() {
    guard let currentElement, !currentElement.accessibilityTraits.contains(.updatesFrequently) else { return }
    let state = texts.state(of: currentElement)
    guard state != spokenState else { return }
    spokenState = state
    announce(state)
  }

  func speakChange(of view: View) {
    if view === currentElement {
      speakChange()
    } else {
      announce(texts.joined([view.spokenLabel, texts.state(of: view)], texts.separator))
    }
  }

  private func utter(_ text: String, interrupts: Bool = true, isNewElement: Bool = false) {
    guard !text.isEmpty else { return }
    lastText = text
    window?.onUtterance?(
      Utterance(text, language: texts.language, interrupts: interrupts, isNewElement: isNewElement))
  }

  private func silence() { window?.onUtterance?(Utterance("", language: texts.language)) }

  // MARK: Touches

  func receive(_ event: TouchEvent) {
    guard event.phase != .began else { return begin(event) }
    guard let touch = finger, touch.id == event.id else { return }
    finger?.location = event.location
    switch event.phase {
    case .moved: if isExploring { explore(event.location) }
    case .ended: end(event.location - touch.start)
    default: cancelTouch()
    }
  }

  var isTouched: Bool { finger != nil }

  func cancelTouch() {
    timer?.cancel()
    (finger, isExploring, taps) = (nil, false, 0)
  }

  /// Further fingers are ignored.
  private func begin(_ event: TouchEvent) {
    let isStale = finger.map { now > $0.time + Window.staleTouchAge } ?? true
    guard isStale || finger?.id == event.id else { return }
    silence()
    finger = (event.id, event.location, event.location, now)
    touchedElement = nil
    wait(Self.startOfSwipe) { explorer in
      if explorer.isSwipe { explorer.wait(Self.restOfSwipe) { $0.beginExploring() } } else { explorer.beginExploring() }
    }
  }

  private func end(_ movement: Point) {
    let (wasExploring, wasSwipe, start) = (isExploring, isSwipe, finger?.start ?? .zero)
    (finger, isExploring) = (nil, false)
    timer?.cancel()
    if wasExploring || wasSwipe { taps = 0 }
    if wasExploring { return }
    if wasSwipe { return swipe(movement) }
    taps += 1
    guard taps < 3 else { return finishTaps(at: start) }
    wait(Double(TapGestureRecognizer.maximumInterval) / 1e9) { $0.finishTaps(at: start) }
  }

  private var now: UInt64 { window?.now ?? 0 }

  private var isSwipe: Bool {
    guard let finger, let window else { return false }
    let scale = window.pointsPerMillimeter ?? Self.pointsPerMillimeter * window.gestureScale
    return (finger.location - finger.start).length >= Self.swipeDistance * scale
  }

  private func wait(_ seconds: Double, _ action: @escaping (TouchExplorer) -> Void) {
    timer?.cancel()
    timer = window?.after(seconds: seconds) { [weak self] in if let self { action(self) } }
  }

  // MARK: Gestures

  private func beginExploring() {
    guard let finger else { return }
    (isExploring, taps) = (true, 0)
    explore(finger.location)
  }

  private func explore(_ point: Point) {
    guard let window else { return }
    let element = window.elementSeen(at: point)
    guard element !== touchedElement else { return }
    touchedElement = element
    guard let element else { return }
    let other = window.receiver(at: point, otherThan: element)?.displayNameMidSentence ?? ""
    speak(element, note: other.isEmpty ? "" : texts.tapReaches(other))
  }

  private func finishTaps(at point: Point) {
    defer { taps = 0 }
    switch taps {
    case 1: explore(point)
    case 2: activate()
    default: utter(lastText)
    }
  }

  private func activate() {
    guard let window, let element = currentElement, element.window === window, window.canReach(element) else { return }
    if !element.accessibilityActivate(), let center = element.layer.homographyToRoot.apply(to: element.bounds.center),
      window.rootView.hitTest(center)?.accessibilityElement === element
    {
      window.sendTap(at: center)
    }
    speakChange()
  }

  private func swipe(_ movement: Point) {
    guard let window else { return }
    if abs(movement.y) > abs(movement.x) {
      adjust(movement.y < 0)
    } else {
      move((movement.x > 0) != window.rootView.layer.isMirrored ? 1 : -1)
    }
  }

  private func adjust(_ isUp: Bool) {
    let around = sequence(first: currentElement, next: { $0?.superview }).compactMap { $0 }
    let adjustable = around.first { $0.isAccessibilityElement && $0.accessibilityTraits.contains(.adjustable) }
    guard let element = adjustable else { return }
    if element !== currentElement { speak(element) }
    isUp ? element.accessibilityIncrement() : element.accessibilityDecrement()
    guard element === currentElement else { return }
    // At the end of the range, the value is repeated.
    spokenState = texts.state(of: element)
    utter(spokenState.isEmpty ? texts.description(of: element) : spokenState)
  }

  /// Goes to the next reachable element in reading order, and scrolls to it. The last one is repeated.
  private func move(_ step: Int) {
    guard let window else { return }
    window.layoutIfNeeded()
    let order = window.elementsInReadingOrder
    guard let current = order.firstIndex(where: { $0 === currentElement }) else {
      return go(to: step > 0 ? order.first(where: window.canReach) : order.last(where: window.canReach))
    }
    let rest = step > 0 ? Array(order[(current + 1)...]) : order[..<current].reversed()
    let next = rest.first(where: window.canReach)
    // Rows of a list exist only while they are visible.
    if let list = order[current].scrollViews.first(where: { _ in true }), next?.isDescendant(of: list) != true,
      list.scrollPage(step)
    {
      window.layoutIfNeeded()
      let rows = list.elementsInReadingOrder.filter { $0 !== list }
      guard !rows.contains(where: { $0 === currentElement }) else { return move(step) }
      return go(to: step > 0 ? rows.first : rows.last)
    }
    go(to: next ?? order[current])
  }

  private func go(to element: View?) {
    guard let element else { return }
    window?.scrollToVisible(element)
    speak(element)
  }
}
