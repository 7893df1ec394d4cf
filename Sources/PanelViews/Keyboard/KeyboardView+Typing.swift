import Localization
import PanelText

/// The effects of keys.
extension KeyboardView {
  /// Does what a key does. A key that is struck twice counts once, see `Window.bounceKeysDelay`.
  func perform(_ key: KeyboardKey) {
    guard !isBounce(key) else { return }
    switch key {
    case .letter(let letter):
      let text = isShifted ? letter.shiftedText : letter.text
      isShifted && letter.isShiftedDead || !isShifted && letter.isDead ? addDeadKey(text) : insert(text)
    case .text(let text, _): insert(text)
    case .space: space()
    case .delete: deleteBackward()
    case .return:
      deadKeys = ""
      input?.pressReturn()
    case .shift: toggleShift()
    case .page(let page):
      self.page = page
      announce((page == .letters ? LocalizedText.keyLetters : page == .numbers ? .keyNumbers : .keySymbols).text)
    case .nextLayout:
      layoutIndex = (layoutIndex + 1) % layouts.count
      (deadKeys, shift, page) = ("", .off, .letters)
      inputDidChange()
      announce(layout.title)
    case .dismiss: onDismiss?()
    }
  }

  /// Types a space, after which the letters return, as in iOS.
  private func space() {
    insert(" ")
    guard page == .numbers || page == .symbols else { return }
    page = .letters
    window?.announce(LocalizedText.keyLetters.text)
  }

  private func isBounce(_ key: KeyboardKey) -> Bool {
    guard let window else { return false }
    if let lastTyped, lastTyped.key == key, window.now < lastTyped.time.adding(seconds: window.bounceKeysDelay) {
      return true
    }
    lastTyped = (key, window.now)
    return false
  }

  /// Types a key for assistive technology.
  func activate(_ view: KeyboardKeyView) -> Bool {
    perform(view.key)
    return true
  }

  /// Inserts a text, with which waiting dead keys compose.
  func insert(_ text: String) {
    guard let input else { return }
    var text = text
    if !deadKeys.isEmpty {
      text = layout.compositions[deadKeys + text] ?? (text == " " ? deadKeys : deadKeys + text)
      deadKeys = ""
    }
    insertComposed(text, input)
    shiftPress?.isUsed = true
    if shift == .once, shiftPress == nil { shift = .off }
    inputDidChange()
    speak(text)
  }

  /// Inserts a text. A combining mark is composed with the character before it: `ê` and an acute accent become `ế`.
  private func insertComposed(_ text: String, _ input: any KeyInput) {
    if text.keyTitle != text, let last = input.textBeforeCaret.last.map({ String($0) }) {
      let composed = (last + text).composedCanonically
      if !composed.isEmpty, composed.unicodeScalars.count <= last.unicodeScalars.count {
        input.deleteBackward()
        return input.insertText(composed)
      }
    }
    input.insertText(text)
  }

  private func addDeadKey(_ text: String) {
    shiftPress?.isUsed = true
    let keys = deadKeys + text
    if deadKeys.isEmpty || layout.isPrefix(keys) {
      deadKeys = keys
    } else if let composed = layout.compositions[keys] {
      deadKeys = ""
      input?.insertText(composed)
    } else {
      input?.insertText(deadKeys)
      deadKeys = text
    }
    if shift == .once, shiftPress == nil { shift = .off }
    speak(text)
  }

  /// Deletes a waiting dead key, or else what is before the caret.
  func deleteBackward() {
    guard deadKeys.isEmpty else { return deadKeys = "" }
    let deleted = input?.textBeforeCaret.last.map { String($0) }
    input?.deleteBackward()
    inputDidChange()
    if let deleted { speak(deleted) }
  }

  /// Speaks what was typed; only "dot" for secure text.
  private func speak(_ text: String) {
    announce(input?.isSecureTextEntry == true ? LocalizedText.dot.text : Self.spokenName(text))
  }

  private func announce(_ text: String) { window?.announce(text, interrupts: true) }
}
