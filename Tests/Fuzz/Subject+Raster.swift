import Geometry

@testable import Raster

extension Subject {
  /// Quads under maps of all kinds. Nothing is written beside the target; and one that is a single colour covers what a
  /// slow test of each pixel's corners says that it covers.
  static let raster = Subject(name: "raster", longest: 256) { bytes in
    var dice = Dice(bytes)
    let (width, height) = (1 + dice.number(below: 40), 1 + dice.number(below: 30))
    let quads = (0..<1 + dice.number(below: 3)).map { _ in quad(&dice) }
    let ground: UInt32 = 0xFF20_4060
    guarded(width, height, ground) { target in
      var clip = Region(target.bounds)
      if dice.number(below: 4) == 0 {
        clip = Region(PixelRect(minX: Int(dice.byte()) - 9, minY: -3, maxX: Int(dice.byte()), maxY: Int(dice.byte())))
      }
      renderer.draw(quads, into: target, clip: clip)
    }
    // Each by itself, in one colour.
    for quad in quads {
      let bitmap = Bitmap(width: quad.bitmap.width, height: quad.bitmap.height)
      bitmap.pixels.update(repeating: 0xFFFF_FFFF, count: bitmap.width * bitmap.height)
      bitmap.isOpaque = true
      guarded(width, height, 0xFF00_0000) { target in
        renderer.draw([Quad(bitmap, transform: quad.transform)], into: target, clip: Region(target.bounds))
        compare(target, bitmap, quad.transform)
      }
    }
  }

  private nonisolated(unsafe) static let renderer = Renderer(threads: 1)

  private static func quad(_ dice: inout Dice) -> Quad {
    let sizes = [(1, 1), (1, 9), (9, 1), (2, 2), (17, 31), (64, 64), (200, 3)]
    let size = sizes[dice.number(below: sizes.count)]
    let bitmap = Bitmap(width: size.0, height: size.1)
    let look = dice.byte()
    let isOpaque = look & 1 == 0
    for index in 0..<size.0 * size.1 {
      // Steep, or so smooth that the nearest texel will do.
      let level = look & 2 == 0 ? index : (index % size.0 + index / size.0) / 3
      bitmap.pixels[index] = isOpaque ? 0xFF80_9010 &+ UInt32(level) : 0x8040_2010
    }
    bitmap.isOpaque = isOpaque
    let opacities = [1, 1, 0.5, 0, .nan, -1, 7, .infinity]
    return Quad(
      bitmap, transform: transform(&dice, size), opacity: opacities[dice.number(below: opacities.count)],
      shade: opacities[dice.number(below: opacities.count)])
  }

  /// A place, a turn in perspective, one that is nearly edge-on, or nine numbers of any kind.
  private static func transform(_ dice: inout Dice, _ size: (Int, Int)) -> Homography {
    func small() -> Double { Double(Int16(bitPattern: dice.word())) / 32768 }
    switch dice.number(below: 4) {
    case 0: return Homography(scale: small() * 4, x: small() * 60, y: small() * 60)
    case 1, 2:
      let isEdgeOn = dice.byte() & 3 == 0
      let turn =
        Transform3D(perspectiveDistance: 5 + abs(small()) * 400).rotated(by: small() * 4, x: 1, y: 0, z: 0)
        .rotated(by: isEdgeOn ? .pi / 2 + small() * 1e-3 : small() * 4, x: 0, y: 1, z: 0)
        .translatedBy(x: small() * 100, y: small() * 100, z: small() * 300)
      let grown = dice.byte() & 7 == 0 ? 1e4 : 1.0
      return Homography(scale: grown, x: -Double(size.0) * grown / 2, y: -Double(size.1) * grown / 2)
        .concatenating(turn.homography).concatenating(Homography(scale: 1, x: 20, y: 15))
    default:
      func any() -> Double {
        let special = [0, -0.0, 1, -1, .infinity, .nan, 1e300, 1e-300, .greatestFiniteMagnitude, 1e9]
        let kind = dice.number(below: 16)
        return kind < special.count ? special[kind] : kind == 15 ? Double(bitPattern: dice.bits()) : small() * 3
      }
      return Homography(
        m11: any(), m12: any(), m13: any(), m21: any(), m22: any(), m23: any(), m31: any() * 20, m32: any() * 20,
        m33: any())
    }
  }

  private static func guarded(_ width: Int, _ height: Int, _ ground: UInt32, _ body: (Bitmap) -> Void) {
    let margin = 8
    let stride = width + 2 * margin
    let count = stride * (height + 2 * margin)
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    memory.initialize(repeating: 0xDEAD_BEEF, count: count)
    defer { memory.deallocate() }
    let target = Bitmap(borrowing: memory + margin * stride + margin, width: width, height: height, stride: stride)
    for y in 0..<height { for x in 0..<width { target.pixels[y * stride + x] = ground } }
    body(target)
    for y in 0..<height + 2 * margin {
      for x in 0..<stride
      where !(margin..<margin + height).contains(y) || !(margin..<margin + width).contains(x) {
        require(memory[y * stride + x] == 0xDEAD_BEEF, "written beside the target at \(x - margin), \(y - margin)")
      }
    }
  }

  /// Where a pixel and what is around it lies wholly inside of the picture, the pixel has its colour; where a side of the
  /// picture has it wholly on the other hand, it has the ground's. Both are convex: four corners tell.
  private static func compare(_ target: Bitmap, _ bitmap: Bitmap, _ transform: Homography) {
    guard let inverse = transform.inverted(), isTame(transform), isTame(inverse) else { return }
    let (w, h) = (Double(bitmap.width), Double(bitmap.height))
    let near = 1.001 * Outline.nearest(of: ConvexPolygon(Rect(0, 0, w, h)), transform: transform)
    let margin = 0.1
    for y in 0..<target.height {
      for x in 0..<target.width {
        let corners = [(-margin, -margin), (1 + margin, -margin), (-margin, 1 + margin), (1 + margin, 1 + margin)].map {
          inverse.homogeneous(Point(Double(x) + $0, Double(y) + $1))
        }
        // Positive beyond a side, or behind the eye.
        let sides: [(SIMD3<Double>) -> Double] = [
          { -$0.x }, { -$0.y }, { $0.x - w * $0.z }, { $0.y - h * $0.z }, { -$0.z },
        ]
        let isInside = corners.allSatisfy { corner in
          sides.allSatisfy { $0(corner) <= 0 } && corner.z > 0
            && transform.homogeneous(Point(corner.x / corner.z, corner.y / corner.z)).z >= near
        }
        let isOutside = sides.contains { side in corners.allSatisfy { side($0) > 0 } }
        let shown = target.pixels[y * target.stride + x] & 0xFF
        if isInside {
          require(shown >= 253, "\(shown) at \(x), \(y), inside of \(transform) of \(bitmap.width)×\(bitmap.height)")
        } else if isOutside {
          require(shown <= 2, "\(shown) at \(x), \(y), outside of \(transform) of \(bitmap.width)×\(bitmap.height)")
        }
      }
    }
  }

  /// Numbers with which a test of corners means something, and a layer's may be: nothing is drawn beyond 1e9 pixels.
  private static func isTame(_ map: Homography) -> Bool {
    [map.m11, map.m12, map.m13, map.m21, map.m22, map.m23, map.m31, map.m32, map.m33].allSatisfy {
      $0.isFinite && abs($0) < 1e7
    }
  }
}
