/// The limits of a panel's size.
///
/// A command line that exceeds them is rejected. Values from a compositor are clamped on arrival, because a bogus
/// number must neither stop the program nor slow it down.
package enum PanelLimits {
  /// The maximum side, in points and in pixels; the longest side of any monitor is 10,240 pixels.
  package static let maximumSide = 16384
  /// The maximum number of pixels of a buffer: slightly more than an 8K panel's 7680 × 4320. It bounds the time of the
  /// first frame, and three such buffers fit into a `wl_shm_pool`, whose size is an `int` in the protocol.
  package static let maximumPixelCount = 1 << 25
  /// The maximum number of pixels per point: the densest panels sold have some 800 pixels per inch, and a point is
  /// 1/96 inch.
  package static let maximumScale = 8.0

  /// The valid range of a panel's longer side, in millimeters.
  private static let physicalSideRange = 40...2000
  /// Reported sizes that are really aspect ratios, in centimeters or without a unit.
  private static let aspectRatios = [(160, 90), (160, 100), (16, 9), (16, 10)]

  /// True if a panel may have this physical size, in millimeters.
  package static func isPlausible(physicalSize size: (width: Int, height: Int)) -> Bool {
    physicalSideRange.contains(max(size.width, size.height)) && min(size.width, size.height) > 0
      && !aspectRatios.contains { $0 == size || $0 == (size.height, size.width) }
  }

  /// Clamps the length of a side as reported by a compositor; 0 means unspecified.
  package static func side(_ length: Int32) -> Int { min(max(0, Int(length)), maximumSide) }

  /// Clamps an integer scale as reported by a compositor.
  package static func scale(_ factor: Int32) -> Double { min(max(1, Double(factor)), maximumScale) }

  /// Clamps a fractional scale as reported by a compositor, in 120ths.
  package static func scale(in120ths parts: UInt32) -> Double {
    min(max(1 / maximumScale, Double(parts) / 120), maximumScale)
  }
}
