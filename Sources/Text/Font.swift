/// The letters of a text: their family, size and weight.
public struct Font: Hashable, Sendable {
  /// Family names as fontconfig takes them, the preferred one first. Letters that a family lacks come from any other
  /// installed font that has them.
  public var family: String
  /// In points.
  public var size: Double
  /// 100…1000: 400 is regular, 700 bold.
  public var weight: Int
  /// True where all digits are equally wide (OpenType's `tnum`), as in UIKit's `monospacedDigitSystemFont`: a number that
  /// changes stays where it is, and no more of it is drawn anew than the digits that did.
  public var hasMonospacedDigits: Bool

  public static let inter = "Inter"

  /// One family by default: Pango looks each font up once more to measure it, by the name of the family that it found. That is
  /// no other than the first time, and already there, where nothing else was asked for.
  public init(family: String = Font.inter, size: Double, weight: Int = 400, hasMonospacedDigits: Bool = false) {
    (self.family, self.size, self.weight) = (family, size, weight)
    self.hasMonospacedDigits = hasMonospacedDigits
  }
}

public enum TextAlignment: String, CaseIterable, Sendable { case leading, center, trailing }
