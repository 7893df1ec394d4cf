import Geometry
import Raster
import Testing

@testable import Layers

@Suite struct DepthOrderTests {
  private let renderer = Renderer(threads: 1)
  private let size = PixelRect(x: 0, y: 0, width: 200, height: 200)

  /// A linear congruential generator, the same in each run.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 32
    }
  }

  private func scene(_ count: Int, tilt: Double, depth: Double, seed: UInt64) -> Layer {
    var dice = Dice(state: seed)
    func any(_ limit: Double) -> Double { .random(in: -1...1, using: &dice) * limit }
    let root = Layer()
    root.frame = Rect(0, 0, 200, 200)
    root.backgroundColor = .black
    root.sublayerTransform = Transform3D(perspectiveDistance: 500)
    for index in 0..<count {
      let plane = Layer()
      plane.bounds = Rect(0, 0, 60, 50)
      plane.position = Point(100 + any(80), 100 + any(80))
      plane.backgroundColor = Color(hex: UInt32(index + 1) * 97)
      plane.transform = Transform3D.identity.translatedBy(x: 0, y: 0, z: any(depth)).rotated(
        by: any(3), x: 0, y: 0, z: 1
      )
      .rotated(by: any(tilt), x: 1, y: 0, z: 0).rotated(by: any(tilt), x: 0, y: 1, z: 0)
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

  /// The order by the definition: repeatedly takes the first member that no remaining member must precede.
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

  @Test(arguments: 0..<40 as Range<UInt64>) func theSweepFindsTheOrderOfTheDefinition(seed: UInt64) {
    // Flat and far from each other there is an order; tilted and close there often is none.
    let root = scene(30, tilt: seed % 4 == 0 ? 0.5 : 0.05, depth: 400, seed: seed + 1)
    // Beside the eye, a plane is drawn in sibling order.
    if seed % 3 == 0 { root.sublayers[11].transform = Transform3D(translationX: 0, y: 0, z: 520) }
    var members = members(root)
    let expected = ordered(members)
    #expect(DepthOrder().sort(&members, from: 0) == (expected != nil))
    #expect(members.map(\.order) == expected ?? Array(0..<30))
  }

  @Test func someScenesHaveAnOrderAndOthersHaveNone() {
    let counts = (0..<40).count { seed in
      ordered(members(scene(30, tilt: seed % 4 == 0 ? 0.5 : 0.05, depth: 400, seed: UInt64(seed) + 1))) != nil
    }
    #expect((5...35).contains(counts), "\(counts)")
  }

  /// The color of the nearest plane at a point, by the equations of all planes.
  private func nearest(_ planes: [(map: Homography, inverse: Homography, transform: Transform3D)], _ point: Point)
    -> Int?
  {
    var best: (index: Int, depth: Double)?
    for (index, plane) in planes.enumerated() {
      let p = plane.inverse.homogeneous(point)
      let (x, y) = (p.x / p.z, p.y / p.z)
      guard p.z > 0, (0...60).contains(x), (0...50).contains(y), let place = plane.transform.project(x, y, 0) else {
        continue
      }
      if place.z > best?.depth ?? -.infinity { best = (index, place.z) }
    }
    return best?.index
  }

  /// Hundreds of planes that intersect are drawn by depth, also in a picture that is stretched or turned on its side.
  @Test(
    arguments: [1, 2] as [Int], [AffineTransform.identity, AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 200, ty: 0)])
  func manyPlanesAreNotCut(scale: Int, turn: AffineTransform) throws {
    let root = scene(200, tilt: 1, depth: 20, seed: 7)
    let picture = Picture(of: root)
    let size = PixelRect(x: 0, y: 0, width: scale * 200, height: scale * 200)
    _ = picture.prepare(size: size, scale: Double(scale), turn: turn, renderer: renderer)
    #expect(picture.quads.count == 201 && picture.quads.allSatisfy { $0.part == nil })
    #expect(picture.quads.filter { $0.depth != nil }.count == 200)
    let toPixels = Homography(turn).concatenating(Homography(scale: Double(scale)))
    let planes = try root.sublayers.map { layer in
      let transform = layer.transformToSuperlayer.concatenating(root.sublayerTransformAboutAnchor)
      let map = transform.droppingDepth.homography.concatenating(toPixels)
      return (map, try #require(map.inverted()), transform)
    }
    let shrunk = PixelRect(x: 0, y: 0, width: size.width / 2, height: size.height)
    for target in [size, shrunk] {
      let bitmap = Bitmap(width: target.width, height: target.height)
      renderer.draw(picture.quads(fitting: target), into: bitmap, clip: Region(bitmap.bounds))
      var (compared, wrong) = (0, 0)
      for y in stride(from: 3, to: target.height, by: 7) {
        for x in stride(from: 3, to: target.width, by: 7) {
          func at(_ dx: Double, _ dy: Double) -> Int? {
            nearest(
              planes,
              Point((Double(x) + dx) * Double(size.width / target.width), Double(y) + dy))
          }
          guard let index = at(0.5, 0.5), [(0, 0), (1, 0), (0, 1), (1, 1)].allSatisfy({ at($0, $1) == index }) else {
            continue
          }
          compared += 1
          if bitmap[x, y] & 0xFFFFFF != UInt32(index + 1) * 97 { wrong += 1 }
        }
      }
      // A sliver between the corners.
      #expect(compared > 200 && wrong * 100 <= compared, "\(wrong) of \(compared)")
    }
  }

  /// A plane that moves in depth alone damages its own area.
  @Test func aChangeOfDepthIsAChange() {
    let root = scene(200, tilt: 1, depth: 20, seed: 7)
    root.sublayerTransform = .identity
    let (picture, bitmap) = (Picture(of: root), Bitmap(width: 200, height: 200))
    for step in 0..<3 {
      root.sublayers[50].zPosition = Double(step) * 15
      let clip = picture.prepare(size: size, scale: 1, renderer: renderer)
      renderer.draw(picture.quads, into: bitmap, clip: clip)
      let fresh = Bitmap(width: 200, height: 200)
      renderer.draw(picture.quads, into: fresh, clip: Region(size))
      #expect((0..<40_000).allSatisfy { bitmap.pixels[$0] == fresh.pixels[$0] }, "step \(step)")
    }
  }

  private func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
    func distance(_ shift: UInt32) -> Int { abs(Int(one >> shift & 255) - Int(other >> shift & 255)) }
    return distance(0) <= 24 && distance(8) <= 24 && distance(16) <= 24
  }

  /// Sublayers of a plane that is drawn by depth lie in it: in front of it, and behind the planes that are in front of it.
  @Test(arguments: [false, true]) func sublayersHaveTheirPlanesDepth(leavesThePlane: Bool) {
    let root = scene(200, tilt: 1, depth: 20, seed: 7)
    for layer in root.sublayers {
      let label = Layer()
      label.frame = layer.bounds
      label.backgroundColor = layer.backgroundColor
      layer.backgroundColor = .white
      if leavesThePlane { label.zPosition = 5 }
      layer.addSublayer(label)
    }
    func draw(_ root: Layer) -> Bitmap {
      let picture = Picture(of: root)
      _ = picture.prepare(size: size, scale: 1, renderer: renderer)
      let bitmap = Bitmap(width: 200, height: 200)
      renderer.draw(picture.quads, into: bitmap, clip: Region(size))
      return bitmap
    }
    let (labels, expected) = (draw(root), draw(scene(200, tilt: 1, depth: 20, seed: 7)))
    // The plane shines through in pixels in which both the label and its plane end.
    let count = (0..<40_000).count { !isNear(labels.pixels[$0], expected.pixels[$0]) }
    #expect(count < 400, "\(count)")
  }
}
