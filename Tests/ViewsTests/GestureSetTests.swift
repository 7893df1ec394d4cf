import Geometry
import Testing
import Views

/// Long press, pinch, rotation, several taps, and recognizers beside each other.
@Suite struct GestureSetTests {
  private let root = View(name: "root")
  private let journal = Journal()
  private let window: Window

  init() { window = Window(root, size: Size(600, 400), scale: 1, threads: 1) }

  private func follow(_ recognizer: GestureRecognizer, _ name: String, phases: Bool = true) {
    recognizer.onChange = { [journal, unowned recognizer] in
      journal.note(phases ? "\(name).\(recognizer.state.rawValue)" : name)
    }
    root.addGestureRecognizer(recognizer)
  }

  private func play(_ line: String) -> String {
    var time = TimeLine(window)
    time.play(line)
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
    // A finger that comes later doesn't end it.
    ("1:down 10,10 +510ms 2:down 50,50 2:up 1:up", "press.began press.ended"),
  ])
  func aLongPress(_ line: String, _ expected: String) {
    follow(LongPressGestureRecognizer(), "press")
    #expect(play(line) == expected)
  }

  @Test func aPinchMeasuresTheDistance() {
    let pinch = PinchGestureRecognizer()
    follow(pinch, "pinch")
    var scales: [Double] = []
    pinch.onChange = { [unowned pinch] in scales.append(pinch.scale) }
    // From 100 to 120 apart: recognised, nothing scaled yet. Then to 240 and to 60.
    _ = play("1:down 100,100 2:down 200,100 2:move 220,100 2:move 340,100 1:move 280,100 1:up 2:up")
    #expect(scales.map { ($0 * 1000).rounded() / 1000 } == [1, 2, 0.5, 0.5])
  }

  @Test(arguments: [
    ("1:down 100,100 2:down 200,100 2:move 209,100 1:up 2:up", ""),
    ("1:down 100,100 2:down 200,100 2:move 220,100 2:up 1:up", "pinch.began pinch.ended"),
    ("1:down 100,100 2:down 200,100 2:move 220,100 1:cancel 2:cancel", "pinch.began pinch.cancelled"),
    ("1:down 100,100 1:up", ""),
    // Moving side by side is no pinch.
    ("1:down 100,100 2:down 200,100 1:move 105,100 2:move 205,100 1:move 110,100 2:move 210,100 1:up 2:up", ""),
    // Of ten fingers the first two count; when one goes the next takes its place without a jump.
    (
      "1:down 100,100 2:down 200,100 3:down 300,100 2:move 230,100 1:up 3:move 310,100 2:up 3:up",
      "pinch.began pinch.changed pinch.ended"
    ),
  ])
  func pinching(_ line: String, _ expected: String) {
    follow(PinchGestureRecognizer(), "pinch")
    #expect(play(line) == expected)
  }

  @Test func aRotationMeasuresTheAngle() {
    let rotation = RotationGestureRecognizer()
    follow(rotation, "rotation")
    var angles: [Double] = []
    rotation.onChange = { [unowned rotation] in angles.append(rotation.rotation) }
    // About (200, 100), a hundred points apart: a quarter turn after it was recognised.
    _ = play("1:down 200,100 2:down 300,100 2:move 300,130 2:move 170,200 1:up 2:up")
    #expect(angles.count == 3 && angles[0] == 0)
    #expect(abs(angles[1] - .pi / 2) < 1e-9 && angles[2] == angles[1])
  }

  @Test func tenFingersTurnAndPinchTogether() {
    let (pinch, rotation, pan) = (PinchGestureRecognizer(), RotationGestureRecognizer(), PanGestureRecognizer())
    for (recognizer, name) in [(pinch, "pinch"), (rotation, "rotation"), (pan, "pan")] as [(GestureRecognizer, String)]
    {
      recognizer.allowsSimultaneous = { _ in true }
      follow(recognizer, name)
    }
    let downs = (1...10).map { "\($0):down \($0 * 40),100" }.joined(separator: " ")
    let ups = (1...10).map { "\($0):up" }.joined(separator: " ")
    let line = play("\(downs) 1:move 40,180 2:move 120,60 1:move 60,200 \(ups)")
    for name in ["pinch", "rotation"] { #expect(line.contains("\(name).began") && line.contains("\(name).ended")) }
    // Left to themselves the first one wins.
    for recognizer in [pinch, rotation, pan] as [GestureRecognizer] { recognizer.allowsSimultaneous = nil }
    journal.clear()
    let alone = play("1:down 100,100 2:down 200,100 2:move 240,160 2:move 280,200 1:up 2:up")
    #expect(Set(alone.split(separator: " ").map { $0.prefix { $0 != "." } }).count == 1)
  }

  @Test(arguments: [
    ("1:down 10,10 2:down 50,10 1:up 2:up", "tap"),
    ("1:down 10,10 1:up", ""),
    ("1:down 10,10 2:down 50,10 3:down 90,10 1:up 2:up 3:up", ""),
    ("1:down 10,10 +800ms 2:down 50,10 1:up 2:up", ""),
  ])
  func aTapOfTwoFingers(_ line: String, _ expected: String) {
    let tap = TapGestureRecognizer()
    tap.numberOfTouchesRequired = 2
    follow(tap, "tap", phases: false)
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
  func aSingleTapWaitsForTheDoubleOneToFail(_ line: String, _ expected: String) {
    let (single, double) = (TapGestureRecognizer(), TapGestureRecognizer())
    double.numberOfTapsRequired = 2
    single.require(toFail: double)
    follow(single, "single", phases: false)
    follow(double, "double", phases: false)
    var time = TimeLine(window)
    time.play(line)
    #expect(journal.line == expected)
  }

  @Test func aPanTellsItsSpeed() {
    let pan = PanGestureRecognizer()
    var velocity = Point.zero
    pan.onChange = { [unowned pan] in if pan.state == .ended { velocity = pan.velocity } }
    root.addGestureRecognizer(pan)
    // 20 points in each 10 ms.
    _ = play("down 10,10 move 30,10 move 50,10 move 70,10 move 90,10 move 110,10 up")
    #expect(abs(velocity.x - 2000) < 1 && velocity.y == 0)
    // A finger that rests before it lets go flings nothing.
    _ = play("down 10,10 move 30,10 move 50,10 move 70,10 +150ms up")
    #expect(velocity == .zero)
    // A second finger moves the middle, and that is no speed.
    _ = play("1:down 10,10 1:move 30,10 1:move 32,10 2:down 400,10 2:move 402,10 1:up 2:up")
    #expect(velocity.length < 500)
  }

  @Test func thresholdsGrowWithThePanel() {
    follow(PanGestureRecognizer(), "pan")
    window.gestureScale = 3
    #expect(play("down 10,10 move 39,10 up") == "")
    #expect(play("down 10,10 move 41,10 up") == "pan.began pan.ended")
  }

  /// One that another waits for may be its view's last word: neither holds the other, and who waited goes on.
  @Test func recognizersGoWithTheirViews() {
    let single = TapGestureRecognizer()
    follow(single, "single", phases: false)
    weak var gone: TapGestureRecognizer?
    weak var goneView: View?
    var time = TimeLine(window)
    do {
      let view = View(name: "view", frame: Rect(0, 0, 100, 100))
      let double = TapGestureRecognizer()
      double.numberOfTapsRequired = 2
      single.require(toFail: double)
      view.addGestureRecognizer(double)
      root.addSubview(view)
      (gone, goneView) = (double, view)
      time.play("down 10,10 up")
      #expect(journal.line == "", "it waits")
      view.removeFromSuperview()
    }
    time.play("+100ms")
    #expect(goneView == nil && gone == nil && journal.line == "single")
    time.play("down 10,10 up")
    #expect(journal.line == "single single")
  }

  /// A recognizer that somebody keeps knows nothing of a view that is gone.
  @Test func aRecognizerThatOutlivesItsView() {
    let (single, kept) = (TapGestureRecognizer(), TapGestureRecognizer())
    do {
      let view = View(name: "view", frame: Rect(0, 0, 100, 100))
      single.require(toFail: kept)
      view.addGestureRecognizer(kept)
      #expect(kept.view === view)
    }
    #expect(kept.view == nil && kept.now == 0 && kept.threshold(3) == 3)
    // And the other way around: who waited is gone, and is told nothing.
    do { TapGestureRecognizer().require(toFail: single) }
    follow(single, "single", phases: false)
    #expect(play("down 10,10 move 90,10 up down 10,10 up") == "single")
  }
}
