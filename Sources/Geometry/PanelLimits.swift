/// The bounds of a panel's size.
///
/// A command line that asks for more is refused. What a compositor says beyond it is taken for the nearest there is, where
/// it arrives: a number that nobody means must neither stop the program nor hold it up.
package enum PanelLimits {
  /// Of a side, in points and in pixels: the longest that a monitor has is 10,240.
  package static let longestSide = 16384
  /// Of one buffer: just more than an 8K panel's 7680 × 4320. Whatever is said, the first frame takes no longer than there;
  /// and three of them fit in a pool, whose size is an `int` on the wire.
  package static let mostPixels = 1 << 25
  /// Pixels to a point: the densest glass that was sold has some 800 to the inch, and a point is a 96th of one.
  package static let largestScale = 8.0

  /// The longer side of a panel, in millimetres.
  private static let glass = 40...2000
  /// Screens that tell their shape in place of their size, in centimetres or in none.
  private static let shapes = [(160, 90), (160, 100), (16, 9), (16, 10)]

  /// True for millimetres that a panel may have.
  package static func isGlass(_ size: (width: Int, height: Int)) -> Bool {
    glass.contains(max(size.width, size.height)) && min(size.width, size.height) > 0
      && !shapes.contains { $0 == size || $0 == (size.height, size.width) }
  }

  /// A side as a compositor tells it; 0 for none.
  package static func side(_ length: Int32) -> Int { min(max(0, Int(length)), longestSide) }

  /// A whole scale as a compositor tells it.
  package static func scale(_ factor: Int32) -> Double { min(max(1, Double(factor)), largestScale) }

  /// A scale of any kind as a compositor tells it, in 120ths.
  package static func scale(in120ths parts: UInt32) -> Double {
    min(max(1 / largestScale, Double(parts) / 120), largestScale)
  }
}
