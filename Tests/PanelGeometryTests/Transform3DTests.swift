import PanelGeometry
import SeededRandom
import Testing

/// "The book" is "iOS Core Animation: Advanced Techniques", chapter 5, "Transforms".
@Suite struct Transform3DTests {
  /// The frames that UIKit printed for the book's cube.
  @Test func projectedCubeFacesHaveUIKitsFrames() throws {
    // Six 200×200 views in the center of a container that is 375 points wide.
    let expected = [
      Rect(87.5, 87.5, 200, 200), Rect(287.5, 87.5, 0, 200), Rect(87.5, 87.5, 200, 0), Rect(87.5, 287.5, 200, 0),
      Rect(87.5, 87.5, 0, 200), Rect(87.5, 87.5, 200, 200),
    ]
    for (transform, frame) in zip(cubeFaces, expected) {
      let corners = try [(-100.0, -100.0), (100, -100), (100, 100), (-100, 100)].map { x, y in
        let projected = try #require(transform.project(x, y, 0))
        return Point(projected.x + 187.5, projected.y + 187.5)
      }
      let box = Rect(bounding: corners)
      #expect(abs(box.minX - frame.minX) < 1e-9 && abs(box.minY - frame.minY) < 1e-9)
      #expect(abs(box.width - frame.width) < 1e-9 && abs(box.height - frame.height) < 1e-9)
    }
  }

  /// The book's third face, in its rotated cube; the corners were computed in float64.
  @Test func faceOfRotatedCubeHasExpectedCorners() throws {
    let container = Transform3D(perspectiveDistance: 500).rotated(by: -.pi / 4, x: 1, y: 0, z: 0)
      .rotated(by: -.pi / 4, x: 0, y: 1, z: 0)
    let expected: [(x: Int, y: Int)] = [(0, -161), (165, -82), (0, 44), (-165, -82)]
    for ((x, y), corner) in zip([(-100.0, -100.0), (100, -100), (100, 100), (-100, 100)], expected) {
      let projected = try #require(cubeFaces[2].concatenating(container).project(x, y, 0))
      #expect(Int(clamping: projected.x.rounded()) == corner.x && Int(clamping: projected.y.rounded()) == corner.y)
    }
  }

  @Test(arguments: [
    (0.3, 1.0, 0.0, 0.0), (-2.1, 0, 1, 0), (0.7, 0, 0, 1), (1.9, 1, 2, -3), (-0.4, -5, 0.1, 0.2),
  ])
  func oppositeAngleInvertsRotationAboutItsAxis(angle: Double, x: Double, y: Double, z: Double) throws {
    let rotation = Transform3D(rotationAngle: angle, x: x, y: y, z: z)
    #expect(abs(rotation.determinant - 1) < 1e-12)
    // The inverse is the rotation by the opposite angle.
    let back = Transform3D(rotationAngle: -angle, x: x, y: y, z: z)
    #expect(try distance(rotation.inverted().unwrapped(), back) < 1e-12)
    #expect(distance(Rotation(angle: angle, x: x, y: y, z: z).transform, rotation) < 1e-12)
    // A rotation doesn't move its axis.
    let axis = rotation.direction(SIMD3(x, y, z))
    #expect(abs(axis.x - x) < 1e-12 && abs(axis.y - y) < 1e-12 && abs(axis.z - z) < 1e-12)
  }

  @Test func rotationsHaveTheSignsOfCoreAnimation() {
    let z = Transform3D(rotationAngle: 0.5, x: 0, y: 0, z: 2)
    #expect(z.m12 > 0 && z.m21 < 0 && z.m11 == z.m22)
    let y = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    #expect(y.m13 < 0 && y.m31 > 0)
    let x = Transform3D(rotationAngle: 0.5, x: 1, y: 0, z: 0)
    #expect(x.m23 > 0 && x.m32 < 0)
    #expect(Transform3D.identity.rotated(by: 1, x: 0, y: 0, z: 0) == .identity)
  }

  @Test func concatenationAppliesTheFirstTransformFirst() throws {
    let move = Transform3D(translationX: 10, y: 0, z: 0)
    let grow = Transform3D(scaleX: 2, y: 2, z: 2)
    #expect(Transform3D.concat(move, grow).project(1, 0, 0) == SIMD3(22, 0, 0))
    #expect(Transform3D.concat(grow, move).project(1, 0, 0) == SIMD3(12, 0, 0))
    #expect(grow.translatedBy(x: 10, y: 0, z: 0) == Transform3D.concat(move, grow))
  }

