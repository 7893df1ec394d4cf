import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Compares the pixels inside a quad with a slow sampler in float64, under many maps.
@Suite struct SamplingTests {
  private let width = 150
  private let height = 110

  private struct Deviation {
    var pixels = 0
    var largest = 0.0
    var sum = 0.0
    var mean: Double { pixels > 0 ? sum / Double(4 * pixels) : 0 }

    mutating func add(_ other: Deviation) {
      (pixels, largest, sum) = (pixels + other.pixels, max(largest, other.largest), sum + other.sum)
    }
  }

  /// The differences between the renderer's and the exact picture of one quad, in the pixels inside of it.
  private func deviation(_ quad: Quad) -> Deviation {
    let target = Bitmap.filled(width, height, 0xFF20_4060, drawing: [quad])
    var deviation = Deviation()
    guard let map = quad.transform.inverted() else { return deviation }
    let (w, h) = (Double(quad.bitmap.width), Double(quad.bitmap.height))
    func texel(_ x: Double, _ y: Double) -> SIMD2<Double>? {
      let p = map.homogeneous(Point(x, y))
      guard p.z > 0 else { return nil }
      let (u, v) = (p.x / p.z, p.y / p.z)
      return u >= 0 && v >= 0 && u <= w && v <= h ? SIMD2(u, v) : nil
    }
    for y in 0..<height {
      for x in 0..<width {
        let (left, top) = (Double(x), Double(y))
        guard texel(left, top) != nil, texel(left + 1, top) != nil, texel(left, top + 1) != nil,
          texel(left + 1, top + 1) != nil, let center = texel(left + 0.5, top + 0.5)
        else { continue }
        let exact = Reference.sample(quad.bitmap, center)
        let difference = Reference.channels(target[x, y]) - exact
        deviation.pixels += 1
        for channel in 0..<4 {
          deviation.largest = max(deviation.largest, abs(difference[channel]))
          deviation.sum += abs(difference[channel])
        }
      }
    }
    return deviation
  }

  /// Random texels.
  private func noise(_ width: Int, _ height: Int, _ random: inout SeededRandom) -> Bitmap {
    let bitmap = Bitmap(width: width, height: height)
    for index in 0..<width * height {
      bitmap.pixels[index] = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
    }
    bitmap.isOpaque = true
    return bitmap
  }

  /// A random plane in front of the eye.
  private func plane(_ random: inout SeededRandom, pixels: Double, scale: ClosedRange<Double>, turn: Double = 1.2)
    -> Homography
  {
    cubeFaceTransforms(
      width: Double(width), height: Double(height), scale: .random(in: scale, using: &random),
      turnX: .random(in: -turn...turn, using: &random), turnY: .random(in: -turn...turn, using: &random),
      bitmapSide: pixels
    )[
      Int.random(in: 0..<6, using: &random)
    ].concatenating(
      Homography(scale: 1, x: .random(in: -40...40, using: &random), y: .random(in: -40...40, using: &random)))
  }

  private let seed: UInt64 = 0x5EED_2026

  /// Magnified noise is the hardest case: half a step of the weights in each direction is one code value, and rounding
  /// twice another.
  @Test func magnifiedNoiseMatchesReference() {
    var random = SeededRandom(seed: seed)
    var all = Deviation()
    for round in 0..<120 {
      let deviation = deviation(
        Quad(noise(17, 23, &random), transform: plane(&random, pixels: 20, scale: 0.5...8)))
      #expect(deviation.largest <= 4, "seed \(seed), round \(round)")
      all.add(deviation)
    }
    #expect(all.pixels > 100_000 && all.mean < 0.5)
  }

  /// By the deepest mip level that a picture without details needs: the largest difference, and the mean. A level's
  /// outermost texels are large, and repeat beyond the edge.
  private static let levelLimits: [(largest: Double, mean: Double)] = [
    (2, 0.5), (2, 0.5), (2, 0.5), (2.5, 0.6), (2.5, 0.8), (3, 1), (6, 1.5), (6, 1.5),
  ]

