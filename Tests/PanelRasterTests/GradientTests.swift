import PanelGeometry
import Testing

@testable import PanelRaster

@Suite struct GradientTests {
  /// The scenes' dark background.
  private let inner = Color(hex: 0x2A3142)
  private let outer = Color(hex: 0x0E1118)

  /// In each block the mean of the pixels is the exact color to a fraction of a code value, and no pixel is more than
  /// one off: the picture seems to have more shades than 8 bits allow.
  @Test func ditheredMeanIsExact() {
    let bitmap = Bitmap(width: 640, height: 480)
    bitmap.fill(RadialGradient(center: Point(320, 240), radius: 3000, from: inner, to: outer))
    var largest = 0.0
    var largestMean = 0.0
    for blockY in 0..<30 {
      for blockX in 0..<40 {
        var sum = SIMD4<Double>.zero
        for y in blockY * 16..<blockY * 16 + 16 {
          for x in blockX * 16..<blockX * 16 + 16 {
            let distance = (Point(Double(x) + 0.5, Double(y) + 0.5) - Point(320, 240)).length
            let exact = inner.mixed(with: outer, min(distance / 3000, 1))
            let expected = SIMD4(exact.blue, exact.green, exact.red, 1) * 255
            let difference = Reference.channels(bitmap[x, y]) - expected
            largest = max(largest, difference.largest)
            sum += difference
          }
        }
        let mean = sum / 256
        largestMean = max(largestMean, abs(mean.x), abs(mean.y), abs(mean.z))
      }
    }
    // Dithering adds up to one. The kernel's interpolation is up to a 16th off.
    #expect(largest <= 1.07)
    // A code value is 107 pixels wide here. Without dithering, the mean of a block at its border is 0.5 off.
    #expect(largestMean < 0.3)
  }

  @Test func linearGradientReachesItsEndsInsideTheClip() {
    let bitmap = Bitmap(width: 101, height: 7)
    let whole = Bitmap(width: 101, height: 7)
    let clip = PixelRect(x: 13, y: 2, width: 50, height: 3)
    bitmap.fill(LinearGradient(from: Point(20, 0), to: Point(80, 0), stops: [(0, .black), (1, .white)]), clip: clip)
    whole.fill(LinearGradient(from: Point(20, 0), to: Point(80, 0), stops: [(0, .black), (1, .white)]))
    for y in 0..<7 {
      for x in 0..<101 {
        let isInside = (13..<63).contains(x) && (2..<5).contains(y)
        #expect(bitmap[x, y] == (isInside ? whole[x, y] : 0))
        let expected = min(max((Double(x) + 0.5 - 20) / 60, 0), 1) * 255
        #expect(abs(Double(whole[x, y] & 255) - expected) <= 1.001)
        #expect(whole[x, y] >> 24 == 255)
      }
    }
  }

  /// Near 0 and 255, dithering doesn't carry a channel over into the next one.
  @Test(arguments: [(0, 0x010203), (0xFFFFFF, 0xFEFDFC), (0, 0xFFFFFF), (0x00FF00, 0xFF00FF)] as [(UInt32, UInt32)])
  func channelsDontOverflow(first: UInt32, last: UInt32) {
    for (first, last) in [(first, last), (last, first)].map({ (Color(hex: $0), Color(hex: $1)) }) {
      for length in stride(from: 40.0, to: 2000, by: 61) {
        let bitmap = Bitmap(width: 512, height: 8)
        bitmap.fill(LinearGradient(from: Point(-3, 0), to: Point(length, 5), stops: [(0, first), (1, last)]))
        let line = Point(length + 3, 5)
        var worst = 0.0
        for index in 0..<512 * 8 {
          let offset = Point(Double(index % 512) + 3.5, Double(index / 512) + 0.5)
          let t = min(max((offset.x * line.x + offset.y * line.y) / (line.x * line.x + line.y * line.y), 0), 1)
          let exact = first.mixed(with: last, t)
          let difference = Reference.channels(bitmap.pixels[index]) - SIMD4(exact.blue, exact.green, exact.red, 1) * 255
          worst = max(worst, difference.largest)
        }
        #expect(worst < 1.07, "\(length)")
      }
    }
  }

