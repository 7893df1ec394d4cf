import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Bitmaps that show a radial gradient, which is computed while it is drawn, or gets pixels.
@Suite struct RadialGradientTests {
  private let gradient = RadialGradient(
    center: Point(140.5, 92), radius: 180, from: Color(hex: 0x2A3142), to: Color(hex: 0x0E1118))
  private let size = Size(300, 200)

  private var computedBitmap: Bitmap { Bitmap(width: 300, height: 200, showing: gradient) }

  private var filledBitmap: Bitmap {
    let bitmap = Bitmap(width: 300, height: 200)
    bitmap.fill(gradient)
    bitmap.isOpaque = true
    return bitmap
  }

  private func draw(_ quads: [Quad], _ size: Size, clip: Region? = nil) -> [UInt32] {
    let target = Bitmap(width: Int(clamping: size.width), height: Int(clamping: size.height))
    target.fill(target.bounds, with: 0xFF80_4020)
    Renderer(threads: 1).draw(quads, into: target, clip: clip ?? Region(target.bounds))
    return target.content
  }

  /// Rotated by right angles, mirrored, faded, shaded, covered and clipped, a computed gradient is within a code value
  /// of pixels that were filled with it: the two are dithered differently.
  @Test(arguments: BufferTransform.allCases) func computedGradientEqualsFilledPixels(_ turn: BufferTransform) {
    var random = SeededRandom()
    let (affine, turnedSize) = (turn.transform(of: size), turn.apply(to: size))
    let map = Homography(
      m11: affine.a, m12: affine.b, m13: 0, m21: affine.c, m22: affine.d, m23: 0, m31: affine.tx + 7,
      m32: affine.ty + 3,
      m33: 1)
    let cover = Quad(.filled(60, 40, 0xFF12_3456), transform: Homography(scale: 1, x: 50.3, y: 70.6))
    for round in 0..<20 {
      let opacity = round % 3 == 0 ? Double.random(in: 0...1, using: &random) : 1
      let shade = round % 4 == 0 ? Double.random(in: 0...1, using: &random) : 0
      let part = PixelRect(
        x: .random(in: 0..<200, using: &random), y: .random(in: 0..<200, using: &random),
        width: .random(in: 1...200, using: &random), height: .random(in: 1...200, using: &random))
      let clip = round == 0 ? nil : Region(part)
      let bitmap = computedBitmap
      let pictures = [bitmap, filledBitmap].map { bitmap in
        draw(
          [Quad(bitmap, transform: map, opacity: opacity, shade: shade), cover],
          Size(turnedSize.width + 20, turnedSize.height + 20), clip: clip)
      }
      let isSame = zip(pictures[0], pictures[1]).allSatisfy { a, b in
        (Reference.channels(a) - Reference.channels(b)).largest <= 1
      }
      #expect(isSame, "round \(round), seed \(random.seed)")
      #expect(!bitmap.hasPixels)
    }
  }

