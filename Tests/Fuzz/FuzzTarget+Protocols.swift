import Configuration
import ControlProtocol
import Glibc
import TestPanel

@testable import PanelKit
@testable import PanelWayland

extension FuzzTarget {
  /// Bytes from a client of the control socket, in pieces. Each line has at most one reply, and the server closes the
  /// connection after the client.
  static let control = FuzzTarget(
    name: "control",
    words: ControlCommand.allCases.map { "{\"command\":\"\($0.rawValue)\"" } + [
      "\"face\":1", "\"button\":\"a\"", "\"values\":{\"a\":\"1\"}", "\"scene\":\"cube\"", "\"events\":[\"press\"]",
      "}\n", "\n", ",",
    ]
  ) { bytes in
    guard let rig else { fatalError("no socket") }
    guard let pieceLength = bytes.first else { return }
    let sent = Array(bytes.dropFirst())
    guard let received = try? rig.exchange(sent, pieceLength: 1 + Int(pieceLength), iterations: 2000, timeout: 0) else {
      // A watcher's connection remains open.
      return require(String(decoding: sent, as: UTF8.self).contains("watch"), "the connection remains open")
    }
    let (replies, lines) = (received.count { $0 == 0x0A }, sent.count { $0 == 0x0A })
    require(replies <= lines, "\(replies) replies to \(lines) lines")
  }

  /// Bytes from an adapter, in pieces. The server closes the connection after the adapter, and the hub knows of both.
  static let adapters = FuzzTarget(
    name: "adapters",
    words: [
      "{\"serve\":\"ha\"}\n", "\"values\":{\"a\":\"1\"}", "\"id\":3", "\"ok\":true", "{\"hello\":{\"version\":1}}\n",
      "wake\n", "}\n", "\n", ",",
    ]
  ) { bytes in
    guard let adapterRig else { fatalError("no socket") }
    guard let pieceLength = bytes.first else { return }
    let sent = Array(bytes.dropFirst())
    (adapterRig.hub.calls, adapterRig.panel.requests) = ([], [])
    let received = try? adapterRig.exchange(sent, pieceLength: 1 + Int(pieceLength), iterations: 2000, timeout: 0)
    guard let received else { return require(false, "the connection remains open") }
    // The reply to `serve` and the hub's first line have the same cause.
    let (replies, lines) = (received.count { $0 == 0x0A }, sent.count { $0 == 0x0A })
    require(replies <= lines + 1, "\(replies) replies to \(lines) lines")
    let calls = adapterRig.hub.calls
    let isPaired = calls.first?.hasSuffix(" connected") == true && calls.last?.hasSuffix(" disconnected") == true
    require(calls.isEmpty || isPaired, "\(calls)")
    require(adapterRig.panel.requests.allSatisfy { $0 == "wake" }, "\(adapterRig.panel.requests)")
  }

  private nonisolated(unsafe) static let adapterRig = try? ControlRig(.adapters)

  private nonisolated(unsafe) static let rig: ControlRig? = {
    let rig = try? ControlRig()
    // Replies are counted by their line breaks, which a picture may contain.
    rig?.panel.picture = []
    return rig
  }()

  /// Reads a keymap whose length may be wrong.
  static let keymap = FuzzTarget(
    name: "keymap", maxLength: 1 << 14,
    words: [
      "xkb_keymap {", "xkb_keycodes {", "xkb_types {", "xkb_compat {", "xkb_symbols {", "};", "<AE01> = 10;",
      "key <AE01> { [ 1, exclam ] };", "0xffffffff", "type \"ONE_LEVEL\" { modifiers = none; };", "include \"evdev\"",
      "interpret Any { action = NoAction(); };", "minimum = 8;", "maximum = 255;", "modifier_map Shift { <AE01> };",
    ]
  ) { bytes in
    var input = FuzzInput(bytes)
    let size = input.element(of: [bytes.count, 0, 1, Int(UInt32.max), 4096])
    let file = MemoryFile(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    guard let keymap = Keymap(ReceivedDescriptor(dup(file.fd)), size: size) else { return }
    for word in [0, 1, .max] as [UInt32] {
      keymap.updateModifiers(depressed: word, latched: ~word, locked: word, group: word)
      for code in [0, 1, 2, 28, 247, 255, .max, .max - 7] as [UInt32] { _ = keymap.key(of: code) }
    }
  }
}
