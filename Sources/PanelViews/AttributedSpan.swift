import PanelText

/// A part of a label's text with its own color, weight and digits, as a run of `NSAttributedString`.
public struct AttributedSpan: Equatable, Sendable {
  public var string: String
  /// `nil` for the label's color.
  public var color: Color?
  /// `nil` for the weight of the label's font.
  public var weight: Int?
  /// True for digits of the same width; `nil` for those of the label's font.
  public var hasMonospacedDigits: Bool?

  public init(_ string: String, color: Color? = nil, weight: Int? = nil, hasMonospacedDigits: Bool? = nil) {
    (self.string, self.color, self.weight, self.hasMonospacedDigits) = (string, color, weight, hasMonospacedDigits)
  }
}
