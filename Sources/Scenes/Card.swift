import Localization
import PanelViews

/// A card for the listings, with a color and a picture that differs from its mirror image.
final class Card: View {
  private let colors: (from: Color, to: Color)
  let letter: String
  let caption: String
  private let textColor: Color
  /// True to draw the letter in each quarter, so that planes through the middle don't hide it.
  let isQuartered: Bool

  /// - Parameters:
  ///   - colorIndex: an index into the colors of the six faces.
  ///   - letter: a letter that isn't mirror-symmetric.
  init(
    name: String = "view", accessibilityLabel: String = LocalizedText.theCard.text, edgeLength: Double = 200,
    colorIndex: Int = 0,
    letter: String = "R",
    caption: String = "", isQuartered: Bool = false
  ) {
    colors = Palette.faces[colorIndex]
    textColor = LegibleTextStyle(from: colors.from, to: colors.to).color
    (self.letter, self.caption, self.isQuartered) = (letter, caption, isQuartered)
    super.init(name: name, frame: Rect(0, 0, edgeLength, edgeLength))
    self.accessibilityLabel = accessibilityLabel
    layer.isOpaque = true
    layer.backgroundColor = colors.from.mixed(with: colors.to, 0.5)
  }

  override var accessibilityDefaults: AccessibilityDefaults { .init(isElement: true) }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fillDiagonal(from: colors.from, to: colors.to)
    let (width, height) = (bounds.width, bounds.height)
    canvas.stroke(bounds, width: 1, color: Color(1, 1, 1, 0.32))
    let letterFrames =
      isQuartered
      ? (0..<4).map { Rect(Double($0 % 2) * width / 2, Double($0 / 2) * height / 2, width / 2, height / 2) }
      : [Rect(0, 0, width, height * (caption.isEmpty ? 1 : 0.84))]
    let text = TextLayout(letter, font: Font(size: height * (isQuartered ? 0.24 : 0.5), weight: 700), color: textColor)
    for frame in letterFrames { canvas.draw(text, inkCenteredIn: frame) }
    guard !caption.isEmpty else { return }
    canvas.draw(
      TextLayout(caption, font: Font(size: height * 0.075 * textScale, weight: 500), color: textColor)
        .shrunk(toFit: width * 0.9),
      centeredIn: Rect(0, height * 0.76, width, height * 0.16))
    // An arrow to the right in the card's coordinate system.
    let (y, left, right) = (height * 0.71, width * 0.36, width * 0.64)
    canvas.stroke([Point(left, y), Point(right, y)], width: height * 0.018, color: textColor)
    canvas.stroke(
      [
        Point(right - height * 0.045, y - height * 0.04), Point(right, y),
        Point(right - height * 0.045, y + height * 0.04),
      ],
      width: height * 0.018, color: textColor)
  }
}
