import CXKBCommon
import Glibc
import PanelSystem
import PanelViews
import PanelWayland

/// Maps key codes to keys and texts, using the compositor's keymap.
final class Keymap {
  private let context: OpaquePointer
  private let state: OpaquePointer
  private let keymap: OpaquePointer
  /// Loaded for the first key that may compose: most keyboards never need it.
  private lazy var composer = KeyComposer(context)
  private var isComposing = false
  /// The symbols of a sequence that isn't complete.
  private var sequence: [xkb_keysym_t] = []

  /// The maximum number of bytes that are read; a complete keymap has about 70,000.
  private static let maximumSize = 4 << 20

  /// Parses a keymap, or returns `nil` if it is invalid.
  ///
  /// - Parameters:
  ///   - file: the keymap's text.
  ///   - size: its length in bytes, as the compositor reports it.
  init?(_ file: ReceivedDescriptor, size: Int) {
    // Read instead of mapped: the file may be shorter than reported or be truncated later, and accessing a missing page
    // raises SIGBUS.
    let text = file.read(atMost: min(size, Self.maximumSize))
    guard !text.isEmpty, let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    xkb_context_set_text_handler(context) { LibraryMessages.receive(from: "libxkbcommon", $0) }
    let keymap = text.withUnsafeBytes { bytes in
      // swift-format-ignore: NeverForceUnwrap
      let text = bytes.bindMemory(to: CChar.self).baseAddress!
      return xkb_keymap_new_from_buffer(
        context, text, strnlen(text, bytes.count), XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let keymap, let state = xkb_state_new(keymap) else {
      xkb_keymap_unref(keymap)
      xkb_context_unref(context)
      return nil
    }
    (self.context, self.keymap, self.state) = (context, keymap, state)
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
    xkb_context_unref(context)
  }

  func updateModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
  }

  /// The modifiers that are held or locked.
  var modifiers: KeyModifiers {
    var modifiers: KeyModifiers = []
    if isActive(XKB_MOD_NAME_SHIFT) { modifiers.insert(.shift) }
    if isActive(XKB_MOD_NAME_CTRL) { modifiers.insert(.control) }
    return modifiers
  }

  private func isActive(_ modifier: String) -> Bool {
    xkb_state_mod_name_is_active(state, modifier, XKB_STATE_MODS_EFFECTIVE) > 0
  }

  /// True for a key that repeats while it is held: not for Shift.
  ///
  /// - Parameter code: an evdev code, as sent by Wayland; xkb key codes are larger by 8.
  func repeats(_ code: UInt32) -> Bool { xkb_keymap_key_repeats(keymap, code &+ 8) != 0 }

  /// Returns the key, and the text that it types without regard to dead keys; `nil` for a key that views don't handle.
  ///
  /// - Parameter code: an evdev code.
  func key(of code: UInt32) -> (key: Key, text: String?)? {
    let symbol = xkb_state_key_get_one_sym(state, code &+ 8)
    return Self.key(of: symbol).map { ($0, text(of: symbol)) }
  }

  /// Returns the key that was pressed, and its text, which a dead key before it may have changed. `nil` for a dead key,
  /// and for a key that views don't handle.
  ///
  /// - Parameter code: an evdev code.
  func press(_ code: UInt32) -> (key: Key, text: String?)? {
    let symbol = xkb_state_key_get_one_sym(state, code &+ 8)
    let (key, text) = (Self.key(of: symbol), text(of: symbol))
    isComposing = isComposing || KeyComposer.mayCompose(symbol)
    guard isComposing, !hasCommandModifier, let composer else { return key.map { ($0, text) } }
    switch composer.feed(symbol) {
    case .pending:
      sequence.append(symbol)
      return nil
    case .unchanged: return key.map { ($0, text) }
    case .composed(let composed):
      sequence = []
      return composed.lowercased().first.map { (.character($0), composed) }
    case .cancelled:
      // The dead keys' own characters, and then the letter. Backspace only ends the sequence.
      let dead = sequence.compactMap { composer.ownCharacter(ofDeadKey: $0) }.joined()
      sequence = []
      if key == .delete { return nil }
      let own = composer.ownCharacter(ofDeadKey: symbol)
      guard let last = text ?? own else { return key.map { ($0, nil) } }
      return (key ?? .character(last.first ?? " "), dead + last)
    }
  }

  /// True for Control, Alt and Super, with which keys don't type.
  private var hasCommandModifier: Bool {
    isActive(XKB_MOD_NAME_CTRL) || isActive(XKB_MOD_NAME_ALT) || isActive(XKB_MOD_NAME_LOGO)
  }

  private func text(of symbol: xkb_keysym_t) -> String? {
    guard !hasCommandModifier else { return nil }
    let text = PanelKit.text(of: symbol)
    guard let scalar = text.unicodeScalars.first, scalar.properties.generalCategory != .control else { return nil }
    return text
  }

  private static func key(of symbol: xkb_keysym_t) -> Key? {
    switch Int32(bitPattern: symbol) {
    case XKB_KEY_Tab: return .tab
    case XKB_KEY_ISO_Left_Tab: return .backTab
    case XKB_KEY_Return, XKB_KEY_KP_Enter: return .return
    case XKB_KEY_space: return .space
    case XKB_KEY_BackSpace: return .delete
    case XKB_KEY_Delete, XKB_KEY_KP_Delete: return .deleteForward
    case XKB_KEY_F11: return .f11
    case XKB_KEY_Escape: return .escape
    case XKB_KEY_Up, XKB_KEY_KP_Up: return .up
    case XKB_KEY_Down, XKB_KEY_KP_Down: return .down
    case XKB_KEY_Left, XKB_KEY_KP_Left: return .left
    case XKB_KEY_Right, XKB_KEY_KP_Right: return .right
    case XKB_KEY_Page_Up, XKB_KEY_KP_Page_Up: return .pageUp
    case XKB_KEY_Page_Down, XKB_KEY_KP_Page_Down: return .pageDown
    case XKB_KEY_Home, XKB_KEY_KP_Home: return .home
    case XKB_KEY_End, XKB_KEY_KP_End: return .end
    default: break
    }
    guard let scalar = UnicodeScalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 0x20 else { return nil }
    return Character(scalar).lowercased().first.map { .character($0) }
  }
}
