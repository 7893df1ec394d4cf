/// A view into which people type; UIKit's `UIKeyInput` with the traits that a keyboard needs.
public protocol KeyInput: AnyObject {
  /// True if there is something to delete.
  var hasText: Bool { get }
  /// Inserts a text at the caret, or instead of the selection.
  func insertText(_ text: String)
  /// Deletes the selection, or what is before the caret.
  func deleteBackward()
  /// Ends the entry, as the return key does.
  func pressReturn()
  /// Handles a key of a real keyboard. Returns false if it has no effect. By default, keys type, delete and end the entry.
  func press(_ stroke: KeyStroke) -> Bool

  var keyboardType: KeyboardType { get }
  var returnKeyType: ReturnKeyType { get }
  /// True for a text that is neither shown nor spoken.
  var isSecureTextEntry: Bool { get }
  var autocapitalizationType: AutocapitalizationType { get }
  /// The text before the caret, for capital letters at the beginning of sentences; empty in a secure text.
  var textBeforeCaret: String { get }
}

extension KeyInput {
  public func press(_ stroke: KeyStroke) -> Bool {
    switch stroke.key {
    case .return: pressReturn()
    case .delete: deleteBackward()
    default:
      guard let text = stroke.text, !stroke.modifiers.contains(.control) else { return false }
      insertText(text)
    }
    return true
  }
}

/// The keys that a keyboard on the screen offers; UIKit's `UIKeyboardType`.
public enum KeyboardType: String, CaseIterable, Sendable {
  /// Letters, and digits with punctuation on a second page.
  case `default`
  /// The digits 0 to 9.
  case numberPad
  /// Digits, a decimal separator and a minus sign.
  case decimalPad
  /// Digits, `+`, `*` and `#`.
  case phonePad
  /// Letters with `@` and a period.
  case emailAddress
  /// Letters with a period and a slash.
  case url
}

/// The title of the return key; UIKit's `UIReturnKeyType`.
public enum ReturnKeyType: String, CaseIterable, Sendable {
  case `default`, done, go, next, search, send
}

/// When a keyboard on the screen begins with capital letters; UIKit's `UITextAutocapitalizationType`.
public enum AutocapitalizationType: String, CaseIterable, Sendable {
  case none, words, sentences, allCharacters
}
