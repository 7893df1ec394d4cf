import PanelGeometry
import Testing

@testable import PanelRaster

/// Gradients that are filled instead of sampled.
@Suite struct GradientAreaTests {
  private func diagonal(_ side: Int, _ first: Color, _ last: Color) -> Bitmap {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.fill(
      LinearGradient(from: .zero, to: Point(Double(side), Double(side)), stops: [(0, first), (1, last)]),
      clip: bitmap.bounds)
    bitmap.isOpaque = true
    bitmap.didChange()
    return bitmap
  }

  /// At any angle and with any shade, every pixel is within 1.3 code values and the mean within 0.15.
  @Test(arguments: [1, 0.5], [0.9, 0.2]) func filledGradientsAreExact(light: Double, scale: Double) {
    let (first, last) = (Color(hex: 0xF7C65C), Color(hex: 0xC08D3F))
    let bitmap = diagonal(600, first, last)
    let renderer = Renderer(threads: 1)
    // At a fifth of its size, a turned gradient is sampled.
    for turn in [(0.0, 0.0), (0.3, 0.5), (-0.7, 0.3), (0.2, -1.1)].prefix(scale < 0.5 ? 1 : 4) {
      let face = cubeFaceTransforms(
        width: 800, height: 600, scale: scale, turnX: turn.0, turnY: turn.1, bitmapSide: 600
      )
      .max { $0.determinant < $1.determinant }!
      let target = Bitmap.filled(
        800, 600, 0xFF00_0000, drawing: [Quad(bitmap, transform: face, shade: 1 - light)], by: renderer)
      let inverse = face.inverted()!
      var (sum, count, worst) = (SIMD3<Double>.zero, 0.0, 0.0)
      for y in 0..<600 {
        for x in 0..<800 {
          guard let texel = inverse.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5)), (16...584).contains(texel.x),
            (16...584).contains(texel.y)
          else { continue }
          let t = (texel.x + texel.y) / 1200
          let exact =
            light * 255
            * (SIMD3(first.red, first.green, first.blue) * (1 - t) + SIMD3(last.red, last.green, last.blue) * t)
          let pixel = target[x, y]
          let difference = SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255)) - exact
          sum += difference
          count += 1
          worst = Swift.max(worst, Swift.abs(difference.x), Swift.abs(difference.y), Swift.abs(difference.z))
        }
      }
      let mean = sum / count
      #expect(count > 24_000 * scale * scale && worst < 1.3, "turned by \(turn): \(worst)")
      // Colors are interpolated between pixels where they are exact, and err to one side by up to a thirtieth of their
      // change, which is at most 6 values here.
      #expect(abs(mean.x) < 0.15 && abs(mean.y) < 0.15 && abs(mean.z) < 0.15, "turned by \(turn): \(mean)")
    }
  }
}
