/// A font for text: family, size and weight.
public struct Font: Hashable, Sendable {
  /// Family names as fontconfig accepts them, preferred first. Glyphs missing from a family come from any other
  /// installed font.
  public var family: String
  /// In points.
  public var size: Double
  /// From 100 to 1000: 400 is regular, 700 bold.
  public var weight: Int
  /// If true, all digits have the same width (OpenType `tnum`), as in UIKit's `monospacedDigitSystemFont`. A changing
  /// number then stays in place, and only the digits that changed are redrawn.
  public var hasMonospacedDigits: Bool

  /// The default family.
  public static let inter = "Inter"

  /// Returns the font with its size multiplied by a factor.
  public func scaled(by factor: Double) -> Font {
    var font = self
    font.size *= factor
    return font
  }

  /// Creates a font.
  ///
  /// The default is a single family, because Pango looks up each font a second time by the name of the family it found.
  /// If only that family was requested, the second lookup hits the cache.
  public init(family: String = Font.inter, size: Double, weight: Int = 400, hasMonospacedDigits: Bool = false) {
    (self.family, self.size, self.weight) = (family, size, weight)
    self.hasMonospacedDigits = hasMonospacedDigits
  }
}

public enum TextAlignment: String, CaseIterable, Sendable { case leading, center, trailing }
