import PanelViews

extension View {
  /// Returns a font whose size in units is converted to points.
  func scaled(_ font: Font) -> Font { font.scaled(by: unit) }

  /// Returns the width of a line in a font with a size in units, in whole units.
  ///
  /// Measured at the drawn size, because looking up another font takes a millisecond.
  func width(of text: String, _ font: Font) -> Double {
    (TextLayout(text, font: scaled(font)).size.width / unit).rounded(.up)
  }
}
