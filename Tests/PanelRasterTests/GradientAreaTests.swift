import PanelGeometry
import Testing

@testable import PanelRaster

/// Gradients that are filled instead of sampled.
@Suite struct GradientAreaTests {
  private func diagonal(_ side: Int, _ first: Color, _ last: Color) -> Bitmap {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.fillLinearGradient(
      from: .zero, to: Point(Double(side), Double(side)), colors: first, last, clip: bitmap.bounds)
    bitmap.isOpaque = true
    bitmap.didChange()
    return bitmap
  }

  /// At any turn and under any light no pixel is 1.3 code values off, nor the mean of all 0.15.
  @Test(arguments: [1, 0.5], [0.9, 0.2]) func filledGradientsAreExact(light: Double, scale: Double) {
    let (first, last) = (Color(hex: 0xF7C65C), Color(hex: 0xC08D3F))
    let bitmap = diagonal(600, first, last)
    let renderer = Renderer(threads: 1)
    // Shrunk to a fifth and turned it is sampled.
    for turn in [(0.0, 0.0), (0.3, 0.5), (-0.7, 0.3), (0.2, -1.1)].prefix(scale < 0.5 ? 1 : 4) {
      let face = cubeFaces(width: 800, height: 600, scale: scale, turnX: turn.0, turnY: turn.1, pixels: 600)
        .max { $0.determinant < $1.determinant }!
      let target = Bitmap.filled(
        800, 600, 0xFF00_0000, drawing: [Quad(bitmap, transform: face, shade: 1 - light)], by: renderer)
      let back = face.inverted()!
      var (sum, count, worst) = (SIMD3<Double>.zero, 0.0, 0.0)
      for y in 0..<600 {
        for x in 0..<800 {
          guard let place = back.apply(to: Point(Double(x) + 0.5, Double(y) + 0.5)), (16...584).contains(place.x),
            (16...584).contains(place.y)
          else { continue }
          let t = (place.x + place.y) / 1200
          let exact =
            light * 255
            * (SIMD3(first.red, first.green, first.blue) * (1 - t) + SIMD3(last.red, last.green, last.blue) * t)
          let pixel = target[x, y]
          let off = SIMD3(Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255)) - exact
          sum += off
          count += 1
          worst = Swift.max(worst, Swift.abs(off.x), Swift.abs(off.y), Swift.abs(off.z))
        }
      }
      let mean = sum / count
      #expect(count > 24_000 * scale * scale && worst < 1.3, "turned by \(turn): \(worst)")
      // Between the ends of a stretch colors err to one side, in its middle by up to a thirtieth of what they change by: 6 levels here.
      #expect(abs(mean.x) < 0.15 && abs(mean.y) < 0.15 && abs(mean.z) < 0.15, "turned by \(turn): \(mean)")
    }
  }
}
