import Localization
import PanelLayers

/// A line of text that people edit, as `UITextField`.
///
/// A touch gives it the focus, with which it is the window's first responder: it gets the keys of real keyboards, and of
/// the keyboard that the window then shows. A tap sets the caret, a double tap selects a word, and a drag selects what it
/// crosses. The caret doesn't blink, since a panel at rest draws nothing.
///
/// It sends `editingDidBegin`, `editingChanged`, `editingDidEnd`, and for the return key `editingDidEndOnExit` and
/// `primaryActionTriggered`.
open class TextField: Control, KeyInput {
  /// Shown while the text is empty.
  public final var placeholder = "" { didSet { if placeholder != oldValue { styleDidChange() } } }
  /// The role of the text, which determines its font.
  public final var textStyle = TextStyle.body { didSet { if textStyle != oldValue { styleDidChange() } } }
  /// The largest number of characters, at most 1,000.
  public final var maximumLength = 1000
  public final var keyboardType = KeyboardType.default
  public final var returnKeyType = ReturnKeyType.default
  public final var autocapitalizationType = AutocapitalizationType.sentences
  /// True to take what a barcode reader types, wherever the focus is. See `Window.press`.
  public final var takesScans = false
  /// When the button that clears the text is shown.
  public final var clearButtonMode = ClearButtonMode.never { didSet { updateButtons() } }
  /// Returns false to refuse an insertion, with the text that the field would have. Not called for secure text.
  public final var shouldChange: ((String) -> Bool)?
  /// Called for the return key, before the entry ends. Returns false to go on with the entry; UIKit's
  /// `textFieldShouldReturn`.
  public final var shouldReturn: (() -> Bool)?

  /// UIKit's `UITextField.ViewMode`.
  public enum ClearButtonMode: Sendable {
    case never, whileEditing, always
  }

