import Localization
import PanelGeometry

extension Window {
  /// The view that gets what people type: the control with the focus, if it is a `KeyInput`.
  public var firstResponder: (any KeyInput)? { focusedControl as? any KeyInput }

  /// Ends the entry after a tap outside of controls, as a dismissed keyboard of iOS does. A tap on a control doesn't: the layout
  /// must not move beneath the finger.
  func resignFirstResponder(after touch: Touch) {
    guard touch.phase == .ended,
      (touch.location - touch.startLocation).length < TapGestureRecognizer.allowableMovement * thresholdScale,
      !sequence(first: touch.view, next: \.superview).contains(where: { $0 is Control || $0 is KeyboardHost })
    else { return }
    focus(nil)
  }

  /// Hides the keyboard on the screen once a real one is used. A barcode reader isn't one.
  func didTypeOnRealKeyboard(_ stroke: KeyStroke) {
    if let touchExplorer, let text = stroke.text, let input = firstResponder {
      touchExplorer.announce(input.isSecureTextEntry ? LocalizedText.dot.text : text, interrupts: true)
    }
    guard !usesRealKeyboard else { return }
    realKeyboardTimer?.cancel()
    realKeyboardTimer = after(seconds: Double(ScanRecognizer.maximumInterval) / 1e9) { [weak self] in
      self?.usesRealKeyboard = true
      self?.updateKeyboard()
    }
  }

  /// Shows the keyboard again, if it was hidden because of a real one.
  func didTouch(_ field: TextField) {
    realKeyboardTimer?.cancel()
    usesRealKeyboard = false
    if field.isFocused { updateKeyboard() }
  }

  /// The next text field in reading order; `nil` after the last one.
  package func textField(after field: TextField) -> TextField? {
    let fields = focusableControls(in: modalView ?? rootView).compactMap { $0 as? TextField }
    guard let index = fields.firstIndex(where: { $0 === field }), index + 1 < fields.count else { return nil }
    return fields[index + 1]
  }
}
