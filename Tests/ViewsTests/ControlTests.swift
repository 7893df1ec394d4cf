import Geometry
import Testing
import Views

@Suite struct ControlTests {
  /// A 100×40 button at (200, 200) of a 600×400 window.
  private static func rig() -> (Window, Control, Journal) {
    let root = View(name: "root")
    let control = Control(name: "button", frame: Rect(200, 200, 100, 40))
    root.addSubview(control)
    let journal = Journal()
    journal.follow(control)
    return (Window(root, size: Size(600, 400), scale: 1, threads: 1), control, journal)
  }

  @Test(arguments: [
    ("down 210,210 up", "down upInside action"),
    ("down 199,210 up", ""),
    ("down 300,210 up", ""),
    ("down 210,210 move 220,215 up", "down inside upInside action"),
    // Seventy points beyond the bounds are still inside while tracking; the edge itself is the first point outside.
    ("down 210,210 move 369,210 up", "down inside upInside action"),
    ("down 210,210 move 370,210 up", "down exit outside upOutside"),
    ("down 210,210 move 130,210 up", "down inside upInside action"),
    ("down 210,210 move 129.9,210 up", "down exit outside upOutside"),
    (
      "down 210,210 move 500,210 move 501,210 move 250,210 up", "down exit outside outside enter inside upInside action"
    ),
    ("down 210,210 cancel", "down cancel"),
    ("down 210,210 move 500,300 cancel", "down exit outside cancel"),
    // One touch at a time: the second finger is nobody's, in whatever order they go.
    ("1:down 210,210 2:down 220,220 2:up 1:up", "down upInside action"),
    ("1:down 210,210 2:down 220,220 1:up 2:up", "down upInside action"),
    // A finger that comes down twice was lifted without a word.
    ("down 210,210 down 220,220 up", "down cancel down upInside action"),
    ("up", ""),
  ])
  func tracking(line: String, expected: String) {
    let (window, control, journal) = Self.rig()
    var time = TimeLine(window)
    if line == "up" {
      window.send([TouchEvent(.ended, id: 0, at: .zero)], at: 1)
    } else {
      time.play(line)
    }
    #expect(journal.line == expected)
    #expect(!control.isHighlighted && !control.isTracking)
  }

  @Test func theLookFollowsTheFinger() {
    let (window, control, _) = Self.rig()
    var time = TimeLine(window)
    time.play("down 210,210")
    #expect(control.isHighlighted)
    time.play("move 500,210")
    #expect(!control.isHighlighted && control.isTracking)
    time.play("move 250,210")
    #expect(control.isHighlighted)
    window.cancelTouches(at: 5)
    #expect(!control.isHighlighted && !control.isTracking)
  }

  @Test func aDisabledControlSwallowsTouches() {
    let (window, control, journal) = Self.rig()
    control.isEnabled = false
    var taker: View?
    window.onTouch = { taker = $1 }
    var time = TimeLine(window)
    time.play("down 210,210 up")
    #expect(journal.line == "")
    #expect(taker === control)
  }

  /// `onTouch` hears of every finger to its end, also of one that went down where no view is. It keeps nobody from a view.
  @Test func aFingerThatMeetsNoViewIsToldToItsEnd() {
    let (window, _, journal) = Self.rig()
    var heard: [String] = []
    window.onTouch = { heard.append("\($0.id)\($0.phase) \($1?.name ?? "-")") }
    var time = TimeLine(window)
    time.play("1:down 700,10 2:down 210,210 1:move 220,220 2:up 1:up")
    #expect(heard == ["1began -", "2began button", "1moved -", "2ended button", "1ended -"])
    #expect(journal.line == "down upInside action")
    heard = []
    time.play("1:down 700,10 1:down 700,20")
    #expect(heard == ["1began -", "1cancelled -", "1began -"] && window.isTouched)
    window.cancelTouches(at: 5)
    #expect(heard.last == "1cancelled -" && !window.isTouched)
  }

  @Test func disabledUnderTheFinger() {
    let (window, control, journal) = Self.rig()
    var time = TimeLine(window)
    time.play("down 210,210")
    control.isEnabled = false
    time.play("up")
    #expect(journal.line == "down cancel")
    #expect(!control.isHighlighted)
  }

  /// The slop is measured in the control's own coordinates: on a control shown at half its size, 70 of its points are
  /// 35 of the window's.
  @Test func theSlopIsInTheControlsOwnCoordinates() {
    let (window, control, journal) = Self.rig()
    control.layer.transform = Transform3D(scaleX: 0.5, y: 0.5, z: 1)
    var time = TimeLine(window)
    // Shown from x 225 to 275.
    time.play("down 250,220 move 309,220 move 311,220 up")
    #expect(journal.line == "down inside exit outside upOutside")
  }

  @Test func aControlTakenOutOfTheTreeLetsGo() {
    let (window, control, journal) = Self.rig()
    var time = TimeLine(window)
    time.play("down 210,210")
    control.removeFromSuperview()
    time.play("up")
    #expect(journal.line == "down cancel")
  }

  /// A device that forgot an up: once another finger comes, what was pressed is let go.
  @Test func aFingerThatWasForgotten() {
    let (window, control, journal) = Self.rig()
    var time = TimeLine(window)
    time.play("0:down 210,210 +59000ms 1:down 10,10")
    #expect(control.isHighlighted && journal.line == "down")
    time.play("1:up +61000ms 2:down 10,10")
    #expect(!control.isHighlighted && journal.line == "down cancel")
    time.play("0:up 2:up")
    #expect(journal.line == "down cancel")
  }

  /// A cancel redraws the control even if its finger had strayed: nothing that is drawn only while a finger holds it stays.
  @Test(arguments: ["cancel", "up"]) func theLookFollowsAFingerThatStrayed(_ end: String) {
    final class Knob: Control {
      var looks: [Bool] = []
      override func stateDidChange() { looks.append(isTracking) }
    }
    let knob = Knob(frame: Rect(200, 200, 100, 40))
    var time = TimeLine(Window(View(background: .black, subviews: [knob]), size: Size(600, 400), scale: 1, threads: 1))
    time.play("down 210,210 move 500,210")
    #expect(knob.looks.last == true)
    time.play(end)
    #expect(knob.looks.last == false)
  }
}