  /// At any size and angle, a picture without details is within two code values up to level 2.
  @Test(arguments: [(0.02...0.6, 1.2), (0.3...3.0, 1.5), (2.0...30.0, 1.57)])
  func softPicturesMatchReference(scale: ClosedRange<Double>, turn: Double) {
    var random = SeededRandom(seed: seed)
    var all = Deviation()
    for round in 0..<50 {
      // So many texels that even at the deepest mip level a few of them make no difference.
      let quad = Quad(.soft(600, 600), transform: plane(&random, pixels: 600, scale: scale, turn: turn))
      let deviation = deviation(quad)
      let level = quad.bitmap.levels(deepest: 0).count - 1
      let limit = Self.levelLimits[level]
      #expect(deviation.largest <= limit.largest, "seed \(seed), round \(round), level \(level)")
      #expect(deviation.mean <= limit.mean, "seed \(seed), round \(round), level \(level)")
      all.add(deviation)
    }
    // Most of the small pictures need deep levels.
    #expect(all.pixels > 1000 && all.mean < (scale.upperBound < 1 ? 0.6 : 0.5))
  }

  /// In the longest bitmaps, the last texels are sampled as exactly as the first.
  @Test(arguments: [(16_384, 3), (3, 16_384), (32_767, 2)])
  func longBitmapsAreSampledToTheirEnd(size: (width: Int, height: Int)) {
    var random = SeededRandom(seed: seed)
    let bitmap = noise(size.width, size.height, &random)
    for round in 0..<12 {
      // Enlarged, with the part in the target anywhere along it.
      let turned = Transform2D(rotationAngle: .random(in: -3...3, using: &random))
      let scale = Double.random(in: 3...40, using: &random)
      let part = Double.random(in: 0...1, using: &random)
      let move = Homography(
        m11: scale, m12: 0, m13: 0, m21: 0, m22: scale, m23: 0, m31: -scale * part * Double(size.width),
        m32: -scale * part * Double(size.height), m33: 1)
      let map = move.concatenating(Transform3D(turned).homography)
        .concatenating(Homography(scale: 1, x: 75, y: 55))
      let deviation = deviation(Quad(bitmap, transform: map))
      #expect(deviation.largest <= 4.5 && deviation.pixels > 0, "seed \(seed), round \(round)")
    }
  }

