import PanelViews
import Testing

@Suite struct ControlTests {
  private let control = Control(name: "button", frame: Rect(200, 200, 100, 40))
  private let journal = Journal()
  private let window: Window
  private let touches: TouchPlayer

  init() {
    let root = View(name: "root")
    root.addSubview(control)
    journal.record(control)
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
  }

  @Test(arguments: [
    ("down 210,210 up", "down upInside action"),
    ("down 199,210 up", ""),
    ("down 300,210 up", ""),
    ("down 210,210 move 220,215 up", "down inside upInside action"),
    // Tracking extends to 70 points beyond the bounds; the edge itself is outside.
    ("down 210,210 move 369,210 up", "down inside upInside action"),
    ("down 210,210 move 370,210 up", "down exit outside upOutside"),
    ("down 210,210 move 130,210 up", "down inside upInside action"),
    ("down 210,210 move 129.9,210 up", "down exit outside upOutside"),
    (
      "down 210,210 move 500,210 move 501,210 move 250,210 up", "down exit outside outside enter inside upInside action"
    ),
    ("down 210,210 cancel", "down cancel"),
    ("down 210,210 move 500,300 cancel", "down exit outside cancel"),
    // A control tracks one touch; the second finger is ignored, in whatever order they lift.
    ("1:down 210,210 2:down 220,220 2:up 1:up", "down upInside action"),
    ("1:down 210,210 2:down 220,220 1:up 2:up", "down upInside action"),
    // A second down without an up cancels the first touch.
    ("down 210,210 down 220,220 up", "down cancel down upInside action"),
    ("up", ""),
  ])
  func controlSendsTrackingEvents(line: String, expected: String) {
    if line == "up" {
      window.send([TouchEvent(.ended, id: 0, at: .zero)], at: 1)
    } else {
      touches.play(line)
    }
    #expect(journal.line == expected)
    #expect(!control.isHighlighted && !control.isTracking)
  }

  @Test func highlightFollowsFinger() {
    touches.play("down 210,210")
    #expect(control.isHighlighted)
    touches.play("move 500,210")
    #expect(!control.isHighlighted && control.isTracking)
    touches.play("move 250,210")
    #expect(control.isHighlighted)
    window.cancelInput(at: 5)
    #expect(!control.isHighlighted && !control.isTracking)
  }

  @Test func disabledControlConsumesTouches() {
    control.isEnabled = false
    var receiver: View?
    window.onTouch = { receiver = $1 }
    touches.play("down 210,210 up")
    #expect(journal.line == "")
    #expect(receiver === control)
  }

  /// It doesn't keep another finger from a control, either.
  @Test func touchOutsideAllViewsIsReportedUntilItEnds() {
    var reported: [String] = []
    window.onTouch = { reported.append("\($0.id)\($0.phase) \($1?.name ?? "-")") }
    touches.play("1:down 700,10 2:down 210,210 1:move 220,220 2:up 1:up")
    #expect(reported == ["1began -", "2began button", "1moved -", "2ended button", "1ended -"])
    #expect(journal.line == "down upInside action")
    reported = []
    touches.play("1:down 700,10 1:down 700,20")
    #expect(reported == ["1began -", "1cancelled -", "1began -"] && window.isTouched)
    window.cancelInput(at: 5)
    #expect(reported.last == "1cancelled -" && !window.isTouched)
  }

  @Test func disablingControlCancelsItsTouch() {
    touches.play("down 210,210")
    control.isEnabled = false
    touches.play("up")
    #expect(journal.line == "down cancel")
    #expect(!control.isHighlighted)
  }

  /// At half its size, 70 of the control's points are 35 of the window's.
  @Test func trackingDistanceIsInControlCoordinates() {
    control.layer.transform = Transform3D(scaleX: 0.5, y: 0.5, z: 1)
    touches.play("down 250,220 move 309,220 move 311,220 up")
    #expect(journal.line == "down inside exit outside upOutside")
  }

  @Test func removingControlCancelsItsTouch() {
    touches.play("down 210,210")
    control.removeFromSuperview()
    touches.play("up")
    #expect(journal.line == "down cancel")
  }

  /// A pointer's release may be lost, too: a finger takes the view over at once.
  @Test func fingerCancelsThePointersTouchOnItsView() {
    touches.play("-1:down 210,210 0:down 220,220 0:up")
    #expect(journal.line == "down cancel down upInside action")
    // Not on another view, and not the other way around.
    journal.clear()
    touches.play("-1:down 210,210 0:down 10,10 0:up -1:up 0:down 210,210 -1:down 220,220 -1:up 0:up")
    #expect(journal.line == "down upInside action down upInside action")
  }

  /// Otherwise no finger would get through until the pointer's touch counts as lost.
  @Test func fingerEndsAnIgnoredPointersTouch() {
    var isAsleep = true
    window.shouldReceive = {
      defer { isAsleep = false }
      return !isAsleep
    }
    touches.play("-1:down 10,10 0:down 220,220 0:up")
    #expect(journal.line == "down upInside action")
  }

  /// A touch device may lose an up. The touch ends when another finger comes down a minute later.
  @Test func lostTouchIsCancelled() {
    touches.play("0:down 210,210 +59000ms 1:down 10,10")
    #expect(control.isHighlighted && journal.line == "down")
    touches.play("1:up +61000ms 2:down 10,10")
    #expect(!control.isHighlighted && journal.line == "down cancel")
    touches.play("0:up 2:up")
    #expect(journal.line == "down cancel")
  }

  @Test(arguments: ["cancel", "up"]) func controlIsRedrawnIfTouchEndsOutside(_ end: String) {
    final class Knob: Control {
      var states: [Bool] = []
      override func stateDidChange() { states.append(isTracking) }
    }
    let knob = Knob(frame: Rect(200, 200, 100, 40))
    window.rootView.addSubview(knob)
    touches.play("down 210,210 move 500,210")
    #expect(knob.states.last == true)
    touches.play(end)
    #expect(knob.states.last == false)
  }
}
