import SeededRandom
import Testing

@testable import PanelLayers

@Suite struct DepthOrderTests {
  private func scene(_ count: Int, tilt: Double, depth: Double, seed: UInt64) -> Layer {
    var random = SeededRandom(seed: seed)
    func number(upTo limit: Double) -> Double { .random(in: -1...1, using: &random) * limit }
    let root = Layer(Rect(0, 0, 200, 200), .black)
    root.sublayerTransform = Transform3D(perspectiveDistance: 500)
    for index in 0..<count {
      let plane = Layer()
      plane.bounds = Rect(0, 0, 60, 50)
      plane.position = Point(100 + number(upTo: 80), 100 + number(upTo: 80))
      plane.backgroundColor = Color(hex: UInt32(index + 1) * 97)
      plane.transform = Transform3D.identity.translatedBy(x: 0, y: 0, z: number(upTo: depth)).rotated(
        by: number(upTo: 3), x: 0, y: 0, z: 1
      )
      .rotated(by: number(upTo: tilt), x: 1, y: 0, z: 0).rotated(by: number(upTo: tilt), x: 0, y: 1, z: 0)
      root.addSublayer(plane)
    }
    return root
  }

  private func members(_ root: Layer) -> ContiguousArray<SpaceMember> {
    ContiguousArray(
      root.sublayers.enumerated().map { index, layer in
        SpaceMember(
          layer, transform: layer.transformToSuperlayer.concatenating(root.sublayerTransformAboutAnchor), opacity: 1,
          order: index)
      })
  }

