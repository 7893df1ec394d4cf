/// The bounds of a panel's size.
///
/// A command line that asks for more is refused. What a compositor says beyond it is taken for the nearest there is, where
/// it arrives: a number that nobody means must neither stop the program nor hold it up.
public enum PanelLimits {
  /// Of a side, in points and in pixels: the longest that a monitor has is 10,240.
  public static let longestSide = 16384
  /// Of one buffer: just more than an 8K panel's 7680 × 4320. Whatever is said, the first frame takes no longer than there;
  /// and three of them fit in a pool, whose size is an `int` on the wire.
  public static let mostPixels = 1 << 25
  /// Pixels to a point: the densest glass that was sold has some 800 to the inch, and a point is a 96th of one.
  static let largestScale = 8.0

  /// A side as a compositor tells it; 0 for none.
  static func side(_ length: Int32) -> Int { min(max(0, Int(length)), longestSide) }

  /// A whole scale as a compositor tells it.
  static func scale(_ factor: Int32) -> Double { min(max(1, Double(factor)), largestScale) }

  /// A scale of any kind as a compositor tells it, in 120ths.
  static func scale(in120ths parts: UInt32) -> Double {
    min(max(1 / largestScale, Double(parts) / 120), largestScale)
  }
}
