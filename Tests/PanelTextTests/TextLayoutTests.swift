import PanelGeometry
import PanelRaster
import Testing

@testable import PanelText

@Suite struct TextLayoutTests {
  private let font = Font(size: 20)

  @Test func inkIsInsideTheLine() {
    for text in ["Cube", "Ágjpqy|", "触控", "مرحبا", "1234567890"] {
      let line = TextLayout(text, font: font)
      #expect(line.inkBounds.width > 0 && line.inkBounds.height > 0, "\(text)")
      #expect(line.inkBounds.minY >= -1 && line.inkBounds.maxY <= line.size.height + 1, "\(text)")
      #expect(line.inkBounds.maxX <= line.size.width + 3, "\(text)")
      #expect(line.baseline > line.size.height / 2 && line.baseline < line.size.height)
    }
  }

  @Test func sizeGrowsWithTheFont() {
    let (small, large) = (TextLayout("kiosk", font: font), TextLayout("kiosk", font: Font(size: 40)))
    #expect(abs(large.size.width / small.size.width - 2) < 1e-9, "sizes must not be rounded")
    #expect(TextLayout("kiosk", font: Font(size: 20, weight: 700)).size.width > small.size.width)
  }

  @Test func textWithoutSizeDrawsNothing() {
    let bitmap = Bitmap(width: 20, height: 20)
    let canvas = Canvas(bitmap, fitting: Rect(0, 0, 20, 20))
    for size in [0, 1e-9, -1] {
      let line = TextLayout([TextSpan("kiosk", font: Font(size: size), color: .white)], maxWidth: 10)
      #expect(line.size.width < 1e-6 && line.size.height < 1e-6)
      canvas.draw(line, at: .zero)
    }
    canvas.fill(Rect(0, 0, 20, 20), color: .white)
    #expect((0..<400).allSatisfy { bitmap.pixels[$0] == 0xFFFF_FFFF })
  }

  @Test func monospacedDigitsHaveOneWidth() {
    func width(_ text: String, _ isMonospaced: Bool) -> Double {
      TextLayout(text, font: Font(size: 40, hasMonospacedDigits: isMonospaced)).size.width
    }
    for digit in 0...9 { #expect(abs(width("\(digit)\(digit)", true) - width("08", true)) < 0.01, "\(digit)") }
    #expect(width("11", false) < width("08", false) - 1, "proportional digits must differ in width")
  }

  @Test(arguments: [300.0, 70])
  func everySpanHasItsColor(_ width: Double) {
    let font = Font(size: 20)
    let colors = [Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1)]
    let spans = zip(["seven ", "red ", "apples"], colors).map { TextSpan($0, font: font, color: $1) }
    let bitmap = Bitmap(width: 300, height: 90)
    Canvas(bitmap, fitting: Rect(0, 0, 300, 90))
      .draw(TextLayout(spans, maxWidth: width, lines: 3), at: .zero)
    /// The bounds of the opaque pixels with only one color channel at its maximum: red at 16, green at 8, blue at 0.
    func bounds(_ shift: UInt32) -> PixelRect? {
      (0..<bitmap.pixelCount).filter { bitmap.pixels[$0] == 0xFF00_0000 | 0xFF << shift }
        .map { PixelRect(x: $0 % 300, y: $0 / 300, width: 1, height: 1) }
        .reduce(nil) { $0?.union($1) ?? $1 }
    }
    guard let red = bounds(16), let green = bounds(8), let blue = bounds(0) else {
      Issue.record("a span is missing")
      return
    }
    if width == 300 {
      #expect(red.maxX < green.minX && green.maxX < blue.minX)
    } else {
      #expect(red.maxY < green.minY && green.maxY < blue.minY)
    }
  }

  @Test func emptyTextHasHeightButNoInk() {
    for text in ["", " ", "\0"] {
      let line = TextLayout(text, font: font)
      #expect(line.size.height > 0 && line.inkBounds.width == 0, "\(text.utf8.map { $0 })")
    }
  }

