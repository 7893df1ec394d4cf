import PanelGeometry
import Testing

@Suite struct PlaneTests {
  /// The compound transform of "iOS Core Animation: Advanced Techniques", chapter 5: later steps apply first, so the
  /// translation is scaled and rotated.
  @Test func laterAffineStepsApplyFirst() {
    let transform = Transform2D.identity.scaledBy(x: 0.5, y: 0.5).rotated(by: .pi / 6).translatedBy(x: 200, y: 0)
    let origin = transform.apply(to: .zero)
    #expect(abs(origin.x - 86.602540378) < 1e-8 && abs(origin.y - 50) < 1e-8)
  }

  @Test func affineTransformIsInverted() throws {
    let transform = Transform2D(a: 1, b: 0, c: -1, d: 1, tx: 4, ty: 5)
    let point = Point(12, -7)
    #expect(transform.apply(to: point) == Point(23, -2))
    #expect(try #require(transform.inverted()).apply(to: transform.apply(to: point)) == point)
    #expect(Transform2D(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0).inverted() == nil)
    let other = Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 3, ty: 0)
    #expect(transform.concatenating(other).apply(to: point) == other.apply(to: transform.apply(to: point)))
  }

  @Test func perspectiveIsInvertible() throws {
    let tilted = Transform3D(perspectiveDistance: 500).rotated(by: 1.2, x: 0.3, y: 1, z: 0).homography
    for point in [Point(0, 0), Point(80, -90), Point(-100, 100)] {
      let projected = try #require(tilted.apply(to: point))
      let unprojected = try #require(tilted.unapply(to: projected))
      #expect((unprojected - point).length < 1e-9)
    }
  }

  @Test func velocityIsUnprojected() throws {
    let tilted = Transform3D(perspectiveDistance: 500).rotated(by: 1.2, x: 0.3, y: 1, z: 0).homography
    let (point, velocity) = (Point(20, -30), Point(300, 40))
    let step = 1e-6
    let start = try #require(tilted.unapply(to: point))
    let end = try #require(tilted.unapply(to: point + velocity * step))
    let result = try #require(tilted.unapply(velocity: velocity, at: point))
    #expect((result - (end - start) * (1 / step)).length < 1e-3 * result.length)
    #expect(
      Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0).homography.unapply(velocity: velocity, at: .zero) == nil)
  }

  @Test func planeSeenEdgeOnIsNotInvertible() {
    let edge = Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0).homography
    #expect(edge.inverted() == nil)
    #expect(edge.unapply(to: .zero) == nil)
  }

  @Test func pointAboveTheHorizonMissesThePlane() throws {
    // The plane is tilted so far that it passes below the eye: above its horizon nothing is in front.
    let floor = Transform3D(perspectiveDistance: 100).rotated(by: 1.3, x: 1, y: 0, z: 0).homography
    #expect(floor.unapply(to: Point(0, 20)) != nil)
    let horizon = -100 * 0.27762  // d · cot(1.3), upward
    #expect(floor.unapply(to: Point(0, horizon + 1)) != nil)
    #expect(floor.unapply(to: Point(0, horizon - 1)) == nil)
  }

  @Test func labeledInitializersEqualShortOnes() {
    #expect(Point(x: 1, y: 2) == Point(1, 2) && Size(width: 3, height: 4) == Size(3, 4))
    let rect = Rect(1, 2, 3, 4)
    #expect(Rect(x: 1, y: 2, width: 3, height: 4) == rect && rect.insetBy(dx: 1, dy: -1) == rect.insetBy(1, -1))
    #expect(rect.offsetBy(dx: 5, dy: -1) == Rect(6, 1, 3, 4))
  }

  /// Control points from Core Animation's documentation; values from the Bézier curve, computed independently.
  @Test func timingCurvesMatchTheirBezierCurves() {
    let linear = TimingCurve(0, 0, 1, 1)
    for t in [0.1, 0.5, 0.9] { #expect(abs(linear.progress(at: t) - t) < 1e-9) }
    #expect(abs(TimingCurve.easeInEaseOut.progress(at: 0.5) - 0.5) < 1e-9)
    #expect(abs(TimingCurve.default.progress(at: 0.5) - 0.8024033877) < 1e-6)
    #expect(TimingCurve.easeIn.progress(at: -1) == 0 && TimingCurve.easeIn.progress(at: 2) == 1)
  }
}
