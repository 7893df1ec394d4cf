import PanelText

/// The role of a text, as in `UIFont.TextStyle`, with `value` for a number on a panel.
///
/// Sizes in units are 34 for `largeTitle`, 22 for `title`, 17 for `headline` and `body`, 16 for `callout`, 15 for
/// `subheadline`, 13 for `caption`, and 40 for `value`.
public enum TextStyle: CaseIterable, Sendable {
  case largeTitle, title, headline, body, callout, subheadline, caption, value

  /// The font, with its size in units.
  public var font: Font {
    switch self {
    case .largeTitle: Font(size: 34, weight: 700)
    case .title: Font(size: 22, weight: 600)
    case .headline: Font(size: 17, weight: 600)
    case .body: Font(size: 17)
    case .callout: Font(size: 16)
    case .subheadline: Font(size: 15)
    case .caption: Font(size: 13)
    case .value: Font(size: 40, weight: 600, hasMonospacedDigits: true)
    }
  }

  /// Returns the font in points: its size in units, times the window's text scale.
  ///
  /// - Parameters:
  ///   - view: has the unit, and the window with the text scale.
  ///   - weight: replaces the style's weight.
  public func font(for view: View, weight: Int? = nil) -> Font {
    var font = font
    font.size *= view.unit * view.textScale
    font.weight = weight ?? font.weight
    return font
  }
}
