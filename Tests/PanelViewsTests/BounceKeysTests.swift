import PanelViews
import Testing

/// A key that is struck twice.
@Suite struct BounceKeysTests {
  private let root = View(name: "root")
  private let window: Window
  private var now: UInt64 { window.now }

  init() { window = Window(root, size: Size(600, 400), scale: 1, threads: 1) }

  @Test(arguments: [0, 0.5]) func sameKeyIsAcceptedAgainAfterTheDelay(_ delay: Double) {
    var keys: [Key] = []
    window.bounceKeysDelay = delay
    window.onKey = {
      keys.append($0)
      return true
    }
    func press(_ character: Character, at milliseconds: UInt64, releasedAfter held: UInt64 = 10) {
      #expect(window.press(.character(character), at: milliseconds * 1_000_000))
      window.release(.character(character), at: (milliseconds + held) * 1_000_000)
    }
    press("7", at: 1000)
    press("7", at: 1400)
    #expect(keys.count == (delay > 0 ? 1 : 2))
    // Another key is accepted at once, and after it the first one.
    press("8", at: 1450)
    press("7", at: 1460)
    #expect(keys.suffix(2) == [.character("8"), .character("7")])
    keys = []
    press("7", at: 2000, releasedAfter: 700)
    // The delay begins at the release.
    press("7", at: 3100)
    #expect(keys.count == (delay > 0 ? 1 : 2))
    press("7", at: 3700)
    #expect(keys.count == (delay > 0 ? 2 : 3))
  }

  @Test func keypadAcceptsTheSameDigitAfterTheDelay() {
    let keypad = Keypad(frame: Rect(0, 0, 264, 328))
    root.addSubview(keypad)
    var digits: [Keypad.Key] = []
    keypad.onPress = { digits.append($0) }
    window.bounceKeysDelay = 0.5
    let touches = TouchPlayer(window)
    touches.play("down 40,40 up +300ms down 40,40 up")
    #expect(digits == [.digit(1)])
    touches.play("down 130,40 up down 40,40 up +600ms down 40,40 up")
    #expect(digits == [.digit(1), .digit(2), .digit(1), .digit(1)])
  }
}
