import Raster

/// The colours and the form of a button.
struct ActionButtonLook: Equatable {
  let ground: Color
  let pressed: Color
  /// While it is busy, and as far as it was held.
  let tinted: Color
  let title: Color
  let success: Color
  let failure: Color
  let ring: Color
  /// From the bounds to its edge, in points: the ring has room there.
  var inset = 3.0
  /// In points; its ends are half circles where it isn't higher.
  var mostRadius = Double.infinity
  var castsShadow = true
  /// In points.
  var mostFontSize = 15.0
  /// Of the height: a font isn't larger.
  var fontPart = 1.0

  /// A scene file's button.
  static let plain = {
    var look = Self(
      ground: Palette.button, pressed: Palette.buttonPressed, tinted: Palette.buttonPressed, title: Palette.buttonText,
      success: Palette.success.legible(on: Palette.buttonPressed, toward: FaceInk.dark),
      failure: Palette.failure.legible(on: Palette.buttonPressed, toward: FaceInk.dark), ring: Palette.accent)
    (look.inset, look.mostRadius, look.castsShadow) = (1, 12, false)
    (look.mostFontSize, look.fontPart) = (17, 0.42)
    return look
  }()
}

extension ActionButtonLook {
  /// The same form on another ground.
  func colored(_ color: Color) -> Self {
    let ink: Color = color.contrast(with: .white) >= color.contrast(with: .black) ? .white : .black
    let tinted = color.mixed(with: ink == .white ? .black : .white, 0.26)
    var look = Self(
      ground: color, pressed: tinted, tinted: tinted, title: ink, success: ink, failure: ink, ring: ring)
    (look.inset, look.mostRadius, look.castsShadow) = (inset, mostRadius, castsShadow)
    (look.mostFontSize, look.fontPart) = (mostFontSize, fontPart)
    return look
  }

  /// A pill in the ink of a face, its title in the colour of the ground.
  ///
  /// - Parameters:
  ///   - face: the colours of its ground.
  ///   - ink: the face's.
  init(on face: (from: Color, to: Color), ink: Color) {
    let isLight = ink == FaceInk.light
    let pill = isLight ? Palette.button : ink
    let middle = face.from.mixed(with: face.to, 0.5)
    let tinted = pill.mixed(with: middle, 0.26)
    let (own, opposite) = isLight ? (face.to, FaceInk.dark) : (face.from, FaceInk.light)
    // What is legible on the ground that is nearest to it is so on all of them.
    func legible(_ color: Color) -> Color { color.legible(on: tinted, toward: opposite) }
    self.init(
      ground: pill, pressed: pill.mixed(with: middle, 0.2), tinted: tinted, title: legible(own),
      success: legible(isLight ? Palette.success : Palette.success.mixed(with: .white, 0.5)),
      failure: legible(isLight ? Palette.failure : Palette.failure.mixed(with: .white, 0.5)),
      ring: Palette.accent.contrast(with: middle) >= Color.shapeContrast ? Palette.accent : ink)
  }
}
