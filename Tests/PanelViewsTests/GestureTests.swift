import PanelViews
import Testing

@Suite struct GestureTests {
  private let root = View(name: "root")
  private let control = Control(name: "button", frame: Rect(200, 200, 100, 40))
  private let pan = PanGestureRecognizer()
  private let tap = TapGestureRecognizer()
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    root.addSubview(control)
    root.addGestureRecognizer(pan)
    root.addGestureRecognizer(tap)
    journal.record(control)
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    pan.onChange = { [journal, unowned pan] in journal.note("pan.\(pan.state.rawValue)") }
    tap.onChange = { [journal] in journal.note("tap") }
  }

  @Test(arguments: [
    // A pan begins after 10 points and takes the touch from the control under it.
    ("down 210,210 move 220,210 up", "down inside upInside action"),
    ("down 210,210 move 220.1,210 move 230,210 up", "down cancel pan.began pan.changed pan.ended"),
    ("down 210,210 move 250,210 cancel", "down cancel pan.began pan.cancelled"),
    ("down 210,210 cancel", "down cancel"),
    // The second finger joins, and the pan ends with the last one.
    ("1:down 10,10 1:move 40,10 2:down 100,10 1:up 2:move 130,10 2:up", "pan.began pan.changed pan.ended"),
    // A touch that vanished without an up doesn't block the recognizer.
    ("down 10,10 move 60,10 down 300,300 move 350,300 up", "pan.began pan.cancelled pan.began pan.ended"),
  ])
  func panIsRecognized(line: String, expected: String) {
    tap.isEnabled = false
    touches.play(line)
    #expect(journal.line == expected)
    #expect(pan.state == .possible && pan.touches.isEmpty && !control.isTracking)
  }

  @Test(arguments: [
    ("down 10,10 up", "tap"),
    ("down 10,10 +700ms up", "tap"),
    ("down 10,10 +800ms up", ""),
    ("down 10,10 move 54,10 up", "tap"),
    ("down 10,10 move 56,10 up", ""),
    ("down 10,10 cancel", ""),
    ("1:down 10,10 2:down 20,10 1:up 2:up", ""),
    ("1:down 10,10 2:down 20,10 1:up 2:up down 10,10 up", "tap"),
  ])
  func tapIsRecognized(line: String, expected: String) {
    pan.isEnabled = false
    touches.play(line)
    #expect(journal.line == expected)
  }

  @Test(arguments: [
    ("down 10,10 up down 12,10 up", "tap"),
    ("down 10,10 up +300ms down 12,10 up", "tap"),
    ("down 10,10 up +400ms down 12,10 up", ""),
    ("down 10,10 up +400ms down 12,10 up down 12,10 up", "tap"),
    ("down 10,10 up down 80,10 up", ""),
    ("down 10,10 up down 12,10 up down 12,10 up", "tap"),
    ("down 10,10 up down 12,10 up down 12,10 up down 12,10 up", "tap tap"),
  ])
  func doubleTapIsRecognized(line: String, expected: String) {
    pan.isEnabled = false
    tap.numberOfTapsRequired = 2
    touches.play(line)
    #expect(journal.line == expected)
  }

  @Test func panTranslationIsContinuous() {
    tap.isEnabled = false
    touches.play("1:down 10,10 1:move 30,10")
    #expect(pan.translation == .zero)
    touches.play("1:move 35,17")
    #expect(pan.translation == Point(5, 7))
    touches.play("2:down 300,300")
    #expect(pan.translation == Point(5, 7))
    touches.play("2:move 304,300")
    #expect(pan.translation == Point(7, 7))
    touches.play("1:up")
    #expect(pan.translation == Point(7, 7))
    pan.translation = .zero
    touches.play("2:move 304,310")
    #expect(pan.translation == Point(0, 10))
  }

  @Test func panWaitsWhileTooFewFingersAreDown() {
    tap.isEnabled = false
    pan.minimumNumberOfTouches = 2
    touches.play("1:down 10,10 1:move 60,10")
    #expect(journal.line == "")
    touches.play("2:down 100,10 2:move 140,10 2:move 150,10 2:up")
    #expect(journal.line == "pan.began pan.changed" && pan.translation == Point(5, 0))
    touches.play("1:move 90,90")
    #expect(journal.line == "pan.began pan.changed" && pan.translation == Point(5, 0))
    touches.play("2:down 200,10 2:move 208,10")
    #expect(journal.line == "pan.began pan.changed pan.changed" && pan.translation == Point(9, 0))
    touches.play("1:up 2:up")
    #expect(journal.words.last == "pan.ended")
  }

  @Test func panFailsWithTooManyFingers() {
    tap.isEnabled = false
    pan.maximumNumberOfTouches = 1
    touches.play("1:down 10,10 2:down 100,10 2:move 150,10 1:up 2:up")
    #expect(journal.line == "")
    // One that has begun continues.
    touches.play("1:down 10,10 1:move 40,10 2:down 100,10 2:move 150,10 1:up 2:up")
    #expect(journal.line == "pan.began pan.changed pan.ended")
  }

  /// As in "Attaching gesture recognizers to UIKit controls".
  @Test func controlHandlesSingleTapsBeforeRecognizersOfItsContainers() {
    pan.isEnabled = false
    touches.play("down 210,210 up")
    #expect(journal.line == "down upInside action")
    journal.clear()
    touches.play("down 10,10 up")
    #expect(journal.line == "tap")
    journal.clear()
    // A disabled control has no action. A recognizer of the control itself takes its tap.
    control.isEnabled = false
    touches.play("down 210,210 up")
    #expect(journal.line == "tap")
    journal.clear()
    control.isEnabled = true
    control.addGestureRecognizer(tap)
    touches.play("down 210,210 up")
    #expect(journal.line == "down cancel tap")
  }

  @Test(arguments: ["slider", "switch"]) func valueControlsHandleSingleTapsToo(_ name: String) {
    pan.isEnabled = false
    let control: Control = name == "slider" ? Slider() : Switch()
    control.frame = Rect(0, 0, 100, 44)
    root.addSubview(control)
    control.addAction(for: .valueChanged) { [journal] _ in journal.note("changed") }
    touches.play("down 80,22 up")
    #expect(journal.line == "changed")
  }

  @Test func doubleTapsOnAControlReachItsContainer() {
    pan.isEnabled = false
    tap.numberOfTapsRequired = 2
    touches.play("down 210,210 up down 210,210 up")
    #expect(journal.line == "down upInside action down cancel tap")
  }

  @Test func animationsAndTimersFollowGivenTime() {
    var values: [Double] = []
    var isDone = false
    window.advance(to: 1_000_000_000)
    window.animate(
      seconds: 0.2, curve: TimingCurve(0, 0, 1, 1), update: { values.append($0) }, completion: { isDone = true })
    #expect(window.isAnimating)
    window.advance(to: 1_050_000_000)
    window.advance(to: 1_150_000_000)
    window.advance(to: 1_300_000_000)
    #expect(values.count == 3 && abs(values[0] - 0.25) < 1e-9 && abs(values[1] - 0.75) < 1e-9 && values[2] == 1)
    #expect(isDone && !window.isAnimating && window.nextDeadline == nil)
    var firings = 0
    window.after(seconds: 1) { firings += 1 }
    #expect(window.nextDeadline == 2_300_000_000)
    window.advance(to: 2_299_999_999)
    #expect(firings == 0)
    window.advance(to: 2_300_000_000)
    window.advance(to: 9_000_000_000)
    #expect(firings == 1 && window.nextDeadline == nil)
  }
}
