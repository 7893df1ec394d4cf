import CPixels

/// The pixels of a bitmap, or of a smaller copy of it, as the kernels read them.
struct Texels {
  var base: UnsafeMutablePointer<UInt32>
  var stride: Int
  var width: Int
  var height: Int

  var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

extension Texels {
  /// The longest side that the kernels take, in texels.
  static let longestSide = 1 << 15 - 1

  /// - Parameter ahead: so many texels further it will be read some rows later.
  func sampled(ahead: (u: Int, v: Int) = (0, 0)) -> cpixels_level {
    cpixels_level(
      texels: UnsafePointer(base), stride: UInt32(truncatingIfNeeded: stride), right: Float(128 &* (width &- 1)),
      bottom: Float(128 &* (height &- 1)), ahead: ahead.v &* stride &+ ahead.u)
  }
}