  /// A checkerboard as wide as the widest panel is sampled exactly. A bitmap too long for the kernels isn't drawn.
  @Test func wideBitmapIsSampledExactlyAndTooWideOneIsNotDrawn() {
    let bitmap = Bitmap(width: 16_384, height: 2)
    for index in 0..<2 * 16_384 { bitmap.pixels[index] = (index + index / 16_384) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    bitmap.isOpaque = true
    for x in [0.0, 4_000.3, 9_111.7, 16_230] {
      let map = Homography(m11: 1.3, m12: 0.001, m13: 0, m21: 0, m22: 40, m23: 0, m31: -1.3 * x, m32: 8, m33: 1)
      let deviation = deviation(Quad(bitmap, transform: map))
      #expect(deviation.largest <= 4 && deviation.pixels > 3000, "\(deviation)")
    }
    let long = Bitmap.filled(32_768, 1, 0xFFFF_FFFF)
    let target = Bitmap.filled(8, 8, 0xFF20_4060, drawing: [Quad(long, transform: .identity)])
    #expect(target[3, 0] == 0xFF20_4060)
  }

  /// A plane that passes the eye runs to the horizon in the picture, or has one of its sides behind the eye.
  @Test func planesThatPassTheEyeMatchReference() {
    var random = SeededRandom(seed: seed)
    var all = Deviation()
    for round in 0..<80 {
      let bitmap = Bitmap.soft(40, 40)
      func number(_ limit: Double) -> Double { .random(in: -limit...limit, using: &random) }
      // w is zero somewhere in the bitmap.
      let (x, y) = (number(0.05), number(0.05))
      let zeroPoint = Point(Double.random(in: 0...40, using: &random), Double.random(in: 0...40, using: &random))
      let map = Homography(
        m11: 3 + number(2), m12: number(2), m13: x, m21: number(2), m22: 3 + number(2), m23: y, m31: number(60),
        m32: number(60), m33: -(zeroPoint.x * x + zeroPoint.y * y))
      let deviation = deviation(Quad(bitmap, transform: map))
      #expect(deviation.largest <= 2, "seed \(seed), round \(round)")
      all.add(deviation)
    }
    #expect(all.pixels > 40_000 && all.mean < 0.5)
  }

  /// A bitmap of a single row or column is drawn like any other.
  @Test func thinBitmapsMatchReference() {
    var random = SeededRandom(seed: seed)
    for (width, height) in [(1, 30), (30, 1), (2, 2), (1, 2), (19, 31)] {
      for round in 0..<20 {
        let bitmap = noise(width, height, &random)
        let map = Homography(
          m11: 20 / Double(width), m12: 0, m13: 0, m21: 0, m22: 20 / Double(height), m23: 0, m31: 0, m32: 0, m33: 1
        ).concatenating(plane(&random, pixels: 20, scale: 0.5...3))
        #expect(deviation(Quad(bitmap, transform: map)).largest <= 4, "seed \(seed), round \(round)")
      }
    }
  }

  /// In a shrunk bitmap each pixel has its own blend of two levels, although levels are chosen for many pixels at once.
  /// Noise shows each wrong weight.
  @Test(arguments: [0.1...0.3, 0.25...0.7, 0.6...1.5])
  func mipLevelsAreBlendedExactly(scale: ClosedRange<Double>) throws {
    var random = SeededRandom(seed: seed)
    var (pixels, sum) = (0, 0.0)
    for round in 0..<24 {
      let bitmap = noise(200, 200, &random)
      let transform = plane(&random, pixels: 200, scale: scale, turn: 1.4)
      let target = Bitmap.filled(width, height, 0xFF20_4060, drawing: [Quad(bitmap, transform: transform)])
      guard let map = transform.inverted() else { continue }
      let levels = bitmap.levels(deepest: 20)
      let bitmaps = (0..<levels.count).map { level in
        let texels = levels.levels[level]
        return Bitmap(borrowing: texels.base, width: texels.width, height: texels.height, stride: texels.stride)
      }
      var worst = 0.0
      for y in 0..<height {
        for x in 0..<width {
          let isInside = [(0.0, 0.0), (1, 0), (0, 1), (1, 1)].allSatisfy { corner in
            let p = map.homogeneous(Point(Double(x) + corner.0, Double(y) + corner.1))
            return p.z > 0 && p.x >= 0 && p.y >= 0 && p.x <= 200 * p.z && p.y <= 200 * p.z
          }
          guard isInside else { continue }
          let p = map.homogeneous(Point(Double(x) + 0.5, Double(y) + 0.5))
          let density = Swift.abs(map.determinant) / (p.z * p.z * p.z)
          // From 2½ texels to 3½ the next level is blended in; and so on, times 4.
          var (level, step) = (0, 1.0)
          while density >= 3.5 * step { (level, step) = (level + 1, step * 4) }
          let weight = max(0, density / step - 2.5)
          func sample(_ level: Int) -> SIMD4<Double> {
            let size = Double(1 << level)
            return Reference.sample(bitmaps[level], SIMD2(p.x / p.z / size, p.y / p.z / size))
          }
          let exact = sample(level) * (1 - weight) + (weight > 0 ? sample(level + 1) * weight : .zero)
          let difference = Reference.channels(target[x, y]) - exact
          for channel in 0..<4 {
            worst = max(worst, abs(difference[channel]))
            sum += abs(difference[channel]) / 4
          }
          pixels += 1
        }
      }
      #expect(worst <= 4, "seed \(seed), round \(round)")
    }
    #expect(pixels > 10_000 && sum / Double(pixels) < 0.5)
  }
}
