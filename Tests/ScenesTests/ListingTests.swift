import Foundation
import PanelViews
import SeededRandom
import Testing

@testable import Scenes

/// The geometry of the scenes. Each listing is compared with the numbers of "iOS Core Animation: Advanced Techniques",
/// chapter 5, or with numbers that were computed from the book's code in float64.
@Suite struct ListingTests {
  private func make(_ name: String) throws -> (Window, Scene) {
    let scene = try #require(SceneCatalog.make(name))
    return (Window(scene), scene)
  }

  private func find(_ name: String, in root: View) throws -> View {
    var queue = [root]
    var found: View?
    while found == nil, let view = queue.popLast() {
      if view.name == name { found = view }
      queue += view.subviews
    }
    return try #require(found, "no \(name)")
  }

  /// The corners relative to the container's center, in the scene's points.
  private func corners(_ name: String, of scene: Scene) throws -> [Point] {
    let view = try find(name, in: scene.content)
    return try view.bounds.corners.map { try #require(view.convert($0, to: scene.content)) - scene.center }
  }

  /// Selects an option of the scene's choice.
  private func choose(_ index: Int, in scene: Scene) throws {
    try #require(scene.controls.first { $0.control is SegmentedControl }).selectedIndex = index
  }

  private func expect(_ points: [Point], _ expected: [Point]) {
    for (point, value) in zip(points, expected) { #expect((point - value).length < 1e-9, "\(point), \(value)") }
    #expect(points.count == expected.count)
  }

  private func square(_ map: (Double, Double) -> Point) -> [Point] {
    [map(-100, -100), map(100, -100), map(100, 100), map(-100, 100)]
  }

  /// The sine and the cosine of 45°.
  private static let k = 0.5.squareRoot()

  @Test(arguments: [
    ("rotate", [k, -k, k, k]), ("shear", [1, -1, 0, 1]), ("rotate-y", [k, 0, 0, 1]), ("flatten-z", [0.5, 0, 0, 0.5]),
  ])
  func planeListingsAreAffine(_ name: String, _ m: [Double]) throws {
    let (_, scene) = try make(name)
    let view = name == "flatten-z" ? "inner" : "view"
    expect(try corners(view, of: scene), square { Point(m[0] * $0 + m[1] * $1, m[2] * $0 + m[3] * $1) })
  }

  @Test func compoundAppliesLaterStepsFirst() throws {
    let (_, scene) = try make("compound")
    let view = try find("view", in: scene.content)
    let middle = try #require(view.convert(view.bounds.center, to: scene.content)) - scene.center
    #expect((middle - Point(100 * cos(.pi / 6), 50)).length < 1e-9)
    #expect(abs(middle.x - 86.6) < 0.01)
  }

  private func turnedAboutY(_ x: Double, _ y: Double, eye: Double = 500, sign: Double = 1) -> Point {
    // x becomes x·cos and z becomes -x·sin: the far edge gets smaller.
    let k = 0.5.squareRoot()
    let w = 1 + sign * x * k / eye
    return Point(x * k / w, y / w)
  }

  @Test func perspectiveShrinksTheFarEdge() throws {
    let (_, scene) = try make("perspective")
    let corners = try corners("view", of: scene)
    expect(corners, square { turnedAboutY($0, $1) })
    #expect(corners[2].y - corners[1].y < corners[3].y - corners[0].y)
  }

  @Test func sharedPerspectiveHasOneVanishingPoint() throws {
    let (_, scene) = try make("shared-perspective")
    let (left, right) = (try corners("view1", of: scene), try corners("view2", of: scene))
    // The two views are mirror images.
    expect(right, [left[1], left[0], left[3], left[2]].map { Point(-$0.x, $0.y) })
    // With separate perspectives, each view looks as it does alone.
    try choose(1, in: scene)
    expect(try corners("view1", of: scene), square { turnedAboutY($0, $1) + Point(-110, 0) })
  }

  @Test func backFaceIsMirroredAndHitEvenIfHidden() throws {
    let (window, scene) = try make("backface")
    expect(try corners("view", of: scene), square { Point(-$0, $1) })
    let view = try find("view", in: scene.content)
    #expect(view.layer.facing == .back)
    let middle = try #require(view.convert(view.bounds.center, to: window.rootView))
    #expect(window.rootView.hitTest(middle) === view)
    try choose(1, in: scene)
    #expect(!view.layer.isDoubleSided && window.rootView.hitTest(middle) === view)
  }

  @Test func innerViewIsFlattenedAboutY() throws {
    let (_, scene) = try make("flatten-y")
    // The inner perspective and rotation, flattened into the outer plane, followed by the outer ones.
    let expected = square { x, y in
      let inner = turnedAboutY(x / 2, y / 2, sign: -1)
      return turnedAboutY(inner.x, inner.y)
    }
    expect(try corners("inner", of: scene), expected)
    // Without flattening it would be a square of 100 points.
    #expect(expected[1].x - expected[0].x < 60)
    // In a transform layer it is parallel to the screen.
    try choose(1, in: scene)
    let corners = try corners("inner", of: scene)
    #expect(abs(corners[0].y - corners[1].y) < 1e-9 && abs(corners[1].x - corners[2].x) < 1e-9)
  }

  @Test func laterViewIsOnTopAndHitFirst() throws {
    let (window, scene) = try make("order")
    let (red, green) = (try find("red", in: scene.content), try find("green", in: scene.content))
    #expect(red.frame == Rect(100, 150, 100, 100) && green.frame == Rect(150, 200, 100, 100))
    let overlap = try #require(green.convert(Point(25, 25), to: window.rootView))
    #expect(window.rootView.hitTest(overlap) === green && window.rootView.visibleView(at: overlap) === green)
    func press(_ index: Int) { scene.controls[index].control.sendActions(for: .primaryActionTriggered) }
    press(0)
    #expect(window.rootView.hitTest(overlap) === red && window.rootView.visibleView(at: overlap) === red)
    press(1)
    #expect(window.rootView.hitTest(overlap) === green)
  }

  @Test func netFoldsIntoClosedCube() throws {
    let scene = FoldScene()
    let window = Window(scene)
    let net = try find("net", in: scene.content)
    func corner(_ side: Int, _ x: Double, _ y: Double) throws -> SIMD3<Double> {
      let layer = try find("side\(side)", in: net).layer
      let p = layer.transformToSuperlayer.homogeneous(x, y, 0)
      return SIMD3(p.x, p.y, p.z)
    }
    // Flat: a cross of six squares, with side 4 just above side 2, offset so that both are visible.
    for (side, x, y, position) in [
      (4, 0.0, 0.0, SIMD3(28.0, 28, 1)), (2, 0, 0, SIMD3(0, 0, 0)), (1, 0, 0, SIMD3(-200, 0, 0)),
      (6, 0, 200, SIMD3(0, 400, 0)),
    ] {
      #expect(try corner(side, x, y) == position, "side \(side)")
    }
    window.tap(Point(640, 300))
    #expect(window.isAnimating)
    window.advance(milliseconds: 2000)
    #expect(!window.isAnimating)
    // Folded: each side's outer edge touches the lid, at z = 200.
    for (side, x, y, position) in [
      (4, 0.0, 0.0, SIMD3(0.0, 0, 200)), (1, 0, 0, SIMD3(0, 0, 200)), (1, 0, 200, SIMD3(0, 200, 200)),
      (3, 200, 0, SIMD3(200, 0, 200)), (5, 0, 0, SIMD3(0, 0, 200)), (6, 200, 200, SIMD3(200, 200, 200)),
    ] {
      let difference = try corner(side, x, y) - position
      #expect((difference * difference).sum() < 1e-18, "side \(side)")
    }
  }

  @Test func netSurvivesRandomTouches() throws {
    var random = SeededRandom()
    let scene = FoldScene()
    let window = Window(scene)
    let phases: [TouchEvent.Phase] = [.ended, .cancelled, .moved, .moved, .moved, .moved]
    var down: [Int: Point] = [:]
    var time: UInt64 = 1_000_000_000
    for _ in 0..<4000 {
      time += UInt64.random(in: 1...40, using: &random) * 1_000_000
      window.advance(to: time)
      let id = Int.random(in: 0..<3, using: &random)
      let location = Point(.random(in: 300...980, using: &random), .random(in: 100...650, using: &random))
      if let old = down[id] {
        let phase = phases.randomElement(using: &random)!
        let next = phase == .moved ? old + (location - old) * 0.1 : old
        down[id] = phase == .moved ? next : nil
        window.send([TouchEvent(phase, id: id, at: next)], at: time)
      } else if Bool.random(using: &random) {
        down[id] = location
        window.send([TouchEvent(.began, id: id, at: location)], at: time)
      }
    }
    window.cancelInput(at: time)
    window.advance(to: time + 20_000_000_000)
    window.advance(to: time + 40_000_000_000)
    #expect(!window.isAnimating)
    let net = try find("net", in: scene.content)
    let m = net.layer.transform
    #expect(m.elements.allSatisfy { $0.isFinite })
    // The transform is still a rotation times a scale of 0.3 to 1.2.
    let rows = [(m.m11, m.m12, m.m13), (m.m21, m.m22, m.m23), (m.m31, m.m32, m.m33)].map { SIMD3($0.0, $0.1, $0.2) }
    let lengths = rows.map { ($0 * $0).sum().squareRoot() }
    #expect(lengths.allSatisfy { $0 > 0.29 && $0 < 1.21 && abs($0 - lengths[0]) < 1e-6 })
    #expect(abs((rows[0] * rows[1]).sum()) < 1e-6 && abs((rows[1] * rows[2]).sum()) < 1e-6)
    // Completely flat or completely folded.
    let z = try find("side4", in: net).layer.zPosition
    #expect(z == 1 || z == 200)
  }

  /// The carousel turns by half a degree per point, then decelerates from the finger's speed.
  @Test func carouselFollowsFingerAndDecelerates() throws {
    let (window, scene) = try make("carousel")
    func angle() throws -> Double {
      let m = try find("plane1", in: scene.content).layer.transform
      return atan2(-m.m13, m.m11) * 180 / .pi
    }
    #expect(try angle() == 0)
    // Nothing moves before the pan begins, so the carousel doesn't jump then.
    var time: UInt64 = 1_000_000_000
    window.send([TouchEvent(.began, id: 0, at: Point(640, 300))], at: time)
    window.send([TouchEvent(.moved, id: 0, at: Point(650.5, 300))], at: time)
    #expect(try angle() == 0)
    for step in 1...10 {
      time += 10_000_000
      window.send([TouchEvent(.moved, id: 0, at: Point(650.5 + Double(step) * 4, 300))], at: time)
    }
    let dragged = try angle()
    #expect(abs(dragged - 20 / scene.magnification) < 1e-9)
    window.send([TouchEvent(.ended, id: 0, at: Point(690.5, 300))], at: time)
    #expect(window.isAnimating)
    var last = dragged
    var steps: [Double] = []
    while window.isAnimating {
      time += 16_000_000
      window.advance(to: time)
      let now = try angle()
      steps.append((now - last + 360).truncatingRemainder(dividingBy: 360))
      last = now
    }
    // At 400 points per second, the first 16 ms go almost as far as the finger did in that time, and each later step
    // less.
    #expect(abs(steps[0] - 6.4 * 0.5 / scene.magnification) < 0.1)
    #expect(zip(steps, steps.dropFirst().dropLast()).allSatisfy { $0 >= $1 - 1e-9 })
  }

  /// Each plane is 72° from the next, 250 points in front of the axis, with its own perspective of 1000.
  @Test func carouselPlanesAreAroundTheAxis() throws {
    let (_, scene) = try make("carousel")
    for index in 0..<5 {
      let layer = try find("plane\(index + 1)", in: scene.content).layer
      let angle = Double(index) * 72 * .pi / 180
      let p = layer.transform.homogeneous(0, 0, 0)
      #expect(abs(p.x - 250 * sin(angle)) < 1e-9 && abs(p.z - 250 * cos(angle)) < 1e-9)
      #expect(abs(p.w - (1 - p.z / 1000)) < 1e-12)
      #expect(layer.bounds.size == Size(250, 150) && layer.cornerRadius == 10 && layer.borderWidth == 4)
      #expect(layer.borderColor == Color(1, 1, 1, 0.3) && layer.shadowRadius == 20 && layer.isDoubleSided)
      #expect((layer as? GradientLayer)?.colors == [Color(0.5, 0, 0.5), Color(1, 0, 0)])
    }
  }
}
