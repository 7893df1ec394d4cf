import PanelText

/// A part of a label's text with its own color and weight, as a run of `NSAttributedString`.
public struct AttributedSpan: Equatable, Sendable {
  public var string: String
  /// `nil` for the label's color.
  public var color: Color?
  /// `nil` for the weight of the label's font.
  public var weight: Int?

  public init(_ string: String, color: Color? = nil, weight: Int? = nil) {
    (self.string, self.color, self.weight) = (string, color, weight)
  }
}