  @Test func textAfterNULIsKept() {
    #expect(TextLayout("ab\0cd", font: font).size == TextLayout("abcd", font: font).size)
  }

  @Test func spansAreConsecutive() {
    let (a, b) = (TextSpan("face 5 ", font: font, color: .white), TextSpan("took it", font: font, color: .black))
    let layout = TextLayout([a, b])
    #expect(abs(layout.size.width - TextLayout("face 5 took it", font: font).size.width) < 0.01)
  }

  @Test func longLineIsTruncated() {
    let text = "a very long label that no button has room for"
    let span = TextSpan(text, font: font, color: .white)
    let truncated = TextLayout([span], maxWidth: 100)
    #expect(truncated.size.width <= 100 && truncated.inkBounds.maxX <= 100)
    #expect(truncated.size.width > 80)
    let complete = TextLayout([span], maxWidth: 2000)
    #expect(complete.inkBounds == TextLayout(text, font: font).inkBounds)
  }

  /// Pango's lengths have 32 bits: 32,768 times the font's size, and 27,000 lines.
  @Test(arguments: ["W", "\n", "\t", "\u{FDFD}", "a\n", "אב ", "a\u{301}", "\r\n"]) func longTextIsCut(_ part: String) {
    let text = String(repeating: part, count: 50_000)
    for (maxWidth, lines) in [(nil, 1), (300, 1), (300, 50), (0, .max)] as [(Double?, Int)] {
      let layout = TextLayout([TextSpan(text, font: font, color: .white)], maxWidth: maxWidth, lines: lines)
      #expect(layout.isTruncated && layout.size.width >= 0 && layout.size.height > 0)
      #expect(maxWidth != nil || layout.size.width <= 16384)
      let bitmap = Bitmap(width: 50, height: 50)
      Canvas(bitmap, fitting: Rect(0, 0, 50, 50)).draw(layout, at: .zero)
      #expect(layout.shrunk(toFit: 100).size.width <= 100)
    }
  }

  /// The first line is as wide as the part before the soft hyphen, with a hyphen.
  @Test func wordBreaksAtASoftHyphen() {
    let (first, second) = ("Donaudampf", "schiff")
    let width = TextLayout(first + "\u{2010}", font: font).size.width
    let text = TextSpan("\(first)\u{AD}\(second)", font: font, color: .white)
    for room in [width, width + 12] {
      let layout = TextLayout([text], maxWidth: room, lines: 2)
      #expect(abs(layout.size.width - width) < 1 && layout.size.height > 1.9 * TextLayout("x", font: font).size.height)
    }
  }

  /// Pango aborts while it wraps some texts, if a line has no room for a space.
  @Test(arguments: [0.0, 1, 5]) func textInNarrowLinesIsDrawn(_ width: Double) {
    for mark in ["\u{301}", "\u{200D}", "\u{200D}\u{200D}\u{200D}"] {
      let text = TextSpan("i שלום \(mark)i", font: font, color: .white)
      #expect(TextLayout([text], maxWidth: width, lines: 50).size.height > 0)
    }
  }

  @Test func limitKeepsTextsThatAreNotLonger() {
    func cut(_ parts: String...) -> String {
      var limit = TextLimit()
      return parts.map { limit.prefix(of: $0) }.joined()
    }
    let page = String(repeating: "ä", count: TextLimit.maximumCharacters)
    #expect(cut(page) == page && cut(page, "") == page && cut(page, "b") == page + "…")
    #expect(cut("b", page, page) == "b" + page.dropLast() + "…")
    let list = String(repeating: "a\n", count: TextLimit.maximumLines - 1)
    #expect(cut(list + "a") == list + "a" && cut(list, "a\nb", "c") == list + "a…")
    #expect(cut(cut(list, "a\nb")) == list + "a…")
  }

