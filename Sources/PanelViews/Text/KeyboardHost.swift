import PanelGeometry

/// Shows a keyboard at the bottom of the window for the first responder, and moves the contents so far up that the field
/// stays visible.
final class KeyboardHost: View {
  private weak var host: Window?
  private let keyboard: KeyboardView
  private(set) var isShown = false
  /// 0 while the keyboard is hidden, 1 while it is shown.
  private var progress = 0.0
  /// The distance by which the contents are moved while the keyboard is shown, in points.
  private var fullOffset = 0.0

  /// The distance between the field and the keyboard, in points.
  private static let margin = 12.0
  /// The background extends below the window, whose picture may be shifted.
  private static let overhang = 32.0
  private static let motionKey = "keyboard"

  init(_ keyboard: KeyboardView, in window: Window) {
    (self.keyboard, host) = (keyboard, window)
    super.init(name: "keyboard")
    // The keys keep their places in all languages.
    layer.layoutDirection = .leftToRight
    addSubview(keyboard)
    keyboard.onDismiss = { [unowned self] in host?.focus(nil) }
  }

  func show(for input: any KeyInput) {
    keyboard.input = input
    guard let host else { return }
    if superview == nil || host.rootView.subviews.last !== self { host.rootView.addSubview(self) }
    isShown = true
    isUserInteractionEnabled = true
    place()
    updateOverlaps()
    animate(to: 1)
  }

  func hide() {
    guard isShown else { return }
    isShown = false
    isUserInteractionEnabled = false
    updateOverlaps()
    animate(to: 0)
  }

  /// Places the keyboard, after a change of the window's size or the keyboard's pages.
  func place() {
    guard let host else { return }
    let size = host.rootView.bounds.size
    let height = min(keyboard.sizeThatFits(size).height, size.height)
    backgroundColor = inheritedLook.surface
    if isShown { fullOffset = offset(above: size.height - height) }
    let offset = fullOffset * progress
    if host.keyboardOffset != offset { host.keyboardOffset = offset }
    // In the coordinates of the contents, which are moved.
    frame = Rect(0, size.height - height * progress + offset, size.width, height + Self.overhang)
    keyboard.frame = Rect(0, 0, size.width, height)
  }

  /// Follows a change of the text or the caret that the keys didn't make.
  func inputDidChange() { if isShown { keyboard.inputDidChange() } }

  /// True while the picture shows which key is pressed, or which dead key waits for a letter.
  var showsPress: Bool {
    isShown && keyboard.input?.isSecureTextEntry != true && (keyboard.press != nil || !keyboard.deadKeys.isEmpty)
  }

  func elementsWhileShown(including element: View?) -> [View] {
    isShown ? elementsInReadingOrder(including: element) : []
  }

  func placeIfShown() {
    guard isShown else { return }
    place()
    updateOverlaps()
  }

  /// Lets people scroll the end of each scroll view above the keyboard.
  private func updateOverlaps() {
    guard let host else { return }
    let top = host.rootView.bounds.height - keyboard.frame.height + fullOffset - host.keyboardOffset
    func update(_ view: View) {
      if let scroll = view as? ScrollView {
        let bottom = isShown ? scroll.convert(scroll.bounds, to: host.rootView)?.maxY : nil
        scroll.keyboardOverlap = bottom.map { min(max($0 - top, 0), scroll.bounds.height) } ?? 0
      }
      for subview in view.subviews where subview !== self { update(subview) }
    }
    update(host.rootView)
  }

  /// The keyboard's place in the window, once it is shown; `nil` while it is hidden.
  var shownFrame: Rect? {
    guard isShown, let host else { return nil }
    let size = host.rootView.bounds.size
    return Rect(0, size.height - keyboard.frame.height, size.width, keyboard.frame.height)
  }

  /// Returns the distance by which the contents have to move for the first responder to be above a position, in points.
  private func offset(above top: Double) -> Double {
    guard let host, let field = host.focusedControl, let shown = field.convert(field.bounds, to: host.rootView) else {
      return 0
    }
    let (minY, maxY) = (shown.minY + host.keyboardOffset, shown.maxY + host.keyboardOffset)
    return max(min(maxY + Self.margin - top, minY - Self.margin), 0)
  }

  private func animate(to end: Double) {
    let start = progress
    layer.removeAnimation(forKey: Self.motionKey)
    layer.add(
      Animation(
        .curve(.easeOut, seconds: 0.22),
        update: { [weak self] fraction in
          self?.progress = start + (end - start) * fraction
          self?.place()
        },
        completion: { [weak self] in
          guard let self, !isShown else { return }
          keyboard.input = nil
          removeFromSuperview()
          host?.keyboardOffset = 0
        }),
      forKey: Self.motionKey)
  }

  override func point(inside point: Point) -> Bool { bounds.contains(point) }
}

extension Window {
  /// True while the picture shows a pressed key of the keyboard on the screen, or a secure text because its eye is held.
  public var revealsTyping: Bool {
    keyboardHost?.showsPress == true || (focusedControl as? TextField)?.isRevealed == true
  }

  /// Returns a place above the keyboard on the screen for something of a height, from the top of the window: one that doesn't
  /// cover the field in use, if there is room. `nil` without a keyboard.
  ///
  /// - Parameters:
  ///   - height: the height, in points.
  ///   - margin: the distance to the edges, in points.
  package func positionAboveKeyboard(height: Double, margin: Double) -> Double? {
    guard let keyboard = keyboardHost?.shownFrame, let field = focusedControl,
      let frame = field.convert(field.bounds, to: rootView)
    else { return nil }
    let bottom = keyboard.minY - margin - height
    return margin + height > frame.minY && bottom >= frame.maxY ? bottom : margin
  }

  /// Shows or hides the keyboard for a change of the first responder.
  func updateKeyboard() {
    guard let input = firstResponder, !usesRealKeyboard, touchExplorer?.usesKeys != true else {
      return keyboardHost?.hide() ?? ()
    }
    if keyboardHost == nil, let keyboard = makeKeyboard?() { keyboardHost = KeyboardHost(keyboard, in: self) }
    keyboardHost?.show(for: input)
  }
}