  /// Scaled and rotated by any angle, a computed gradient is within a code value of the exact color.
  @Test(arguments: [0.5, 0.75, 1.6], [0, 0.3]) func transformedGradientIsExact(_ scale: Double, _ angle: Double) throws
  {
    let map = Transform3D(scaleX: scale, y: scale, z: 1).concatenating(
      Transform3D(rotationAngle: angle, x: 0, y: 0, z: 1)
    )
    .concatenating(Transform3D(translationX: 60, y: 0, z: 0)).homography
    let bitmap = computedBitmap
    let picture = draw([Quad(bitmap, transform: map)], Size(500, 400))
    let inverse = try #require(map.inverted())
    var (compared, worst) = (0, 0.0)
    for y in 0..<400 {
      for x in 0..<500 {
        let texel = inverse.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5)) ?? .zero
        guard texel.x > 3, texel.y > 3, texel.x < 297, texel.y < 197 else { continue }
        let exact = gradient.first.mixed(with: gradient.last, min((texel - gradient.center).length / 180, 1))
        let difference = Reference.channels(picture[y * 500 + x]) - SIMD4(exact.blue, exact.green, exact.red, 1) * 255
        worst = max(worst, difference.largest)
        compared += 1
      }
    }
    #expect(compared > 10_000 && worst < 1.07 && !bitmap.hasPixels)
  }

  /// In perspective the bitmap gets pixels and is sampled like any other.
  @Test func perspectiveSamplesPixels() {
    let map = Homography(
      m11: 1, m12: 0.1, m13: 0.001, m21: 0, m22: 1, m23: 0.0005, m31: 10, m32: 10, m33: 1)
    let bitmap = computedBitmap
    let isSame = draw([Quad(bitmap, transform: map)], size) == draw([Quad(filledBitmap, transform: map)], size)
    #expect(isSame && bitmap.hasPixels)
  }

  /// A gradient gets pixels if three frames in a row show over a quarter of it. Without them it looks the same.
  @Test(arguments: [1, 3]) func gradientGetsPixelsAfterThreeLargeFrames(_ threads: Int) {
    let (bitmap, target, renderer) = (computedBitmap, Bitmap(width: 300, height: 200), Renderer(threads: threads))
    // Covers the upper half, which therefore doesn't count; 50 rows of the lower half are a quarter.
    let cover = Quad(.filled(300, 100, 0xFF12_3456), transform: .identity)
    func draw(_ rows: Int) -> [UInt32] {
      renderer.draw(
        [Quad(bitmap, transform: .identity), cover], into: target,
        clip: Region(PixelRect(x: 0, y: 0, width: 300, height: 100 + rows)))
      return target.content
    }
    for _ in 0..<5 { _ = draw(49) }
    for rows in [51, 51, 20, 51, 100] {
      _ = draw(rows)
      #expect(!bitmap.hasPixels)
    }
    let before = draw(100)
    #expect(bitmap.hasPixels)
    bitmap.discardGradient()
    #expect(!bitmap.hasPixels && bitmap.pixels[30_000] == 0)
    for rows in [100, 100, 100, 100] {
      let isSame = draw(rows) == before
      #expect(isSame)
    }
    #expect(bitmap.hasPixels)
  }

  /// The gradient looks the same before it gets pixels, with them, and after discarding them.
  @Test func pixelsDontChangeTheGradient() {
    let (bitmap, tilt) = (
      computedBitmap, Homography(m11: 1, m12: 0, m13: 0.001, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
    )
    let turned = Homography(m11: 0, m12: 1, m13: 0, m21: -1, m22: 0, m23: 0, m31: 200, m32: 0, m33: 1)
    func pictures() -> [[UInt32]] { [.identity, turned].map { draw([Quad(bitmap, transform: $0)], Size(300, 300)) } }
    let before = pictures()
    _ = draw([Quad(bitmap, transform: tilt)], size)
    let isSame = pictures() == before
    #expect(isSame && bitmap.hasPixels)
    bitmap.discardGradient()
    let isSameAgain = pictures() == before
    #expect(isSameAgain && !bitmap.hasPixels && bitmap.pixels[30_000] == 0)
  }

  @Test(arguments: [1, 2]) func eachGradientCountsItsOwnPixels(_ threads: Int) {
    let (large, small, rotated, target) = (
      computedBitmap, computedBitmap, computedBitmap, Bitmap(width: 700, height: 400)
    )
    let turned = Homography(m11: 0, m12: 1, m13: 0, m21: -1, m22: 0, m23: 0, m31: 200, m32: 100, m33: 1)
    let quads = [
      // The quads above leave a sixth of this one.
      Quad(small, transform: Homography(scale: 1, x: 0, y: 0)),
      Quad(.filled(300, 100, 0xFF12_3456), transform: .identity), Quad(rotated, transform: turned),
      Quad(large, transform: Homography(scale: 1, x: 350, y: 100)),
    ]
    let renderer = Renderer(threads: threads)
    for _ in 0..<4 { renderer.draw(quads, into: target, clip: Region(target.bounds)) }
    #expect(large.hasPixels && !small.hasPixels && !rotated.hasPixels)
  }

  @Test func almostWholeTranslationEqualsWholeOne() {
    let almostMoved = Homography(
      m11: 1 + 1e-6, m12: 0, m13: 0, m21: 0, m22: 1 - 1e-6, m23: 0, m31: 7.0016, m32: 2.9985, m33: 1)
    let moved = draw([Quad(computedBitmap, transform: Homography(scale: 1, x: 7, y: 3))], size)
    #expect(draw([Quad(computedBitmap, transform: almostMoved)], size) == moved)
  }
}
