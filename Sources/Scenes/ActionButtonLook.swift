import PanelRaster

/// The colors and the shape of a button.
struct ActionButtonLook: Equatable {
  var background: Color
  var pressed: Color
  /// The background while the action runs, and the color of the hold's progress bar.
  var tinted: Color
  var title: Color
  var success: Color
  var failure: Color
  let focusRing: Color
  /// The distance from the bounds to the button's edge, in points. The focus ring is drawn in this margin.
  var inset = 3.0
  /// The maximum corner radius, in points. A button less than twice as high as this has semicircular
  /// ends.
  var maximumRadius = Double.infinity
  var castsShadow = true
  var maximumFontSize = 15.0
  /// The maximum font size as a fraction of the height.
  var relativeFontSize = 1.0
}

extension ActionButtonLook {
  /// Returns the same shape with another background.
  func colored(_ color: Color) -> Self {
    let ink: Color = color.contrast(with: .white) >= color.contrast(with: .black) ? .white : .black
    let tinted = color.mixed(with: ink == .white ? .black : .white, 0.26)
    var look = self
    (look.background, look.pressed, look.tinted) = (color, tinted, tinted)
    (look.title, look.success, look.failure) = (ink, ink, ink)
    return look
  }

  /// A button in a scene file: a shade of the color beneath it, with the ink of the texts around it.
  ///
  /// - Parameter contrast: the minimum contrast of the titles.
  init(on color: Color, contrast: Double = Color.textContrast) {
    let ink = FaceInk(on: [color]).color
    // Toward the ink as all controls, or away from it if the title would then be hard to read.
    let (light, dark) = (color.mixed(with: .white, 0.24), color.mixed(with: .black, 0.24))
    let (near, far) = ink == FaceInk.light ? (light, dark) : (dark, light)
    let tinted = near.contrast(with: ink) >= contrast ? near : far
    let background = color.mixed(with: tinted, 0.6)
    func legible(_ color: Color) -> Color {
      color.mixed(with: .white, ink == FaceInk.light ? 0.5 : 0)
        .legible(on: tinted == near ? tinted : background, toward: ink, contrast: contrast)
    }
    self.init(
      background: background, pressed: tinted, tinted: tinted, title: ink,
      success: legible(Palette.success), failure: legible(Palette.failure),
      focusRing: Palette.accent.contrast(with: color) >= Color.shapeContrast ? Palette.accent : ink)
    (inset, maximumRadius, castsShadow) = (1, 12, false)
    (maximumFontSize, relativeFontSize) = (17, 0.42)
  }

  /// A pill in the ink color of a face; its title has the face's color.
  ///
  /// - Parameters:
  ///   - face: the gradient of the face.
  ///   - ink: the ink color of the face.
  init(on face: (from: Color, to: Color), ink: Color) {
    let isLight = ink == FaceInk.light
    let pill = isLight ? Palette.button : ink
    let middle = face.from.mixed(with: face.to, 0.5)
    let tinted = pill.mixed(with: middle, 0.26)
    let (base, opposite) = isLight ? (face.to, FaceInk.dark) : (face.from, FaceInk.light)
    // The tinted background is the closest to these colors: if they are legible on it, they are on the others.
    func legible(_ color: Color) -> Color { color.legible(on: tinted, toward: opposite) }
    self.init(
      background: pill, pressed: pill.mixed(with: middle, 0.2), tinted: tinted, title: legible(base),
      success: legible(isLight ? Palette.success : Palette.success.mixed(with: .white, 0.5)),
      failure: legible(isLight ? Palette.failure : Palette.failure.mixed(with: .white, 0.5)),
      focusRing: Palette.accent.contrast(with: middle) >= Color.shapeContrast ? Palette.accent : ink)
  }
}
