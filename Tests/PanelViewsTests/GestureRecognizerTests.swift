import PanelViews
import Testing

/// Long press, pinch, rotation, multiple taps, and simultaneous recognizers.
@Suite struct GestureRecognizerTests {
  private let root = View(name: "root")
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
  }

  /// Adds a recognizer to the root view, and records its name with or without its states.
  private func record(_ recognizer: GestureRecognizer, _ name: String, states: Bool = true) {
    recognizer.onChange = { [journal, unowned recognizer] in
      journal.note(states ? "\(name).\(recognizer.state.rawValue)" : name)
    }
    root.addGestureRecognizer(recognizer)
  }

  private func play(_ line: String) -> String {
    touches.play(line)
    for recognizer in root.gestureRecognizers {
      #expect(recognizer.state == .possible && recognizer.touches.isEmpty, "\(recognizer)")
    }
    return journal.line
  }

  @Test(arguments: [
    ("down 10,10 +480ms up", ""),
    ("down 10,10 +510ms up", "press.began press.ended"),
    ("down 10,10 +510ms move 80,10 up", "press.began press.changed press.ended"),
    ("down 10,10 move 19,10 +510ms up", "press.began press.ended"),
    ("down 10,10 move 21,10 +510ms up", ""),
    ("down 10,10 +510ms cancel", "press.began press.cancelled"),
    ("down 10,10 +100ms cancel +600ms", ""),
    ("1:down 10,10 2:down 50,50 +600ms 1:up 2:up", ""),
    // A second finger doesn't end it.
    ("1:down 10,10 +510ms 2:down 50,50 2:up 1:up", "press.began press.ended"),
  ])
  func longPressIsRecognized(_ line: String, _ expected: String) {
    record(LongPressGestureRecognizer(), "press")
    #expect(play(line) == expected)
  }

  @Test func pinchScaleIsRatioOfDistances() {
    let pinch = PinchGestureRecognizer()
    record(pinch, "pinch")
    var scales: [Double] = []
    pinch.onChange = { [unowned pinch] in scales.append(pinch.scale) }
    // From 100 to 120 points apart the pinch is recognized at scale 1; then to 240 and to 60.
    _ = play("1:down 100,100 2:down 200,100 2:move 220,100 2:move 340,100 1:move 280,100 1:up 2:up")
    #expect(scales.map { ($0 * 1000).rounded() / 1000 } == [1, 2, 0.5, 0.5])
  }

  @Test(arguments: [
    ("1:down 100,100 2:down 200,100 2:move 209,100 1:up 2:up", ""),
    ("1:down 100,100 2:down 200,100 2:move 220,100 2:up 1:up", "pinch.began pinch.ended"),
    ("1:down 100,100 2:down 200,100 2:move 220,100 1:cancel 2:cancel", "pinch.began pinch.cancelled"),
    ("1:down 100,100 1:up", ""),
    // It waits with one finger, continues with a second one, and ends once both have lifted.
    (
      "1:down 100,100 2:down 200,100 2:move 220,100 2:up 1:move 90,100 2:down 200,100 2:move 230,100 2:up 1:up",
      "pinch.began pinch.changed pinch.ended"
    ),
    // Parallel movement isn't a pinch.
    ("1:down 100,100 2:down 200,100 1:move 105,100 2:move 205,100 1:move 110,100 2:move 210,100 1:up 2:up", ""),
    // The first two fingers count. When one lifts, the third replaces it without a jump.
    (
      "1:down 100,100 2:down 200,100 3:down 300,100 2:move 230,100 1:up 3:move 310,100 2:up 3:up",
      "pinch.began pinch.changed pinch.ended"
    ),
  ])
  func pinchIsRecognized(_ line: String, _ expected: String) {
    record(PinchGestureRecognizer(), "pinch")
    #expect(play(line) == expected)
  }

  /// The first finger of a resumed pinch moved while it was alone, and the second one landed elsewhere.
  @Test func resumedPinchContinuesItsScale() {
    let pinch = PinchGestureRecognizer()
    root.addGestureRecognizer(pinch)
    touches.play(
      "1:down 100,100 2:down 200,100 2:move 220,100 2:move 340,100 2:up 1:move 60,100 2:down 160,100 2:move 110,100")
    #expect(abs(pinch.scale - 1) < 1e-9 && pinch.state == .changed)
    touches.play("1:up 2:up")
  }

  @Test func rotationIsAngleSinceRecognition() {
    let rotation = RotationGestureRecognizer()
    record(rotation, "rotation")
    var angles: [Double] = []
    rotation.onChange = { [unowned rotation] in angles.append(rotation.rotation) }
    // A quarter turn around (200, 100), after recognition.
    _ = play("1:down 200,100 2:down 300,100 2:move 300,130 2:move 170,200 1:up 2:up")
    #expect(angles.count == 3 && angles[0] == 0)
    #expect(abs(angles[1] - .pi / 2) < 1e-9 && angles[2] == angles[1])
  }

  @Test func recognizersWorkSimultaneouslyIfAllowed() {
    let (pinch, rotation, pan) = (PinchGestureRecognizer(), RotationGestureRecognizer(), PanGestureRecognizer())
    for (recognizer, name) in [(pinch, "pinch"), (rotation, "rotation"), (pan, "pan")] as [(GestureRecognizer, String)]
    {
      recognizer.allowsSimultaneous = { _ in true }
      record(recognizer, name)
    }
    let downs = (1...10).map { "\($0):down \($0 * 40),100" }.joined(separator: " ")
    let ups = (1...10).map { "\($0):up" }.joined(separator: " ")
    let line = play("\(downs) 1:move 40,180 2:move 120,60 1:move 60,200 \(ups)")
    for name in ["pinch", "rotation"] { #expect(line.contains("\(name).began") && line.contains("\(name).ended")) }
    // Otherwise only the first one is recognized.
    for recognizer in [pinch, rotation, pan] as [GestureRecognizer] { recognizer.allowsSimultaneous = nil }
    journal.clear()
    let exclusive = play("1:down 100,100 2:down 200,100 2:move 240,160 2:move 280,200 1:up 2:up")
    #expect(Set(exclusive.split(separator: " ").map { $0.prefix { $0 != "." } }).count == 1)
  }

  @Test(arguments: [
    ("1:down 10,10 2:down 50,10 1:up 2:up", "tap"),
    ("1:down 10,10 1:up", ""),
    ("1:down 10,10 2:down 50,10 3:down 90,10 1:up 2:up 3:up", ""),
    ("1:down 10,10 +800ms 2:down 50,10 1:up 2:up", ""),
  ])
  func twoFingerTapIsRecognized(_ line: String, _ expected: String) {
    let tap = TapGestureRecognizer()
    tap.numberOfTouchesRequired = 2
    record(tap, "tap", states: false)
    #expect(play(line) == expected)
  }

  @Test(arguments: [
    ("down 10,10 up", ""),
    ("down 10,10 up +360ms", "single"),
    ("down 10,10 up +100ms down 10,10 up +500ms", "double"),
    ("down 10,10 up +100ms down 300,300 up +500ms", "single"),
    ("down 10,10 up +100ms down 10,10 move 90,10 up +500ms", "single"),
    ("down 10,10 +800ms up +500ms", ""),
    ("down 10,10 up +100ms down 10,10 cancel +500ms", "single"),
  ])
  func singleTapWaitsForDoubleTapToFail(_ line: String, _ expected: String) {
    let (single, double) = (TapGestureRecognizer(), TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    record(single, "single", states: false)
    record(double, "double", states: false)
    touches.play(line)
    #expect(journal.line == expected)
  }

  @Test func panReportsVelocity() {
    let pan = PanGestureRecognizer()
    var velocity = Point.zero
    pan.onChange = { [unowned pan] in if pan.state == .ended { velocity = pan.velocity } }
    root.addGestureRecognizer(pan)
    // 20 points per 10 ms.
    _ = play("down 10,10 move 30,10 move 50,10 move 70,10 move 90,10 move 110,10 up")
    #expect(abs(velocity.x - 2000) < 1 && velocity.y == 0)
    // A finger that pauses before lifting has no velocity.
    _ = play("down 10,10 move 30,10 move 50,10 move 70,10 +150ms up")
    #expect(velocity == .zero)
    // A second finger moves the centroid, which isn't velocity.
    _ = play("1:down 10,10 1:move 30,10 1:move 32,10 2:down 400,10 2:move 402,10 1:up 2:up")
    #expect(velocity.length < 500)
  }

  @Test func thresholdsScaleWithGestureScale() {
    record(PanGestureRecognizer(), "pan")
    window.gestureScale = 3
    #expect(play("down 10,10 move 39,10 up") == "")
    #expect(play("down 10,10 move 41,10 up") == "pan.began pan.ended")
  }

  /// A recognizer may vanish with its view while another waits for it to fail.
  @Test func removedViewReleasesItsRecognizers() {
    let single = TapGestureRecognizer()
    record(single, "single", states: false)
    weak var weakRecognizer: TapGestureRecognizer?
    weak var weakView: View?
    do {
      let view = View(name: "view", frame: Rect(0, 0, 100, 100))
      let double = TapGestureRecognizer()
      double.numberOfTapsRequired = 2
      single.require(toFail: double)
      view.addGestureRecognizer(double)
      root.addSubview(view)
      (weakRecognizer, weakView) = (double, view)
      touches.play("down 10,10 up")
      #expect(journal.line == "", "it must wait")
      view.removeFromSuperview()
    }
    touches.play("+100ms")
    #expect(weakView == nil && weakRecognizer == nil && journal.line == "single")
    touches.play("down 10,10 up")
    #expect(journal.line == "single single")
  }

  @Test func recognizerMayOutliveItsView() {
    let (single, kept) = (TapGestureRecognizer(), TapGestureRecognizer())
    do {
      let view = View(name: "view", frame: Rect(0, 0, 100, 100))
      single.require(toFail: kept)
      view.addGestureRecognizer(kept)
      #expect(kept.view === view)
    }
    #expect(kept.view == nil && kept.now == 0 && kept.threshold(3) == 3)
    // The other way around: the waiting recognizer is gone.
    do { TapGestureRecognizer().require(toFail: single) }
    record(single, "single", states: false)
    #expect(play("down 10,10 move 90,10 up down 10,10 up") == "single")
  }
}