  /// A clipped fill equals the same part of a whole one, also beyond the ends.
  @Test(arguments: [(0x2A3142, 0x0E1118), (0x0101FE, 0xFEFE01)] as [(UInt32, UInt32)])
  func clippedFillEqualsWhole(first: UInt32, last: UInt32) {
    let colors = (Color(hex: first), Color(hex: last))
    let clip = PixelRect(x: 61, y: 42, width: 93, height: 71)
    func pictures(_ fill: (Bitmap, PixelRect?) -> Void) -> (whole: Bitmap, part: Bitmap) {
      let (whole, part) = (Bitmap(width: 320, height: 240), Bitmap(width: 320, height: 240))
      fill(whole, nil)
      fill(part, clip)
      return (whole, part)
    }
    for (whole, part) in [
      pictures {
        $0.fill(RadialGradient(center: Point(110, 80), radius: 100, from: colors.0, to: colors.1), clip: $1)
      },
      pictures {
        $0.fill(
          LinearGradient(from: Point(50, 30), to: Point(180, 130), stops: [(0, colors.0), (1, colors.1)]), clip: $1)
      },
    ] {
      #expect(part.equals(whole, in: clip))
      // Beyond the end the color stays the same.
      let corner = Reference.channels(whole[319, 239]) - SIMD4(colors.1.blue, colors.1.green, colors.1.red, 1) * 255
      #expect(corner.largest < 1.001)
    }
  }

  /// Each pixel is within a code value of the exact color, and a part of a picture equals the same part of the whole. The edge at
  /// location 0.5 is within a 32nd of a pixel.
  @Test(arguments: [(Point(3.3, 5), Point(90, 44)), (Point(60.5, 0), Point(60.5, 60)), (Point(100, 7), Point(20, 7))])
  func stopsAreExact(start: Point, end: Point) {
    let stops = [
      (0.1, Color(0.2, 0.4, 0.6, 0.4)), (0.5, .white), (0.5, Color(1, 0, 0)), (0.3, Color(0.5, 0, 0.5, 0.9)),
      (1, Color.clear),
    ]
    let (whole, part) = (Bitmap(width: 101, height: 61), Bitmap(width: 37, height: 20))
    whole.fill(LinearGradient(from: start, to: end, stops: stops))
    part.fill(LinearGradient(from: start, to: end, stops: stops), x: 40, y: 31)
    let line = end - start
    func exact(_ x: Int, _ y: Int) -> SIMD4<Double> {
      let offset = Point(Double(x) + 0.5, Double(y) + 0.5) - start
      let t = (offset.x * line.x + offset.y * line.y) / (line.x * line.x + line.y * line.y)
      let color =
        if t < 0.5 {
          stops[0].1.mixed(with: stops[1].1, min(max((t - 0.1) / 0.4, 0), 1))
        } else {
          // A stop that lies before its predecessor counts as being at the predecessor's position.
          stops[3].1.mixed(with: stops[4].1, min((t - 0.5) / 0.5, 1))
        }
      return SIMD4(color.blue * color.alpha, color.green * color.alpha, color.red * color.alpha, color.alpha) * 255
    }
    var largest = 0.0
    for y in 0..<61 {
      for x in 0..<101 {
        let difference = Reference.channels(whole[x, y]) - exact(x, y)
        let offset = Point(Double(x) + 0.5, Double(y) + 0.5) - start
        let distance = (offset.x * line.x + offset.y * line.y) / line.length - line.length / 2
        if abs(distance) > 1.0 / 32 { largest = max(largest, difference.largest) }
        guard (40..<77).contains(x), (31..<51).contains(y) else { continue }
        #expect(part[x - 40, y - 31] == whole[x, y])
      }
    }
    // Dithering adds up to one, and parts of a curve up to a quarter.
    #expect(largest < 1.26)
  }

