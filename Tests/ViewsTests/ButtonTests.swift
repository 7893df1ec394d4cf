import Testing
import Views

@Suite struct ButtonTests {
  /// A 100×40 button at (200, 200) of a 600×400 window.
  private static func rig() -> (Window, Button) {
    let button = Button("Open", frame: Rect(200, 200, 100, 40))
    let root = View(background: .ground, subviews: [button])
    return (Window(root, size: Size(600, 400), scale: 1, threads: 1), button)
  }

  private static func picture(_ window: Window) -> [UInt32] {
    let bitmap = Bitmap(width: 600, height: 400)
    _ = window.prepare()
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    return (0..<400).flatMap { y in (0..<600).map { x in bitmap.pixels[y * bitmap.stride + x] } }
  }

  @Test func aTapPressesItAndAKeyDoes() {
    let (window, button) = Self.rig()
    var presses = 0
    button.onPress = { presses += 1 }
    var time = TimeLine(window)
    time.play("down 250,220 up down 250,300 up")
    #expect(presses == 1)
    _ = window.press(.tab, at: 2_000_000_000)
    _ = window.press(.space, at: 2_000_000_000)
    window.release(.space, at: 2_000_000_000)
    #expect(presses == 2 && button.isFocused)
  }

  @Test func itShowsTheFingerAndIsCalledByItsTitle() {
    let (window, button) = Self.rig()
    let (before, ground) = (Self.picture(window), Color.ground.premultipliedPixel)
    #expect(before[0] == ground && before[205 * 600 + 210] != ground)
    var time = TimeLine(window)
    time.play("down 250,220")
    #expect(Self.picture(window) != before)
    time.play("up")
    #expect(Self.picture(window) == before)
    button.title = "Shut"
    #expect(button.accessibilityLabel == "Shut" && Self.picture(window) != before)
  }

  /// A control that is pressed as soon as it is touched: what a subclass of somebody else's does.
  private final class Trigger: Control {
    var count = 0

    override func touchBegan(_ touch: Touch) {
      super.touchBegan(touch)
      count += 1
    }
  }

  @Test func aSubclassHearsOfTouchesAndTracksAsBefore() {
    let trigger = Trigger(frame: Rect(0, 0, 50, 50))
    let journal = Journal()
    journal.follow(trigger)
    let window = Window(View(background: .black, subviews: [trigger]), size: Size(90, 90), scale: 1, threads: 1)
    var time = TimeLine(window)
    time.play("down 10,10 up")
    #expect(trigger.count == 1 && journal.line == "down upInside action")
  }

  @Test func aRecognizerThatWasTakenOffLetsGoOfItsFinger() {
    let (window, button) = Self.rig()
    let pan = PanGestureRecognizer()
    var states: [GestureRecognizer.State] = []
    pan.onChange = { [unowned pan] in states.append(pan.state) }
    window.rootView.addGestureRecognizer(pan)
    var time = TimeLine(window)
    time.play("down 250,220 move 250,260")
    #expect(states == [.began] || states == [.began, .changed])
    window.rootView.removeGestureRecognizer(pan)
    #expect(states.last == .cancelled && pan.view == nil && pan.touches.isEmpty && pan.state == .possible)
    let count = states.count
    time.play("move 250,300 up down 10,10 move 80,80 up")
    #expect(states.count == count && window.rootView.gestureRecognizers.isEmpty && !button.isHighlighted)
  }
}
