import PanelViews
import Testing

/// Recognizers and views that are removed, disabled or added while a touch is delivered. The rules are UIKit's.
@Suite struct DeliveryTests {
  /// Records what it receives and its states. Begins with the first movement.
  private final class Probe: GestureRecognizer {
    private let journal: Journal
    private let name: String

    init(_ name: String, _ journal: Journal) {
      (self.name, self.journal) = (name, journal)
      super.init()
      cancelsTouchesInView = false
      allowsSimultaneous = { _ in true }
      onChange = { [unowned self] in journal.note("\(name)=\(state)") }
    }

    override func touchBegan(_ touch: Touch) { journal.note("\(name).down") }
    override func touchMoved(_ touch: Touch) {
      journal.note("\(name).move")
      transition(to: state == .possible ? .began : .changed)
    }
    override func touchEnded(_ touch: Touch) {
      journal.note("\(name).up")
      transition(to: state == .possible ? .failed : .ended)
    }
    override func touchCancelled(_ touch: Touch) {
      journal.note("\(name).cancel")
      transition(to: state == .possible ? .failed : .cancelled)
    }
  }

  private final class Target: View {
    private let journal: Journal

    init(_ journal: Journal) {
      self.journal = journal
      super.init(name: "target", frame: Rect(100, 100, 200, 200))
    }

    override func touchBegan(_ touch: Touch) { journal.note("view.down") }
    override func touchMoved(_ touch: Touch) { journal.note("view.move") }
    override func touchEnded(_ touch: Touch) { journal.note("view.up") }
    override func touchCancelled(_ touch: Touch) { journal.note("view.cancel") }
  }

  private let root = View(name: "root")
  private let journal = Journal()
  private let target: Target
  /// The recognizers in the order of delivery: `a`, `tap`, `b`. `late` isn't added at first.
  private let tap = TapGestureRecognizer()
  private let a, b, late: Probe
  private let window: Window
  private let touches: TouchPlayer

  init() {
    target = Target(journal)
    (a, b, late) = (Probe("a", journal), Probe("b", journal), Probe("late", journal))
    tap.cancelsTouchesInView = false
    tap.allowsSimultaneous = { _ in true }
    tap.onChange = { [journal] in journal.note("tap") }
    root.addSubview(target)
    for recognizer in [a, tap, b] { root.addGestureRecognizer(recognizer) }
    window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    touches = TouchPlayer(window)
    window.onTouch = { [journal] event, _ in journal.note("window.\(event.phase)") }
  }

  private func apply(_ change: String) {
    let recognizers = ["a": a, "b": b, "late": late, "tap": tap]
    let words = change.split(separator: " ").map(String.init)
    switch (words[0], words[1]) {
    case ("remove", "view"): target.removeFromSuperview()
    case ("hide", "view"): target.isHidden = true
    case ("ignore", "view"): target.isUserInteractionEnabled = false
    case ("remove", let name): root.removeGestureRecognizer(recognizers[name]!)
    case ("add", let name): root.addGestureRecognizer(recognizers[name]!)
    case ("disable", let name): recognizers[name]!.isEnabled = false
    case ("restart", let name):
      recognizers[name]!.isEnabled = false
      recognizers[name]!.isEnabled = true
    default: preconditionFailure("unknown change: \(change)")
    }
  }

  private static let drag = "down 150,150 move 170,150 move 180,150 up"
  private static let taps = "down 150,150 up"

