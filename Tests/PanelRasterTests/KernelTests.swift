import CPixels
import SeededRandom
import Testing

@testable import PanelRaster

#if arch(x86_64)
  /// The kernels that compute four and eight pixels at once yield the same bits.
  @Suite struct KernelTests {
    private let random = SeededRandom(seed: 0xC0DE_2026)

    /// Runs both kernels on the same pixels and compares the first `count`. A kernel may overwrite up to 8 pixels behind.
    private func compare(
      _ count: Int, _ random: inout SeededRandom, _ four: (UnsafeMutablePointer<UInt32>) -> Void,
      _ eight: (UnsafeMutablePointer<UInt32>) -> Void, comparing comparedCount: Int? = nil
    ) {
      let pixels = (0..<count + 8).map { _ in pixel(&random) }
      var (a, b) = (pixels, pixels)
      a.withUnsafeMutableBufferPointer { four($0.baseAddress!) }
      b.withUnsafeMutableBufferPointer { eight($0.baseAddress!) }
      #expect(a[..<(comparedCount ?? count)] == b[..<(comparedCount ?? count)])
    }

    /// A random, an opaque or an empty pixel.
    private func pixel(_ random: inout SeededRandom) -> UInt32 {
      let bits = UInt32(truncatingIfNeeded: random.next())
      return random.next() % 4 == 0 ? 0 : random.next() % 3 == 0 ? bits | 0xFF00_0000 : bits
    }

    @Test(.enabled(if: cpixels_has_avx2() != 0)) func samplingIsEqualWithFourAndEightPixels() {
      var random = random
      let texels = (0..<64 * 66).map { _ in pixel(&random) }
      texels.withUnsafeBufferPointer { texels in
        for _ in 0..<2000 {
          func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }
          let q = number(0.1...1)
          var row = cpixels_row(
            a: number(-900...9000) * q, b: number(-900...9000) * q, q: q, step_a: number(-300...300),
            step_b: number(-300...300), step_q: number(-2e-3...2e-3))
          if random.next() % 9 == 0 { row.a = [.nan, .infinity, -.infinity, 1e30].randomElement(using: &random)! }
          var larger = cpixels_level(
            texels: texels.baseAddress!, stride: 64, right: 63 * 128, bottom: 63 * 128, prefetch_offset: 0)
          var smaller = cpixels_level(
            texels: texels.baseAddress!, stride: 32, right: 31 * 128, bottom: 31 * 128, prefetch_offset: 0)
          let (start, end) = (Int.random(in: 0...5, using: &random) * 4, Int.random(in: 6...20, using: &random) * 4)
          compare(
            end, &random, { cpixels_bilinear_4($0, start, end, &row, &larger) },
            { cpixels_bilinear_8($0, start, end, &row, &larger) })
          // The levels are blended by this number divided by q³, minus 320, limited to 0…256.
          let mixture = number(0...600)
          compare(
            end, &random, { cpixels_trilinear_4($0, start, end, &row, &larger, &smaller, mixture) },
            { cpixels_trilinear_8($0, start, end, &row, &larger, &smaller, mixture) })
        }
      }
    }

    @Test(.enabled(if: cpixels_has_avx2() != 0)) func gradientsAndMipLevelsAreEqualWithFourAndEightPixels() {
      var random = random
      for round in 0..<2000 {
        func number(_ range: ClosedRange<Float>) -> Float { .random(in: range, using: &random) }
        func color() -> SIMD4<Float> { SIMD4(number(0...1), number(0...1), number(0...1), number(0...1)) * 65280 }
        let first = color()
        var gradient = cpixels_gradient_colors(first: first, delta: color() - first, max_bend: number(0...0.01))
        var position = cpixels_position(
          x: number(-1...1), step_x: number(-0.01...0.01), y: number(-1...1), step_y: number(-0.01...0.01), scale: 1,
          offset: 0, is_radial: Int32(round % 2))
        if round % 9 == 0 { position.x = [.nan, .infinity, 1e30].randomElement(using: &random)! }
        let (start, count, row) = (round % 77, 1 + round % 300, UInt32(round % 5))
        compare(
          count, &random, { cpixels_gradient_4($0, start, start + count, row, &gradient, &position) },
          { cpixels_gradient_8($0, start, start + count, row, &gradient, &position) })
        var plane = cpixels_color_plane(
          first: first / 2, change: color() / 65280, q: 1, step_q: number(-1e-4...1e-4),
          stretch: [16, 32, 64][round % 3], column: UInt32(start), row: row)
        // The first pixel is 0 to 39 groups of four behind the origin of the stretches.
        let stretchOrigin = round % 3 * 4
        let firstPixel = stretchOrigin + round % 40 * 4
        let end = firstPixel + count / 4 * 4
        compare(
          firstPixel + count, &random, { cpixels_perspective_gradient_4($0, firstPixel, end, stretchOrigin, &plane) },
          { cpixels_perspective_gradient_8($0, firstPixel, end, stretchOrigin, &plane) }, comparing: end)
        let twoRows = (0..<4 * count).map { _ in pixel(&random) }
        twoRows.withUnsafeBufferPointer { rows in
          let (upper, lower) = (rows.baseAddress!, rows.baseAddress! + 2 * count)
          compare(
            count, &random, { cpixels_halve_4($0, count, upper, lower) }, { cpixels_halve_8($0, count, upper, lower) })
        }
      }
    }

    @Test(.enabled(if: cpixels_has_avx2() != 0)) func compositingIsEqualWithFourAndEightPixels() {
      var random = random
      for count in 0..<600 {
        let source = (0..<count + 8).map { _ in
          count % 3 == 0 ? pixel(&random) : UInt32(truncatingIfNeeded: random.next())
        }
        let (colorFactor, alphaFactor) = (UInt32(random.next() % 257), UInt32(random.next() % 257))
        let rounding = UInt32(128)
        compare(count, &random, { cpixels_over_4($0, source, count) }, { cpixels_over_8($0, source, count) })
        compare(
          count, &random, { cpixels_over_solid_4($0, source[0], count) }, { cpixels_over_solid_8($0, source[0], count) }
        )
        compare(
          count, &random, { cpixels_modulate_4($0, count, colorFactor, alphaFactor, rounding) },
          { cpixels_modulate_8($0, count, colorFactor, alphaFactor, rounding) })
        let factor = UInt32(random.next() % 257)
        compare(
          count, &random, { cpixels_fade_4($0, source, count, factor) }, { cpixels_fade_8($0, source, count, factor) })
        let factors = (0..<count + 1).map { _ in UInt16(random.next() % 257) }
        compare(
          count, &random, { cpixels_mask_4($0, source, factors, count) }, { cpixels_mask_8($0, source, factors, count) }
        )
      }
    }
  }
#endif
