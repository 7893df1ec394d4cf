extension Window {
  /// Handles a key down. Returns false if nothing handled it.
  ///
  /// Tab and Shift-Tab move the focus between visible controls. Return and Space press the focused control while held.
  /// Arrow keys go to the focused control. If the control doesn't use them, they move the focus in a modal view, or else
  /// scroll the scroll view around the control, as page keys do. Without a focused control, both scroll the frontmost
  /// scroll view. All other keys go to the frontmost modal view, or to `onKey` without one. A touch explorer uses these
  /// keys instead, see `TouchExplorer`. A view that is typed into (`KeyInput`) and has the focus gets all keys before
  /// them, except Tab.
  ///
  /// - Parameters:
  ///   - key: the key that was pressed.
  ///   - text: what the key types, with the keyboard's layout and after dead keys; `nil` for nothing.
  ///   - modifiers: the modifier keys that are held.
  ///   - isRepeat: true for a repetition of a held key, which only a `KeyInput` gets.
  ///   - time: the current time, in nanoseconds of the window's clock.
  ///   - eventTime: when the key was pressed, if the event was read late.
  ///   - keyboard: identifies the keyboard, if there are several.
  public func press(
    _ key: Key, text: String? = nil, modifiers: KeyModifiers = [], isRepeat: Bool = false, at time: UInt64,
    eventTime: UInt64? = nil, keyboard: Int = 0
  ) -> Bool {
    let eventTime = eventTime ?? time
    if isRepeat, firstResponder == nil { return true }
    guard handlesKeys, isRepeat || !isBounce(key, at: eventTime), handle(at: time, { shouldPress?(key) }) != false,
      shouldReceive?() != false, handle(at: time, { onInput?(true) }) != false
    else { return true }
    layoutIfNeeded()
    let stroke = KeyStroke(key: key, text: text, modifiers: modifiers)
    return handle(at: time) {
      handleEvent(at: eventTime) { scan(stroke, at: eventTime) || press(stroke, keyboard: keyboard) }
    }
  }

  private func press(_ stroke: KeyStroke, keyboard: Int) -> Bool {
    if let input = firstResponder, stroke.key != .tab, stroke.key != .backTab {
      defer { touchExplorer?.speakChange() }
      if input.press(stroke) {
        didTypeOnRealKeyboard(stroke)
        return true
      }
    }
    // A scanner's characters are no commands.
    if stroke.text != nil, stroke.key != .space, scanningField != nil { return true }
    return press(stroke.key, keyboard: keyboard)
  }

  private func press(_ key: Key, keyboard: Int) -> Bool {
    defer { touchExplorer?.speakChange() }
    if touchExplorer?.press(key) == true { return true }
    switch key {
    case .tab: moveFocus(by: 1)
    case .backTab: moveFocus(by: -1)
    case .return where pressableControl?.isKeyDown == true, .space where pressableControl?.isKeyDown == true:
      // Another key holds the control, perhaps on another keyboard.
      break
    default:
      if pressableControl?.beginPress(key) == true {
        heldKey = (key, keyboard)
        return true
      }
      return modalView?.moveFocusBeforeScrolling(key) == true || scroll(for: key) || handleUnusedKey(key)
    }
    return true
  }

  /// Handles a key that no control uses.
  func handleUnusedKey(_ key: Key) -> Bool { modalView.map { $0.press(key) } ?? onKey?(key) ?? false }

  /// Returns true if the same key was pressed or released less than `bounceKeysDelay` before.
  private func isBounce(_ key: Key, at time: UInt64) -> Bool {
    if let lastKey, lastKey.key == key, time < lastKey.time.adding(seconds: bounceKeysDelay) { return true }
    lastKey = (key, time)
    return false
  }

  /// Handles a key up.
  ///
  /// - Parameters:
  ///   - key: the key that was released.
  ///   - time: the current time, in nanoseconds of the window's clock.
  ///   - eventTime: when the key was released, if the event was read late.
  ///   - keyboard: identifies the keyboard, if there are several.
  public func release(_ key: Key, at time: UInt64, eventTime: UInt64? = nil, keyboard: Int = 0) {
    let eventTime = min(eventTime ?? time, time)
    if lastKey?.key == key { lastKey?.time = eventTime }
    guard key == .return || key == .space, heldKey.map({ $0 == (key, keyboard) }) != false else { return }
    heldKey = nil
    layoutIfNeeded()
    handle(at: time) {
      if let control = pressableControl { control.endPress() } else { focusedControl?.cancelPress() }
      touchExplorer?.speakChange()
    }
  }

  /// Moves the focus to the next control in reading order that can have it, as full keyboard access does in iOS. It
  /// continues at the focused control, even if that can't have the focus any more, or at its former place.
  private func moveFocus(by step: Int) {
    let order = controlsInReadingOrder
    var start = step > 0 ? 0 : order.count - 1
    if let index = order.firstIndex(where: { $0 === focusedControl }) {
      start = index + step
    } else if let index = order.firstIndex(where: { $0 === controlBeforeFocus }) {
      start = step > 0 ? index + 1 : index
    }
    let count = order.count
    let candidates = order.indices.lazy.map { (index: Int) -> Control in
      // Swift 6.0 can't type-check the sum as a subscript.
      let position: Int = start + step * index + 2 * count
      return order[position % count]
    }
    focus(candidates.first(where: canFocus))
  }

  /// Moves the focus to a control that takes the place of the focused one, without scrolling to it.
  func replaceFocusedControl(with control: Control) {
    focusedControl?.cancelPress()
    focusedControl?.isFocused = false
    focusedControl = control
    control.isFocused = true
  }

  /// Clears the focus in a view that leaves the tree. The next Tab continues at its place.
  func loseFocus(in view: View) {
    guard let control = focusedControl ?? controlBeforeFocus, control.isDescendant(of: view) else { return }
    let before = controlsInReadingOrder.prefix { $0 !== control }
    focus(nil)
    controlBeforeFocus = before.last { !$0.isDescendant(of: view) }
  }

  /// Focuses a control, or none with `nil`.
  public func focus(_ control: Control?) {
    controlBeforeFocus = nil
    guard control !== focusedControl else { return }
    let typed = firstResponder != nil
    focusedControl?.cancelPress()
    focusedControl?.isFocused = false
    focusedControl = control
    control?.isFocused = true
    if typed || firstResponder != nil { updateKeyboard() }
    guard let control, control === focusedControl else { return }
    scrollToVisible(control, animated: true)
    if touchExplorer?.currentElement !== control { touchExplorer?.speak(control) }
  }

  /// Scrolls to a view in scroll views.
  func scrollToVisible(_ view: View, animated: Bool = false) {
    for scrollView in view.scrollViews {
      guard let frame = view.layer.convert(view.bounds, to: scrollView.layer) else { continue }
      scrollView.scrollRectToVisible(frame, animated: animated)
    }
  }

  private func scroll(for key: Key) -> Bool {
    if let focusedControl { return focusedControl.scrollViews.contains { $0.scroll(for: key) } }
    func scrollFrontmost(in view: View) -> Bool {
      guard view.receivesTouches else { return false }
      if view.subviews.reversed().contains(where: scrollFrontmost) { return true }
      guard let scrollView = view as? ScrollView, isVisible(scrollView) else { return false }
      return scrollView.scroll(for: key)
    }
    return scrollFrontmost(in: rootView)
  }

  /// The focused control, unless it became hidden or disabled since.
  private var pressableControl: Control? { focusedControl.flatMap { canFocus($0) ? $0 : nil } }

  private func canFocus(_ control: Control) -> Bool {
    control.canBecomeFocused && sequence(first: control, next: \.superview).allSatisfy(\.receivesTouches)
      && isReachable(control)
  }

  /// The controls that receive touches, and the focused one.
  private var controlsInReadingOrder: [Control] {
    var order: [Control] = []
    collectControls(in: modalView ?? rootView, into: &order)
    return order
  }

  /// The controls in a view that can have the focus, in reading order.
  func focusableControls(in view: View) -> [Control] {
    controlsInReadingOrder.filter { $0.isDescendant(of: view) && canFocus($0) }
  }

  private func collectControls(in view: View, into order: inout [Control]) {
    guard view.receivesTouches || focusedControl?.isDescendant(of: view) == true else { return }
    if let control = view as? Control { order.append(control) }
    for subview in view.subviewsInReadingOrder { collectControls(in: subview, into: &order) }
  }

  /// Returns true if the center of the view is visible, or will be once its scroll views have moved. The keyboard covers no
  /// text field for long: the window moves the one with the focus above it.
  func isReachable(_ view: View, ignoresKeyboard: Bool = false) -> Bool {
    let ignoresKeyboard = ignoresKeyboard || view is TextField
    let clipping = view.scrollViews.compactMap { scrollView in
      view.convert(view.bounds.center, to: scrollView).map { (scrollView: scrollView, center: $0) }
    }.first { !$0.scrollView.bounds.contains($0.center) }
    guard let (scrollView, center) = clipping else { return isVisible(view, ignoresKeyboard: ignoresKeyboard) }
    return Rect(origin: .zero, size: scrollView.contentSize).contains(center)
      && isReachable(scrollView, ignoresKeyboard: ignoresKeyboard)
  }

  /// Returns true if the view faces the viewer and nothing covers a point of it, whatever the hit-test order.
  ///
  /// - Parameters:
  ///   - point: in the view's coordinates; `nil` for the center.
  ///   - ignoresKeyboard: true for a view that the keyboard may cover.
  func isVisible(_ view: View, at point: Point? = nil, ignoresKeyboard: Bool = false) -> Bool {
    guard view.isTowardViewer, let location = view.layer.homographyToRoot.apply(to: point ?? view.bounds.center) else {
      return false
    }
    let keyboard = ignoresKeyboard ? keyboardHost : nil
    let visible = rootView.visibleView(at: location) { candidate, _ in
      candidate.isDescendant(of: view) || candidate.isBlocking && keyboard.map(candidate.isDescendant) != true
    }
    return visible?.isDescendant(of: view) == true
  }
}

extension View {
  /// The scroll views around the view, innermost first.
  final var scrollViews: some Sequence<ScrollView> {
    sequence(first: self, next: \.superview).dropFirst().lazy.compactMap { $0 as? ScrollView }
  }

  /// True if the front of the view faces the viewer.
  final var isTowardViewer: Bool {
    Facing(layer.homographyToRoot, around: bounds.center) == (layer.isMirrored ? .back : .front)
  }

  /// True if the view receives touches or hides what is behind it. A label without a background does neither.
  fileprivate final var isBlocking: Bool {
    let views = sequence(first: self, next: \.superview)
    return views.allSatisfy(\.isUserInteractionEnabled)
      || (!layer.opaquePart.isEmpty && views.allSatisfy { $0.alpha == 1 })
  }
}
