import CXKBCommon
import Glibc
import PanelEvents
import PanelGeometry
import PanelKit
import PanelViews
import TestCompositor
import Testing

@Suite struct InputTests {
  // MARK: Touch

  @Test(arguments: [true, false]) func tapPressesTheButton(hasLastFrame: Bool) throws {
    let rig = try Rig()
    try rig.touchButton()
    #expect(rig.button.isHighlighted)
    rig.seat.up(0)
    if hasLastFrame { rig.seat.frame() }
    try rig.settle()
    #expect(rig.presses == 1 && !rig.button.isHighlighted)
  }

  @Test func touchesNeedNoFrames() throws {
    let rig = try Rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.seat.motion(0, 115, 112)
    try rig.settle()
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1)
  }

  @Test func cancelReleasesTheButton() throws {
    let rig = try Rig()
    try rig.touchButton()
    rig.seat.cancel()
    try rig.settle()
    #expect(rig.presses == 0 && !rig.button.isHighlighted && rig.touches.last == "cancelled")
  }

  @Test func removedDeviceCancelsItsTouches() throws {
    let rig = try Rig()
    try rig.touchButton()
    try rig.setDevices([])
    #expect(rig.presses == 0 && !rig.button.isHighlighted && rig.touches.last == "cancelled")
    #expect(rig.seat.touch == nil, "the client must release the object")
    // Repeated capabilities change nothing.
    rig.seat.sendCapabilities([])
    rig.seat.sendCapabilities([.touch])
    try rig.setDevices([.touch])
    try rig.tap(5)
    #expect(rig.presses == 1)
  }

  @Test func lostCompositorCancelsTouches() throws {
    let rig = try Rig()
    try rig.touchButton()
    #expect(rig.button.isHighlighted)
    rig.compositor.disconnect()
    #expect(try rig.loop.run() == Panel.noCompositorExitCode)
    #expect(!rig.button.isHighlighted && rig.presses == 0 && rig.touches.last == "cancelled")
    #expect(rig.log.last?.hasPrefix("the compositor is gone") == true)
  }

  @Test func touchStatisticsAreCounted() throws {
    let rig = try Rig()
    rig.seat.down(0, 10, 10, on: rig.surface)
    rig.seat.down(1, 20, 20, on: rig.surface)
    rig.seat.frame()
    rig.seat.motion(0, 12, 12)
    rig.seat.frame()
    rig.seat.up(0)
    rig.seat.up(1)
    try rig.settle()
    let statistics = rig.panel.touchStatistics
    #expect(statistics.events == 5 && statistics.batches == 3)
    #expect(statistics.unframedBatches == 1 && statistics.maximumFingers == 2)
  }

  @Test func touchesFollowTheConfiguredScale() throws {
    let rig = try Rig(scale: 2)
    #expect(rig.window.size == Size(320, 200) && rig.window.scale == 2 && rig.surface.shownBuffer?.width == 640)
    rig.expectScreenIsRight()
    try rig.tap(0, 220, 220)
    #expect(rig.presses == 1)
  }

  // MARK: Pointer

  @Test func leftButtonActsAsATouch() throws {
    let rig = try Rig()
    try rig.setDevices([.touch, .pointer])
    let pointer = try #require(rig.seat.pointer)
    func send(_ button: UInt32, _ state: WlPointerResource.ButtonState) throws {
      pointer.sendButton(serial: 2, time: 2, button: button, state: state)
      pointer.sendFrame()
      try rig.settle()
    }
    pointer.sendEnter(serial: 1, surface: rig.surface.resource, surfaceX: 110, surfaceY: 110)
    pointer.sendFrame()
    try send(EventCode.leftButton, .pressed)
    #expect(rig.button.isHighlighted)
    try send(EventCode.leftButton, .released)
    #expect(rig.presses == 1)
    // The right button is ignored.
    try send(EventCode.rightButton, .pressed)
    #expect(!rig.button.isHighlighted)
    // The pointer leaves while its button is down.
    pointer.sendButton(serial: 5, time: 5, button: EventCode.leftButton, state: .pressed)
    pointer.sendLeave(serial: 6, surface: rig.surface.resource)
    pointer.sendFrame()
    try rig.settle()
    #expect(rig.presses == 1 && rig.touches.last == "cancelled")
  }

  // MARK: Keyboard

  private func rigWithKeyboard(allowsQuit: Bool = false) throws -> Rig {
    let rig = try Rig(allowsQuit: allowsQuit)
    try rig.setDevices([.touch, .keyboard])
    return rig
  }

  @Test func keyboardMovesFocusAndPresses() throws {
    let rig = try rigWithKeyboard()
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    for code in [EventCode.tab, EventCode.enter] {
      rig.seat.key(code, down: true)
      rig.seat.key(code, down: false)
    }
    try rig.settle()
    #expect(rig.button.isFocused && rig.presses == 1)
    // If the keyboard's focus leaves while a key is down, the key has no effect.
    rig.seat.key(EventCode.space, down: true)
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.seat.keyboard?.sendLeave(serial: 9, surface: rig.surface.resource)
    try rig.settle()
    #expect(!rig.button.isHighlighted && rig.presses == 1)
  }

  /// Since version 10 of wl_keyboard, repetitions have a separate state. They don't release a held key.
  @Test func repetitionsOfAHeldKeyAreIgnored() throws {
    let rig = try rigWithKeyboard()
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    rig.seat.key(EventCode.tab, down: true)
    rig.seat.key(EventCode.tab, down: false)
    rig.seat.key(EventCode.space, down: true)
    for serial in 20..<30 as Range<UInt32> {
      rig.seat.keyboard?.sendKey(serial: serial, time: serial, key: EventCode.space, state: .init(rawValue: 2))
    }
    try rig.settle()
    #expect(rig.button.isHighlighted && rig.presses == 0)
    rig.seat.key(EventCode.space, down: false)
    try rig.settle()
    #expect(!rig.button.isHighlighted && rig.presses == 1)
  }

  /// Views receive every key before the panel does, including the keys that quit.
  @Test(arguments: [false, true]) func viewsReceiveKeysFirst(_ allowsQuit: Bool) throws {
    let rig = try rigWithKeyboard(allowsQuit: allowsQuit)
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    var (keys, isHandled) = ([] as [Key], true)
    rig.window.onKey = {
      keys.append($0)
      return isHandled
    }
    func type() {
      for code in [
        EventCode.q, EventCode.l, EventCode.escape, EventCode.f11, EventCode.up, EventCode.down, EventCode.left,
        EventCode.right,
      ] {
        rig.seat.key(code, down: true)
        rig.seat.key(code, down: false)
      }
      rig.compositor.dispatch()
    }
    type()
    try rig.settle()
    #expect(keys.contains(.character("q")) && keys.contains(.character("l")) && keys.count == 8)
    #expect(keys.suffix(4) == [.up, .down, .left, .right])
    isHandled = false
    type()
    guard allowsQuit else { return try rig.settle() }
    #expect(try rig.loop.run() == 0)
  }

  @Test(arguments: [false, true]) func f11LeavesFullscreenOnlyIfQuittingIsAllowed(_ allowsQuit: Bool) throws {
    let rig = try rigWithKeyboard(allowsQuit: allowsQuit)
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    rig.seat.key(EventCode.f11, down: true)
    try rig.settle()
    #expect(rig.surface.isFullscreen == !allowsQuit)
  }

  /// A keymap may have symbols that libxkbcommon doesn't know.
  @Test(arguments: ["0x80000000", "0xffffffff"]) func unknownKeySymbolIsIgnored(_ symbol: String) throws {
    let rig = try rigWithKeyboard()
    let keymap = try Self.keymap().replacing("[          Escape", with: "[ \(symbol)")
    try #require(keymap.contains(symbol))
    rig.seat.focusKeyboard(on: rig.surface, keymap: keymap)
    // The keymap has the unknown symbol instead of Escape.
    for code in [EventCode.escape, EventCode.tab] { rig.seat.key(code, down: true) }
    try rig.settle()
    #expect(rig.button.isFocused)
  }

  /// If a keymap's file is shorter than the reported size, reading beyond its last page would raise SIGBUS.
  @Test func invalidKeymapsAreIgnored() throws {
    let rig = try rigWithKeyboard()
    rig.seat.sendKeymap(String(repeating: " ", count: 4095), size: 100_000)
    rig.seat.sendKeymap("", size: 100_000)
    rig.seat.sendKeymap("", size: 0)
    rig.seat.focusKeyboard(on: rig.surface, keymap: "invalid")
    rig.seat.key(EventCode.tab, down: true)
    try rig.settle()
    #expect(!rig.button.isFocused)
    // A complete keymap is used, whatever size is reported.
    rig.seat.sendKeymap(try Self.keymap(), size: Int(UInt32.max))
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    rig.seat.key(EventCode.tab, down: true)
    rig.seat.key(.max, down: true)
    try rig.settle()
    #expect(rig.button.isFocused)
  }

  /// In any format, and also for a keyboard that was released.
  @Test func unusedKeymapDescriptorsAreClosed() throws {
    let rig = try rigWithKeyboard()
    let name = "keymap-of-\(getpid())"
    for format in [0, 1, 2, 77] as [UInt32] {
      rig.seat.sendKeymap("invalid", format: .init(rawValue: format), name: name)
    }
    try rig.settle()
    #expect(TestSeat.openMemoryFiles(named: name) == 0)
    rig.seat.sendCapabilities([.touch])
    rig.seat.sendKeymap("invalid", name: name)
    try rig.settle()
    #expect(TestSeat.openMemoryFiles(named: name) == 0)
  }

  /// Returns the text of libxkbcommon's keymap for a layout.
  static func keymap(_ layout: String = "us") throws -> String {
    let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
    defer { xkb_context_unref(context) }
    var names = xkb_rule_names()
    let keymap = try #require(
      layout.withCString { layout in
        names.layout = layout
        return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
      }, "no keymap: apt-get install xkb-data")
    defer { xkb_keymap_unref(keymap) }
    let text = try #require(xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1))
    defer { free(text) }
    return String(cString: text)
  }

  static let usKeymap = (try? keymap()) ?? ""
}
