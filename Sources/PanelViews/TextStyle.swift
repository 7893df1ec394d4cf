import PanelText

/// The role of a text, as in `UIFont.TextStyle`, with `value` for a number on a panel.
///
/// Sizes are 34 for `largeTitle`, 22 for `title`, 17 for `headline` and `body`, 16 for `callout`, 15 for
/// `subheadline`, 13 for `caption`, and 40 for `value`.
public struct TextStyle: Hashable, CaseIterable, Sendable {
  /// The font without the text scale.
  public let font: Font

  /// Creates a style for a text without one of the roles.
  ///
  /// - Parameter font: without the text scale.
  public init(_ font: Font) { self.font = font }

  public static let largeTitle = TextStyle(Font(size: 34, weight: 700))
  public static let title = TextStyle(Font(size: 22, weight: 600))
  public static let headline = TextStyle(Font(size: 17, weight: 600))
  public static let body = TextStyle(Font(size: 17))
  public static let callout = TextStyle(Font(size: 16))
  public static let subheadline = TextStyle(Font(size: 15))
  public static let caption = TextStyle(Font(size: 13))
  public static let value = TextStyle(Font(size: 40, weight: 600, hasMonospacedDigits: true))

  public static let allCases = [largeTitle, title, headline, body, callout, subheadline, caption, value]

  /// Returns the font, enlarged by the text scale.
  ///
  /// - Parameters:
  ///   - view: has the text scale.
  ///   - weight: replaces the style's weight.
  public func font(for view: View, weight: Int? = nil) -> Font {
    var font = font.scaled(by: view.textScale)
    font.weight = weight ?? font.weight
    return font
  }
}
