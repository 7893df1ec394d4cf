import Localization
import PanelRaster
import PanelText

extension Phrase {
  /// Returns the phrase as spans, its emphasized part in a separate font and color.
  package func spans(_ font: Font, _ color: Color, emphasis: (font: Font, color: Color)) -> [TextSpan] {
    [(before, font, color), (self.emphasis, emphasis.font, emphasis.color), (after, font, color)].compactMap {
      $0.0.isEmpty ? nil : TextSpan($0.0, font: $0.1, color: $0.2)
    }
  }
}
