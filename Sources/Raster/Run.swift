import CLinux

/// A short stretch of a row along which the place in the bitmap moves in equal steps.
///
/// It is sampled into a few pairs of pixels that wait in the cache, so that each loop is small enough to keep its numbers
/// in registers; an odd last pixel is the first half of a pair.
struct Run {
  /// The longest, in pixels.
  static let limit = 16

  var count: Int
  /// The place in the bitmap, with 16 fractional bits, and its step from pixel to pixel.
  var u, v, du, dv: Int
  /// Its step from row to row: where the bitmap will be read some rows later.
  var rowU, rowV: Int

  /// As it runs through the bitmap's smaller copy, from a texel's centre on, and without its first `skipped` pixels.
  @inline(__always) func scaled(toLevel level: Int, skipping skipped: Int) -> Run {
    let place = TexelPlace(u: u, v: v).scaled(toLevel: level)
    let (du, dv) = (du &>> level, dv &>> level)
    return Run(
      count: count &- skipped, u: place.u &+ skipped &* du, v: place.v &+ skipped &* dv, du: du, dv: dv,
      rowU: rowU &>> level, rowV: rowV &>> level)
  }

  /// Samples a copy of the bitmap.
  @inline(__always) func sample(_ texels: Texels, into pairs: UnsafeMutablePointer<PixelPair>) {
    if isInside(texels) {
      forEachPairInside(texels) { pairs[$0] = $1 }
    } else {
      forEachPairClamped(texels) { pairs[$0] = $1 }
    }
  }

  /// Samples a copy of the bitmap, and mixes it into the pairs by a weight of 128.
  @inline(__always) func sample(
    _ texels: Texels, mixing weight: Int16, into pairs: UnsafeMutablePointer<PixelPair>
  ) {
    let weights = SIMD8(repeating: weight)
    if isInside(texels) {
      forEachPairInside(texels) { pairs[$0] = pairs[$0].mixed(with: $1, weights) }
    } else {
      forEachPairClamped(texels) { pairs[$0] = pairs[$0].mixed(with: $1, weights) }
    }
  }

  /// True when all of it lies where each place has its four texels.
  @inline(__always) private func isInside(_ texels: Texels) -> Bool {
    // A straight line is inside when both of its ends are.
    texels.holds(u, v) && texels.holds(u &+ (count &- 1) &* du, v &+ (count &- 1) &* dv)
  }

  @inline(__always) private func forEachPairInside(_ texels: Texels, _ body: (Int, PixelPair) -> Void) {
    let below = texels.stride &* 4
    // The memory is slower than all of the arithmetic, and a slanted line is nothing that the processor foresees. So name
    // what will be read four rows further down. Any address will do; it needn't be the bitmap's.
    let ahead = (((rowV &* 4) &>> 16) &* texels.stride &+ ((rowU &* 4) &>> 16)) &* 4
    var weights = RunWeights(self)
    var (u, v) = (u, v)
    var index = 0
    while index < count &>> 1 {
      let first = texels.address(u, v)
      let second = texels.address(u &+ du, v &+ dv)
      clinux_prefetch(first + ahead)
      clinux_prefetch(second + ahead)
      body(index, TexelQuads(first, second, below: below).mixed(weights.x, weights.y))
      weights.step()
      (u, v) = (u &+ 2 &* du, v &+ 2 &* dv)
      index &+= 1
    }
    if count & 1 == 1 {
      let only = texels.address(u, v)
      body(index, TexelQuads(only, only, below: below).mixed(weights.x, weights.y))
    }
  }

  @inline(__always) private func forEachPairClamped(_ texels: Texels, _ body: (Int, PixelPair) -> Void) {
    var weights = RunWeights(self)
    var (u, v) = (u, v)
    for index in 0..<(count &+ 1) &>> 1 {
      let first = texels.clamped(u, v)
      let second = texels.clamped(u &+ du, v &+ dv)
      body(index, TexelQuads(first, second).mixed(weights.x, weights.y))
      weights.step()
      (u, v) = (u &+ 2 &* du, v &+ 2 &* dv)
    }
  }
}

/// The weights of two pixels along a run. They are stepped in 16 bits, which wrap around just as a fraction does.
private struct RunWeights {
  private var fractionX, fractionY: SIMD8<UInt16>
  private let stepX, stepY: SIMD8<UInt16>

  @inline(__always) init(_ run: Run) {
    let (x, nextX) = (UInt16(truncatingIfNeeded: run.u), UInt16(truncatingIfNeeded: run.u &+ run.du))
    let (y, nextY) = (UInt16(truncatingIfNeeded: run.v), UInt16(truncatingIfNeeded: run.v &+ run.dv))
    fractionX = SIMD8(x, x, nextX, nextX, x, x, nextX, nextX)
    fractionY = SIMD8(y, y, y, y, nextY, nextY, nextY, nextY)
    stepX = SIMD8(repeating: UInt16(truncatingIfNeeded: 2 &* run.du))
    stepY = SIMD8(repeating: UInt16(truncatingIfNeeded: 2 &* run.dv))
  }

  /// Of 128, in the lanes of `TexelQuads.mixed`.
  @inline(__always) var x: SIMD8<Int16> { unsafeBitCast(fractionX &>> 9, to: SIMD8<Int16>.self) }
  @inline(__always) var y: SIMD8<Int16> { unsafeBitCast(fractionY &>> 9, to: SIMD8<Int16>.self) }

  @inline(__always) mutating func step() {
    fractionX &+= stepX
    fractionY &+= stepY
  }
}
