import Localization

/// Speech about typing. The keys of the keyboard on the screen speak only themselves.
extension TouchExplorer {
  /// The state that an activation can change.
  struct TypingState {
    let field: TextField?
    /// Dots for a secure text.
    let text: String
    let showsKeyboard: Bool
  }

  var typingState: TypingState {
    let field = window?.focusedControl as? TextField
    return TypingState(
      field: field, text: field?.displayedText ?? "", showsKeyboard: window?.keyboardHost?.isShown == true)
  }

  /// Speaks what has changed: the field into which people type, the keyboard, a deletion, or the word that a space ends.
  func speakTyping(since state: TypingState) {
    let new = typingState
    if new.showsKeyboard != state.showsKeyboard {
      announce((new.showsKeyboard ? LocalizedText.keyboardShown : .keyboardHidden).text)
    }
    guard new.field === state.field else {
      // The key may be gone now.
      if let field = new.field ?? state.field, field !== currentElement { speak(field, interrupts: false) }
      return
    }
    guard let field = new.field else { return }
    if new.text.count < state.text.count {
      announce(LocalizedText.typingDeleted.text)
    } else if new.text.count > state.text.count, field.textBeforeCaret.last?.isWhitespace == true,
      let word = field.textBeforeCaret.split(whereSeparator: \.isWhitespace).last
    {
      announce(String(word))
    }
  }

  /// The field into which the current element types, if it is a key.
  var typedField: TextField? {
    currentElement?.accessibilityTraits.contains(.keyboardKey) == true ? typingState.field : nil
  }
}
