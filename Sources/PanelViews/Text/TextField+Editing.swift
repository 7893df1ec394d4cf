/// Changes of the text.
extension TextField {
  public var hasText: Bool { !displayedText.isEmpty }

  public var textBeforeCaret: String {
    secureText != nil ? "" : String(decoding: storedText.utf8.prefix(selection.range.lowerBound), as: UTF8.self)
  }

  public func insertText(_ text: String) { replaceSelection(with: text.withoutControlCharacters) }

  public func deleteBackward() {
    if selection.range.isEmpty {
      guard selection.caret > 0 else { return }
      selection.anchor = textLayout.offsetAfterDeletion(before: selection.caret)
    }
    replaceSelection(with: "")
  }

  /// Clears the text, as the button does.
  public func clear() {
    selection = .init(caret: displayedText.utf8.count, anchor: 0)
    replaceSelection(with: "")
  }

  public func pressReturn() {
    guard shouldReturn?() != false else { return }
    sendActions(for: .editingDidEndOnExit)
    sendActions(for: .primaryActionTriggered)
    guard isFocused else { return }
    if returnKeyType == .next, let next = window?.textField(after: self) {
      window?.focus(next)
    } else {
      resignFirstResponder()
    }
  }

  /// Replaces the selection as a person does, if that is allowed.
  func replaceSelection(with new: String) {
    let range = selection.range
    guard isEnabled, !(range.isEmpty && new.isEmpty) else { return }
    if let secureText {
      let characters = range.lowerBound / Self.dot.utf8.count..<range.upperBound / Self.dot.utf8.count
      let room = maximumLength - secureText.count + characters.count
      let count = secureText.replace(characters, with: String(new.prefix(max(room, 0))))
      selection = .init(caret: range.lowerBound + count * Self.dot.utf8.count)
    } else {
      var (bytes, new) = (Array(storedText.utf8), new)
      bytes.removeSubrange(range)
      let room = maximumLength - String(decoding: bytes, as: UTF8.self).count
      new = String(new.prefix(max(room, 0)))
      bytes.insert(contentsOf: new.utf8, at: range.lowerBound)
      let changed = String(decoding: bytes, as: UTF8.self)
      guard changed != storedText || new.isEmpty, new.isEmpty || shouldChange?(changed) != false else { return }
      storedText = changed
      selection = .init(caret: range.lowerBound + new.utf8.count)
    }
    textDidChange()
    sendActions(for: .editingChanged)
  }

  /// The state that is restored after a scan went to another field. The text is `nil` for a secure text, which a scan clears.
  struct EditingState {
    let text: String?
    let selection: Selection
  }

  var editingState: EditingState {
    .init(text: isSecureTextEntry ? nil : storedText, selection: selection)
  }

  func restore(_ state: EditingState) {
    replaceAll(with: state.text ?? "")
    selection = state.text == nil ? .init(caret: 0) : state.selection
    textDidChange()
    // The characters were sent as changes, too.
    sendActions(for: .editingChanged)
  }

  /// Replaces the text by a scanned one, and ends the entry.
  func take(scan text: String) {
    selection = .init(caret: displayedText.utf8.count, anchor: 0)
    replaceSelection(with: text)
    pressReturn()
  }

  func replaceAll(with text: String) {
    if let secureText {
      secureText.erase()
      secureText.replace(0..<0, with: String(text.prefix(maximumLength)))
    } else {
      storedText = text
    }
  }
}
