import CXKBCommon
import Events
import Geometry
import Glibc
import PanelKit
import TestCompositor
import Testing
import Views

@Suite struct InputTests {
  private func rig() throws -> Rig {
    let rig = try Rig()
    try rig.settle()
    return rig
  }

  @Test func aTap() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.seat.up(0)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.presses == 1 && !rig.button.isHighlighted)
  }

  @Test func noFrameAfterTheLastUp() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    rig.seat.frame()
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1)
  }

  @Test func noFramesAtAll() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.seat.motion(0, 115, 112)
    try rig.settle()
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1)
  }

  @Test func cancelLetsGo() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    rig.seat.frame()
    rig.seat.cancel()
    try rig.settle()
    #expect(rig.presses == 0 && !rig.button.isHighlighted && rig.touches.last == "cancelled")
  }

  @Test func theDeviceGoesWhilePressed() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    rig.seat.send([])
    try rig.settle()
    #expect(rig.presses == 0 && !rig.button.isHighlighted && rig.touches.last == "cancelled")
    #expect(rig.seat.touch == nil, "the object is released")
    // Said twice, and back again.
    rig.seat.send([])
    rig.seat.send([.touch])
    rig.seat.send([.touch])
    try rig.settle()
    rig.seat.down(5, 110, 110, on: rig.surface)
    rig.seat.up(5)
    try rig.settle()
    #expect(rig.presses == 1)
  }

  @Test func theSeatGoesWhilePressedAndAnotherComes() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    rig.compositor.removeSeat()
    try rig.settle()
    #expect(!rig.button.isHighlighted && rig.touches.last == "cancelled")
    rig.compositor.addSeat()
    try rig.settle()
    rig.seat.down(1, 110, 110, on: rig.surface)
    rig.seat.up(1)
    try rig.settle()
    #expect(rig.presses == 1)
  }

  @Test func theCompositorGoesWhilePressed() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.compositor.disconnect()
    // Without a time to wait in, the panel gives up, and says why.
    let code = try rig.loop.run()
    #expect(code == Panel.noCompositorExitCode)
    #expect(!rig.button.isHighlighted && rig.presses == 0 && rig.touches.last == "cancelled")
    #expect(rig.log.last?.hasPrefix("the compositor is gone") == true)
  }

  @Test func thePointerIsAFinger() throws {
    let rig = try rig()
    rig.seat.send([.touch, .pointer])
    try rig.settle()
    let pointer = try #require(rig.seat.pointer)
    pointer.sendEnter(serial: 1, surface: rig.surface.resource, surfaceX: 110, surfaceY: 110)
    pointer.sendFrame()
    pointer.sendButton(serial: 2, time: 2, button: 0x110, state: .pressed)
    pointer.sendFrame()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    pointer.sendButton(serial: 3, time: 3, button: 0x110, state: .released)
    pointer.sendFrame()
    try rig.settle()
    #expect(rig.presses == 1)
    // The other buttons are nobody's.
    pointer.sendButton(serial: 4, time: 4, button: 0x111, state: .pressed)
    pointer.sendFrame()
    try rig.settle()
    #expect(!rig.button.isHighlighted)
    // A pointer that leaves with its button down.
    pointer.sendButton(serial: 5, time: 5, button: 0x110, state: .pressed)
    pointer.sendLeave(serial: 6, surface: rig.surface.resource)
    pointer.sendFrame()
    try rig.settle()
    #expect(rig.presses == 1 && rig.touches.last == "cancelled")
  }

  @Test func theKeyboardPresses() throws {
    let rig = try rig()
    rig.seat.send([.touch, .keyboard])
    try rig.settle()
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    for code in [15, 28] as [UInt32] {
      rig.seat.key(code, down: true)
      rig.seat.key(code, down: false)
    }
    try rig.settle()
    #expect(rig.button.isFocused && rig.presses == 1)
    // The focus leaves while a key is held: nothing stays pressed, nothing happens.
    rig.seat.key(57, down: true)
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.seat.keyboard?.sendLeave(serial: 9, surface: rig.surface.resource)
    try rig.settle()
    #expect(!rig.button.isHighlighted && rig.presses == 1)
  }

  /// Every key is the views' first, those that quit as well.
  @Test(arguments: [false, true]) func keysAreTheViewsFirst(_ allowsQuit: Bool) throws {
    let rig = try Rig(allowsQuit: allowsQuit)
    try rig.settle()
    rig.seat.send([.keyboard])
    try rig.settle()
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    var (keys, isWanted) = ([] as [Key], true)
    rig.window.onKey = {
      keys.append($0)
      return isWanted
    }
    // Q, L, Escape, F11, and the arrows.
    func type() {
      for code in [16, 38, 1, 87, 103, 108, 105, 106] as [UInt32] {
        rig.seat.key(code, down: true)
        rig.seat.key(code, down: false)
      }
      rig.compositor.dispatch()
    }
    type()
    try rig.settle()
    #expect(keys.contains(.character("q")) && keys.contains(.character("l")) && keys.count == 8)
    #expect(keys.suffix(4) == [.up, .down, .left, .right])
    isWanted = false
    type()
    guard allowsQuit else { return try rig.settle() }
    #expect(try rig.loop.run() == 0)
  }

  @Test func anUnreadableKeymapIsNoKeymap() throws {
    let rig = try rig()
    rig.seat.send([.touch, .keyboard])
    try rig.settle()
    rig.seat.focusKeyboard(on: rig.surface, keymap: "this is no keymap")
    rig.seat.key(15, down: true)
    try rig.settle()
    #expect(!rig.button.isFocused)
  }

  /// A number beyond those that libxkbcommon gives keys is one of a keymap's all the same.
  @Test(arguments: ["0x80000000", "0xffffffff"]) func aKeyThatNobodyKnows(_ symbol: String) throws {
    let rig = try rig()
    rig.seat.send([.touch, .keyboard])
    try rig.settle()
    let keymap = try Self.keymap().replacing("[          Escape", with: "[ \(symbol)")
    try #require(keymap.contains(symbol))
    rig.seat.focusKeyboard(on: rig.surface, keymap: keymap)
    for code in [1, 15] as [UInt32] { rig.seat.key(code, down: true) }
    try rig.settle()
    #expect(rig.button.isFocused)
  }

  /// Its file ends before the size that was told, in a page that isn't there.
  @Test func aKeymapShorterThanAnnounced() throws {
    let rig = try rig()
    rig.seat.send([.touch, .keyboard])
    try rig.settle()
    rig.seat.sendKeymap(String(repeating: " ", count: 4095), size: 100_000)
    rig.seat.sendKeymap("", size: 100_000)
    rig.seat.sendKeymap("", size: 0)
    try rig.settle()
    // What is there of one is enough, where it is whole; however much is announced.
    rig.seat.sendKeymap(try Self.keymap(), size: Int(UInt32.max))
    rig.seat.focusKeyboard(on: rig.surface, keymap: try Self.keymap())
    rig.seat.key(15, down: true)
    rig.seat.key(.max, down: true)
    try rig.settle()
    #expect(rig.button.isFocused)
  }

  /// Nobody reads it, and nobody holds it: in a format that isn't known, in none, and for a keyboard that was let go.
  @Test func noKeymapsDescriptorStaysOpen() throws {
    let rig = try rig()
    rig.seat.send([.touch, .keyboard])
    try rig.settle()
    let name = "keymap-of-\(getpid())"
    for format in [0, 1, 2, 77] as [UInt32] {
      rig.seat.sendKeymap("this is no keymap", format: .init(rawValue: format), name: name)
    }
    try rig.settle()
    #expect(TestSeat.keymapsHeld(named: name) == 0)
    // On its way while the keyboard goes.
    rig.seat.send([.touch])
    rig.seat.sendKeymap("this is no keymap", name: name)
    try rig.settle()
    #expect(TestSeat.keymapsHeld(named: name) == 0)
  }

  /// A real keymap's text, by libxkbcommon.
  private static func keymap() throws -> String {
    let context = try #require(xkb_context_new(XKB_CONTEXT_NO_FLAGS))
    defer { xkb_context_unref(context) }
    var names = xkb_rule_names()
    let keymap = try #require(
      "us".withCString { layout in
        names.layout = layout
        return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
      }, "no keymap: apt-get install xkb-data")
    defer { xkb_keymap_unref(keymap) }
    let text = try #require(xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1))
    defer { free(text) }
    return String(cString: text)
  }

  static let usKeymap = (try? keymap()) ?? ""

  /// For the touch test: how this compositor speaks.
  @Test func theHabitsOfADeviceAreCounted() throws {
    let rig = try rig()
    rig.seat.down(0, 10, 10, on: rig.surface)
    rig.seat.down(1, 20, 20, on: rig.surface)
    rig.seat.frame()
    rig.seat.motion(0, 12, 12)
    rig.seat.frame()
    rig.seat.up(0)
    rig.seat.up(1)
    try rig.settle()
    // The last batch had no frame of its own.
    let habits = rig.panel.touchStatistics
    #expect(habits.events == 5 && habits.batches == 3 && habits.unframed == 1 && habits.maximumFingers == 2)
  }

  /// The window's points may be longer than the compositor's.
  @Test func aScaleOfOurOwn() throws {
    let rig = try Rig(scale: 2)
    try rig.settle()
    #expect(rig.window.size == Size(320, 200) && rig.window.scale == 2 && rig.surface.current?.width == 640)
    rig.expectScreenIsRight()
    rig.seat.down(0, 220, 220, on: rig.surface)
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1)
  }
}
