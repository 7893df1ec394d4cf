import Geometry
import Testing

@testable import Raster

/// What is a linear gradient isn't sampled, and nobody can see that.
@Suite struct SlopeTests {
  private func diagonal(_ side: Int, _ first: Color, _ last: Color) -> Bitmap {
    let bitmap = Bitmap(width: side, height: side)
    bitmap.fillLinearGradient(
      from: .zero, to: Point(Double(side), Double(side)), colors: first, last, clip: bitmap.bounds)
    bitmap.isOpaque = true
    bitmap.didChange()
    return bitmap
  }

  private func kinds(_ bitmap: Bitmap) -> Set<FlatMap.Kind> {
    let map = FlatMap(of: bitmap.texels)
    guard map.isUseful else { return [] }
    return withExtendedLifetime(map) {
      Set((0..<map.columns * map.rows).map { map.areas[Int(map.tiles[$0])].kind })
    }
  }

  /// A dithered gradient is one slope, also where the last tiles are narrow; one that bends isn't, nor one that is anywhere two
  /// levels off, translucent, or near to black or white.
  @Test func slopesAreWhatTheySay() {
    for (side, last) in [(40, 0x2C70BD), (99, 0x2B6CB9), (601, 0x1F5499)] {
      #expect(kinds(diagonal(side, Color(hex: 0x2D71BF), Color(hex: UInt32(last)))) == [.slope])
    }
    let (dark, light) = (Color(hex: 0x203040), Color(hex: 0x506070))
    #expect(kinds(diagonal(333, .black, light)) == [.smoothOpaque])
    #expect(kinds(diagonal(600, light, .white)) == [.smoothOpaque])
    let bent = Bitmap(width: 333, height: 333)
    bent.fill(RadialGradient(center: Point(0, 0), radius: 500, from: light, to: dark))
    bent.isOpaque = true
    #expect(kinds(bent) == [.smoothOpaque])
    // A hill of three levels, each one from the next.
    let hill = Bitmap.filled(160, 160, 0xFF40_4040)
    for index in 0..<160 * 160 {
      let away = max(abs(index % 160 - 77), abs(index / 160 - 83))
      hill.pixels[index] += UInt32(max(3 - away, 0)) * 0x01_0101
    }
    #expect(kinds(hill).isDisjoint(with: [.slope]))
    let glass = diagonal(99, dark, light)
    for index in 0..<99 * 99 { glass.pixels[index] &= 0xC0FF_FFFF }
    #expect(kinds(glass) == [.smooth])
  }

  /// A gradient that changes its colours alone is no longer what it was.
  @Test func aSlopeFollowsItsColors() {
    let bitmap = diagonal(99, Color(hex: 0x2D71BF), Color(hex: 0x2B6CB9))
    // The areas go with their map.
    func slope(_ map: FlatMap) -> Slope { withExtendedLifetime(map) { map.areas[0].slope } }
    let before = slope(bitmap.levels(deepest: 0).flatMap)
    for index in 0..<99 * 99 { bitmap.pixels[index] += 0x00_0700 }
    bitmap.didChange()
    let after = slope(bitmap.levels(deepest: 0).flatMap)
    #expect(before != .none && after == slope(FlatMap(of: bitmap.texels)) && after != before)
  }

  /// A slope is drawn with its own colours, in any light and as far as it is turned: no pixel is two levels off, and in the mean of many
  /// nothing is.
  @Test(arguments: [1, 0.5], [0.9, 0.2]) func slopesAreDrawnAsTheyAre(light: Double, scale: Double) {
    let (first, last) = (Color(hex: 0xF7C65C), Color(hex: 0xC08D3F))
    let bitmap = diagonal(600, first, last)
    let renderer = Renderer(threads: 1)
    // Shrunk to a fifth and turned it is sampled.
    for turn in [(0.0, 0.0), (0.3, 0.5), (-0.7, 0.3), (0.2, -1.1)].prefix(scale < 0.5 ? 1 : 4) {
      let face = cubeFaces(width: 800, height: 600, scale: scale, turnX: turn.0, turnY: turn.1, pixels: 600)
        .max { $0.determinant < $1.determinant }!
      let target = Bitmap.filled(800, 600, 0xFF00_0000)
      renderer.draw([Quad(bitmap, transform: face, shade: 1 - light)], into: target, clip: Region(target.bounds))
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
      // Between the ends of a stretch colours err to one side, in its middle by up to a thirtieth of what they change by: 6 levels here.
      #expect(abs(mean.x) < 0.15 && abs(mean.y) < 0.15 && abs(mean.z) < 0.15, "turned by \(turn): \(mean)")
    }
  }
}
