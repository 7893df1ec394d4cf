import CPixels

/// The pixels of a bitmap or a mip level, as the kernels read them.
struct Texels {
  /// The longest side that the kernels take.
  static let maxSide = (1 << 15) - 1

  var base: UnsafeMutablePointer<UInt32>
  var stride: Int
  var width: Int
  var height: Int

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Returns the pixels in the form that the sampling kernels take.
  ///
  /// - Parameter prefetchOffset: the distance, in texels, to those that will be read some rows later.
  func kernelLevel(prefetchOffset: (u: Int, v: Int)) -> cpixels_level {
    cpixels_level(
      texels: UnsafePointer(base), stride: UInt32(truncatingIfNeeded: stride), right: Float(128 &* (width &- 1)),
      bottom: Float(128 &* (height &- 1)), prefetch_offset: prefetchOffset.v &* stride &+ prefetchOffset.u)
  }
}
