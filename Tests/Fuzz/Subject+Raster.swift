import Geometry

@testable import Raster

extension Subject {
  /// Quads under maps of all kinds. Nothing is written beside the target; and one that is a single colour covers what a
  /// slow test of points says that it covers.
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
    let isOpaque = dice.byte() & 1 == 0
    for index in 0..<size.0 * size.1 { bitmap.pixels[index] = isOpaque ? 0xFF80_9010 &+ UInt32(index) : 0x8040_2010 }
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

  /// Where a pixel and what is around it lies wholly inside of the picture, the pixel has its colour; where wholly outside, it
  /// has the ground's.
  private static func compare(_ target: Bitmap, _ bitmap: Bitmap, _ transform: Homography) {
    guard let inverse = transform.inverted(), isTame(transform), isTame(inverse) else { return }
    let (w, h) = (Double(bitmap.width), Double(bitmap.height))
    let margin = 0.1
    let near = 1.001 * Outline.nearest(of: ConvexPolygon(Rect(0, 0, w, h)), transform: transform)
    func isInside(_ x: Double, _ y: Double) -> (is: Bool, isDrawn: Bool) {
      let p = inverse.homogeneous(Point(x, y))
      guard p.z > 0 && p.x >= 0 && p.y >= 0 && p.x <= w * p.z && p.y <= h * p.z else { return (false, false) }
      return (true, transform.homogeneous(Point(p.x / p.z, p.y / p.z)).z >= near)
    }
    for y in 0..<target.height {
      for x in 0..<target.width {
        var (hits, drawn) = (0, 0)
        let points = 5
        for sy in 0..<points {
          for sx in 0..<points {
            let dx = (Double(sx) / Double(points - 1)) * (1 + 2 * margin) - margin
            let dy = (Double(sy) / Double(points - 1)) * (1 + 2 * margin) - margin
            let place = isInside(Double(x) + dx, Double(y) + dy)
            if place.is { hits += 1 }
            if place.isDrawn { drawn += 1 }
          }
        }
        let shown = target.pixels[y * target.stride + x] & 0xFF
        // A picture is convex: what has all its points inside is inside; a thin one may pass between them.
        if drawn == points * points {
          require(shown >= 253, "\(shown) at \(x), \(y), inside of \(transform) of \(bitmap.width)×\(bitmap.height)")
        } else if hits == 0, !mayPass(x, y, inverse, w, h) {
          require(shown <= 2, "\(shown) at \(x), \(y), outside of \(transform) of \(bitmap.width)×\(bitmap.height)")
        }
      }
    }
  }

  /// True where a picture thinner than the points are apart may lie.
  private static func mayPass(_ x: Int, _ y: Int, _ inverse: Homography, _ w: Double, _ h: Double) -> Bool {
    let side = 24
    for sy in 0...side {
      for sx in 0...side {
        let p = inverse.homogeneous(
          Point(Double(x) + Double(sx) / Double(side) * 1.2 - 0.1, Double(y) + Double(sy) / Double(side) * 1.2 - 0.1))
        let room = 0.2 * (w + h) * abs(p.z)
        if p.z > 0, p.x >= -room, p.y >= -room, p.x <= w * p.z + room, p.y <= h * p.z + room { return true }
      }
    }
    return false
  }

  /// Numbers with which a test of points means something, and a layer's may be: nothing is drawn beyond 1e9 pixels.
  private static func isTame(_ map: Homography) -> Bool {
    [map.m11, map.m12, map.m13, map.m21, map.m22, map.m23, map.m31, map.m32, map.m33].allSatisfy {
      $0.isFinite && abs($0) < 1e7
    }
  }
}
