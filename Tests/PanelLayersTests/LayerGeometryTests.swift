import PanelLayers
import Testing

@Suite struct LayerGeometryTests {
  /// From gnustep's conversion.m, verified on macOS: a 50×50 child at (100, 50).
  @Test(arguments: [Point.zero, Point(10, 20)])
  func boundsOriginMovesSublayers(origin: Point) throws {
    let parent = layer(Rect(origin: origin, size: Size(200, 200)), at: Point(100, 100))
    let child = layer(Rect(0, 0, 50, 50), at: Point(100, 50))
    parent.addSublayer(child)
    #expect(child.convert(.zero, to: parent) == Point(75, 25))
    #expect(parent.convert(Point(75, 25), to: child) == .zero)
  }

  @Test func anchorPointIsAppliedBeforeTransformAndPosition() throws {
    let root = layer(Rect(0, 0, 400, 400), at: .zero)
    let child = layer(Rect(0, 0, 100, 50), at: Point(200, 100))
    child.anchorPoint = Point(0, 1)
    child.transform = Transform3D(rotationAngle: .pi / 2, x: 0, y: 0, z: 1)
    root.addSublayer(child)
    // The lower left corner is the anchor; a quarter turn makes the layer's x axis point down, and its upward edge
    // right.
    let corners = try child.bounds.corners.map { try #require(child.convert($0, to: root)) }
    for (corner, expected) in zip(corners, [Point(250, 100), Point(250, 200), Point(200, 200), Point(200, 100)]) {
      #expect((corner - expected).length < 1e-9)
    }
    let frame = try #require(child.frame)
    #expect(abs(frame.minX - 200) < 1e-9 && abs(frame.width - 50) < 1e-9 && abs(frame.height - 100) < 1e-9)
  }

  @Test func frameSetsPositionAndBounds() {
    let child = layer(Rect(5, 5, 10, 10), at: .zero)
    child.anchorPoint = Point(0.25, 1)
    child.frame = Rect(10, 20, 100, 40)
    #expect(child.position == Point(35, 60))
    #expect(child.bounds == Rect(5, 5, 100, 40))
    #expect(child.frame == Rect(10, 20, 100, 40))
  }

  /// From "iOS Core Animation: Advanced Techniques", chapter 5: opposite rotations of the inner and the outer layer
  /// about z cancel out. About y they don't, since the inner layer is flattened into the plane of the outer one, unless
  /// that is a transform layer.
  @Test func sublayersAreFlattenedExceptInTransformLayers() throws {
    for (axis, flattens, isUpright) in [(2, true, true), (1, true, false), (1, false, true)] {
      let root = layer(Rect(0, 0, 400, 400), at: .zero)
      let outer: Layer = flattens ? Layer() : TransformLayer()
      outer.bounds = Rect(0, 0, 200, 200)
      outer.position = Point(200, 200)
      let inner = layer(Rect(0, 0, 100, 100), at: Point(100, 100))
      root.addSublayer(outer)
      outer.addSublayer(inner)
      func rotation(_ angle: Double) -> Transform3D {
        Transform3D(rotationAngle: angle, x: 0, y: axis == 1 ? 1 : 0, z: axis == 2 ? 1 : 0)
      }
      outer.transform = rotation(.pi / 4)
      inner.transform = rotation(-.pi / 4)
      let a = try #require(inner.convert(Point(0, 0), to: root))
      let b = try #require(inner.convert(Point(100, 0), to: root))
      let isFaceOn = abs(b.x - a.x - 100) < 1e-9 && abs(b.y - a.y) < 1e-9
      #expect(isFaceOn == isUpright)
      // Flattened twice: cos(π/4) of cos(π/4).
      if !isUpright { #expect(abs(b.x - a.x - 50) < 1e-9) }
    }
  }

  @Test func sublayersShareVanishingPoint() throws {
    let root = layer(Rect(0, 0, 400, 400), at: .zero)
    root.sublayerTransform = Transform3D(perspectiveDistance: 500)
    for x in [60.0, 340] {
      let child = layer(Rect(0, 0, 10, 10), at: Point(x, 200))
      child.zPosition = 250
      root.addSublayer(child)
      // At half the distance everything is twice as far from the root's anchor point.
      let center = try #require(child.convert(Point(5, 5), to: root))
      #expect(abs(center.x - (200 + 2 * (x - 200))) < 1e-9 && abs(center.y - 200) < 1e-9)
    }
  }

  @Test func conversionThroughPerspectiveIsInvertible() throws {
    let root = layer(Rect(0, 0, 600, 400), at: .zero)
    let container = layer(Rect(0, 0, 600, 400), at: Point(300, 200))
    root.addSublayer(container)
    container.sublayerTransform = Transform3D(perspectiveDistance: 500).rotated(by: -.pi / 4, x: 1, y: 0, z: 0)
    let faces = (0..<3).map { index in
      let face = layer(Rect(0, 0, 200, 200), at: Point(300, 200))
      face.transform = Transform3D.identity.translatedBy(x: 0, y: 0, z: 40 * Double(index))
        .rotated(by: Double(index), x: 0.2, y: 1, z: 0.1)
      container.addSublayer(face)
      return face
    }
    for a in faces {
      for b in faces {
        for point in [Point(20, 30), Point(100, 100), Point(199, 1)] {
          let converted = try #require(a.convert(point, to: b))
          let convertedBack = try #require(b.convert(converted, to: a))
          #expect((convertedBack - point).length < 1e-7)
        }
      }
    }
  }

  @Test func facingFollowsRotation() {
    let root = layer(Rect(0, 0, 400, 400), at: .zero)
    let child = layer(Rect(0, 0, 100, 100), at: Point(200, 200))
    root.addSublayer(child)
    for (angle, expected) in [
      (0.0, Facing.front), (1.5, .front), (.pi / 2, .edge), (1.6, .back), (.pi, .back),
    ] {
      child.transform = Transform3D(rotationAngle: angle, x: 0, y: 1, z: 0)
      #expect(child.facing == expected, "at \(angle)")
    }
  }

  private func layer(_ bounds: Rect, at position: Point) -> Layer {
    let layer = Layer()
    layer.bounds = bounds
    layer.position = position
    return layer
  }
}
