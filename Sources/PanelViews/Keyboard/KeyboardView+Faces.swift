import Localization

/// The labels of the keys, and their words for speech.
extension KeyboardView {
  var isShifted: Bool { shift != .off }

  func updateFaces() { for view in keyViews { view.face = face(of: view.key) } }

  private func face(of key: KeyboardKey) -> KeyboardKeyView.Face {
    var face = KeyboardKeyView.Face(isFunction: true)
    switch key {
    case .letter(let letter):
      let text = isShifted ? letter.shiftedText : letter.text
      (face.title, face.isFunction) = (text.keyTitle, false)
      if !layout.hasCapitals, !isShifted, letter.shiftedText != text { face.corner = letter.shiftedText.keyTitle }
      face.hasChoices = alternates(of: key).count > 1
      let isDead = isShifted ? letter.isShiftedDead : letter.isDead
      face.isSelected = isDead && showsPress && deadKeys.utf8.contains(sequence: text.utf8)
    case .text(let text, let alternates):
      (face.title, face.isFunction, face.hasChoices) = (text, false, !alternates.isEmpty)
    case .space: face.title = layouts.count > 1 ? layout.title : ""
    case .shift:
      (face.title, face.isSelected, face.icon) = ("⇧", isShifted, shift == .locked ? .capsLock : nil)
    case .delete: face.title = "⌫"
    case .return:
      (face.title, face.isFunction) = (returnTitle, false)
      face.isProminent = input?.returnKeyType ?? .default != .default
    case .nextLayout: (face.icon, face.title) = (.globe, nextLayoutCode)
    case .dismiss: face.icon = .dismiss
    case .page(.letters): face.title = layout.lettersTitle
    case .page(.symbols): face.title = "#+="
    case .page: face.title = "123"
    }
    return face
  }

  func accessibilityDefaults(of key: KeyboardKey) -> AccessibilityDefaults {
    let label =
      switch key {
      case .letter(let letter): Self.spokenName(isShifted ? letter.shiftedText : letter.text)
      case .text(let text, _): Self.spokenName(text)
      case .space: LocalizedText.keySpace.text
      case .shift: (shift == .locked ? LocalizedText.keyCapsLock : .keyShift).text
      case .delete: LocalizedText.deleteKey.text
      case .return: returnTitle
      case .nextLayout: LocalizedText.keyNextLayout.text
      case .dismiss: LocalizedText.keyHide.text
      case .page(.letters): LocalizedText.keyLetters.text
      case .page(.symbols): LocalizedText.keySymbols.text
      case .page: LocalizedText.keyNumbers.text
      }
    let value = key == .shift ? (isShifted ? LocalizedText.spokenOn : .spokenOff).text : nil
    return AccessibilityDefaults(label: label, value: value, traits: .keyboardKey)
  }

  /// The code of the layout to which the globe leads. Layouts with the same language have the codes of their names.
  private var nextLayoutCode: String {
    let next = layouts[(layoutIndex + 1) % layouts.count]
    let isUnique = layouts.count { $0.code == next.code } == 1
    return isUnique ? next.code : KeyboardLayout.code(of: next.name)
  }

  private var returnTitle: String {
    switch input?.returnKeyType ?? .default {
    case .default: LocalizedText.keyReturn.text
    case .done: LocalizedText.done.text
    case .go: LocalizedText.keyGo.text
    case .next: LocalizedText.keyNext.text
    case .search: LocalizedText.keySearch.text
    case .send: LocalizedText.keySend.text
    }
  }

  /// Returns the words for a text: "capital A", or the name of a punctuation mark.
  static func spokenName(_ text: String) -> String {
    if text == " " { return LocalizedText.keySpace.text }
    if let name = PunctuationNames.name(of: text) { return name }
    let isCapital = text.count == 1 && text != text.lowercased()
    return isCapital ? LocalizedText.spokenCapital.text([.name: text]) : text
  }
}

extension String.UTF8View {
  /// Returns true if the bytes are a part of these.
  fileprivate func contains(sequence: String.UTF8View) -> Bool {
    !sequence.isEmpty && indices.contains { self[$0...].starts(with: sequence) }
  }
}
