import CLinux

/// A short stretch of a row along which the place in the bitmap moves in equal steps.
struct Run {
  /// The first pixel, and how many.
  var output: UnsafeMutablePointer<UInt32>
  var count: Int
  /// The place in the bitmap, with 16 fractional bits, and its step.
  var u, v, du, dv: Int

  /// As it runs through the bitmap's smaller copy, from a texel's centre on, and without its first `skipped` pixels.
  @inline(__always) func scaled(toLevel level: Int, skipping skipped: Int) -> Run {
    let place = TexelPlace(u: u, v: v).scaled(toLevel: level)
    let (du, dv) = (du &>> level, dv &>> level)
    return Run(
      output: output + skipped, count: count &- skipped, u: place.u &+ skipped &* du, v: place.v &+ skipped &* dv,
      du: du, dv: dv)
  }

  /// True when all of it lies where each place has its four texels.
  @inline(__always) func isInside(_ texels: Texels) -> Bool {
    // A straight line is inside when both of its ends are.
    texels.holds(u, v) && texels.holds(u &+ (count &- 1) &* du, v &+ (count &- 1) &* dv)
  }
}

/// Where a run gets its texels from: one copy of the bitmap, or two to be mixed.
protocol RunSource {
  /// The texel of the next pixel, and of the one after it.
  mutating func nextPair() -> PixelPair
  /// The texel of the last pixel, in the first half.
  mutating func last() -> PixelPair
}

/// The weights along a run. They are stepped in 16 bits, which wrap around just as a fraction does.
struct RunWeights {
  private var x, y: SIMD8<UInt16>
  private let stepX, stepY: UInt16

  @inline(__always) init(_ run: Run) {
    let (x, nextX) = (UInt16(truncatingIfNeeded: run.u), UInt16(truncatingIfNeeded: run.u &+ run.du))
    let (y, nextY) = (UInt16(truncatingIfNeeded: run.v), UInt16(truncatingIfNeeded: run.v &+ run.dv))
    self.x = SIMD8(x, x, nextX, nextX, x, x, nextX, nextX)
    self.y = SIMD8(y, y, y, y, nextY, nextY, nextY, nextY)
    stepX = UInt16(truncatingIfNeeded: 2 &* run.du)
    stepY = UInt16(truncatingIfNeeded: 2 &* run.dv)
  }

  /// For the two pixels, and a step further.
  @inline(__always) mutating func next() -> (x: SIMD8<Int16>, y: SIMD8<Int16>) {
    let weights = (unsafeBitCast(x &>> 9, to: SIMD8<Int16>.self), unsafeBitCast(y &>> 9, to: SIMD8<Int16>.self))
    x &+= SIMD8(repeating: stepX)
    y &+= SIMD8(repeating: stepY)
    return weights
  }
}

/// One copy, where all texels exist.
struct InsideSource: RunSource {
  private let texels: Texels
  private var u, v: Int
  private let du, dv: Int
  private var weights: RunWeights
  private let ahead: Int

  @inline(__always) init(_ texels: Texels, _ run: Run) {
    (self.texels, u, v, du, dv) = (texels, run.u, run.v, run.du, run.dv)
    weights = RunWeights(run)
    ahead = (-run.du * 8 >> 16) * texels.stride * 4
  }

  @inline(__always) mutating func nextPair() -> PixelPair {
    let first = texels.address(u, v)
    let second = texels.address(u &+ du, v &+ dv)
    (u, v) = (u &+ 2 &* du, v &+ 2 &* dv)
    clinux_prefetch(first + ahead)
    return mixed(first, second)
  }

  @inline(__always) mutating func last() -> PixelPair {
    let only = texels.address(u, v)
    return mixed(only, only)
  }

  @inline(__always) private mutating func mixed(
    _ first: UnsafeRawPointer, _ second: UnsafeRawPointer
  ) -> PixelPair {
    let below = texels.stride &* 4
    let (x, y) = weights.next()
    return TexelQuads(
      upper: SIMD2(first.loadUnaligned(as: UInt64.self), second.loadUnaligned(as: UInt64.self)),
      lower: SIMD2(
        first.loadUnaligned(fromByteOffset: below, as: UInt64.self),
        second.loadUnaligned(fromByteOffset: below, as: UInt64.self))
    ).mixed(x, y)
  }
}

/// One copy, at its edges: what lies beyond repeats the outermost texels.
struct ClampedSource: RunSource {
  private let texels: Texels
  private var u, v: Int
  private let du, dv: Int
  private var weights: RunWeights

  @inline(__always) init(_ texels: Texels, _ run: Run) {
    (self.texels, u, v, du, dv) = (texels, run.u, run.v, run.du, run.dv)
    weights = RunWeights(run)
  }

  @inline(__always) mutating func nextPair() -> PixelPair {
    let first = texels.clamped(u, v)
    let second = texels.clamped(u &+ du, v &+ dv)
    (u, v) = (u &+ 2 &* du, v &+ 2 &* dv)
    let (x, y) = weights.next()
    return TexelQuads(
      upper: SIMD2(first.upper, second.upper), lower: SIMD2(first.lower, second.lower)
    ).mixed(x, y)
  }

  @inline(__always) mutating func last() -> PixelPair { nextPair() }
}

/// Two copies, one half as large as the other.
struct MixedSource<Source: RunSource>: RunSource {
  var larger: Source
  var smaller: Source
  /// Of the smaller one, of 128.
  let weight: SIMD8<Int16>

  @inline(__always) mutating func nextPair() -> PixelPair {
    larger.nextPair().mixed(with: smaller.nextPair(), weight)
  }

  @inline(__always) mutating func last() -> PixelPair {
    larger.last().mixed(with: smaller.last(), weight)
  }
}
