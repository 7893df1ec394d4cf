import PanelViews
import Testing

/// `GestureRecognizer.isEnabled`, for each recognizer.
@Suite struct DisabledRecognizerTests {
  private static let gestures:
    [(make: @Sendable () -> GestureRecognizer, beginning: String, change: String, end: String)] = [
      ({ PanGestureRecognizer() }, "down 10,10 move 30,10", "move 40,10", "up"),
      ({ LongPressGestureRecognizer() }, "down 10,10 +600ms", "move 40,10", "up"),
      ({ PinchGestureRecognizer() }, "1:down 10,10 2:down 50,10 2:move 90,10", "2:move 99,10", "1:up 2:up"),
      ({ RotationGestureRecognizer() }, "1:down 10,10 2:down 50,10 2:move 50,50", "2:move 40,80", "1:up 2:up"),
    ]

  private let root = View(name: "root")
  private let window: Window
  private let touches: TouchPlayer

  init() {
    root.isMultipleTouchEnabled = true
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
  }

  @Test(arguments: gestures.indices) func disablingCancelsGesture(_ index: Int) {
    let gesture = Self.gestures[index]
    let recognizer = gesture.make()
    var states: [GestureRecognizer.State] = []
    recognizer.onChange = { [unowned recognizer] in states.append(recognizer.state) }
    root.addGestureRecognizer(recognizer)
    touches.play(gesture.beginning)
    #expect(states == [.began])
    recognizer.isEnabled = false
    #expect(states == [.began, .cancelled] && recognizer.state == .possible && recognizer.numberOfTouches == 0)
    // Its touches don't return to it.
    recognizer.isEnabled = true
    touches.play(gesture.change + " " + gesture.end)
    #expect(states == [.began, .cancelled])
    touches.play(gesture.beginning + " " + gesture.end)
    #expect(states == [.began, .cancelled, .began, .ended])
  }

  @Test(arguments: gestures.indices) func disabledGestureNeverBegins(_ index: Int) {
    let gesture = Self.gestures[index]
    let recognizer = gesture.make()
    var count = 0
    recognizer.onChange = { count += 1 }
    root.addGestureRecognizer(recognizer)
    recognizer.isEnabled = false
    touches.play([gesture.beginning, gesture.change, gesture.end].joined(separator: " "))
    #expect(count == 0)
    // Disabled for a moment after the first touch, before the gesture begins.
    recognizer.isEnabled = true
    let words = gesture.beginning.split(separator: " ")
    let (firstTouch, rest) = (words[..<2].joined(separator: " "), words[2...].joined(separator: " "))
    touches.play(firstTouch)
    recognizer.isEnabled = false
    recognizer.isEnabled = true
    touches.play("\(rest) \(gesture.change) \(gesture.end)")
    #expect(count == 0 && recognizer.state == .possible)
  }

  @Test func disablingDiscardsFirstTapOfDoubleTap() {
    let tap = TapGestureRecognizer()
    tap.numberOfTapsRequired = 2
    var count = 0
    tap.onChange = { count += 1 }
    root.addGestureRecognizer(tap)
    touches.play("down 10,10 up")
    tap.isEnabled = false
    tap.isEnabled = true
    touches.play("down 10,10 up")
    #expect(count == 0)
    touches.play("down 10,10 up")
    #expect(count == 1)
  }
}
