import Text
import Views

extension View {
  /// A font whose size is in units, as it is drawn here.
  func drawn(_ font: Font) -> Font {
    var font = font
    font.size *= unit
    return font
  }

  /// The width of a line in a font whose size is in units, in whole units.
  ///
  /// Measured as large as it is drawn: another font would be looked up for nothing else, and that takes a millisecond.
  func width(of text: String, _ font: Font) -> Double {
    (TextLayout(text, font: drawn(font)).size.width / unit).rounded(.up)
  }
}
