import Geometry
import Testing

@testable import Raster

/// A bitmap of one pixel is a colour: it is laid over the target without being sampled.
@Suite struct FlatTests {
  private static let pixels: [UInt32] = [0xFFE6_5A2C, 0xFF00_0000, 0x8040_2010, 0x0100_0001, 0xFEFE_FEFE, 0]
  private static let inks: [(opacity: Double, shade: Double)] = [(1, 0), (1, 0.4), (0.6, 0), (0.3, 0.7)]

  /// Laid over each level there is, each channel is the exact mixture, rounded.
  @Test(arguments: pixels, inks)
  func eachLevelIsExact(_ pixel: UInt32, ink: (opacity: Double, shade: Double)) {
    let target = Bitmap(width: 256, height: 3)
    for index in 0..<256 * 3 { target.pixels[index] = UInt32(index % 256) &* 0x0101_0101 }
    let quad = Quad(
      .filled(1, 1, pixel),
      transform: Homography(m11: 256, m12: 0, m13: 0, m21: 0, m22: 3, m23: 0, m31: 0, m32: 0, m33: 1),
      opacity: ink.opacity, shade: ink.shade)
    Renderer(threads: 1).draw([quad], into: target, clip: Region(target.bounds))
    // The factors have eight bits.
    let (opacity, color) = (
      (ink.opacity * 256).rounded() / 256, (ink.opacity * (1 - ink.shade) * 256).rounded() / 256
    )
    var source = Reference.channels(pixel) * SIMD4(color, color, color, opacity)
    source.round(.toNearestOrAwayFromZero)
    for index in 0..<256 * 3 {
      let exact = source + SIMD4(repeating: Double(index % 256)) * (1 - source.w / 255)
      let result = Reference.channels(target.pixels[index])
      #expect(result == exact.rounded(.toNearestOrAwayFromZero), "over \(index % 256)")
    }
  }

  /// A colour looks as it does when it is sampled: inside to the level, and along the edges, whatever the map, the part,
  /// the occluders and the clip.
  @Test func oneColourEqualsASampledOne() {
    var random = Sequence64(state: 0xF1A7)
    let renderer = Renderer(threads: 2)
    let bounds = PixelRect(x: 0, y: 0, width: 170, height: 120)
    for round in 0..<400 {
      let pixel = Self.pixels.randomElement(using: &random)!
      let (flat, sampled) = (Bitmap.filled(1, 1, pixel), Bitmap.filled(8, 8, pixel))
      let faces = cubeFaces(
        width: 170, height: 120, scale: .random(in: 0.1...2, using: &random),
        turnX: .random(in: -3...3, using: &random), turnY: .random(in: -3...3, using: &random), pixels: 8)
      let (opacity, shade) = Self.inks.randomElement(using: &random)!
      func picture(_ bitmap: Bitmap) -> [UInt32] {
        let target = Bitmap.filled(170, 120, 0xFF20_4060)
        let scaled = Homography(scale: 8 / Double(bitmap.width))
        let quads = faces.map { Quad(bitmap, transform: scaled.concatenating($0), opacity: opacity, shade: shade) }
        let clip = round % 2 == 0 ? bounds : PixelRect(x: 13, y: 7, width: 111, height: 93)
        renderer.draw(quads, into: target, clip: Region(clip))
        return target.content
      }
      #expect(picture(flat) == picture(sampled), "round \(round)")
    }
  }

  @Test func notPremultiplied() {
    let target = Bitmap.filled(8, 8, 0xFF80_FF80)
    let quad = Quad(.filled(1, 1, 0x10FF_00FF), transform: Homography(scale: 6, x: 0.3, y: 0.6))
    Renderer(threads: 1).draw([quad, quad], into: target, clip: Region(target.bounds))
    #expect(target[3, 3] == 0xFFFF_E0FF)
  }
}
