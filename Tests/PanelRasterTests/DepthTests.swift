import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Quads that are drawn by depth, compared with the nearest quad at 16×16 points of each pixel.
@Suite struct DepthTests {
  private let width = 120
  private let height = 80

  enum Kind {
    case opaque, translucent
    /// Opaque, but only the quad's `opaquePart` is declared so.
    case opaquePart
  }

  /// A quad at a random position and angle. Three points of its plane give its depth.
  private struct Plane {
    let quad: Quad
    let inverse: Homography
    let color: SIMD4<Double>

    init?(_ random: inout SeededRandom, _ kind: Kind, side: Double) {
      func any(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let projection = Transform3D(perspectiveDistance: 300).concatenating(
        Transform3D(translationX: any(0...120), y: any(0...80), z: 0))
      let transform = Transform3D.identity.rotated(by: any(-3...3), x: 0, y: 0, z: 1)
        .rotated(by: any(-1.1...1.1), x: 1, y: 0, z: 0).rotated(by: any(-1.1...1.1), x: 0, y: 1, z: 0)
        .translatedBy(x: 0, y: 0, z: any(-10...10)).concatenating(projection)
      let texels = kind == .opaquePart ? 12 : 1
      let map = Homography(scale: side / Double(texels), x: -side / 2, y: -side / 2)
        .concatenating(transform.homography)
      guard let inverse = map.inverted(), let a = transform.project(0, 0, 0), let b = transform.project(10, 0, 0),
        let c = transform.project(0, 10, 0)
      else { return nil }
      let (p, q) = (b - a, c - a)
      let normal = SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
      guard abs(normal.z) > 1e-3 else { return nil }
      let pixel = UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000
      var quad = Quad(
        .filled(texels, texels, pixel), transform: map, opacity: kind == .translucent ? 0.6 : 1)
      if kind == .opaquePart {
        quad.bitmap.isOpaque = false
        quad.opaquePart = ConvexPolygon(Rect(2, 2, 8, 8))
      }
      let (x, y) = (-normal.x / normal.z, -normal.y / normal.z)
      quad.depth = QuadDepth(x: x, y: y, constant: a.z - x * a.x - y * a.y, space: 1)
      (self.quad, self.inverse, color) = (quad, inverse, Reference.channels(pixel))
    }

    func depth(_ x: Double, _ y: Double) -> Double? {
      let p = inverse.homogeneous(Point(x, y))
      guard p.z > 0, p.x >= 0, p.y >= 0, let depth = quad.depth else { return nil }
      let side = Double(quad.bitmap.width) * p.z
      guard p.x <= side, p.y <= side else { return nil }
      return depth.x * x + depth.y * y + depth.constant
    }
  }

  private func planes(_ count: Int, seed: UInt64, _ kinds: [Kind] = [.opaque], side: Double = 60) -> [Plane] {
    var random = SeededRandom(seed: seed)
    var planes: [Plane] = []
    while planes.count < count {
      planes += [Plane(&random, kinds[planes.count % kinds.count], side: side)].compactMap { $0 }
    }
    return planes
  }

  private func draw(_ planes: [Plane], threads: Int = 1, clip: Region? = nil, into target: Bitmap? = nil) -> Bitmap {
    let target = target ?? Bitmap.filled(width, height, 0xFF20_4060)
    Renderer(threads: threads).draw(planes.map(\.quad), into: target, clip: clip ?? Region(target.bounds))
    return target
  }

