import PanelText
import PanelViews

extension View {
  func drawn(_ font: Font) -> Font {
    var font = font
    font.size *= unit
    return font
  }

  /// Returns the width of a line in a font with a size in units, in whole units.
  ///
  /// Measured at the drawn size, because looking up another font takes a millisecond.
  func width(of text: String, _ font: Font) -> Double {
    (TextLayout(text, font: drawn(font)).size.width / unit).rounded(.up)
  }
}
