import PanelEvents
import PanelKit
import PanelViews
import TestCompositor
import Testing

/// A held key repeats at the compositor's rate, while people type.
@Suite struct KeyRepeatTests {
  /// A panel with a text field, and a keyboard with 100 repetitions a second after 50 ms.
  private static func rig(rate: Int32 = 100) throws -> (rig: Rig, field: TextField) {
    let (rig, field) = (try Rig(), TextField(frame: Rect(10, 10, 200, 44)))
    rig.window.rootView.addSubview(field)
    field.becomeFirstResponder()
    try rig.setDevices([.touch, .keyboard])
    rig.seat.keyboard?.sendRepeatInfo(rate: rate, delay: 50)
    rig.seat.focusKeyboard(on: rig.surface, keymap: InputTests.usKeymap)
    try rig.settle()
    return (rig, field)
  }

  /// Expects that no further key arrives.
  private static func expectEnd(_ rig: Rig, _ field: TextField, _ comment: Comment) throws {
    try rig.settle()
    let text = field.text
    try rig.run(for: 150_000_000)
    #expect(field.text == text, comment)
  }

  @Test func heldKeyRepeatsUntilItIsReleased() throws {
    let (rig, field) = try Self.rig()
    let start = EventLoop.now
    rig.seat.key(EventCode.q, down: true)
    try rig.run { field.text.count >= 6 }
    #expect(EventLoop.now - start >= 85_000_000, "50 ms and four intervals of 10 ms")
    rig.seat.key(EventCode.q, down: false)
    try Self.expectEnd(rig, field, "released")
    #expect(field.text.allSatisfy { $0 == "q" })
    let backspace: UInt32 = 14
    rig.seat.key(backspace, down: true)
    try rig.run { field.text.isEmpty }
  }

  @Test func everythingThatTakesTheKeyAwayEndsTheRepetition() throws {
    let endings: KeyValuePairs<String, (Rig) -> Void> = [
      "focus": { $0.seat.keyboard?.sendLeave(serial: 9, surface: $0.surface.resource) },
      "keymap": { $0.seat.sendKeymap(InputTests.usKeymap) },
      "keyboard": { $0.seat.sendCapabilities([.touch]) },
      "rate": { $0.seat.keyboard?.sendRepeatInfo(rate: 0, delay: 0) },
      "connection": { $0.compositor.disconnect() },
    ]
    for (name, end) in endings {
      let (rig, field) = try Self.rig()
      rig.seat.key(EventCode.q, down: true)
      try rig.run { field.text.count >= 3 }
      end(rig)
      if name == "connection" {
        _ = try rig.runUntilExit()
      } else {
        try Self.expectEnd(rig, field, "\(name)")
      }
    }
  }

  /// Shift isn't a key that repeats; another letter is.
  @Test func lastKeyRepeats() throws {
    let (rig, field) = try Self.rig()
    rig.seat.key(EventCode.q, down: true)
    try rig.run { field.text.count >= 2 }
    let leftShift: UInt32 = 42
    rig.seat.key(leftShift, down: true)
    rig.seat.key(EventCode.l, down: true)
    rig.seat.key(EventCode.q, down: false)
    try rig.settle()
    field.text = ""
    try rig.run { field.text.count >= 3 }
    #expect(field.text.allSatisfy { $0 == "l" })
  }

  @Test(arguments: [0, -1] as [Int32]) func noRateMeansNoRepetition(_ rate: Int32) throws {
    let (rig, field) = try Self.rig(rate: rate)
    rig.seat.key(EventCode.q, down: true)
    try Self.expectEnd(rig, field, "rate \(rate)")
    #expect(field.text == "q")
  }

  /// Keys that do something else don't repeat: Escape would quit.
  @Test func onlyTextRepeats() throws {
    let (rig, field) = try Self.rig()
    field.resignFirstResponder()
    var keys: [Key] = []
    rig.window.onKey = {
      keys.append($0)
      return true
    }
    rig.seat.key(EventCode.q, down: true)
    try rig.run(for: 150_000_000)
    #expect(keys == [.character("q")])
  }
}
