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

  @Test func labelFollowsTheTitleAgainAfterItWasRemoved() {
    button.setTitle(nil, for: .normal)
    button.setTitle("Go", for: .normal)
    #expect(button.spokenLabel == "Go")
    button.accessibilityLabel = "Start"
    button.title = "Run"
    #expect(button.spokenLabel == "Start")
  }

  /// A state without its title, color, image or look has the normal one.
  @Test func appearanceFollowsTheState() {
    func pixels() -> [UInt32] { window.image().pixelArray }
    let normal = pixels()
    button.setTitle("Open", for: .selected)
    button.setTitleColor(.white, for: .disabled)
    #expect(pixels() == normal && button.titleColor(for: .disabled) == .white)
    button.setTitleColor(Color(1, 0, 0), for: .normal)
    let red = pixels()
    #expect(red != normal && button.titleColor == Color(1, 0, 0))
    button.titleColor = .white
    var look = ControlLook.dark
    look.background = Color(0, 0, 1)
    button.setLook(look, for: .highlighted)
    #expect(pixels() == normal)
    touches.play("down 250,220")
    #expect(window.image()[205, 220] == 0xFF1E_1EFF)
    touches.play("up")
    button.isSelected = true
    #expect(button.title(for: button.state) == "Open" && pixels() != normal)
    button.isSelected = false
    #expect(pixels() == normal)
  }

  @Test func imageIsDrawnBeforeTheTitle() {
    let image = Bitmap(width: 10, height: 10)
    for index in 0..<100 { image.pixels[index / 10 * image.stride + index % 10] = 0xFFFF_0000 }
    let width = button.sizeThatFits(.zero).width
    button.setImage(image, for: .normal)
    #expect(button.sizeThatFits(.zero).width == width + 18 && button.image(for: .selected) === image)
    let picture = window.image()
    let red = (200..<300).filter { picture[$0, 220] == 0xFFFF_0000 }
    #expect(red.count >= 9 && (red.last ?? 0) < 250)
    button.title = ""
    let centered = window.image()
    #expect((245..<255).allSatisfy { centered[$0, 220] == 0xFFFF_0000 })
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
