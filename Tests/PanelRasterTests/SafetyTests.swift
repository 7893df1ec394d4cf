import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Invalid and extreme input. With `--sanitize=address`, these tests also detect reads out of bounds.
@Suite struct SafetyTests {
  private let margin = 16

  /// Calls `body` with a target and checks that the memory around it stays unchanged.
  private func withGuardedTarget(_ width: Int, _ height: Int, _ body: (Bitmap) -> Void) {
    let stride = width + 2 * margin
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: stride * (height + 2 * margin))
    memory.initialize(repeating: 0xDEAD_BEEF, count: stride * (height + 2 * margin))
    defer { memory.deallocate() }
    body(Bitmap(borrowing: memory + margin * stride + margin, width: width, height: height, stride: stride))
    var touched = 0
    for y in 0..<height + 2 * margin {
      for x in 0..<stride
      where !(margin..<margin + height).contains(y) || !(margin..<margin + width).contains(x) {
        if memory[y * stride + x] != 0xDEAD_BEEF { touched += 1 }
      }
    }
    #expect(touched == 0)
  }

  @Test func randomTransformsDrawInsideTheTargetOnly() {
    var random = SeededRandom(seed: 42)
    let renderer = Renderer(threads: 2)
    let special: [Double] = [
      0, -0.0, 1, -1, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e300, 1e-300,
      1e9, 1e18,
    ]
    func number() -> Double {
      switch Int.random(in: 0..<12, using: &random) {
      case 0: special.randomElement(using: &random)!
      case 1: Double.random(in: -1e6...1e6, using: &random)
      case 2: Double.random(in: -1e-3...1e-3, using: &random)
      default: Double.random(in: -3...3, using: &random)
      }
    }
    let sizes = [(1, 1), (1, 9), (9, 1), (2, 2), (3, 5), (17, 31), (64, 64), (200, 3)]
    for round in 0..<3000 {
      let target = sizes.randomElement(using: &random)!
      withGuardedTarget(target.0, target.1) { bitmap in
        let quads = (0..<Int.random(in: 1...5, using: &random)).map { _ in
          let size = sizes.randomElement(using: &random)!
          // Most transforms show something: the bitmap is in or near the target, with a little perspective.
          let isTame = Int.random(in: 0..<3, using: &random) > 0
          let transform = Homography(
            m11: number(), m12: number(), m13: isTame ? number() * 0.01 : number(), m21: number(), m22: number(),
            m23: isTame ? number() * 0.01 : number(), m31: number() * 10, m32: number() * 10,
            m33: isTame ? 1 : number())
          return Quad(
            .soft(size.0, size.1, isOpaque: Bool.random(using: &random)), transform: transform,
            opacity: [1, 0.5, .nan, -1, 7, .infinity].randomElement(using: &random)!,
            shade: [0, 0.5, .nan, -1, 7, .infinity].randomElement(using: &random)!)
        }
        var clip = Region(bitmap.bounds)
        if round % 3 == 0 {
          clip = Region(
            PixelRect(
              minX: Int.random(in: -9...9, using: &random), minY: Int.random(in: -9...9, using: &random),
              maxX: Int.random(in: -9...99, using: &random), maxY: Int.random(in: -9...99, using: &random)))
        }
        renderer.draw(quads, into: bitmap, clip: clip)
      }
    }
  }

  /// A row is sampled in blocks up to the first pixel at which the plane is seen nearly edge-on. The clip may begin to the
  /// right of that pixel.
  @Test func clipBeyondTheHorizonReadsInsideTheBitmap() {
    var random = SeededRandom(seed: 7)
    let renderer = Renderer(threads: 1)
    for _ in 0..<2000 {
      let horizon = Double.random(in: 5...299, using: &random)
      func slope() -> Double { .random(in: -0.05...0.05, using: &random) }
      withGuardedTarget(300, 4) { bitmap in
        // Maps pixels to texels: (32, 32), the bitmap's middle, plus small slopes divided by 1 - x / horizon.
        let map = Homography(
          m11: slope() - 32 / horizon, m12: slope() - 32 / horizon, m13: -1 / horizon, m21: slope(), m22: slope(),
          m23: 0, m31: 32, m32: 32, m33: 1)
        guard let transform = map.inverted() else { return }
        let left = min(Int(clamping: horizon) + Int.random(in: -12...2, using: &random), 298)
        renderer.draw(
          [Quad(.soft(64, 64, isOpaque: true), transform: transform)], into: bitmap,
          clip: Region(PixelRect(minX: left, minY: 0, maxX: left + 2, maxY: 4)))
      }
    }
  }

  /// A channel that isn't premultiplied is limited to 255 instead of being carried into the next one. Green is
  /// 255 · (1 - 16 / 255)², 0xE0.
  @Test(arguments: [1, 4]) func nonPremultipliedChannelsDontOverflow(side: Int) {
    let quad = Quad(.filled(side, side, 0x10FF_00FF), transform: Homography(scale: 6 / Double(side), x: 0.3, y: 0.6))
    #expect(Bitmap.filled(8, 8, 0xFF80_FF80, drawing: [quad, quad])[3, 3] == 0xFFFF_E0FF)
  }

  /// An opaque bitmap's alpha counts as 255, along slanted edges, too.
  @Test func alphaOfOpaqueBitmapsIsIgnored() {
    func picture(_ alpha: UInt32) -> [UInt32] {
      let bitmap = Bitmap.filled(20, 20, alpha << 24 | 0x30_90C0)
      bitmap.isOpaque = true
      let face = cubeFaceTransforms(width: 40, height: 40, scale: 0.15, turnX: 0.3, turnY: 0.5, bitmapSide: 20)[0]
      return Bitmap.filled(40, 40, 0xFF80_FF80, drawing: [Quad(bitmap, transform: face)]).content.map { $0 & 0xFF_FFFF }
    }
    #expect(picture(0) == picture(255))
  }
}
