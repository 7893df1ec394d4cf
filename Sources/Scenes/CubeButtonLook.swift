import Raster

/// The colours of a button on a face: a pill in the ink of the face, its title in the colour of the ground.
struct CubeButtonLook: Equatable {
  let ground: Color
  let pressed: Color
  /// While it is busy, and as far as it was held.
  let tinted: Color
  let title: Color
  let success: Color
  let failure: Color
  let ring: Color

  /// - Parameters:
  ///   - face: the colours of its ground.
  ///   - ink: the face's.
  init(on face: (from: Color, to: Color), ink: Color) {
    let isLight = ink == FaceInk.light
    let pill = isLight ? Palette.button : ink
    let middle = face.from.mixed(with: face.to, 0.5)
    let tinted = pill.mixed(with: middle, 0.26)
    (ground, self.tinted) = (pill, tinted)
    pressed = pill.mixed(with: middle, 0.2)
    let (own, opposite) = isLight ? (face.to, FaceInk.dark) : (face.from, FaceInk.light)
    // What is legible on the ground that is nearest to it is so on all of them.
    func legible(_ color: Color) -> Color { color.legible(on: tinted, toward: opposite) }
    title = legible(own)
    success = legible(isLight ? Palette.success : Palette.success.mixed(with: .white, 0.5))
    failure = legible(isLight ? Palette.failure : Palette.failure.mixed(with: .white, 0.5))
    ring = Palette.accent.contrast(with: middle) >= Color.shapeContrast ? Palette.accent : ink
  }
}
