import PanelViews
import Testing

/// Classes that override `point(inside:)` and `hitTest`, by UIKit's rules.
@Suite struct HitTestOverrideTests {
  /// Its area is `outset` points larger on each side.
  private final class Large: View {
    var outset = 20.0
    override func point(inside point: Point) -> Bool { bounds.insetBy(-outset, -outset).contains(point) }
  }

  private final class Custom: View {
    var override: (_ hit: View?) -> View? = { $0 }
    var asksSuper = true
    override func hitTest(_ point: Point, trace: HitTrace?) -> View? {
      override(asksSuper ? super.hitTest(point, trace: trace) : nil)
    }
  }

  private let root = View(name: "root", frame: Rect(0, 0, 400, 400))
  private let large = Large(name: "large", frame: Rect(100, 100, 50, 50))
  private let custom = Custom(name: "custom", frame: Rect(200, 100, 100, 100))
  private let inner = View(name: "inner", frame: Rect(0, 0, 50, 50))

  init() {
    for view in [large, custom] { root.addSubview(view) }
    custom.addSubview(inner)
  }

  private func trace(_ x: Double, _ y: Double) -> [String] {
    var steps: [String] = []
    let hit = root.hitTest(Point(x, y)) { steps.append("\($0.view.name ?? "-") \($0.outcome)") }
    #expect(steps.last == "\(hit?.name ?? "-") hit" && steps.filter { $0.hasSuffix(" hit") }.count == 1)
    return steps
  }

  @Test func pointInsideEnlargesTouchArea() {
    #expect(root.hitTest(Point(81, 165)) === large && root.hitTest(Point(79, 165)) === root)
    large.outset = -10
    large.backgroundColor = .white
    #expect(root.hitTest(Point(105, 125)) === root && root.hitTest(Point(112, 125)) === large)
    #expect(root.visibleView(at: Point(105, 125)) === large)
  }

  @Test func enlargedAreaEndsAtTheSuperview() {
    let parent = View(name: "parent", frame: Rect(0, 200, 100, 100))
    root.addSubview(parent)
    parent.addSubview(large)
    large.frame = Rect(0, 0, 50, 50)
    #expect(root.hitTest(Point(10, 265)) === large && root.hitTest(Point(10, 195)) === root)
  }

  @Test(arguments: [HitOrder.siblings, .depth]) func enlargedAreaTurnsWithTheView(_ order: HitOrder) {
    let space = View(name: "space", transformsOnly: true)
    space.hitOrder = order
    root.addSubview(space)
    space.center = Point(200, 300)
    space.layer.transform = Transform3D(perspectiveDistance: 500).rotated(by: .pi / 3, x: 0, y: 1, z: 0)
    space.addSubview(large)
    large.frame = Rect(-25, -25, 50, 50)
    // The edges are 45 points from the center: half of the width and the outset.
    for (x, isInside) in [(-44.0, true), (-46, false), (44, true), (46, false)] {
      let point = large.convert(Point(25 + x, 25), to: root)!
      #expect(root.hitTest(point) === (isInside ? large : root), "\(x)")
    }
  }

  @Test func overrideRedirectsTouch() {
    custom.override = { $0 == nil ? nil : inner }
    #expect(root.hitTest(Point(290, 190)) === inner && root.hitTest(Point(310, 190)) === root)
    #expect(trace(290, 190) == ["root testsSubviews", "custom testsSubviews", "inner outside", "inner hit"])
  }

  @Test func overridePassesTouchThrough() {
    let below = View(name: "below", frame: custom.frame)
    root.insertSubview(below, belowSubview: custom)
    custom.override = { $0 === custom ? nil : $0 }
    #expect(root.hitTest(Point(290, 190)) === below && root.hitTest(Point(210, 110)) === inner)
    #expect(
      trace(290, 190) == [
        "root testsSubviews", "custom testsSubviews", "inner outside", "custom declined", "below hit",
      ])
    #expect(trace(210, 110) == ["root testsSubviews", "custom testsSubviews", "inner hit"])
    custom.asksSuper = false
    #expect(trace(210, 110) == ["root testsSubviews", "custom declined", "below hit"])
  }

  @Test func overrideReceivesPointInItsOwnCoordinates() {
    final class Recorder: View {
      var points: [Point] = []
      override func hitTest(_ point: Point, trace: HitTrace?) -> View? {
        points.append(point)
        return super.hitTest(point, trace: trace)
      }
    }
    let recorder = Recorder(frame: Rect(0, 100, 100, 100))
    let space = View(transformsOnly: true)
    root.addSubview(space)
    space.addSubview(recorder)
    space.layer.transform = Transform3D(scaleX: 2, y: 2, z: 1)
    #expect(root.hitTest(Point(50, 250)) === recorder && recorder.points == [Point(25, 25)])
  }

  /// The window sends touches by the overrides, and a control counts its whole area as inside.
  @Test func enlargedControlTracksInItsArea() {
    final class Wide: Control {
      override func point(inside point: Point) -> Bool { bounds.insetBy(-100, -100).contains(point) }
    }
    let wide = Wide(frame: Rect(200, 250, 20, 20))
    root.addSubview(wide)
    let journal = Journal()
    journal.record(wide)
    let window = Window(root, size: Size(400, 400), scale: 1, threads: 1)
    TouchPlayer(window).play("down 110,260 up down 210,260 move 110,260 up down 210,260 move 90,260 up")
    #expect(journal.line == "down upInside action down inside upInside action down exit outside upOutside")
  }
}
