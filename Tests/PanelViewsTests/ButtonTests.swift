import PanelViews
import TestRendering
import Testing

@Suite struct ButtonTests {
  private let button = Button("Open", frame: Rect(200, 200, 100, 40))
  private let window: Window
  private let touches: TouchPlayer

  init() {
    window = Window(
      View(background: .defaultBackground, subviews: [button]), size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
  }

  @Test func tapAndKeyPressButton() {
    var presses = 0
    button.onPress = { presses += 1 }
    touches.play("down 250,220 up down 250,300 up")
    #expect(presses == 1)
    _ = window.press(.tab, at: 2_000_000_000)
    _ = window.press(.space, at: 2_000_000_000)
    window.release(.space, at: 2_000_000_000)
    #expect(presses == 2 && button.isFocused)
  }

  @Test func highlightAndTitleAreDrawn() {
    let (before, background) = (window.image(), Color.defaultBackground.premultipliedPixel)
    #expect(before[0, 0] == background && before[210, 205] != background)
    touches.play("down 250,220")
    #expect(window.image().pixelArray != before.pixelArray)
    touches.play("up")
    #expect(window.image().pixelArray == before.pixelArray)
    button.title = "Shut"
    #expect(button.accessibilityLabel == "Shut" && window.image().pixelArray != before.pixelArray)
  }

  /// An application's control that acts on touch down.
  private final class Trigger: Control {
    var count = 0

    override func touchBegan(_ touch: Touch) {
      super.touchBegan(touch)
      count += 1
    }
  }

  @Test func overriddenTouchMethodKeepsTracking() {
    let trigger = Trigger(frame: Rect(0, 0, 50, 50))
    let journal = Journal()
    journal.record(trigger)
    window.rootView.addSubview(trigger)
    touches.play("down 10,10 up")
    #expect(trigger.count == 1 && journal.line == "down upInside action")
  }

  @Test func removedRecognizerReleasesItsTouch() {
    let pan = PanGestureRecognizer()
    var states: [GestureRecognizer.State] = []
    pan.onChange = { [unowned pan] in states.append(pan.state) }
    window.rootView.addGestureRecognizer(pan)
    touches.play("down 250,220 move 250,260")
    #expect(states == [.began] || states == [.began, .changed])
    window.rootView.removeGestureRecognizer(pan)
    #expect(states.last == .cancelled && pan.view == nil && pan.touches.isEmpty && pan.state == .possible)
    let count = states.count
    touches.play("move 250,300 up down 10,10 move 80,80 up")
    #expect(states.count == count && window.rootView.gestureRecognizers.isEmpty && !button.isHighlighted)
  }
}
