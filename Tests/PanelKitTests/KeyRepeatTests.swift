import PanelEvents
import PanelKit
import PanelViews
import TestCompositor
import Testing

/// A held key repeats at the compositor's rate.
@Suite struct KeyRepeatTests {
  /// A panel that counts keys, and a keyboard with 100 repetitions a second after 50 ms.
  private static func rig(rate: Int32 = 100) throws -> (rig: Rig, keys: Keys) {
    let (rig, keys) = (try Rig(), Keys())
    try rig.setDevices([.touch, .keyboard])
    rig.seat.keyboard?.sendRepeatInfo(rate: rate, delay: 50)
    rig.seat.focusKeyboard(on: rig.surface, keymap: InputTests.usKeymap)
    rig.window.onKey = { [keys] key in
      keys.all.append(key)
      return true
    }
    try rig.settle()
    return (rig, keys)
  }

  private final class Keys {
    var all: [Key] = []
  }

  /// Expects that no further key arrives.
  private static func expectEnd(_ rig: Rig, _ keys: Keys, _ comment: Comment) throws {
    try rig.settle()
    let count = keys.all.count
    try rig.run(for: 150_000_000)
    #expect(keys.all.count == count, comment)
  }

  @Test func heldArrowKeyRepeatsUntilItIsReleased() throws {
    let (rig, keys) = try Self.rig()
    rig.seat.key(EventCode.up, down: true)
    try rig.settle()
    #expect(keys.all == [.up])
    let start = EventLoop.now
    try rig.run { keys.all.count >= 6 }
    #expect(EventLoop.now - start >= 85_000_000, "50 ms and four intervals of 10 ms")
    rig.seat.key(EventCode.up, down: false)
    try Self.expectEnd(rig, keys, "released")
    #expect(keys.all.allSatisfy { $0 == .up })
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
      let (rig, keys) = try Self.rig()
      rig.seat.key(EventCode.up, down: true)
      try rig.run { keys.all.count >= 3 }
      end(rig)
      if name == "connection" {
        _ = try rig.runUntilExit()
      } else {
        try Self.expectEnd(rig, keys, "\(name)")
      }
    }
  }

  /// Shift isn't a key that repeats; another letter is.
  @Test func lastKeyRepeats() throws {
    let (rig, keys) = try Self.rig()
    rig.seat.key(EventCode.up, down: true)
    try rig.run { keys.all.count >= 2 }
    let leftShift: UInt32 = 42
    rig.seat.key(leftShift, down: true)
    rig.seat.key(EventCode.down, down: true)
    rig.seat.key(EventCode.up, down: false)
    try rig.settle()
    keys.all = []
    try rig.run { keys.all.count >= 3 }
    #expect(keys.all.allSatisfy { $0 == .down })
  }

  @Test(arguments: [0, -1] as [Int32]) func noRateMeansNoRepetition(_ rate: Int32) throws {
    let (rig, keys) = try Self.rig(rate: rate)
    rig.seat.key(EventCode.up, down: true)
    try Self.expectEnd(rig, keys, "rate \(rate)")
    #expect(keys.all == [.up])
  }
}