  /// In each block of a translucent gradient the mean of the pixels is exact, up to the quarter of a code value by which
  /// even parts differ from the curve.
  @Test func stopsAreDithered() {
    let stops = [(0.0, Color(0.2, 0.3, 0.4, 0.5)), (0.6, Color(0.25, 0.35, 0.3, 0.6)), (1, Color(0.1, 0.3, 0.5, 0.7))]
    let bitmap = Bitmap(width: 640, height: 320)
    bitmap.fill(LinearGradient(from: .zero, to: Point(640, 320), stops: stops))
    func exact(_ x: Int, _ y: Int) -> SIMD4<Double> {
      let t = ((Double(x) + 0.5) * 640 + (Double(y) + 0.5) * 320) / (640 * 640 + 320 * 320)
      let color =
        t < 0.6 ? stops[0].1.mixed(with: stops[1].1, t / 0.6) : stops[1].1.mixed(with: stops[2].1, (t - 0.6) / 0.4)
      return SIMD4(color.blue * color.alpha, color.green * color.alpha, color.red * color.alpha, color.alpha) * 255
    }
    var (largestMean, exceedsAlpha) = (0.0, false)
    for block in 0..<40 * 20 {
      var sum = SIMD4<Double>.zero
      for index in 0..<256 {
        let (x, y) = (block % 40 * 16 + index % 16, block / 40 * 16 + index / 16)
        let channels = Reference.channels(bitmap[x, y])
        sum += channels - exact(x, y)
        exceedsAlpha = exceedsAlpha || max(channels.x, channels.y, channels.z) > channels.w
      }
      largestMean = max(largestMean, (sum / 256).largest)
    }
    #expect(largestMean < 0.3 && !exceedsAlpha)
  }

  @Test func gradientWithoutLengthHasItsLastColor() {
    let bitmap = Bitmap(width: 5, height: 3)
    bitmap.fill(LinearGradient(from: Point(2, 2), to: Point(2, 2), stops: [(0, .white), (1, Color(1, 0, 0))]))
    #expect(bitmap.content.allSatisfy { $0 == 0xFFFF_0000 })
    bitmap.fill(LinearGradient(from: .zero, to: Point(2, 2), stops: []))
    #expect(bitmap.content.allSatisfy { $0 == 0xFFFF_0000 })
  }

  @Test(arguments: [0, -3, .nan, .infinity, 1e300, 1e-300])
  func extremeNumbersAreSafe(number: Double) {
    let bitmap = Bitmap(width: 9, height: 5)
    bitmap.fill(RadialGradient(center: Point(number, 2), radius: 3, from: .white, to: .black))
    bitmap.fill(RadialGradient(center: Point(2, 2), radius: number, from: .white, to: .black))
    bitmap.fill(
      LinearGradient(
        from: Point(number, 0), to: Point(0, number), stops: [(0, .white), (1, Color(number, number, -number))]),
      clip: PixelRect(x: -5, y: -5, width: 500, height: 500))
    let stops = [(number, Color(number, 0, -number)), (0.5, Color(1, number, 0))]
    for end in [Point(0, number), Point(number, 1), Point(3, 3)] {
      bitmap.fill(LinearGradient(from: Point(number, 0), to: end, stops: stops))
    }
    #expect(bitmap.content.allSatisfy { $0 >> 24 == 255 })
  }

  @Test func colorsAreClampedAndPremultiplied() {
    #expect(Color(hex: 0xFFF2_6B5E) == Color(242.0 / 255, 107.0 / 255, 94.0 / 255))
    #expect(Color(hex: 0x0102_03).premultipliedPixel == 0xFF01_0203)
    #expect(Color(1, 0.5, 0, 0.5).premultipliedPixel == 0x8080_4000)
    #expect(Color(.nan, 2, -1, 9).premultipliedPixel == 0xFF00_FF00)
    #expect(Color.clear.premultipliedPixel == 0)
    #expect(Color.black.mixed(with: .white, 0.25) == Color(0.25, 0.25, 0.25))
  }
}
