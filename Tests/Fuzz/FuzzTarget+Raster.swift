import PanelGeometry

@testable import PanelRaster

extension FuzzTarget {
  /// Quads with various transforms. Nothing is written outside of the target, and a solid-color quad covers the pixels
  /// that a slow test of each pixel's corners expects.
  static let raster = FuzzTarget(name: "raster", maxLength: 256) { bytes in
    var input = FuzzInput(bytes)
    let (width, height) = (1 + input.number(below: 40), 1 + input.number(below: 30))
    let quads = (0..<1 + input.number(below: 3)).map { _ in quad(&input) }
    withGuardedBitmap(width, height, background: 0xFF20_4060) { target in
      var clip = Region(target.bounds)
      if input.number(below: 4) == 0 {
        clip = Region(
          PixelRect(minX: Int(input.byte()) - 9, minY: -3, maxX: Int(input.byte()), maxY: Int(input.byte())))
      }
      renderer.draw(quads, into: target, clip: clip)
    }
    // Draw each quad separately, in a solid color.
    for quad in quads {
      let bitmap = Bitmap(width: quad.bitmap.width, height: quad.bitmap.height)
      bitmap.pixels.update(repeating: 0xFFFF_FFFF, count: bitmap.width * bitmap.height)
      bitmap.isOpaque = true
      withGuardedBitmap(width, height, background: 0xFF00_0000) { target in
        renderer.draw([Quad(bitmap, transform: quad.transform)], into: target, clip: Region(target.bounds))
        compare(target, bitmap, quad.transform)
      }
    }
  }

  private nonisolated(unsafe) static let renderer = Renderer(threads: 1)

  private static func quad(_ input: inout FuzzInput) -> Quad {
    let size = input.element(of: [(1, 1), (1, 9), (9, 1), (2, 2), (17, 31), (64, 64), (200, 3)])
    let bitmap = Bitmap(width: size.0, height: size.1)
    let flags = input.byte()
    let (isOpaque, isSteep) = (flags & 1 == 0, flags & 2 == 0)
    for index in 0..<size.0 * size.1 {
      // A steep gradient, or one that is so smooth that sampling the nearest texel is close enough.
      let level = isSteep ? index : (index % size.0 + index / size.0) / 3
      bitmap.pixels[index] = isOpaque ? 0xFF80_9010 &+ UInt32(level) : 0x8040_2010
    }
    bitmap.isOpaque = isOpaque
    let opacities = [1, 1, 0.5, 0, .nan, -1, 7, .infinity]
    return Quad(
      bitmap, transform: transform(&input, size), opacity: input.element(of: opacities),
      shade: input.element(of: opacities))
  }

  /// A translation and scale, a rotation in perspective, sometimes nearly edge-on, or nine arbitrary numbers.
  private static func transform(_ input: inout FuzzInput, _ size: (Int, Int)) -> Homography {
    func small() -> Double { Double(Int16(bitPattern: input.word())) / 32768 }
    switch input.number(below: 4) {
    case 0: return Homography(scale: small() * 4, x: small() * 60, y: small() * 60)
    case 1, 2:
      let isEdgeOn = input.byte() & 3 == 0
      let rotation =
        Transform3D(perspectiveDistance: 5 + abs(small()) * 400).rotated(by: small() * 4, x: 1, y: 0, z: 0)
        .rotated(by: isEdgeOn ? .pi / 2 + small() * 1e-3 : small() * 4, x: 0, y: 1, z: 0)
        .translatedBy(x: small() * 100, y: small() * 100, z: small() * 300)
      let scale = input.byte() & 7 == 0 ? 1e4 : 1.0
      return Homography(scale: scale, x: -Double(size.0) * scale / 2, y: -Double(size.1) * scale / 2)
        .concatenating(rotation.homography).concatenating(Homography(scale: 1, x: 20, y: 15))
    default:
      func any() -> Double {
        let special = [0, -0.0, 1, -1, .infinity, .nan, 1e300, 1e-300, .greatestFiniteMagnitude, 1e9]
        let kind = input.number(below: 16)
        if kind < special.count { return special[kind] }
        return kind == 15 ? Double(bitPattern: input.bits()) : small() * 3
      }
      return Homography(
        m11: any(), m12: any(), m13: any(), m21: any(), m22: any(), m23: any(), m31: any() * 20, m32: any() * 20,
        m33: any())
    }
  }

  /// Checks that nothing is written outside of a bitmap.
  private static func withGuardedBitmap(
    _ width: Int, _ height: Int, background: UInt32, _ body: (Bitmap) -> Void
  ) {
    let margin = 8
    let (stride, rows) = (width + 2 * margin, height + 2 * margin)
    let count = stride * rows
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
    memory.initialize(repeating: 0xDEAD_BEEF, count: count)
    defer { memory.deallocate() }
    let target = Bitmap(borrowing: memory + margin * stride + margin, width: width, height: height, stride: stride)
    for y in 0..<height { for x in 0..<width { target.pixels[y * stride + x] = background } }
    body(target)
    for index in 0..<count {
      let (x, y) = (index % stride - margin, index / stride - margin)
      guard !(0..<width).contains(x) || !(0..<height).contains(y) else { continue }
      require(memory[index] == 0xDEAD_BEEF, "written outside of the target at \(x), \(y)")
    }
  }

  /// A pixel whose surroundings are inside of the quad has the quad's color. A pixel whose surroundings are beyond one of
  /// the quad's sides has the background's. Both are convex, so testing four corners is enough.
  private static func compare(_ target: Bitmap, _ bitmap: Bitmap, _ transform: Homography) {
    guard let inverse = transform.inverted(), isPreciseEnough(transform), isPreciseEnough(inverse) else { return }
    let (w, h) = (Double(bitmap.width), Double(bitmap.height))
    let near = 1.001 * Outline.nearPlane(of: ConvexPolygon(Rect(0, 0, w, h)), transform: transform)
    for y in 0..<target.height {
      for x in 0..<target.width {
        let corners = [(-0.1, -0.1), (1.1, -0.1), (-0.1, 1.1), (1.1, 1.1)].map {
          inverse.homogeneous(Point(Double(x) + $0, Double(y) + $1))
        }
        // Positive beyond a side, or behind the camera.
        let sides: [(SIMD3<Double>) -> Double] = [
          { -$0.x }, { -$0.y }, { $0.x - w * $0.z }, { $0.y - h * $0.z }, { -$0.z },
        ]
        let isInside = corners.allSatisfy { corner in
          sides.allSatisfy { $0(corner) <= 0 } && corner.z > 0
            && transform.homogeneous(Point(corner.x / corner.z, corner.y / corner.z)).z >= near
        }
        let isOutside = sides.contains { side in corners.allSatisfy { side($0) > 0 } }
        let shown = target.pixels[y * target.stride + x] & 0xFF
        require(
          isInside ? shown >= 253 : !isOutside || shown <= 2,
          "\(shown) at \(x), \(y), \(isInside ? "in" : "out")side of \(transform) of \(bitmap.width)×\(bitmap.height)")
      }
    }
  }

  /// True if the elements are small enough for `compare`, which transforms the corners of pixels.
  private static func isPreciseEnough(_ transform: Homography) -> Bool {
    [
      transform.m11, transform.m12, transform.m13, transform.m21, transform.m22, transform.m23, transform.m31,
      transform.m32, transform.m33,
    ].allSatisfy { $0.isFinite && abs($0) < 1e7 }
  }
}
