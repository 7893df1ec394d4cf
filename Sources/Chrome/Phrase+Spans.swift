import Raster
import Text
import Words

/// The look of a run of text.
struct TextStyle {
  let font: Font
  let color: Color

  init(_ font: Font, _ color: Color) { (self.font, self.color) = (font, color) }
}

extension Phrase {
  /// The line with its part set off.
  func spans(_ style: TextStyle, emphasis: TextStyle) -> [TextSpan] {
    [(before, style), (self.emphasis, emphasis), (after, style)].compactMap { text, style in
      text.isEmpty ? nil : TextSpan(text, font: style.font, color: style.color)
    }
  }
}
