import PanelViews
import TestRendering
import Testing

/// The calls for views that move in the tree, in UIKit's order.
@Suite struct ViewTreeTests {
  /// Records the calls that it receives.
  private final class Probe: View {
    let journal: Journal
    var onDidMoveToWindow: (() -> Void)?

    init(_ name: String, _ journal: Journal) {
      self.journal = journal
      super.init(name: name)
    }

    private func note(_ call: String) { journal.note("\(name ?? "-").\(call)") }
    override func willMove(toSuperview new: View?) {
      note("will(\(new?.name ?? "nil"))from(\(superview?.name ?? "nil"))")
    }
    override func didMoveToSuperview() { note("did(\(superview?.name ?? "nil"))") }
    override func willMove(toWindow new: Window?) { note(new == nil ? "leaves" : "enters") }
    override func didMoveToWindow() {
      note(window == nil ? "left" : "entered")
      onDidMoveToWindow?()
    }
  }

  private let journal = Journal()
  private let root: Probe
  private let a, b: Probe

  init() {
    (root, a, b) = (Probe("root", journal), Probe("a", journal), Probe("b", journal))
  }

  private func expect(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(journal.line == line, sourceLocation: sourceLocation)
    journal.clear()
  }

  private func makeWindow() -> Window { Window(root, size: Size(60, 40), scale: 1, threads: 1) }

  /// A released window would notify its views.
  private func keepAlive(_ window: Window) { withExtendedLifetime(window) {} }

  @Test func subtreeEntersAndLeavesWindow() {
    a.addSubview(b)
    expect("b.will(a)from(nil) b.did(a)")
    let window = makeWindow()
    expect("root.enters root.entered")
    root.addSubview(a)
    expect("a.enters b.enters a.will(root)from(nil) a.entered b.entered a.did(root)")
    a.removeFromSuperview()
    expect("a.will(nil)from(root) a.leaves b.leaves a.left b.left a.did(nil)")
    a.removeFromSuperview()
    expect("")
    keepAlive(window)
  }

  @Test func moveWithinWindowIsNoWindowChange() {
    for view in [a, b] { root.addSubview(view) }
    let window = makeWindow()
    journal.clear()
    a.addSubview(b)
    expect("b.will(a)from(root) b.did(a)")
    // Only the order changes.
    let sibling = View()
    root.addSubview(sibling)
    root.addSubview(a)
    root.insertSubview(a, belowSubview: sibling)
    root.insertSubview(a, aboveSubview: sibling)
    root.insertSubview(a, at: 0)
    expect("")
    #expect(root.subviews.map(\.name) == ["a", nil])
    keepAlive(window)
  }

  @Test func insertionDeterminesSiblingOrder() {
    let names = ["0", "1", "2", "3"]
    let views = names.map { View(name: $0) }
    for view in views { root.addSubview(view) }
    var order: String { root.subviews.map { $0.name! }.joined() }
    root.insertSubview(views[0], aboveSubview: views[2])
    #expect(order == "1203")
    root.insertSubview(views[3], belowSubview: views[1])
    #expect(order == "3120")
    root.insertSubview(views[3], belowSubview: views[0])
    #expect(order == "1230")
    // A view that isn't a sibling: the new one becomes the last.
    root.insertSubview(views[1], aboveSubview: View())
    #expect(order == "2301" && root.layer.sublayers.compactMap(\.name).joined() == order)
  }

  @Test func releasedWindowNotifiesItsViews() {
    root.addSubview(a)
    journal.clear()
    var window: Window? = makeWindow()
    expect("root.enters a.enters root.entered a.entered")
    #expect(window?.size == Size(60, 40))
    window = nil
    expect("root.leaves a.leaves root.left a.left")
  }

  /// A subview that enters or leaves meanwhile isn't notified twice.
  @Test func didMoveToWindowMayChangeSubviews() {
    root.addSubview(a)
    root.onDidMoveToWindow = { [root, a, b] in
      guard root.window != nil else { return }
      a.removeFromSuperview()
      root.addSubview(b)
    }
    journal.clear()
    let window = makeWindow()
    expect(
      "root.enters a.enters root.entered a.will(nil)from(root) a.leaves a.left a.did(nil) "
        + "b.enters b.will(root)from(nil) b.entered b.did(root)")
    // Breaks the reference cycle of root and its closure.
    root.onDidMoveToWindow = nil
    keepAlive(window)
  }

  @Test func viewPropertiesForwardToLayer() {
    root.frame = Rect(0, 0, 60, 40)
    root.addSubview(a)
    a.frame = Rect(10, 10, 20, 10)
    a.backgroundColor = Color(red: 1, green: 0.5, blue: 0, alpha: 0.5)
    #expect(a.layer.backgroundColor == Color(1, 0.5, 0, 0.5) && Color(white: 0.5) == Color(0.5, 0.5, 0.5))
    a.clipsToBounds = true
    #expect(a.layer.masksToBounds && a.clipsToBounds)
    a.transform3D = Transform3D(scaleX: 2, y: 1, z: 1)
    #expect(a.convert(a.bounds, to: root) == Rect(0, 10, 40, 10) && a.layer.transform == a.transform3D)
    #expect(a.convert(Rect(0, 10, 20, 10), from: root) == Rect(0, 0, 10, 10))
  }

  /// `drawsContents` is read when the view is drawn.
  @Test func viewMayBeginAndStopDrawing() {
    final class Lamp: View {
      var isOn = false { didSet { setNeedsDisplay() } }
      override var drawsContents: Bool { isOn }
      override func draw(_ canvas: Canvas) { canvas.fill(bounds, color: Color(1, 0, 0)) }
    }
    let lamp = Lamp(frame: Rect(0, 0, 10, 10))
    root.addSubview(lamp)
    root.layer.backgroundColor = .white
    let window = makeWindow()
    let bitmap = Bitmap(width: 60, height: 40)
    for isOn in [false, true, false] {
      lamp.isOn = isOn
      window.update(bitmap)
      #expect(bitmap[5, 5] == (isOn ? 0xFFFF_0000 : 0xFFFF_FFFF) && bitmap[15, 5] == 0xFFFF_FFFF)
    }
  }

  /// A layer gets a bitmap only if its delegate draws contents.
  @Test func viewWithoutDrawDrawsNoContents() {
    #expect(!a.drawsContents && a.layer.delegate?.drawsContents == false)
  }
}
