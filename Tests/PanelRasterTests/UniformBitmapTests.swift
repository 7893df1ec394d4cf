import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Bitmaps of one pixel, and of one row or column.
@Suite struct UniformBitmapTests {
  private static let pixels: [UInt32] = [0xFFE6_5A2C, 0xFF00_0000, 0x8040_2010, 0x0100_0001, 0xFEFE_FEFE, 0]
  private static let modulations: [(opacity: Double, shade: Double)] = [(1, 0), (1, 0.4), (0.6, 0), (0.3, 0.7)]

  @Test(arguments: pixels, modulations)
  func everyCodeValueIsExact(_ pixel: UInt32, modulation: (opacity: Double, shade: Double)) {
    let target = Bitmap(width: 256, height: 3)
    for index in 0..<256 * 3 { target.pixels[index] = UInt32(index % 256) &* 0x0101_0101 }
    let quad = Quad(
      .filled(1, 1, pixel),
      transform: Homography(m11: 256, m12: 0, m13: 0, m21: 0, m22: 3, m23: 0, m31: 0, m32: 0, m33: 1),
      opacity: modulation.opacity, shade: modulation.shade)
    Renderer(threads: 1).draw([quad], into: target, clip: Region(target.bounds))
    // The factors have eight bits.
    let (opacity, color) = (
      (modulation.opacity * 256).rounded() / 256, (modulation.opacity * (1 - modulation.shade) * 256).rounded() / 256
    )
    var source = Reference.channels(pixel) * SIMD4(color, color, color, opacity)
    source.round(.toNearestOrAwayFromZero)
    for index in 0..<256 * 3 {
      let exact = source + SIMD4(repeating: Double(index % 256)) * (1 - source.w / 255)
      let result = Reference.channels(target.pixels[index])
      #expect(result == exact.rounded(.toNearestOrAwayFromZero), "over \(index % 256)")
    }
  }

  @Test func solidBitmapEqualsSampledOne() {
    var random = SeededRandom(seed: 0xF1A7)
    let renderer = Renderer(threads: 2)
    let bounds = PixelRect(x: 0, y: 0, width: 170, height: 120)
    for round in 0..<400 {
      let pixel = Self.pixels.randomElement(using: &random)!
      let (solid, sampled) = (Bitmap.filled(1, 1, pixel), Bitmap.filled(8, 8, pixel))
      let faces = cubeFaceTransforms(
        width: 170, height: 120, scale: .random(in: 0.1...2, using: &random),
        turnX: .random(in: -3...3, using: &random), turnY: .random(in: -3...3, using: &random), bitmapSide: 8)
      let (opacity, shade) = Self.modulations.randomElement(using: &random)!
      func picture(_ bitmap: Bitmap) -> [UInt32] {
        let scaled = Homography(scale: 8 / Double(bitmap.width))
        let quads = faces.map { Quad(bitmap, transform: scaled.concatenating($0), opacity: opacity, shade: shade) }
        let clip = round % 2 == 0 ? bounds : PixelRect(x: 13, y: 7, width: 111, height: 93)
        return Bitmap.filled(170, 120, 0xFF20_4060, drawing: quads, clip: Region(clip), by: renderer).content
      }
      #expect(picture(solid) == picture(sampled), "round \(round)")
    }
  }

  /// A gradient of a single row or column, upright, rotated by 90° or mirrored, equals one with all its rows.
  @Test(arguments: [true, false], [(1.0, 0.0), (0.6, 0.3)])
  func stripEqualsWholeGradient(isOpaque: Bool, modulation: (opacity: Double, shade: Double)) {
    let (side, count) = (96, 23)
    let colors = (0..<count).map { Color(Double($0) / 23, 0.3, 1 - Double($0) / 23, isOpaque ? 1 : Double($0) / 23) }
    let strip = Bitmap(width: 1, height: count)
    let horizontalStrip = Bitmap(width: count, height: 1)
    let whole = Bitmap(width: 9, height: count)
    for (index, color) in colors.enumerated() {
      strip.pixels[index] = color.premultipliedPixel
      horizontalStrip.pixels[index] = color.premultipliedPixel
      for column in 0..<9 { whole.pixels[index * 9 + column] = color.premultipliedPixel }
    }
    for bitmap in [strip, horizontalStrip, whole] { bitmap.isOpaque = isOpaque }
    let renderer = Renderer(threads: 1)
    func picture(_ bitmap: Bitmap, _ map: Homography) -> [UInt32] {
      let quad = Quad(bitmap, transform: map, opacity: modulation.opacity, shade: modulation.shade)
      let clip = Region(PixelRect(x: 3, y: 2, width: 90, height: 91))
      return Bitmap.filled(side, side, 0xFF20_4060, drawing: [quad], clip: clip, by: renderer).content
    }
    let transposed = Homography(m11: 0, m12: 1, m13: 0, m21: 1, m22: 0, m23: 0, m31: 0, m32: 0, m33: 1)
    for (along, across) in [(3.1, 40.0), (1.0, 52.0), (0.4, 17.3), (-2.7, -30.5)] {
      for isTurned in [false, true] {
        let (x, y) = (across < 0 ? 80.3 : 11.3, along < 0 ? 81.7 : 12.2)
        let placed = Homography(m11: across, m12: 0, m13: 0, m21: 0, m22: along, m23: 0, m31: x, m32: y, m33: 1)
          .concatenating(isTurned ? transposed : .identity)
        let ninth = Homography(m11: 1.0 / 9, m12: 0, m13: 0, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
        let (a, b) = (picture(strip, placed), picture(whole, ninth.concatenating(placed)))
        #expect(picture(horizontalStrip, transposed.concatenating(placed)) == a)
        let worst = zip(a, b).map { pair in
          [0, 8, 16, 24].map { Swift.abs(Int(pair.0 >> $0 & 255) - Int(pair.1 >> $0 & 255)) }.max()!
        }.max()!
        // Coordinates are rounded to 128ths of a texel.
        #expect(worst <= 1, "\(along) \(across) \(isTurned)")
      }
    }
  }

  /// Equal rows are copied from the row above, but not from one that is partly covered.
  @Test func stripBehindCoverEqualsUncoveredStrip() {
    let strip = Bitmap(width: 23, height: 1)
    for column in 0..<23 { strip.pixels[column] = Color(Double(column) / 23, 0.3, 0.5).premultipliedPixel }
    strip.isOpaque = true
    let quad = Quad(
      strip, transform: Homography(m11: 3, m12: 0, m13: 0, m21: 0, m22: 60, m23: 0, m31: 5.3, m32: 4.4, m33: 1))
    let cover = Quad(.filled(9, 9, 0xFF12_3456), transform: Homography(scale: 2, x: 30, y: 20))
    let renderer = Renderer(threads: 1)
    let (together, separate) = (Bitmap.filled(96, 96, 0xFF20_4060), Bitmap.filled(96, 96, 0xFF20_4060))
    renderer.draw([quad, cover], into: together, clip: Region(together.bounds))
    renderer.draw([quad], into: separate, clip: Region(separate.bounds))
    renderer.draw([cover], into: separate, clip: Region(separate.bounds))
    #expect(together.content == separate.content)
  }
}
