import PanelGeometry
import PanelRaster
import Testing

@testable import PanelText

@Suite struct IconTests {
  @Test func installedFontHasNamedIcons() throws {
    let font = try #require(IconFont.installed)
    for name in ["mdi:home", "mdi:lightbulb-on", "mdi:weather-sunny"] { #expect(font.contains(Icon(name)), "\(name)") }
    for name in ["", "mdi:", "home", "mdi:no-such", "MDI:home", "mdi:home/", "–"] {
      #expect(!font.contains(Icon(name)), "\(name)")
    }
    #expect(font.names.count > 6000 && font.names.contains("mdi:lightbulb-on"))
    #expect(font.names.allSatisfy { font.contains(Icon($0)) })
  }

  @Test func missingOrInvalidFontIsNotOpened() {
    #expect(IconFont(patterns: []) == nil && IconFont(patterns: ["/nonexistent/*.ttf"]) == nil)
    #expect(IconFont(patterns: ["/etc/os-releas*"]) == nil)
    #expect(IconFont(patterns: ["/nonexistent/*.ttf"] + IconFont.patterns) != nil)
  }

  private func picture(
    _ icon: Icon, in rect: Rect = Rect(10, 5, 40, 40), isMirrored: Bool = false, size: Size = Size(60, 50)
  ) -> Bitmap {
    let bitmap = Bitmap(width: 60, height: 50)
    let canvas = Canvas(bitmap, fitting: Rect(origin: .zero, size: size), isMirrored: isMirrored)
    canvas.draw(icon, in: rect, color: Color(1, 0, 0))
    return bitmap
  }

  /// The box of the pixels that are not transparent.
  private func ink(_ bitmap: Bitmap) -> PixelRect? {
    let painted = (0..<bitmap.pixelCount).filter { bitmap.pixels[$0] >> 24 > 40 }
    let (columns, rows) = (painted.map { $0 % bitmap.width }, painted.map { $0 / bitmap.width })
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
      return nil
    }
    return PixelRect(minX: left, minY: top, maxX: right + 1, maxY: bottom + 1)
  }

  @Test func iconFillsItsBoxInItsColor() throws {
    let square = picture(Icon("mdi:square"))
    // The square of the font has a margin of an eighth.
    #expect(try #require(ink(square)) == PixelRect(minX: 15, minY: 10, maxX: 45, maxY: 40))
    #expect(square.pixels[25 * square.stride + 30] == 0xFFFF_0000)
    let wide = picture(Icon("mdi:square"), in: Rect(0, 5, 60, 40))
    #expect(ink(wide) == ink(square))
  }

  /// An arrow still points to the right.
  @Test func mirroredCanvasKeepsIcon() {
    let (plain, mirrored) = (
      picture(Icon("mdi:arrow-right")), picture(Icon("mdi:arrow-right"), isMirrored: true)
    )
    // The mirrored bitmap is shown mirrored.
    for index in 0..<plain.pixelCount {
      let (x, y) = (index % 60, index / 60)
      let difference = Int(plain.alpha(x, y)) - Int(mirrored.alpha(59 - x, y))
      // Cairo's antialiasing isn't symmetric.
      #expect(abs(difference) < 32, "\(x), \(y)")
    }
    func area(_ columns: Range<Int>) -> Int {
      (0..<50).reduce(0) { sum, y in sum + columns.count { plain.alpha($0, y) > 128 } }
    }
    #expect(area(30..<60) > 2 * area(0..<30))
  }

  @Test func unknownIconIsAQuestionMark() throws {
    let placeholder = try #require(ink(picture(Icon("mdi:no-such"))))
    #expect(placeholder == PixelRect(minX: 14, minY: 9, maxX: 46, maxY: 41))
    #expect(picture(Icon("odd")).pixels[30] == picture(Icon("mdi:no-such")).pixels[30])
    #expect(ink(picture(Icon(""))) == nil)
  }

  /// After an extreme size, the canvas still draws.
  @Test(arguments: ["mdi:home", "mdi:no-such"]) func extremeSizesAreHarmless(_ name: String) {
    let bitmap = Bitmap(width: 60, height: 50)
    let canvas = Canvas(bitmap, fitting: Rect(0, 0, 60, 50))
    for side in [0, -5, 1e-300, 1e-3, 5000, 1e6, 1e300, .infinity, .nan] {
      canvas.draw(Icon(name), in: Rect(0, 0, side, side), color: .clear)
    }
    canvas.draw(Icon("mdi:square"), in: Rect(10, 5, 40, 40), color: Color(1, 0, 0))
    #expect(bitmap.alpha(30, 25) == 255)
  }

  /// Boxes take the place of these: an arrow, a private character, an ideograph, a family of emoji and a flag.
  @Test func missingCharactersAreFound() {
    #expect(TextLayout.missingCharacters(in: "Tür 21 °C – ↓ Ω {a}\n\u{200E}") == [])
    #expect(TextLayout.missingCharacters(in: "\u{E597} a \u{E597} \u{10FFFD}") == ["\u{E597}", "\u{10FFFD}"])
  }
}
