import CXKBCommon
import Glibc
import Views
import Wayland

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

  /// The longest text that is read, in bytes; a keymap with everything in it has some 70,000.
  private static let longest = 4 << 20

  /// `nil` for a keymap that can't be read.
  ///
  /// - Parameters:
  ///   - file: the keymap's text.
  ///   - size: how long it is, the compositor says.
  init?(_ file: ReceivedDescriptor, size: Int) {
    // Read, not mapped: the file may be shorter than was said, or become so, and a page that isn't there is a SIGBUS.
    let text = file.read(atMost: min(size, Self.longest))
    guard !text.isEmpty, let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    defer { xkb_context_unref(context) }
    let keymap = text.withUnsafeBytes { bytes in
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

  /// - Parameter code: an evdev code, as Wayland sends it; xkb counts from 8.
  func meaning(of code: UInt32) -> Meaning? {
    let symbol = xkb_state_key_get_one_sym(state, code &+ 8)
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
