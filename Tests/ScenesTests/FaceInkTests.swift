import PanelViews
import Testing

@testable import Scenes

/// The ink on a background, and the deepest shade that keeps it readable.
@Suite struct FaceInkTests {
  @Test func contrastFollowsWCAG() {
    #expect(abs(Color.white.contrast(with: .black) - 21) < 1e-9 && Color.white.contrast(with: .white) == 1)
    // WCAG's example of a gray that just passes on white.
    #expect(abs(Color(hex: 0x767676).contrast(with: .white) - 4.54) < 0.005)
    #expect(Color(hex: 0x767676).contrast(with: .white) == Color.white.contrast(with: Color(hex: 0x767676)))
  }

  /// At both ends of each face's gradient, in full light and in the deepest shade.
  @Test(arguments: 0..<6) func defaultFacesAreReadable(_ index: Int) {
    let background = Palette.faces[index]
    let ink = FaceInk(from: background.from, to: background.to)
    let isDark = index == 3 || index == 5
    #expect(ink.color == (isDark ? Color(hex: 0x0B0E14) : .white) && ink.backing == nil)
    #expect(ink.shadeLimit == (isDark ? 0.22 : 0.45))
    for color in [background.from, background.to] {
      for shade in [0, ink.shadeLimit] {
        let contrast = ink.color.contrast(with: color.shaded(shade))
        #expect(contrast >= Color.textContrast, "face \(index + 1): \(contrast)")
      }
    }
  }

  @Test(arguments: 0..<6) func buttonsOnDefaultFacesAreReadable(_ index: Int) {
    let background = Palette.faces[index]
    let ink = FaceInk(from: background.from, to: background.to)
    let look = ActionButtonLook(on: background, ink: ink.color)
    for pill in [look.background, look.pressed, look.tinted] {
      #expect(look.title.contrast(with: pill) >= Color.textContrast)
      for color in [background.from, background.to] {
        for shade in [0, ink.shadeLimit] { #expect(pill.contrast(with: color.shaded(shade)) >= Color.shapeContrast) }
      }
    }
    for pill in [look.background, look.pressed] {
      #expect(look.success.contrast(with: pill) >= Color.textContrast)
      #expect(look.failure.contrast(with: pill) >= Color.textContrast)
    }
  }

  @Test func buttonsOfSceneFilesAreReadableOnAnyColor() {
    let levels = stride(from: 0.0, through: 1, by: 0.1)
    for red in levels {
      for green in levels {
        for blue in levels {
          let look = ActionButtonLook(on: Color(red, green, blue))
          for text in [look.title, look.success, look.failure] {
            let contrast = min(text.contrast(with: look.background), text.contrast(with: look.tinted))
            #expect(contrast >= Color.textContrast, "\(red), \(green), \(blue)")
          }
        }
      }
    }
    // A dark panel gets a dark button.
    #expect(ActionButtonLook(on: .ground).background.luminance < 0.06)
  }

  /// The deepest shade that leaves a contrast of 4.5, at most the default one.
  @Test func shadeOnCustomColorsIsLimited() {
    let middling = FaceInk(from: Color(hex: 0x8A8A8A), to: Color(hex: 0x8A8A8A))
    #expect(middling.color == FaceInk.dark && middling.shadeLimit > 0.02 && middling.shadeLimit < 0.2)
    let deepest = Color(hex: 0x8A8A8A).shaded(middling.shadeLimit).contrast(with: FaceInk.dark)
    #expect(deepest >= 4.5 && deepest < 4.7)
    #expect(
      FaceInk(from: .white, to: .white).shadeLimit == 0.22 && FaceInk(from: .black, to: .black).shadeLimit == 0.45)
  }

  @Test func backingMakesInkReadable() throws {
    for (from, to) in [(Color.white, Color.black), (.black, .white)] {
      let ink = FaceInk(from: from, to: to)
      let backing = try #require(ink.backing)
      // On a light backing, lighting is still visible.
      #expect(ink.color == FaceInk.dark && ink.shadeLimit > 0.1)
      for color in [from, to] {
        let background = color.mixed(with: backing.faded(1), backing.alpha)
        for shade in [0, ink.shadeLimit] {
          #expect(background.shaded(shade).contrast(with: ink.color) >= Color.textContrast)
        }
      }
    }
  }

  @Test func pictureInkFollowsVisibleColors() {
    let picture = Bitmap(width: 40, height: 20)
    #expect(FaceInk(on: picture, over: .white).color == FaceInk.dark)
    #expect(FaceInk(on: picture, over: .black).color == FaceInk.light)
    picture.fill(picture.bounds, with: 0xFFFF_FFFF)
    #expect(FaceInk(on: picture, over: .black) == FaceInk(from: .white, to: .white))
    // A bright spot in a corner doesn't matter.
    picture.fill(picture.bounds, with: 0xFF00_0000)
    picture.fill(PixelRect(x: 1, y: 0, width: 2, height: 1), with: 0xFFFF_FFFF)
    #expect(FaceInk(on: picture, over: .black).backing == nil)
  }
}
