import PanelViews
import TestRendering
import Testing

/// The look that controls inherit, and edges on whole points.
@Suite struct ControlAppearanceTests {
  private let root = View(name: "root", background: .black)
  private let window: Window

  init() { window = Window(root, size: Size(600, 400), scale: 1, threads: 1) }

  @Test func segmentsFollowLook() {
    let control = SegmentedControl(["Day", "Night"], frame: Rect(0, 0, 200, 48))
    root.addSubview(control)
    root.controlLook = .light
    #expect(control.segments.allSatisfy { $0.look == .light })
    var ownLook = ControlLook.dark
    ownLook.tint = .white
    control.look = ownLook
    control.setTitles(["A", "B", "C"])
    #expect(control.segments.allSatisfy { $0.look == ownLook })
  }

  @Test func keysAndSegmentsAreOnWholePoints() {
    let control = SegmentedControl(["Day", "Night", "Away"], frame: Rect(0, 0, 250, 48))
    let keypad = Keypad(frame: Rect(0, 100, 220, 221))
    for view in [control, keypad] { root.addSubview(view) }
    window.layoutIfNeeded()
    for view in control.subviews + keypad.subviews {
      let frame = view.frame
      #expect([frame.minX, frame.minY, frame.maxX, frame.maxY].allSatisfy { $0 == $0.rounded() }, "\(frame)")
    }
    // The targets of adjacent segments have no gap.
    #expect(zip(control.segments, control.segments.dropFirst()).allSatisfy { $0.frame.maxX == $1.frame.minX })
  }

  /// The ends of the track line up with other views, and the enlarged knob isn't cut off there.
  @Test(arguments: [0, 30]) func sliderTrackReachesItsMargins(_ margin: Int) {
    let slider = Slider(frame: Rect(100, 100, 200, 44))
    slider.layoutMargins = Insets(horizontal: Double(margin))
    root.addSubview(slider)
    func paintedColumns() -> [Int] {
      let picture = window.image()
      return (0..<600).filter { x in (100..<144).contains { picture[x, $0] != 0xFF00_0000 } }
    }
    let columns = Array(100 + margin..<300 - margin)
    #expect(paintedColumns() == columns)
    let touch = TouchPlayer(window)
    for (value, x) in [(0.0, 101), (1, 299)] {
      slider.value = value
      touch.play("down \(x),122")
      #expect(slider.isTracking && slider.value == value && paintedColumns() == columns)
      touch.play("up")
    }
  }

  @Test(arguments: [264.0, 153, 120]) func titlesFitNarrowKeys(_ width: Double) {
    let keypad = Keypad(frame: Rect(0, 0, width, 328))
    root.addSubview(keypad)
    window.layoutIfNeeded()
    for case let key as Button in keypad.subviews {
      let fitting = key.sizeThatFits(.zero).width
      #expect(fitting <= key.bounds.width, "\(key.title): \(fitting) in \(key.bounds.width)")
    }
  }

  @Test(arguments: [false, true]) func pressedSwitchIsHighlighted(_ isOn: Bool) {
    let control = Switch(frame: Rect(0, 0, 60, 44))
    control.isOn = isOn
    root.addSubview(control)
    // A point of the track next to the knob.
    let point = Point(isOn ? 10 : 50, 22)
    let before = window.image()[point]
    TouchPlayer(window).play("down 30,22")
    #expect(window.image()[point] != before)
  }

  @Test func disabledStepperIsEvenlyFaint() {
    let control = Stepper(frame: Rect(0, 0, 112, 44))
    control.isEnabled = false
    root.addSubview(control)
    let image = window.image()
    // The plus has one color at its center and along its arms.
    #expect(image[83, 21] == image[79, 21] && image[83, 21] == image[83, 17])
    // The line between the buttons is one pixel wide.
    let background = image[20, 10]
    #expect(image[56, 22] != background && image[55, 22] == background && image[57, 22] == background)
  }
}
