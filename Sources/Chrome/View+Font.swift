import PanelViews

extension View {
  /// Returns the width of a line, rounded up to whole points.
  func width(of text: String, _ font: Font) -> Double {
    TextLayout(text, font: font).size.width.rounded(.up)
  }
}
