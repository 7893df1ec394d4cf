import PanelViews

extension View {
  /// Returns the width of a line in a font with a size in units, in whole units.
  ///
  /// Measured at the drawn size, because looking up another font takes a millisecond.
  func width(of text: String, _ font: Font) -> Double {
    (TextLayout(text, font: font.scaled(by: unit)).size.width / unit).rounded(.up)
  }
}