  /// The indices of the quads at a point, the farthest first.
  private func stacking(_ planes: [Plane], _ x: Double, _ y: Double) -> [Int] {
    planes.indices.compactMap { index in planes[index].depth(x, y).map { (index, $0) } }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  /// The mean color of a pixel's points, and the number of different stackings at its points and corners.
  private func expected(_ planes: [Plane], _ x: Int, _ y: Int) -> (color: SIMD4<Double>, stackings: Int) {
    var (sum, stackings) = (SIMD4<Double>(), Set<[Int]>())
    for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      stackings.insert(stacking(planes, Double(x + dx), Double(y + dy)))
    }
    for point in 0..<256 {
      let stacking = stacking(
        planes, Double(x) + (Double(point % 16) + 0.5) / 16, Double(y) + (Double(point / 16) + 0.5) / 16)
      stackings.insert(stacking)
      sum += stacking.reduce(Reference.channels(0xFF20_4060)) { beneath, index in
        let opacity = planes[index].quad.opacity
        return planes[index].color * opacity + beneath * (1 - opacity)
      }
    }
    return (sum / 256, stackings.count)
  }

  /// A color channel (0 to 255) may differ by 2 in a pixel whose points all show the same quads, or by 4 with 30 quads
  /// or more, because each translucent quad rounds the color; and by 8 at a quad's edge or the intersection of two. If
  /// more than that happens in a pixel, it is approximate: 1 % of all pixels differ by more than 16 with opaque quads,
  /// otherwise 2 %; on average pixels differ by 0.6 or 2.
  @Test(
    arguments: [
      (2, 3, [.opaque]), (3, 17, [.opaque]), (6, 5, [.opaque]), (30, 7, [.opaque]), (60, 11, [.opaque]),
      (60, 13, [.opaque]), (60, 19, [.opaque]), (2, 3, [.translucent]), (6, 5, [.translucent]),
      (30, 7, [.translucent]), (2, 3, [.opaque, .translucent]), (20, 7, [.opaque, .translucent]), (2, 3, [.opaquePart]),
      (3, 17, [.opaquePart]), (20, 11, [.opaquePart, .opaque]), (20, 13, [.opaquePart, .translucent, .opaque]),
    ] as [(Int, UInt64, [Kind])])
  func eachPixelShowsItsNearestQuads(count: Int, seed: UInt64, kinds: [Kind]) {
    let planes = planes(count, seed: seed, kinds)
    let target = draw(planes)
    var (worst, total, compared, visiblyOff) = ([0.0, 0.0], 0.0, 0, 0)
    for y in 0..<height {
      for x in 0..<width {
        // Of more translucent quads, only the nearest ones are drawn.
        let count = stacking(planes, Double(x) + 0.5, Double(y) + 0.5).count
        guard !kinds.contains(.translucent) || count <= DepthBuffer.maxFragments else { continue }
        let (color, stackings) = expected(planes, x, y)
        compared += 1
        let largest = (Reference.channels(target[x, y]) - color).largest
        worst[min(stackings, 2) - 1] = max(worst[min(stackings, 2) - 1], largest)
        total += largest
        if largest > 16 { visiblyOff += 1 }
      }
    }
    #expect(worst[0] <= (count < 30 ? 2 : 4) && (count > 2 || worst[1] <= 8), "\(worst)")
    let isTranslucent = kinds.contains(.translucent)
    #expect(Double(visiblyOff) < (isTranslucent ? 0.02 : 0.01) * Double(compared), "\(visiblyOff) of \(compared)")
    #expect(total < (isTranslucent ? 2 : 0.6) * Double(compared), "\(total)")
  }

  @Test(arguments: [[.opaque], [.translucent], [.opaquePart, .translucent, .opaque]] as [[Kind]])
  func partialRedrawEqualsFullRedraw(kinds: [Kind]) {
    let planes = planes(40, seed: 23, kinds)
    let full = draw(planes)
    #expect(draw(planes, threads: 2).content == full.content)
    for part in [PixelRect(x: 17, y: 9, width: 50, height: 31), PixelRect(x: 60, y: 40, width: 1, height: 40)] {
      let target = Bitmap.filled(width, height, 0xFF20_4060)
      for y in 0..<height {
        for x in 0..<width where PixelRect(x: x, y: y, width: 1, height: 1).intersection(part).isEmpty {
          target.pixels[y * width + x] = full[x, y]
        }
      }
      #expect(draw(planes, clip: Region(part), into: target).content == full.content)
    }
  }

