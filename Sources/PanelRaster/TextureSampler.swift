import CPixels
import PanelGeometry

/// Samples a quad's bitmap along rows, block by block, and modulates it. Areas of one color and gradients are filled;
/// mip levels are chosen for the pixels between them.
///
/// A pixel shows `(a, b) / q`. These three are linear along the row: single precision, exact at the block's first
/// pixel.
struct TextureSampler {
  /// The longest block, in pixels.
  static let limit = 512
  /// The room for its pixels: the kernels write whole vectors.
  static let room = limit + 8

  private let map: Homography
  private let levels: UnsafePointer<Texels>
  /// Applied to each run of pixels while it is in the cache.
  private let modulation: Modulation
  private var areas: AreaFinder?
  private var selector: MipSelector
  private var prefetchOffset = (u: 0, v: 0)
  /// The level that is sampled, and the next one; and the block's numbers in texels of the first.
  private var larger = cpixels_level()
  private var smaller = cpixels_level()
  private var row = cpixels_row()
  private var level = -1

  init(
    _ map: Homography, _ levels: UnsafePointer<Texels>, _ selector: MipSelector, _ areas: AreaFinder?,
    _ modulation: Modulation
  ) {
    (self.map, self.levels, self.selector, self.areas, self.modulation) = (map, levels, selector, areas, modulation)
  }

  /// Prepares for rows around a place; only what is fetched ahead depends on it.
  mutating func begin(x: Double, y: Double) { prefetchOffset = map.prefetchOffset(x: x, y: y) }

  /// A block: the center of its first pixel, which shows (a, b) / q, and its number of pixels.
  private struct Block {
    let x, y, a, b, q: Double
    var count: Int

    init(_ map: Homography, x: Double, y: Double, count: Int) {
      (self.x, self.y, self.count) = (x, y, count)
      a = x * map.m11 + (y * map.m21 + map.m31)
      b = x * map.m12 + (y * map.m22 + map.m32)
      q = x * map.m13 + (y * map.m23 + map.m33)
    }
  }

  /// Samples a block, or its part before the plane is seen nearly edge-on.
  ///
  /// - Parameters:
  ///   - x: the center of the block's first pixel.
  ///   - y: the center of the row.
  ///   - count: the number of the block's pixels, at most `limit`. A pixel depends on it and on `x`.
  ///   - wanted: the pixels that are needed.
  ///   - run: gets the pixels, the block's first in front.
  /// - Returns: the number of pixels of the part.
  // swift-format-ignore: NeverForceUnwrap
  @inline(never) mutating func sample(
    x: Double, y: Double, count: Int, wanted: Range<Int>, into run: UnsafeMutablePointer<UInt32>
  ) -> Int {
    var block = Block(map, x: x, y: y, count: count)
    block.count = selector.countBeforeEdgeOn(q: block.q, of: count)
    let (count, q) = (block.count, block.q)
    guard count > 0 else { return 0 }
    // Areas and levels change at multiples of four pixels. The visible pixels may end before the wanted ones begin.
    let (first, end) = (wanted.lowerBound & -4, (min(count, wanted.upperBound) &+ 3) & -4)
    guard first < end else { return count }
    let wanted = first..<end
    selector.validUntil = 0
    let margin = areas == nil ? 0 : selector.margin(minQ: min(q, q + map.m13 * Double(count)))
    guard areas?.begin(block.a, block.b, q, count: count, margin: margin) ?? false else {
      sample(block, run, wanted)
      return count
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
        cpixels_plane(run, area.lowerBound, area.upperBound, start, &plane!)
      default: sample(block, run, area)
      }
      start = next.end
    }
    return count
  }

  /// Returns a single pixel with this center; if its plane is behind the eye there, any texel.
  mutating func pixel(x: Double, y: Double, _ run: UnsafeMutablePointer<UInt32>) -> UInt32 {
    selector.validUntil = 0
    sample(Block(map, x: x, y: y, count: 1), run, 0..<1)
    return run[0]
  }

  /// Samples some of the block's pixels, from a multiple of four on.
  private mutating func sample(_ block: Block, _ run: UnsafeMutablePointer<UInt32>, _ pixels: Range<Int>) {
    var start = pixels.lowerBound
    while start < pixels.upperBound {
      if start >= selector.validUntil { prepare(block, start) }
      let end = min(pixels.upperBound, selector.validUntil)
      if selector.needsTwo {
        cpixels_trilinear(run, start, end, &row, &larger, &smaller, selector.mixture)
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
      larger = levels[level].sampled(prefetchOffset: offset)
      smaller = level == selector.deepest ? larger : levels[level &+ 1].sampled(prefetchOffset: offset)
    }
    // From the center of the first texel on, and half a 128th more, because the kernels truncate.
    let unit = Double(bitPattern: UInt64(1023 &+ 7 &- level) &<< 52)
    row = cpixels_row(
      a: Float(block.a * unit - 63.5 * block.q), b: Float(block.b * unit - 63.5 * block.q), q: Float(block.q),
      step_a: Float(map.m11 * unit - 63.5 * map.m13), step_b: Float(map.m12 * unit - 63.5 * map.m13),
      step_q: Float(map.m13))
  }

  /// Returns the gradient's colors along a block. Its `stretch` is the number of pixels over which q changes by less
  /// than an eighth: a color is then at most a thirtieth of its change off. It is 0 if that is less than 16, or if the
  /// quad is translucent.
  private func gradient(_ block: Block, _ plane: ColorPlane) -> cpixels_plane {
    let (q, slant, brightness) = (Float(block.q), abs(Float(map.m13)), modulation.brightness * 256)
    let first = plane.numerator(Float(block.a - 0.5 * block.q), Float(block.b - 0.5 * block.q), q)
    let change = plane.numerator(
      Float(map.m11 - 0.5 * map.m13), Float(map.m12 - 0.5 * map.m13), Float(map.m13))
    // Up to the end of the last stretch that begins in the block.
    let minQ = min(q, q + Float(map.m13) * Float(Int32(truncatingIfNeeded: block.count &+ 64)))
    let isEven = modulation.keepsAlpha && slant * 128 < minQ
    return cpixels_plane(
      first: first * brightness, change: change * brightness, q: q, step_q: Float(map.m13),
      stretch: !isEven ? 0 : slant * 512 < minQ ? 64 : slant * 256 < minQ ? 32 : 16,
      column: UInt32(truncatingIfNeeded: block.x.floorInt32), row: UInt32(truncatingIfNeeded: block.y.floorInt32))
  }
}
