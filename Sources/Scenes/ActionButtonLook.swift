import PanelRaster

/// The colors and the shape of a button.
struct ActionButtonLook: Equatable {
  var background: Color
  var pressedBackground: Color
  /// The background while the action runs, and the color of the hold's progress bar.
  var runningBackground: Color
  var titleColor: Color
  var successColor: Color
  var failureColor: Color
  let focusRing: Color
  /// The distance from the bounds to the button's edge, in points. The focus ring is drawn in this margin.
  var inset = 3.0
  /// The maximum corner radius, in points. Buttons less than twice as high have semicircular ends.
  var maximumRadius = Double.infinity
  var castsShadow = true
  var maximumFontSize = 15.0
  /// The maximum font size as a fraction of the height.
  var relativeFontSize = 1.0
}

extension ActionButtonLook {
  /// Returns the same shape with another background.
  func colored(_ color: Color) -> Self {
    let textColor: Color = color.contrast(with: .white) >= color.contrast(with: .black) ? .white : .black
    let tinted = color.mixed(with: textColor == .white ? .black : .white, 0.26)
    var look = self
    (look.background, look.pressedBackground, look.runningBackground) = (color, tinted, tinted)
    (look.titleColor, look.successColor, look.failureColor) = (textColor, textColor, textColor)
    return look
  }

  /// A button in a scene file: a shade of the color beneath it, with the color of the texts around it.
  ///
  /// - Parameter contrast: the minimum contrast of the titles.
  init(on color: Color, contrast: Double = Color.textContrast) {
    let textColor = LegibleTextStyle(on: [color]).color
    // As in other controls, the tint mixes in the text color, or its opposite if the title would then be hard to read.
    let (light, dark) = (color.mixed(with: .white, 0.24), color.mixed(with: .black, 0.24))
    let (near, far) = textColor == LegibleTextStyle.light ? (light, dark) : (dark, light)
    let tinted = near.contrast(with: textColor) >= contrast ? near : far
    let background = color.mixed(with: tinted, 0.6)
    func legible(_ color: Color) -> Color {
      color.mixed(with: .white, textColor == LegibleTextStyle.light ? 0.5 : 0)
        .legible(on: tinted == near ? tinted : background, toward: textColor, contrast: contrast)
    }
    self.init(
      background: background, pressedBackground: tinted, runningBackground: tinted, titleColor: textColor,
      successColor: legible(Palette.success), failureColor: legible(Palette.failure),
      focusRing: Palette.accent.contrast(with: color) >= Color.shapeContrast ? Palette.accent : textColor)
    (inset, maximumRadius, castsShadow) = (1, 12, false)
    (maximumFontSize, relativeFontSize) = (17, 0.42)
  }

  /// A pill in the text color of a face. The title has the face's color.
  ///
  /// - Parameters:
  ///   - face: the gradient of the face.
  ///   - textColor: the text color of the face.
  init(on face: (from: Color, to: Color), textColor: Color) {
    let isLight = textColor == LegibleTextStyle.light
    let pill = isLight ? Palette.buttonBackground : textColor
    let middle = face.from.mixed(with: face.to, 0.5)
    let tinted = pill.mixed(with: middle, 0.26)
    let (base, opposite) = isLight ? (face.to, LegibleTextStyle.dark) : (face.from, LegibleTextStyle.light)
    // The tinted background is the closest to these colors: if they are legible on it, they are on the others.
    func legible(_ color: Color) -> Color { color.legible(on: tinted, toward: opposite) }
    self.init(
      background: pill, pressedBackground: pill.mixed(with: middle, 0.2), runningBackground: tinted,
      titleColor: legible(base),
      successColor: legible(isLight ? Palette.success : Palette.success.mixed(with: .white, 0.5)),
      failureColor: legible(isLight ? Palette.failure : Palette.failure.mixed(with: .white, 0.5)),
      focusRing: Palette.accent.contrast(with: middle) >= Color.shapeContrast ? Palette.accent : textColor)
  }
}
