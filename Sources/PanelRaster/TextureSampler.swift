import CPixels
import PanelGeometry

/// Samples a quad's bitmap along rows, block by block, and modulates it. Areas of one color and gradients are filled;
/// mip levels are chosen for the pixels between them.
///
/// A pixel shows the texel position `(a, b) / q`. These three are linear along the row; they are computed in single
/// precision, from exact values at the block's first pixel.
struct TextureSampler {
  /// In pixels.
  static let maxBlockLength = 512
  /// The length of a buffer for a block's pixels: the kernels write whole vectors.
  static let runCapacity = maxBlockLength + 8

  private let map: Homography
  private let levels: UnsafePointer<Texels>
  /// Applied to each run of pixels while it is in the cache.
  private let modulation: Modulation
  private var areas: AreaFinder?
  private var selector: MipSelector
  private var prefetchOffset = (u: 0, v: 0)
  /// The level that is sampled, and the next one.
  private var larger = cpixels_level()
  private var smaller = cpixels_level()
  /// The number of the level in `larger`.
  private var level = -1
  /// The block's a, b and q, in texels of `larger`.
  private var row = cpixels_row()

  init(
    _ map: Homography, _ levels: UnsafePointer<Texels>, _ selector: MipSelector, _ areas: AreaFinder?,
    _ modulation: Modulation
  ) {
    self.map = map
    self.levels = levels
    self.selector = selector
    self.areas = areas
    self.modulation = modulation
  }

  /// Prepares for rows from a point of the target on. Affects only prefetching.
  mutating func begin(x: Double, y: Double) { prefetchOffset = map.prefetchOffset(x: x, y: y) }

  /// The center of a block's first pixel, which shows (a, b) / q, and the number of pixels.
  private struct Block {
    let x, y, a, b, q: Double
    let count: Int

    init(_ map: Homography, x: Double, y: Double, count: Int) {
      self.x = x
      self.y = y
      self.count = count
      a = x * map.m11 + (y * map.m21 + map.m31)
      b = x * map.m12 + (y * map.m22 + map.m32)
      q = x * map.m13 + (y * map.m23 + map.m33)
    }
  }

  /// Samples a block.
  ///
  /// - Parameters:
  ///   - x: the center of the block's first pixel.
  ///   - y: the center of the row.
  ///   - count: the number of the block's pixels, at most `maxBlockLength`. A pixel depends on it and on `x`.
  ///   - wanted: the pixels that are needed.
  ///   - run: receives the pixels; it begins with the block's first.
  // swift-format-ignore: NeverForceUnwrap
  @inline(never) mutating func sample(
    x: Double, y: Double, count: Int, wanted: Range<Int>, into run: UnsafeMutablePointer<UInt32>
  ) {
    let block = Block(map, x: x, y: y, count: count)
    let q = block.q
    // Areas and levels change at multiples of four pixels. The visible pixels may end before the wanted ones begin.
    let (first, end) = (wanted.lowerBound & -4, (min(count, wanted.upperBound) &+ 3) & -4)
    guard first < end else { return }
    let wanted = first..<end
    selector.beginBlock()
    let margin = areas == nil ? 0 : selector.margin(minQ: min(q, q + map.m13 * Double(count)))
    guard areas?.begin(block.a, block.b, q, count: count, margin: margin) ?? false else {
      return sample(block, run, wanted)
    }
    var plane = areas!.plane.map { gradient(block, $0) }
    // The pixels behind an area are mostly its border, and sampled in less time than the next area is found.
    let last = (count &+ 3) & -4 &- AreaFinder.minSampled
    var start = 0
    while start < wanted.upperBound {
      guard start < last || start == 0 else {
        sample(block, run, (start..<wanted.upperBound).clamped(to: wanted))
        break
      }
      let next = areas!.next(start)
      if start < next.start { sample(block, run, (start..<next.start).clamped(to: wanted)) }
      start = next.start
      guard start < next.end else { continue }
      let area = (start..<next.end).clamped(to: wanted)
      switch next.kind {
      case .solid:
        cpixels_fill(run + area.lowerBound, modulation.apply(to: next.area.pointee.texel), area.count)
      case .gradient where plane!.stretch > 0:
        cpixels_perspective_gradient(run, area.lowerBound, area.upperBound, start, &plane!)
      default: sample(block, run, area)
      }
      start = next.end
    }
  }