  /// The order by definition: repeatedly takes the first member that no remaining member must precede.
  private func ordered(_ members: ContiguousArray<SpaceMember>) -> [Int]? {
    var (rest, result) = (Array(members), [Int]())
    let intersects = rest.indices.contains { one in
      rest.indices.contains { one != $0 && rest[one].precedence(over: rest[$0]) == .intersects }
    }
    guard !intersects else { return nil }
    while !rest.isEmpty {
      guard
        let next = rest.indices.first(where: { candidate in
          rest.indices.allSatisfy { $0 == candidate || rest[$0].precedence(over: rest[candidate]) != .mustPrecede }
        })
      else { return nil }
      result.append(rest.remove(at: next).order)
    }
    return result
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func sortedOrderMatchesDefinition(seed: UInt64) {
    // Flat and distant planes have an order; tilted and close ones often have none.
    let root = scene(30, tilt: seed % 4 == 0 ? 0.5 : 0.05, depth: 400, seed: seed + 1)
    // A plane that passes the eye is drawn in sibling order.
    if seed % 3 == 0 { root.sublayers[11].transform = Transform3D(translationX: 0, y: 0, z: 520) }
    var members = members(root)
    let expected = ordered(members)
    #expect(DepthSort().sort(&members, from: 0) == (expected != nil))
    #expect(members.map(\.order) == expected ?? Array(0..<30))
  }

  /// Neighboring faces of a solid lie behind each other's planes, which is no cycle.
  @Test(arguments: 0..<20) func solidHasOrder(_ turn: Int) {
    let root = Layer(Rect(0, 0, 400, 400))
    root.sublayerTransform = Transform3D(rotationAngle: Double(turn) * 0.3, x: 1, y: 0.6, z: 0.2)
    root.sublayerTransform = root.sublayerTransform.concatenating(Transform3D(perspectiveDistance: 500))
    for side in 0..<6 {
      let face = Layer(Rect(150, 150, 100, 100), .white)
      let angle = Double(side) * .pi / 2
      face.transform = Transform3D(translationX: 0, y: 0, z: 50)
        .concatenating(
          side < 4
            ? Transform3D(rotationAngle: angle, x: 0, y: 1, z: 0)
            : Transform3D(rotationAngle: .pi / 2 + angle * 2, x: 1, y: 0, z: 0)
        )
      root.addSublayer(face)
    }
    var members = members(root)
    #expect(DepthSort().sort(&members, from: 0))
  }

  @Test func scenesWithAndWithoutOrderAreTested() {
    let counts = (0..<40).count { seed in
      ordered(members(scene(30, tilt: seed % 4 == 0 ? 0.5 : 0.05, depth: 400, seed: UInt64(seed) + 1))) != nil
    }
    #expect((5...35).contains(counts), "\(counts)")
  }

  /// The index of the nearest plane at a point, from the planes' equations.
  private func nearest(_ planes: [(map: Homography, inverse: Homography, transform: Transform3D)], _ point: Point)
    -> Int?
  {
    var best: (index: Int, depth: Double)?
    for (index, plane) in planes.enumerated() {
      let p = plane.inverse.homogeneous(point)
      let (x, y) = (p.x / p.z, p.y / p.z)
      guard p.z > 0, (0...60).contains(x), (0...50).contains(y), let projected = plane.transform.project(x, y, 0) else {
        continue
      }
      if projected.z > best?.depth ?? -.infinity { best = (index, projected.z) }
    }
    return best?.index
  }

  @Test(
    arguments: [1, 2] as [Int], [Transform2D.identity, Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 200, ty: 0)])
  func manyPlanesAreNotSplit(scale: Int, pictureTransform: Transform2D) throws {
    let root = scene(200, tilt: 1, depth: 20, seed: 7)
    let drawing = Drawing(root)
    _ = drawing.updateDamage(scale: Double(scale), pictureTransform: pictureTransform)
    let size = drawing.bounds
    #expect(drawing.quads.count == 201 && drawing.quads.allSatisfy { $0.part == nil })
    #expect(drawing.quads.filter { $0.depth != nil }.count == 200)
    let toPixels = Homography(pictureTransform).concatenating(Homography(scale: Double(scale)))
    let planes = try root.sublayers.map { layer in
      let transform = layer.transformToSuperlayer.concatenating(root.sublayerTransformAboutAnchor)
      let map = transform.droppingDepth.homography.concatenating(toPixels)
      return (map, try #require(map.inverted()), transform)
    }
    let bitmap = drawing.preparedImage()
    var (compared, wrong) = (0, 0)
    for y in stride(from: 3, to: size.height, by: 7) {
      for x in stride(from: 3, to: size.width, by: 7) {
        func nearestIndex(_ dx: Double, _ dy: Double) -> Int? { nearest(planes, Point(Double(x) + dx, Double(y) + dy)) }
        guard let index = nearestIndex(0.5, 0.5),
          [(0, 0), (1, 0), (0, 1), (1, 1)].allSatisfy({ nearestIndex($0, $1) == index })
        else { continue }
        compared += 1
        if bitmap[x, y] & 0xFFFFFF != UInt32(index + 1) * 97 { wrong += 1 }
      }
    }
    // A sliver may lie between the corners.
    #expect(compared > 200 && wrong * 100 <= compared, "\(wrong) of \(compared)")
  }

  @Test func changedDepthDamagesPlane() {
    let root = scene(200, tilt: 1, depth: 20, seed: 7)
    root.sublayerTransform = .identity
    let (drawing, bitmap) = (Drawing(root), Bitmap(width: 200, height: 200))
    for step in 0..<3 {
      root.sublayers[50].zPosition = Double(step) * 15
      let clip = drawing.updateDamage()
      drawing.draw(into: bitmap, clip: clip)
      #expect(bitmap.pixelArray == drawing.preparedImage().pixelArray, "step \(step)")
    }
  }

  private func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
    func distance(_ shift: UInt32) -> Int { abs(Int(one >> shift & 255) - Int(other >> shift & 255)) }
    return distance(0) <= 24 && distance(8) <= 24 && distance(16) <= 24
  }

  @Test(arguments: [false, true]) func sublayersHaveTheirPlanesDepth(isRaised: Bool) {
    let root = scene(200, tilt: 1, depth: 20, seed: 7)
    for layer in root.sublayers {
      let label = Layer(layer.bounds, layer.backgroundColor)
      layer.backgroundColor = .white
      if isRaised { label.zPosition = 5 }
      layer.addSublayer(label)
    }
    let (labels, expected) = (Drawing(root).image(), Drawing(scene(200, tilt: 1, depth: 20, seed: 7)).image())
    // The plane is visible in pixels in which both the label and its plane end.
    let count = (0..<40_000).count { !isNear(labels.pixels[$0], expected.pixels[$0]) }
    #expect(count < 400, "\(count)")
  }
}
