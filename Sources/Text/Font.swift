/// The letters of a text: their family, size and weight.
public struct Font: Hashable, Sendable {
  /// Family names as fontconfig takes them, the preferred one first. Letters that a family lacks come from any other
  /// installed font that has them.
  public var family: String
  /// In points.
  public var size: Double
  /// 100…1000: 400 is regular, 700 bold.
  public var weight: Int

  public init(family: String = "Inter, DejaVu Sans, sans-serif", size: Double, weight: Int = 400) {
    (self.family, self.size, self.weight) = (family, size, weight)
  }
}

public enum TextAlignment: String, CaseIterable, Sendable { case leading, center, trailing }
