import Glibc
import PanelEvents
import PanelGeometry
import PanelKit
import PanelViews
import TestCompositor
import Testing

/// Events that wait in the socket while the panel doesn't run.
@Suite struct EventTimeTests {
  private let rig: Rig
  private let button: Control
  private let recognized = Recognized()

  private final class Recognized {
    var words: [String] = []
  }

  init() throws {
    rig = try Rig(.with { $0.seat = 8 })
    button = rig.button
    try rig.setDevices([.touch, .pointer, .keyboard])
  }

  private static var milliseconds: UInt32 { UInt32(truncatingIfNeeded: EventLoop.now / 1_000_000) }

  /// Lets time pass in which the panel doesn't run.
  private func freeze(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  private func add(_ recognizer: GestureRecognizer, _ word: String) {
    recognizer.onChange = { [recognized, unowned recognizer] in
      if recognizer.state == .began || recognizer.state == .ended { recognized.words.append(word) }
    }
    button.addGestureRecognizer(recognizer)
  }

  /// The release is in the socket when the panel runs again, and the timer of the long press is due as well.
  @Test(arguments: [true, false]) func waitingReleaseComesBeforeTimers(_ hasFrame: Bool) throws {
    add(LongPressGestureRecognizer(), "long")
    add(TapGestureRecognizer(), "tap")
    for _ in 0..<3 {
      let start = Self.milliseconds
      rig.seat.time = start
      try rig.touchButton()
      freeze(milliseconds: 600)
      rig.seat.time = start + 90
      rig.seat.up(0)
      if hasFrame { rig.seat.frame() }
      try rig.settle()
    }
    #expect(recognized.words == ["tap", "tap", "tap"])
  }

  @Test(arguments: [(2000 as UInt32, 0), (100, 1)])
  func tapsCountAtTheirTimes(_ interval: UInt32, _ count: Int) throws {
    let double = TapGestureRecognizer()
    double.numberOfTapsRequired = 2
    add(double, "double")
    let start = Self.milliseconds - 2500
    for time in [0, interval] {
      for (isDown, offset) in [(true, 0), (false, 50)] as [(Bool, UInt32)] {
        rig.seat.time = start + time + offset
        if isDown { rig.seat.down(0, 110, 110, on: rig.surface) } else { rig.seat.up(0) }
        rig.seat.frame()
      }
    }
    try rig.settle()
    #expect(recognized.words.count == count)
  }

  /// A key's and a pointer's times as well.
  @Test func keysAndPointersCountAtTheirTimes() throws {
    rig.window.bounceKeysDelay = 0.5
    rig.seat.focusKeyboard(on: rig.surface, keymap: InputTests.usKeymap)
    var keys: [Key] = []
    rig.window.onKey = {
      keys.append($0)
      return true
    }
    let start = Self.milliseconds - 2500
    for (offset, isDown) in [(0, true), (10, false), (2000, true), (2010, false)] as [(UInt32, Bool)] {
      rig.seat.time = start + offset
      rig.seat.key(EventCode.q, down: isDown)
    }
    try rig.settle()
    #expect(keys.count == 2)
    var times: [UInt64] = []
    rig.window.onTouch = { event, _ in times.append(event.time ?? 0) }
    rig.seat.pointer?.sendEnter(serial: 1, surface: rig.surface.resource, surfaceX: 110, surfaceY: 110)
    for (offset, state) in [(2020, .pressed), (2090, .released)] as [(UInt32, WlPointerResource.ButtonState)] {
      rig.seat.pointer?.sendButton(serial: 2, time: start + offset, button: EventCode.leftButton, state: state)
    }
    rig.seat.pointer?.sendFrame()
    try rig.settle()
    #expect(times.count == 2 && (times.last ?? 0) - (times.first ?? 0) < 71_000_000 && rig.presses == 1)
    #expect((times.last ?? 0) - (times.first ?? 0) > 69_000_000)
  }

  /// Keys of two keyboards don't end each other's presses, and a keyboard that goes cancels only its own.
  @Test func keyboardsPressSeparately() throws {
    let rig = try Rig()
    try rig.setDevices([.keyboard])
    let first = rig.seat
    first.focusKeyboard(on: rig.surface, keymap: InputTests.usKeymap)
    first.key(EventCode.tab, down: true)
    first.key(EventCode.tab, down: false)
    try rig.settle()
    rig.compositor.addSeat()
    try rig.settle()
    try rig.setDevices([.keyboard])
    rig.seat.focusKeyboard(on: rig.surface, keymap: InputTests.usKeymap)
    first.key(EventCode.enter, down: true)
    try rig.settle()
    #expect(rig.button.isHighlighted && first !== rig.seat)
    rig.seat.key(EventCode.space, down: true)
    try rig.settle()
    rig.seat.key(EventCode.space, down: false)
    try rig.settle()
    #expect(rig.button.isHighlighted && rig.presses == 0)
    rig.compositor.removeSeat()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    first.key(EventCode.enter, down: false)
    try rig.settle()
    #expect(!rig.button.isHighlighted && rig.presses == 1)
  }
}
