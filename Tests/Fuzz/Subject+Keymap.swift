import CLinux
import Glibc

@testable import PanelKit
@testable import Wayland

extension Subject {
  /// A keymap's text, with a length that need not be its own.
  static let keymap = Subject(
    name: "keymap", longest: 1 << 14,
    words: [
      "xkb_keymap {", "xkb_keycodes {", "xkb_types {", "xkb_compat {", "xkb_symbols {", "};", "<AE01> = 10;",
      "key <AE01> { [ 1, exclam ] };", "0xffffffff", "type \"ONE_LEVEL\" { modifiers = none; };", "include \"evdev\"",
      "interpret Any { action = NoAction(); };", "minimum = 8;", "maximum = 255;", "modifier_map Shift { <AE01> };",
    ]
  ) { bytes in
    var dice = Dice(bytes)
    let size = [bytes.count, 0, 1, Int(UInt32.max), 4096][dice.number(below: 5)]
    let fd = memfd_create("keymap", UInt32(CLINUX_MFD_CLOEXEC))
    _ = bytes.dropFirst().withContiguousStorageIfAvailable { write(fd, $0.baseAddress, $0.count) }
    guard let keymap = Keymap(ReceivedDescriptor(fd), size: size) else { return }
    for word in [0, 1, .max] as [UInt32] {
      keymap.updateModifiers(depressed: word, latched: ~word, locked: word, group: word)
      for code in [0, 1, 2, 28, 247, 255, .max, .max - 7] as [UInt32] { _ = keymap.key(of: code) }
    }
  }
}