  /// The text. A person's caret stays at the end of a new text.
  ///
  /// Reading a secure text creates copies in memory: use `secureText`.
  public final var text: String {
    get { secureText.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } ?? storedText }
    set {
      guard newValue != text else { return }
      replaceAll(with: newValue)
      selection = .init(caret: displayedText.utf8.count)
      textDidChange()
    }
  }
  final var storedText = ""

  /// The text of a secure field; `nil` for a field that isn't secure.
  public private(set) final var secureText: SecureText?

  /// True to show dots instead of the text, which is then kept in `secureText`. Changing it clears the text.
  public final var isSecureTextEntry: Bool {
    get { secureText != nil }
    set {
      guard newValue != isSecureTextEntry else { return }
      text = ""
      secureText = newValue ? SecureText() : nil
      updateButtons()
      textDidChange()
    }
  }

  /// The drawn text: a dot for each character of a secure text.
  final var displayedText: String {
    secureText.map { String(repeating: TextField.dot, count: $0.count) } ?? storedText
  }
  static let dot = "•"

  /// The caret and the other end of the selection, in UTF-8 bytes of `displayedText`.
  struct Selection: Equatable {
    var caret = 0
    var anchor = 0

    init(caret: Int, anchor: Int? = nil) { (self.caret, self.anchor) = (caret, anchor ?? caret) }

    var range: Range<Int> { min(caret, anchor)..<max(caret, anchor) }
  }
  final var selection = Selection(caret: 0) {
    didSet {
      guard selection != oldValue else { return }
      setNeedsDisplay()
      if isFocused { window?.keyboardHost?.inputDidChange() }
    }
  }

  /// True while the eye is held.
  final var isRevealed = false { didSet { if isRevealed != oldValue { setNeedsDisplay() } } }
  /// True while the field says how to use the eye, after a tap on it.
  final var showsEyeHint: Bool { eyeHintTimer != nil }
  final var eyeHintTimer: WindowTimer?
  final var eyePressTime: UInt64 = 0
  /// The distance by which a text that is too long is moved to the left, to show the caret.
  final var scrollOffset = 0.0
  /// The layout of `displayedText`, until it changes.
  final var cachedLayout: TextLayout?
  /// The word at which a double tap began to select.
  final var selectedWord: Range<Int>?
  final var lastTap: (time: UInt64, location: Point)?
  final let clearButton = TextFieldButton(.clear)
  final let eyeButton = TextFieldButton(.eye)

  /// - Parameters:
  ///   - placeholder: shown while the text is empty.
  ///   - name: the view's name in `path`.
  ///   - frame: in the superview, in points.
  ///   - layer: the field's layer; `nil` for a new one.
  public init(placeholder: String = "", name: String? = nil, frame: Rect = .zero, layer: Layer? = nil) {
    self.placeholder = placeholder
    super.init(name: name, frame: frame, layer: layer)
    for button in [clearButton, eyeButton] {
      button.isHidden = true
      addSubview(button)
    }
    clearButton.accessibilityLabel = LocalizedText.clearText.text
    clearButton.addAction(for: .primaryActionTriggered) { [unowned self] _ in clear() }
    eyeButton.accessibilityElementsHidden = true
    eyeButton.onHighlight = { [unowned self] in eyeIsPressed($0) }
  }

  // MARK: The first responder

  /// True while the field has the focus, which is the same.
  public final var isFirstResponder: Bool { isFocused }

  /// Gives the field the focus. Returns false if it isn't in a window, or disabled.
  @discardableResult public final func becomeFirstResponder() -> Bool {
    guard let window, isEnabled else { return false }
    window.focus(self)
    return isFocused
  }

  /// Ends the entry.
  public final func resignFirstResponder() { if isFocused { window?.focus(nil) } }

  private var wasFocused = false

  open override func stateDidChange() {
    super.stateDidChange()
    if !isEnabled, isFocused { return resignFirstResponder() }
    guard isFocused != wasFocused else { return }
    wasFocused = isFocused
    if !isFocused { (isRevealed, selectedWord) = (false, nil) }
    setNeedsDisplay()
    updateButtons()
    sendActions(for: isFocused ? .editingDidBegin : .editingDidEnd)
  }

  // MARK: Changes

  final func textDidChange() {
    // A finger that drags from a selected word goes on at the caret.
    (cachedLayout, selectedWord) = (nil, nil)
    endEyeHint()
    updateButtons()
    setNeedsDisplay()
  }

  private func styleDidChange() {
    cachedLayout = nil
    setNeedsDisplay()
    invalidateIntrinsicContentSize()
  }

  open override func lookDidChange() {
    cachedLayout = nil
    super.lookDidChange()
  }

  private func updateButtons() {
    let isShown = hasText && isEnabled
    eyeButton.isHidden = !(isSecureTextEntry && isShown)
    let showsClear = clearButtonMode == .always || (clearButtonMode == .whileEditing && isFocused)
    clearButton.isHidden = !(showsClear && isShown && eyeButton.isHidden)
    if eyeButton.isHidden { isRevealed = false }
  }

  public final func press(_ stroke: KeyStroke) -> Bool { handle(stroke) }

  // MARK: Touches

  open override func touchBegan(_ touch: Touch) {
    super.touchBegan(touch)
    window?.didTouch(self)
    beginSelection(touch)
  }

  open override func touchMoved(_ touch: Touch) {
    super.touchMoved(touch)
    extendSelection(touch)
  }

  open override func touchEnded(_ touch: Touch) {
    let begins = isTracking && !isFocused
    super.touchEnded(touch)
    if begins { beginEditing(touch) }
  }

  open override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    !selects(recognizer) && super.gestureRecognizerShouldBegin(recognizer)
  }

  // MARK: Layout and drawing

  /// Returns the height of a control, and 200 points as the width.
  open override func sizeThatFits(_ size: Size) -> Size {
    let height = max(textStyle.font(for: self).size * 2, Control.minimumHeight)
    return roundedUpToPixels(Size(200, height))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    placeButtons()
  }

  open override var drawsContents: Bool { true }

  open override func draw(_ canvas: Canvas) { drawContents(canvas) }

  // MARK: Accessibility

  open override var accessibilityDefaults: AccessibilityDefaults {
    var defaults = super.accessibilityDefaults.adding([], value: spokenValue)
    if defaults.label == nil { defaults.label = placeholder.isEmpty ? kindName : placeholder }
    return defaults
  }

  /// The kind of the view, as a `TouchExplorer` speaks it.
  final var kindName: String { (isSecureTextEntry ? LocalizedText.secureTextField : .textField).text }

  private var spokenValue: String {
    let text = secureText.map { LocalizedText.characters.text(count: $0.count) } ?? storedText
    let words = [isFocused ? LocalizedText.editing.text : "", hasText ? text : LocalizedText.emptyField.text]
    return words.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  open override func accessibilityActivate() -> Bool {
    if isFocused { resignFirstResponder() } else { becomeFirstResponder() }
    return true
  }
}
