import Localization
import PanelRaster
import PanelText

struct TextStyle {
  let font: Font
  let color: Color

  init(_ font: Font, _ color: Color) { (self.font, self.color) = (font, color) }
}

extension Phrase {
  /// Returns the phrase as spans with its emphasized part in a separate style.
  func spans(_ style: TextStyle, emphasis: TextStyle) -> [TextSpan] {
    [(before, style), (self.emphasis, emphasis), (after, style)].compactMap { text, style in
      text.isEmpty ? nil : TextSpan(text, font: style.font, color: style.color)
    }
  }
}