  @Test func inverseUndoesTransform() throws {
    var generator = SeededRandom(seed: 7)
    for _ in 0..<200 {
      var transform = Transform3D(perspectiveDistance: 300 + 500 * generator.unit())
      transform = transform.rotated(by: 6 * generator.unit(), x: generator.unit(), y: generator.unit(), z: 1)
        .translatedBy(x: 100 * generator.unit(), y: -50 * generator.unit(), z: 30 * generator.unit())
        .scaledBy(x: 0.5 + generator.unit(), y: 0.5 + generator.unit(), z: 1)
      let product = try transform.concatenating(transform.inverted().unwrapped())
      #expect(distance(product, .identity) < 1e-9)
    }
    #expect(Transform3D(scaleX: 1, y: 0, z: 1).inverted() == nil)
  }

  /// GNUstep's tests of Core Animation expect the same results, which were measured on macOS.
  @Test func onlyTransformsInThePlaneAreAffine() {
    let affine = Transform2D(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(Transform3D(affine).isAffine)
    #expect(Transform3D(affine).affineTransform == affine)
    for transform in [
      Transform3D(scaleX: 1, y: 1, z: 2), Transform3D(rotationAngle: 1, x: 1, y: 0, z: 0),
      Transform3D(perspectiveDistance: 500), Transform3D(translationX: 0, y: 0, z: 1),
    ] {
      #expect(!transform.isAffine)
      #expect(transform.affineTransform == .identity)
    }
  }

  @Test func pointBehindTheEyeHasNoProjection() {
    let perspective = Transform3D(perspectiveDistance: 500)
    #expect(perspective.project(10, 10, 499) != nil)
    #expect(perspective.project(10, 10, 500) == nil)
    #expect(perspective.project(10, 10, 501) == nil)
  }

  @Test func rotationsInterpolateTheShortestWay() {
    let a = Rotation(angle: 0.2, x: 0, y: 0, z: 1)
    let b = Rotation(angle: 2 * .pi - 0.2, x: 0, y: 0, z: 1)
    #expect(abs(a.angle(to: b) - 0.4) < 1e-9)
    #expect(a.interpolated(to: b, 0.5).angle(to: .identity) < 1e-7)
    #expect(distance(a.interpolated(to: b, 1).transform, b.transform) < 1e-12)
    let ab = Rotation(angle: 0.3, x: 1, y: 0, z: 0).concatenating(Rotation(angle: 0.4, x: 0, y: 1, z: 0))
    let expected = Transform3D(rotationAngle: 0.3, x: 1, y: 0, z: 0)
      .concatenating(Transform3D(rotationAngle: 0.4, x: 0, y: 1, z: 0))
    #expect(distance(ab.transform, expected) < 1e-12)
  }

  /// The faces of the book's cube.
  private var cubeFaces: [Transform3D] {
    let identity = Transform3D.identity
    return [
      identity.translatedBy(x: 0, y: 0, z: 100),
      identity.translatedBy(x: 100, y: 0, z: 0).rotated(by: .pi / 2, x: 0, y: 1, z: 0),
      identity.translatedBy(x: 0, y: -100, z: 0).rotated(by: .pi / 2, x: 1, y: 0, z: 0),
      identity.translatedBy(x: 0, y: 100, z: 0).rotated(by: -.pi / 2, x: 1, y: 0, z: 0),
      identity.translatedBy(x: -100, y: 0, z: 0).rotated(by: -.pi / 2, x: 0, y: 1, z: 0),
      identity.translatedBy(x: 0, y: 0, z: -100).rotated(by: .pi, x: 0, y: 1, z: 0),
    ]
  }
}

/// Returns the largest difference of two transforms' elements.
func distance(_ a: Transform3D, _ b: Transform3D) -> Double {
  zip(a.elements, b.elements).map { abs($0 - $1) }.max() ?? 0
}

extension Optional {
  func unwrapped() throws -> Wrapped {
    let value = self
    return try #require(value)
  }
}

extension SeededRandom {
  fileprivate mutating func unit() -> Double { Double.random(in: 0..<1, using: &self) }
}