  /// Returns a single pixel with this center; if its plane is behind the eye there, any texel.
  mutating func pixel(x: Double, y: Double, _ run: UnsafeMutablePointer<UInt32>) -> UInt32 {
    selector.beginBlock()
    sample(Block(map, x: x, y: y, count: 1), run, 0..<1)
    return run[0]
  }

  /// Samples some of the block's pixels, from a multiple of four on.
  private mutating func sample(_ block: Block, _ run: UnsafeMutablePointer<UInt32>, _ pixels: Range<Int>) {
    var start = pixels.lowerBound
    while start < pixels.upperBound {
      if start >= selector.validUntil { prepare(block, start) }
      let end = min(pixels.upperBound, selector.validUntil)
      if selector.blendsNext {
        cpixels_trilinear(run, start, end, &row, &larger, &smaller, selector.weightNumerator)
      } else {
        cpixels_bilinear(run, start, end, &row, &larger)
      }
      modulation.apply(to: run + start, end &- start)
      start = end
    }
  }

  /// Sets the levels that the pixels from `start` on need, and the block's numbers in their texels.
  private mutating func prepare(_ block: Block, _ start: Int) {
    selector.choose(start, q: block.q, count: block.count)
    if level != selector.level {
      level = selector.level
      let offset = (prefetchOffset.u &>> level, prefetchOffset.v &>> level)
      larger = levels[level].kernelLevel(prefetchOffset: offset)
      smaller = level == selector.deepest ? larger : levels[level &+ 1].kernelLevel(prefetchOffset: offset)
    }
    // In 128ths, relative to the first texel's center at 64, and half a 128th more because the kernels truncate.
    let unit = Double(bitPattern: UInt64(1023 &+ 7 &- level) &<< 52)
    row = cpixels_row(
      a: Float(block.a * unit - 63.5 * block.q), b: Float(block.b * unit - 63.5 * block.q), q: Float(block.q),
      step_a: Float(map.m11 * unit - 63.5 * map.m13), step_b: Float(map.m12 * unit - 63.5 * map.m13),
      step_q: Float(map.m13))
  }

  /// Returns the gradient's colors along a block. Its `stretch` is a number of pixels over which q changes by less than
  /// an eighth: within it, a color is at most a thirtieth of its change off. It is 0 if 16 pixels are too many, or if
  /// the quad is translucent; the gradient must then be sampled.
  private func gradient(_ block: Block, _ plane: ColorPlane) -> cpixels_color_plane {
    let (q, qChange, light) = (Float(block.q), abs(Float(map.m13)), modulation.brightness * 256)
    let brightness = SIMD4(light, light, light, 256)
    let first = plane.numerator(Float(block.a - 0.5 * block.q), Float(block.b - 0.5 * block.q), q)
    let change = plane.numerator(
      Float(map.m11 - 0.5 * map.m13), Float(map.m12 - 0.5 * map.m13), Float(map.m13))
    // Up to the end of the last stretch that begins in the block.
    let minQ = min(q, q + Float(map.m13) * Float(Int32(truncatingIfNeeded: block.count &+ 64)))
    let canFill = modulation.keepsAlpha && qChange * 128 < minQ
    return cpixels_color_plane(
      first: first * brightness, change: change * brightness, q: q, step_q: Float(map.m13),
      stretch: !canFill ? 0 : qChange * 512 < minQ ? 64 : qChange * 256 < minQ ? 32 : 16,
      column: UInt32(truncatingIfNeeded: block.x.floorInt32), row: UInt32(truncatingIfNeeded: block.y.floorInt32))
  }
}
