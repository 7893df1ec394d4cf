import Geometry
import Testing

@testable import Raster

@Suite struct RendererTests {
  /// The quad drawn by the renderer, and by the reference, over the same ground; the largest difference.
  private func difference(_ quad: Quad, over ground: UInt32 = 0xFF20_4060, side: Int = 64) -> Double {
    let target = Bitmap.filled(side, side, ground)
    var reference = [SIMD4<Double>](repeating: Reference.channels(ground), count: side * side)
    Reference.draw(quad, into: &reference, width: side, height: side)
    Renderer(threads: 1).draw([quad], into: target, clip: Region(target.bounds))
    return target.difference(from: reference)
  }

  private let tilted = Homography(
    m11: 0.8, m12: 0.2, m13: 0.002, m21: -0.15, m22: 0.7, m23: -0.001, m31: 12.3, m32: 5.7, m33: 1)

  @Test(arguments: [true, false], [(1.0, 0.0), (1, 0.4), (0.6, 0), (0.3, 0.7)])
  func turnedQuad(isOpaque: Bool, ink: (opacity: Double, shade: Double)) {
    let bitmap = Bitmap.soft(60, 50, isOpaque: isOpaque)
    let quad = Quad(bitmap, transform: tilted, opacity: ink.opacity, shade: ink.shade)
    #expect(difference(quad) <= 4)
    #expect(difference(quad, over: 0) <= 4)
  }

  @Test func cubeFace() {
    let bitmap = Bitmap.soft(70, 70)
    for transform in cubeFaces(width: 64, height: 64, scale: 0.2, turnX: -.pi / 4, turnY: -.pi / 4, pixels: 70) {
      #expect(difference(Quad(bitmap, transform: transform)) <= 5)
    }
  }

  @Test func magnified() {
    #expect(difference(Quad(.soft(7, 5), transform: Homography(scale: 9.3, x: 1.2, y: 2.6))) <= 4)
  }
}
