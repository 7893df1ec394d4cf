import CXKBCommon
import Glibc
import Views

/// What the keys mean, by the compositor's keymap.
final class Keymap {
  /// What the panel itself does with a key, beside what views do.
  enum Meaning: Equatable {
    case view(Key)
    case fullscreen
    case quit
  }

  private let state: OpaquePointer
  private let keymap: OpaquePointer

  /// - Parameter fd: of the keymap's text; closed here. `nil` for a keymap that can't be read.
  init?(fd: Int32, size: Int) {
    defer { close(fd) }
    guard size > 0, let text = mmap(nil, size, PROT_READ, MAP_PRIVATE, fd, 0), text != MAP_FAILED else { return nil }
    defer { munmap(text, size) }
    guard let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    defer { xkb_context_unref(context) }
    let string = text.assumingMemoryBound(to: CChar.self)
    guard
      let keymap = xkb_keymap_new_from_buffer(
        context, string, strnlen(string, size), XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS)
    else { return nil }
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

  /// - Parameter code: an evdev code, as Wayland sends it; xkb counts from 8.
  func meaning(of code: UInt32) -> Meaning? {
    let symbol = xkb_state_key_get_one_sym(state, code + 8)
    switch Int32(symbol) {
    case XKB_KEY_Tab: return .view(.tab)
    case XKB_KEY_ISO_Left_Tab: return .view(.backTab)
    case XKB_KEY_Return, XKB_KEY_KP_Enter: return .view(.return)
    case XKB_KEY_space: return .view(.space)
    case XKB_KEY_F11: return .fullscreen
    case XKB_KEY_Escape, XKB_KEY_q, XKB_KEY_Q: return .quit
    default: break
    }
    guard let scalar = UnicodeScalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 0x20 else { return nil }
    return Character(scalar).lowercased().first.map { .view(.character($0)) }
  }
}
