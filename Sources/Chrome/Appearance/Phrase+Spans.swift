import Localization
import PanelViews

extension Phrase {
  /// Returns the phrase for a label, its emphasized part bold or in a separate color.
  package func attributed(_ color: Color, weight: Int? = nil) -> [AttributedSpan] {
    [AttributedSpan(before), AttributedSpan(emphasis, color: color, weight: weight), AttributedSpan(after)]
      .filter { !$0.string.isEmpty }
  }
}
