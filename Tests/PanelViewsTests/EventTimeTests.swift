import PanelViews
import Testing

/// Events that are read late, or several at once, count at the times at which they occurred. Time in which the program
/// didn't run isn't time for which something was held.
@Suite struct EventTimeTests {
  private let scrollView = ScrollView(frame: Rect(0, 0, 300, 200))
  private let pad = View(name: "pad", frame: Rect(0, 200, 300, 100))
  private let window: Window
  private let journal = Journal()
  private static let start: UInt64 = 10_000

  init() {
    scrollView.contentSize = Size(300, 100_000)
    window = Window(
      View(background: .black, subviews: [scrollView, pad]), size: Size(300, 300), scale: 1, threads: 1)
    window.advance(to: Self.start * 1_000_000)
    _ = window.updateDamage()
  }

  private func add(_ recognizer: GestureRecognizer, _ word: String) {
    recognizer.onChange = { [journal, unowned recognizer] in
      if recognizer.state == .began || recognizer.state == .ended { journal.note(word) }
    }
    pad.addGestureRecognizer(recognizer)
  }

  /// Sends touches with their times in milliseconds.
  ///
  /// - Parameter time: when they are read; `nil` for the last event's time.
  private func send(
    _ events: [(phase: TouchEvent.Phase, y: Double, time: UInt64)], readAt time: UInt64? = nil
  ) {
    let events = events.map {
      TouchEvent($0.phase, id: 0, at: Point(150, $0.y), time: (Self.start + $0.time) * 1_000_000)
    }
    window.send(events, at: time.map { (Self.start + $0) * 1_000_000 } ?? events.last?.time ?? 0)
  }

  /// Advances at 60 Hz.
  private func run(from start: UInt64, to end: UInt64) {
    for time in stride(from: start, through: end, by: 16) { window.advance(to: (Self.start + time) * 1_000_000) }
  }

  /// The times of two devices, or of two clocks, differ by a little.
  @Test func timesThatGoBackDoNoHarm() {
    let doubleTap = TapGestureRecognizer()
    doubleTap.numberOfTapsRequired = 2
    add(doubleTap, "double")
    let taps: [(TouchEvent.Phase, UInt64)] = [(.began, 791), (.ended, 290), (.began, 191), (.ended, 130)]
    for (phase, time) in taps {
      window.send(
        [TouchEvent(phase, id: 0, at: Point(150, 250), time: Self.start * 1_000_000 + time)],
        at: Self.start * 1_000_000 + 1_000)
    }
    #expect(journal.words == ["double"])
  }

  // MARK: Flicks

  /// A flick of 1000 points a second, read in bursts. Returns the way after the lift.
  private func wayAfterFlick(burst: Int, rest: UInt64 = 0) -> Double {
    let moves = (0...8).map { (TouchEvent.Phase.moved, 190 - 8 * Double($0), 8 * UInt64($0)) }
    let events = [(.began, 190, 0)] + moves + [(.ended, 126, 64 + rest)]
    var index = 0
    while index < events.count {
      let batch = Array(events[index..<min(index + burst, events.count)])
      send(batch)
      index += burst
    }
    let lift = scrollView.contentOffset.y
    run(from: 64 + rest, to: 6000)
    return scrollView.contentOffset.y - lift
  }

  @Test(arguments: [2, 4, 10, 20]) func flickDoesNotDependOnHowItIsRead(_ burst: Int) {
    let expected = EventTimeTests().wayAfterFlick(burst: 1)
    #expect(expected > 300 && expected < 600)
    #expect(abs(wayAfterFlick(burst: burst) - expected) <= 12)
  }

  @Test(arguments: [1, 20]) func restingFingerDoesNotFling(_ burst: Int) {
    #expect(wayAfterFlick(burst: burst, rest: 300) == 0)
  }

  @Test func pinchIsAsFastAsItsFingers() {
    let pinch = PinchGestureRecognizer()
    pad.addGestureRecognizer(pinch)
    var events = [0, 1].map { TouchEvent(.began, id: $0, at: Point(140 + 20 * Double($0), 250)) }
    for step in 1...10 {
      events.append(TouchEvent(.moved, id: 1, at: Point(160 + 20 * Double(step), 250)))
    }
    for index in events.indices { events[index].time = (Self.start + 10 * UInt64(index)) * 1_000_000 }
    window.send(events, at: (Self.start + 120) * 1_000_000)
    #expect(pinch.velocity > 20 && pinch.velocity < 60)
  }

  // MARK: Taps

  @Test func lateTapIsRecognized() {
    add(TapGestureRecognizer(), "tap")
    send([(.began, 250, 0), (.ended, 250, 90)], readAt: 990)
    #expect(journal.line == "tap")
  }

  @Test func slowTapIsNone() {
    add(TapGestureRecognizer(), "tap")
    send([(.began, 250, 0), (.ended, 250, 900)], readAt: 900)
    #expect(journal.line == "")
  }