  /// Of many translucent quads the nearest eight are drawn, and those behind an opaque one don't count.
  @Test func onlyTheNearestQuadsAreDrawn() {
    var random = SeededRandom(seed: 31)
    func sheet(_ depth: Int, _ pixel: UInt32) -> Quad {
      var quad = Quad(.filled(1, 1, pixel), transform: Homography(scale: 200, x: -10, y: -10))
      quad.depth = QuadDepth(x: 0.01, y: 0, constant: Double(depth), space: 1)
      return quad
    }
    let sheets = (0..<30).map { sheet($0, 0x2010_0000 | UInt32($0)) }
    let wall = sheet(-1, 0xFF00_8000)
    for quads in [
      sheets, sheets.map { sheet(Int(clamping: $0.depth?.constant ?? 0) - 100, 0x2000_1000) } + [wall] + sheets,
    ] {
      let all = Bitmap.filled(width, height, 0xFF20_4060, drawing: quads.shuffled(using: &random))
      let nearest = Bitmap.filled(
        width, height, 0xFF20_4060, drawing: quads.filter { $0.bitmap.isOpaque } + sheets.suffix(8))
      let isSame = all.content == nearest.content
      #expect(isSame)
    }
  }

  /// Two planes that are nearly edge-on, so that depth changes by hundreds of points from pixel to pixel.
  @Test func steepPlanesAreComparedExactly() {
    func steep(_ pixel: UInt32, _ offset: Double) -> Quad {
      var quad = Quad(.filled(1, 1, pixel), transform: Homography(scale: 4000))
      quad.depth = QuadDepth(x: 900, y: -700, constant: -3e5 + offset, space: 1)
      return quad
    }
    let target = Bitmap.filled(4000, 2, 0xFF00_0000, drawing: [steep(0xFF00_FF00, 0.01), steep(0xFFFF_0000, 0)])
    let isUniform = target.content.allSatisfy { $0 == 0xFF00_FF00 }
    #expect(isUniform)
  }

  /// In the same plane the later quad is in front.
  @Test func coplanarQuadsKeepTheirOrder() throws {
    let planes = planes(1, seed: 29)
    let quad = planes[0].quad
    var label = quad
    label.bitmap = .filled(1, 1, 0xFFFF_FFFF)
    let above = Bitmap.filled(width, height, 0xFF00_0000, drawing: [quad, label])
    let beneath = Bitmap.filled(width, height, 0xFF00_0000, drawing: [label, quad])
    #expect(above.content.contains(0xFFFF_FFFF) && !above.content.contains(quad.bitmap.pixels[0]))
    #expect(!beneath.content.contains(0xFFFF_FFFF) && beneath.content.contains(quad.bitmap.pixels[0]))
  }

  @Test func drawingByDepthLeavesNoSeams() {
    let bitmap = Bitmap.filled(1, 1, 0xFFFF_FFFF)
    for turn in 0..<20 {
      let faces = cubeFaceTransforms(
        width: 120, height: 80, scale: 0.25, turnX: Double(turn) * 0.31, turnY: Double(turn) * 0.17, bitmapSide: 1)
      let frontFaces = faces.filter { $0.determinant > 0 }
      let quads = frontFaces.enumerated().map { index, map in
        var quad = Quad(bitmap, transform: map)
        // The front faces of a convex solid don't hide each other, so the depths don't matter.
        quad.depth = QuadDepth(x: 0, y: 0, constant: Double(index), space: 1)
        return quad
      }
      let byDepth = Bitmap.filled(width, height, 0xFF00_0000, drawing: quads)
      let inOrder = Bitmap.filled(
        width, height, 0xFF00_0000, drawing: frontFaces.map { Quad(bitmap, transform: $0).inSpace(1) })
      // The two approximate pixels with several edges differently.
      #expect(byDepth.difference(from: inOrder) <= 16, "turn \(turn)")
    }
  }
}