  @Test(arguments: [
    // Removed: it receives nothing more, and is cancelled if it had begun.
    ("a.down", "remove a", drag, "a", "a.down"),
    ("a=began", "remove a", drag, "a", "a.down a.move a=began a=cancelled"),
    ("a=changed", "remove a", drag, "a", "a.down a.move a=began a.move a=changed a=cancelled"),
    ("a=ended", "remove a", drag, "a", "a.down a.move a=began a.move a=changed a.up a=ended"),
    ("b=began", "remove a", drag, "a", "a.down a.move a=began a=cancelled"),
    // Also removed if it would be the next one to receive the event.
    ("a.down", "remove b", drag, "b", ""),
    ("a=began", "remove b", drag, "b", "b.down"),
    ("a.up", "remove b", drag, "b", "b.down b.move b=began b.move b=changed b=cancelled"),
    ("a.down", "remove tap", taps, "tap", ""),
    ("a.up", "remove tap", taps, "tap", ""),
    // Disabled: the same, until the next touch that begins while it is enabled.
    ("a=began", "disable a", drag, "a", "a.down a.move a=began a=cancelled"),
    ("b=began", "disable a", drag + " " + drag, "a", "a.down a.move a=began a=cancelled"),
    ("a.down", "disable b", drag, "b", ""),
    ("a.up", "disable tap", taps, "tap", ""),
    (
      "a=began", "restart a", drag + " " + taps, "a", "a.down a.move a=began a=cancelled a.down a.up"
    ),
    // Added: it receives the next touch.
    ("a.down", "add late", drag + " " + taps, "late", "late.down late.up"),
    ("a=began", "add late", drag + " " + taps, "late", "late.down late.up"),
    // A view that leaves the tree has its touch cancelled once, in order.
    ("view.down", "remove view", drag, "view", "view.down view.cancel"),
    ("view.down", "remove view", drag, "window", "window.began window.cancelled"),
    ("view.down", "remove view", drag, "b", "b.down b.cancel"),
    ("view.move", "remove view", drag, "view", "view.down view.move view.cancel"),
    ("view.move", "remove view", drag, "window", "window.began window.moved window.cancelled"),
    ("view.move", "remove view", drag, "b", "b.down b.move b=began b.cancel b=cancelled"),
    ("view.up", "remove view", taps, "view", "view.down view.up"),
    ("view.up", "remove view", taps, "window", "window.began window.ended"),
    ("view.cancel", "remove view", "down 150,150 cancel", "view", "view.down view.cancel"),
    // If a recognizer removes the view, later recognizers with the touch receive its end; the others receive nothing.
    ("a.down", "remove view", drag, "view", ""),
    ("a.down", "remove view", drag, "a", "a.down a.cancel"),
    ("a.down", "remove view", drag, "b", ""),
    ("a.down", "remove view", drag, "window", "window.began window.cancelled"),
    ("a=began", "remove view", drag, "view", "view.down view.cancel"),
    ("a=began", "remove view", drag, "b", "b.down b.cancel"),
    ("a.up", "remove view", taps, "view", "view.down view.cancel"),
    ("a.up", "remove view", taps, "b", "b.down b.up"),
    ("a.up", "remove view", taps, "window", "window.began window.ended"),
    ("a.cancel", "remove view", "down 150,150 cancel", "view", "view.down view.cancel"),
    ("a.cancel", "remove view", "down 150,150 cancel", "window", "window.began window.cancelled"),
    // Other changes of its view don't affect a touch.
    ("view.down", "ignore view", drag, "view", "view.down view.move view.move view.up"),
    ("view.down", "hide view", drag, "view", "view.down view.move view.move view.up"),
  ])
  func handlersMayChangeTheViewsDuringDelivery(
    when: String, change: String, line: String, name: String, expected: String
  ) {
    var isDone = false
    journal.onNote = { word in
      guard word == when, !isDone else { return }
      isDone = true
      apply(change)
    }
    defer { journal.onNote = nil }
    touches.play(line)
    #expect(isDone)
    let words = journal.words.filter { $0 == name || $0.hasPrefix(name + ".") || $0.hasPrefix(name + "=") }
    #expect(words.joined(separator: " ") == expected)
    #expect(!window.isTouched && [a, b, late].allSatisfy { $0.state == .possible && $0.touches.isEmpty })
  }

  /// `began` is never reported after `cancelled`.
  @Test func viewMayDisableRecognizerThatCancelsItsTouch() {
    a.cancelsTouchesInView = true
    journal.onNote = { if $0 == "view.cancel" { apply("disable a") } }
    defer { journal.onNote = nil }
    touches.play(Self.drag)
    #expect(journal.words.filter { $0.hasPrefix("a=") } == ["a=cancelled"])
  }

  @Test func windowIsReleasedWithTouchesDown() {
    weak var view: View?
    weak var pinch: PinchGestureRecognizer?
    weak var pan: PanGestureRecognizer?
    do {
      let root = View(name: "root")
      let (newPinch, newPan) = (PinchGestureRecognizer(), PanGestureRecognizer())
      newPinch.allowsSimultaneous = { _ in true }
      for recognizer in [newPinch, newPan] { root.addGestureRecognizer(recognizer) }
      (view, pinch, pan) = (root, newPinch, newPan)
      let player = TouchPlayer(Window(root, size: Size(600, 400), scale: 1, threads: 1))
      player.play("1:down 100,100 2:down 200,100 2:move 250,100 1:move 80,100")
      withExtendedLifetime(player) { #expect(newPinch.state == .changed && newPan.state == .changed) }
    }
    #expect(view == nil && pinch == nil && pan == nil)
  }

  /// A view that is shown in another window afterwards isn't pressed, focused or in the middle of a gesture there.
  @Test func releasedWindowEndsTouchesAndFocus() {
    let (root, pan, control) = (View(name: "root"), PanGestureRecognizer(), Control(frame: Rect(0, 0, 50, 50)))
    pan.cancelsTouchesInView = false
    root.addGestureRecognizer(pan)
    root.addSubview(control)
    do {
      let player = TouchPlayer(Window(root, size: Size(600, 400), scale: 1, threads: 1))
      player.play("1:down 10,10 1:move 40,10")
      withExtendedLifetime(player) { #expect(control.isHighlighted && pan.state == .began) }
    }
    #expect(!control.isHighlighted && !control.isTracking && pan.state == .possible && pan.touches.isEmpty)
    do {
      let window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
      window.focus(control)
      #expect(control.isFocused)
    }
    #expect(!control.isFocused)
    let window = Window(root, size: Size(600, 400), scale: 1, threads: 1)
    TouchPlayer(window).play("1:down 10,10 1:move 40,10")
    #expect(control.isHighlighted && pan.state == .began)
  }
}