  /// Two taps in one read, 2 s and 200 ms apart.
  @Test(arguments: [(2000 as UInt64, "single single"), (200, "double")])
  func doubleTapIsFast(_ interval: UInt64, _ expected: String) {
    let (single, double) = (TapGestureRecognizer(), TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    add(single, "single")
    add(double, "double")
    send(
      [(.began, 250, 0), (.ended, 250, 50), (.began, 250, interval), (.ended, 250, interval + 50)],
      readAt: interval + 60)
    run(from: interval + 60, to: interval + 1000)
    #expect(journal.line == expected)
  }

  // MARK: Keys

  @Test func bounceKeysUseTheTimesOfPresses() {
    window.bounceKeysDelay = 0.5
    var count = 0
    window.onKey = { _ in
      count += 1
      return true
    }
    func press(at milliseconds: UInt64, readAt time: UInt64) {
      let (event, now) = ((Self.start + milliseconds) * 1_000_000, (Self.start + time) * 1_000_000)
      #expect(window.press(.character("7"), at: now, eventTime: event))
      window.release(.character("7"), at: now, eventTime: event + 10_000_000)
    }
    // Two presses in one read, then two around a pause of the program.
    press(at: 0, readAt: 2100)
    press(at: 2000, readAt: 2100)
    #expect(count == 2)
    press(at: 5000, readAt: 5000)
    press(at: 5100, readAt: 6500)
    #expect(count == 3)
  }

  @Test func keypadUsesTheTimesOfTouches() {
    let keypad = Keypad(frame: Rect(0, 0, 300, 300))
    pad.superview?.addSubview(keypad)
    window.layoutIfNeeded()
    window.bounceKeysDelay = 0.5
    var count = 0
    keypad.onPress = { _ in count += 1 }
    send([(.began, 30, 0), (.ended, 30, 20), (.began, 30, 2000), (.ended, 30, 2020)], readAt: 2100)
    #expect(count == 2)
  }

  /// While one key holds a button, the others don't end the press.
  @Test func otherKeysDoNotEndAPress() {
    let button = Button("a", frame: Rect(0, 0, 100, 50))
    button.onPress = { [journal] in journal.note("press") }
    pad.addSubview(button)
    window.focus(button)
    for (key, keyboard) in [(Key.space, 0), (.return, 1)] {
      _ = window.press(.return, at: window.now)
      _ = window.press(key, at: window.now, keyboard: keyboard)
      window.release(key, at: window.now, keyboard: keyboard)
      #expect(button.isHighlighted && journal.line == "")
      window.cancelKeys(at: window.now, keyboard: 1)
      #expect(button.isHighlighted)
      window.release(.return, at: window.now)
      #expect(!button.isHighlighted && journal.line == "press")
      journal.clear()
    }
  }

  // MARK: Holding

  @Test func longPressCountsOnlyWhileTheProgramRuns() {
    add(LongPressGestureRecognizer(), "long")
    send([(.began, 250, 0)])
    run(from: 0, to: 48)
    // The program was stopped until 1300, and the release comes after that.
    window.advance(to: (Self.start + 1300) * 1_000_000)
    send([(.ended, 250, 1320)])
    run(from: 1320, to: 3000)
    #expect(journal.line == "")
    // A finger that stays is recognized.
    send([(.began, 250, 4000)])
    window.advance(to: (Self.start + 5300) * 1_000_000)
    run(from: 5300, to: 5700)
    #expect(journal.line == "")
    run(from: 5700, to: 5900)
    #expect(journal.line == "long")
  }

  /// The whole press waited. It isn't long, whenever it was read.
  @Test func longPressThatWaitedIsNone() {
    add(LongPressGestureRecognizer(), "long")
    send([(.began, 250, 0), (.ended, 250, 900)], readAt: 2000)
    run(from: 2000, to: 4000)
    send([(.began, 250, 4000)], readAt: 5500)
    run(from: 5500, to: 5580)
    #expect(journal.line == "")
  }

  @Test func stepperRepeatsOnlyWhileTheProgramRuns() {
    let stepper = Stepper(frame: Rect(100, 28, 100, 44))
    pad.addSubview(stepper)
    send([(.began, 250, 0)])
    #expect(abs(stepper.value) == 1)
    window.advance(to: (Self.start + 1300) * 1_000_000)
    send([(.ended, 250, 1310)])
    #expect(abs(stepper.value) == 1)
  }

  /// The panel's timer isn't set to a deadline that passes before the program can notice that it didn't run.
  @Test func heldTouchAdvancesTheClockRegularly() {
    add(LongPressGestureRecognizer(), "long")
    send([(.began, 250, 0)])
    #expect(window.nextDeadline == (Self.start + 100) * 1_000_000)
    send([(.ended, 250, 10)])
    #expect(window.nextDeadline == nil)
  }
}
