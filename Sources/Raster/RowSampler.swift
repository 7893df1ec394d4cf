import CPixels
import Geometry

/// Samples a quad's bitmap along rows, block by block, each pixel at its exact place. Areas of one color, and gradients, are
/// filled; mip levels are chosen for the pixels between them.
///
/// The place is `(u, v) = (a, b) / q` with `a`, `b` and `q` linear along the row, in single precision from numbers that are
/// exact where the block begins.
struct RowSampler {
  /// The longest block, in pixels.
  static let limit = 512
  /// The room for its pixels: the kernels write whole vectors.
  static let room = limit + 8

  private let map: Homography
  private let levels: UnsafePointer<Texels>
  private let ahead: (u: Int, v: Int)
  /// Applied to each run of pixels while it is in the cache.
  private let ink: Ink
  private var walker: GroundWalker?
  private var selector: MipSelector
  /// The level that is sampled, and the next one; and the block's numbers in texels of the first.
  private var larger, smaller: cpixels_level
  private var row = cpixels_row()
  private var level = -1

  /// - Parameters x, y: a place that will be sampled, one of the first.
  init(_ quad: PreparedQuad, _ ink: Ink, x: Double, y: Double) {
    self.ink = ink
    (map, levels, walker, ahead) = (quad.map, quad.levels, quad.ground, quad.ahead(x: x, y: y))
    selector = MipSelector(quad)
    (larger, smaller) = (cpixels_level(), cpixels_level())
  }

  /// A block's first pixel: u, v and q.
  private struct Place {
    let u, v, q: Double
    let x, y: Double
    let count: Int
  }

  /// Samples the pixels from the one with this center on, or fewer: those before the plane is seen nearly edge-on. Returns how
  /// many; none if that is so of the first.
  ///
  /// - Parameters:
  ///   - count: of the block's pixels, at most `limit`. Only it may decide what each pixel shows.
  ///   - wanted: those of them that are needed.
  ///   - run: gets the pixels, the block's first in front.
  // swift-format-ignore: NeverForceUnwrap
  @inline(never) mutating func sample(
    x: Double, y: Double, count: Int, wanted: Range<Int>, into run: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let u = x * map.m11 + (y * map.m21 + map.m31)
    let v = x * map.m12 + (y * map.m22 + map.m32)
    let q = x * map.m13 + (y * map.m23 + map.m33)
    let count = selector.visible(q: q, of: count)
    guard count > 0 else { return 0 }
    let place = Place(u: u, v: v, q: q, x: x, y: y, count: count)
    // The visible pixels may end before the wanted ones begin.
    let (first, end) = (wanted.lowerBound &>> 2, (min(count, wanted.upperBound) &+ 3) &>> 2)
    guard first < end else { return count }
    let wanted = first..<end
    selector.begin()
    let margin = walker == nil ? 0 : selector.margin(minQ: min(q, q + map.m13 * Double(count)))
    guard walker?.begin(u, v, q, count: count, margin: margin) ?? false else {
      sample(place, run, wanted)
      return count
    }
    let gradient = walker!.plane == nil ? nil : GradientRun(u, v, q, map, ink, count: count)
    // The pixels behind an area are mostly its border, and sampled in less time than the next area is found.
    let last = (count &+ 3) &>> 2 &- GroundWalker.atLeast
    var start = 0
    while start < wanted.upperBound {
      guard start < last || start == 0 else {
        sample(place, run, (start..<wanted.upperBound).clamped(to: wanted))
        break
      }
      let next = walker!.next(start)
      if start < next.start { sample(place, run, (start..<next.start).clamped(to: wanted)) }
      start = next.start
      guard start < next.end else { continue }
      let area = (start..<next.end).clamped(to: wanted)
      switch next.kind {
      case .solid:
        let (pixels, output) = (SIMD4(repeating: ink.pixel(next.area.pointee.texel)), UnsafeMutableRawPointer(run))
        for four in area { output.storeBytes(of: pixels, toByteOffset: four &* 16, as: SIMD4<UInt32>.self) }
      case .gradient where gradient!.isEven:
        gradient!.fill(
          run, from: start, area, with: walker!.plane!, ColorRun.Dither(column: Int(x.down), row: Int(y.down)))
      default: sample(place, run, area)
      }
      start = next.end
    }
    return count
  }

  /// Samples some of the block's fours.
  private mutating func sample(_ place: Place, _ run: UnsafeMutablePointer<UInt32>, _ fours: Range<Int>) {
    var start = fours.lowerBound
    while start < fours.upperBound {
      if start >= selector.end { prepare(place, start) }
      let end = min(fours.upperBound, selector.end)
      if selector.needsTwo {
        cpixels_trilinear(run, start &* 4, end &* 4, &row, &larger, &smaller, selector.mixture)
      } else {
        cpixels_bilinear(run, start &* 4, end &* 4, &row, &larger)
      }
      ink.change(run + start &* 4, (end &- start) &* 4)
      start = end
    }
  }

  /// Takes up the levels that a four needs, and the block's numbers in their texels.
  private mutating func prepare(_ place: Place, _ four: Int) {
    selector.choose(four, q: place.q, count: place.count)
    let isOther = level != selector.level
    level = selector.level
    if isOther {
      larger = levels[level].sampled(ahead: (ahead.u &>> level, ahead.v &>> level))
      smaller = selector.isDeepest ? larger : levels[level &+ 1].sampled(ahead: (ahead.u &>> level, ahead.v &>> level))
    }
    // From the center of the first texel on, and half a 128th more, for the kernels truncate.
    let unit = Double(bitPattern: UInt64(1023 &+ 7 &- level) &<< 52)
    row = cpixels_row(
      a: Float(place.u * unit - 63.5 * place.q), b: Float(place.v * unit - 63.5 * place.q), q: Float(place.q),
      step_a: Float(map.m11 * unit - 63.5 * map.m13), step_b: Float(map.m12 * unit - 63.5 * map.m13),
      step_q: Float(map.m13))
  }
}
