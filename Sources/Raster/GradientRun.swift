import Geometry

/// Works out a block's gradient colors: exactly at the ends of stretches, and evenly in between.
struct GradientRun {
  /// The place of the block's first pixel, in texels from the center of the first one on, times q; and q. And its step.
  private let place, step: SIMD4<Float>
  private let light: Float
  /// The number of fours over which q changes by less than an eighth: a color, by which numbers ever it changes on the way, is
  /// then at most a thirtieth of that off.
  private let stretch: Int

  /// False if that isn't so of four of them, or if what is opaque doesn't stay so.
  var isEven: Bool { stretch > 0 }

  init(_ u: Double, _ v: Double, _ q: Double, _ map: Homography, _ ink: Ink, count: Int) {
    place = SIMD4(Float(u - 0.5 * q), Float(v - 0.5 * q), Float(q), 0)
    step = SIMD4(Float(map.m11 - 0.5 * map.m13), Float(map.m12 - 0.5 * map.m13), Float(map.m13), 0)
    light = ink.light * 256
    // Up to the end of the last stretch that begins in the block.
    let lastQ = place.z + step.z * Float(Int32(truncatingIfNeeded: count &+ 64))
    let (leastQ, slant) = (min(place.z, lastQ), abs(step.z))
    stretch = !ink.isWhole || slant * 128 >= leastQ ? 0 : slant * 512 < leastQ ? 16 : slant * 256 < leastQ ? 8 : 4
  }

  /// Fills some of an area's fours; stretches are counted from its start.
  func fill(
    _ run: UnsafeMutablePointer<UInt32>, from start: Int, _ fours: Range<Int>, with slope: ColorPlane,
    _ dither: ColorRun.Dither
  ) {
    let first = slope.numerator(place.x, place.y, place.z) * light
    let change = slope.numerator(step.x, step.y, step.z) * light
    func color(at pixel: Float) -> SIMD4<Float> { (first + change * pixel) / (place.z + step.z * pixel) }
    let length = Float(Int32(truncatingIfNeeded: stretch &<< 2))
    let output = UnsafeMutableRawPointer(run)
    var index = start &+ (fours.lowerBound &- start) / stretch &* stretch
    var pixel = Float(Int32(truncatingIfNeeded: index &<< 2))
    var here = color(at: pixel)
    while index < fours.upperBound {
      pixel += length
      let there = color(at: pixel)
      var colors = ColorRun(from: here, step: (there - here) * (1 / length), dither: dither)
      let next = min(index &+ stretch, fours.upperBound)
      if index < fours.lowerBound {
        colors.skip(fours.lowerBound &- index)
        index = fours.lowerBound
      }
      while index < next {
        output.storeBytes(of: colors.next(), toByteOffset: index &* 16, as: SIMD4<UInt32>.self)
        index &+= 1
      }
      here = there
    }
  }
}