  /// The leading side is that of the panel, whatever the script of a line.
  @Test(arguments: ["HH", "\u{5D0}\u{5D0}", "HH\n\u{5D0}\u{5D0}", "\u{5D0}\u{5D0}\nHH"], [false, true])
  func alignmentMovesTheInk(_ string: String, isMirrored: Bool) {
    /// Returns the columns with ink in the upper and in the lower half of the picture as it is shown.
    func columns(_ alignment: TextAlignment) -> [(first: Int, last: Int)] {
      let spans = [TextSpan(string, font: Font(size: 20), color: .white)]
      let layout = TextLayout(spans, maxWidth: 200, lines: 2, alignment: alignment)
      let bitmap = Bitmap(width: 200, height: max(2, Int(clamping: layout.size.height)))
      Canvas(bitmap, fitting: Rect(0, 0, 200, Double(bitmap.height)), isMirrored: isMirrored).draw(layout, at: .zero)
      let half = bitmap.height / 2
      return [0..<half, half..<bitmap.height].map { rows in
        let columns = (0..<200).filter { x in rows.contains { bitmap.alpha(isMirrored ? 199 - x : x, $0) > 100 } }
        return (columns.first ?? -1, columns.last ?? -1)
      }
    }
    let (leading, trailing) = (columns(.leading), columns(.trailing))
    for (left, right) in isMirrored ? zip(trailing, leading) : zip(leading, trailing) {
      #expect(0...5 ~= left.first && 194...199 ~= right.last, "\(left), \(right)")
    }
    for center in columns(.center) { #expect(abs(center.first + center.last - 199) <= 5, "\(center)") }
  }

  @Test(arguments: [300.0, 120, 60, 17])
  func shrunkTextFits(_ width: Double) {
    let line = TextLayout("Press the button", font: font)
    let fitted = line.shrunk(toFit: width)
    if line.size.width <= width {
      #expect(fitted === line)
    } else {
      #expect(fitted.size.width <= width && fitted.size.width > width * 0.97)
    }
  }

  @Test func shrunkTextIsTruncatedAtMinimumSize() {
    let line = TextLayout("Press the button", font: font)
    let (sufficientWidth, smallWidth) = (line.size.width * 0.8, line.size.width * 0.3)
    #expect(line.shrunk(toFit: sufficientWidth, minimumScale: 0.7).size.width > sufficientWidth * 0.97)
    let truncated = line.shrunk(toFit: smallWidth, minimumScale: 0.7)
    #expect(truncated.size.width <= smallWidth && abs(truncated.size.height / line.size.height - 0.7) < 0.01)
    #expect(line.shrunk(toFit: smallWidth).size.height < line.size.height * 0.35)
  }

  @Test func rightToLeftLineIsDrawnFromTheRight() {
    // The full stop is the only character that is drawn entirely in the lower half of the line.
    let (hebrew, latin) = (columns("ו."), columns("I."))
    #expect(hebrew.first?.isLow == true && hebrew.last?.isLow == false)
    #expect(latin.first?.isLow == false && latin.last?.isLow == true)
  }

  /// The columns of pixels in which the text is drawn, from the left. A column is low if its topmost pixel is in the lower
  /// half of the text.
  private func columns(_ text: String) -> [(x: Int, isLow: Bool)] {
    let line = TextLayout(text, font: Font(size: 40))
    let bitmap = Bitmap(width: 80, height: 60)
    Canvas(bitmap, fitting: Rect(0, 0, 80, 60)).draw(line, at: Point(5, 0))
    return (0..<80).compactMap { x in
      (0..<60).first { bitmap.alpha(x, $0) > 100 }.map { (x, Double($0) > line.inkBounds.midY) }
    }
  }
}

extension Bitmap {
  /// The alpha of a pixel, from 0 to 255.
  func alpha(_ x: Int, _ y: Int) -> Int { Int(pixels[y * stride + x] >> 24) }
}
