import CXKBCommon
import Glibc
import PanelSystem
import PanelViews
import PanelWayland

/// Maps key codes to keys, using the compositor's keymap.
final class Keymap {
  private let state: OpaquePointer
  private let keymap: OpaquePointer

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
    defer { xkb_context_unref(context) }
    xkb_context_set_log_fn(context) { LibraryMessages.receive(from: "libxkbcommon", $2, $3) }
    let keymap = text.withUnsafeBytes { bytes in
      // swift-format-ignore: NeverForceUnwrap
      let text = bytes.bindMemory(to: CChar.self).baseAddress!
      return xkb_keymap_new_from_buffer(
        context, text, strnlen(text, bytes.count), XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    }
    guard let keymap else { return nil }
    guard let state = xkb_state_new(keymap) else {
      xkb_keymap_unref(keymap)
      return nil
    }
    self.keymap = keymap
    self.state = state
  }

  deinit {
    xkb_state_unref(state)
    xkb_keymap_unref(keymap)
  }

  func updateModifiers(depressed: UInt32, latched: UInt32, locked: UInt32, group: UInt32) {
    xkb_state_update_mask(state, depressed, latched, locked, 0, 0, group)
  }

  /// - Parameter code: an evdev code, as sent by Wayland; xkb key codes are larger by 8.
  func key(of code: UInt32) -> Key? {
    let symbol = xkb_state_key_get_one_sym(state, code &+ 8)
    switch Int32(bitPattern: symbol) {
    case XKB_KEY_Tab: return .tab
    case XKB_KEY_ISO_Left_Tab: return .backTab
    case XKB_KEY_Return, XKB_KEY_KP_Enter: return .return
    case XKB_KEY_space: return .space
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
