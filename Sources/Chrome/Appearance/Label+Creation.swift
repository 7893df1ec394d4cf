import PanelViews

extension Label {
  /// Creates a label with a color of the inherited look.
  ///
  /// - Parameters:
  ///   - name: the view's name in `path`.
  ///   - size: of the font.
  ///   - weight: of the font.
  ///   - colorRole: the color in the look.
  ///   - alignment: the position of the text in the label.
  ///   - lines: the maximum number of lines.
  package convenience init(
    name: String? = nil, size: Double, weight: Int = 400,
    _ colorRole: WritableKeyPath<ControlLook, Color> & Sendable = \.text, alignment: TextAlignment = .leading,
    lines: Int = 1
  ) {
    self.init(name: name)
    textStyle = TextStyle(Font(size: size, weight: weight))
    (self.colorRole, self.alignment, numberOfLines) = (colorRole, alignment, lines)
  }
}
