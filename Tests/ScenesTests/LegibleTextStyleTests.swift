import PanelViews
import Testing

@testable import Scenes

/// The color of text on a background, the deepest shade that keeps it readable, and the colors of buttons.
@Suite struct LegibleTextStyleTests {
  @Test func contrastFollowsWCAG() {
    #expect(abs(Color.white.contrast(with: .black) - 21) < 1e-9 && Color.white.contrast(with: .white) == 1)
    // WCAG's example of a gray that just passes on white.
    #expect(abs(Color(hex: 0x767676).contrast(with: .white) - 4.54) < 0.005)
    #expect(Color(hex: 0x767676).contrast(with: .white) == Color.white.contrast(with: Color(hex: 0x767676)))
  }

  /// Checks both ends of each face's gradient, in full light and in the deepest shade.
  @Test(arguments: 0..<6) func defaultFacesAreReadable(_ index: Int) {
    let background = Palette.faces[index]
    let style = LegibleTextStyle(from: background.from, to: background.to)
    let isTextDark = index == 3 || index == 5
    #expect(style.color == (isTextDark ? Color(hex: 0x0B0E14) : .white) && style.backing == nil)
    #expect(style.shadeLimit == (isTextDark ? 0.22 : 0.45))
    for color in [background.from, background.to] {
      for shade in [0, style.shadeLimit] {
        let contrast = style.color.contrast(with: color.shaded(shade))
        #expect(contrast >= Color.textContrast, "face \(index + 1): \(contrast)")
      }
    }
  }

  @Test(arguments: 0..<6) func buttonsOnDefaultFacesAreReadable(_ index: Int) {
    let background = Palette.faces[index]
    let style = LegibleTextStyle(from: background.from, to: background.to)
    let look = ActionButtonLook(on: background, textColor: style.color)
    for pill in [look.background, look.pressedBackground, look.runningBackground] {
      #expect(look.titleColor.contrast(with: pill) >= Color.textContrast)
      for color in [background.from, background.to] {
        for shade in [0, style.shadeLimit] { #expect(pill.contrast(with: color.shaded(shade)) >= Color.shapeContrast) }
      }
    }
    for pill in [look.background, look.pressedBackground] {
      #expect(look.successColor.contrast(with: pill) >= Color.textContrast)
      #expect(look.failureColor.contrast(with: pill) >= Color.textContrast)
    }
  }

  @Test func buttonsOfSceneFilesAreReadableOnAnyColor() {
    let levels = stride(from: 0.0, through: 1, by: 0.1)
    for red in levels {
      for green in levels {
        for blue in levels {
          let look = ActionButtonLook(on: Color(red, green, blue))
          for text in [look.titleColor, look.successColor, look.failureColor] {
            let contrast = min(text.contrast(with: look.background), text.contrast(with: look.runningBackground))
            #expect(contrast >= Color.textContrast, "\(red), \(green), \(blue)")
          }
        }
      }
    }
    // A dark panel gets a dark button.
    #expect(ActionButtonLook(on: .defaultBackground).background.luminance < 0.06)
  }

  /// A custom color gets the deepest shade that leaves a contrast of 4.5, but at most that of the default faces.
  @Test func shadeOnCustomColorsIsLimited() {
    let onGray = LegibleTextStyle(from: Color(hex: 0x8A8A8A), to: Color(hex: 0x8A8A8A))
    #expect(onGray.color == LegibleTextStyle.dark && onGray.shadeLimit > 0.02 && onGray.shadeLimit < 0.2)
    let deepest = Color(hex: 0x8A8A8A).shaded(onGray.shadeLimit).contrast(with: LegibleTextStyle.dark)
    #expect(deepest >= 4.5 && deepest < 4.7)
    #expect(
      LegibleTextStyle(from: .white, to: .white).shadeLimit == 0.22
        && LegibleTextStyle(from: .black, to: .black).shadeLimit == 0.45)
  }

  @Test func backingMakesTextReadable() throws {
    for (from, to) in [(Color.white, Color.black), (.black, .white)] {
      let style = LegibleTextStyle(from: from, to: to)
      let backing = try #require(style.backing)
      // On a light backing, lighting is still visible.
      #expect(style.color == LegibleTextStyle.dark && style.shadeLimit > 0.1)
      for color in [from, to] {
        let background = color.mixed(with: backing.withAlphaComponent(1), backing.alpha)
        for shade in [0, style.shadeLimit] {
          #expect(background.shaded(shade).contrast(with: style.color) >= Color.textContrast)
        }
      }
    }
  }

  @Test func textColorFollowsVisibleColorsOfPicture() {
    let picture = Bitmap(width: 40, height: 20)
    #expect(LegibleTextStyle(on: picture, over: .white).color == LegibleTextStyle.dark)
    #expect(LegibleTextStyle(on: picture, over: .black).color == LegibleTextStyle.light)
    picture.fill(picture.bounds, with: 0xFFFF_FFFF)
    #expect(LegibleTextStyle(on: picture, over: .black) == LegibleTextStyle(from: .white, to: .white))
    // A bright spot in a corner doesn't matter.
    picture.fill(picture.bounds, with: 0xFF00_0000)
    picture.fill(PixelRect(x: 1, y: 0, width: 2, height: 1), with: 0xFFFF_FFFF)
    #expect(LegibleTextStyle(on: picture, over: .black).backing == nil)
  }
}
