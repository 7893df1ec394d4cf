import Localization
import PanelViews

/// A side of the net: a square with its number in the middle and, as on playing cards, in a corner, which identifies a
/// partly covered side.
final class FoldSide: View, Numbered {
  let number: Int
  static let names = LocalizedText.sidesNumbered
  private let colors: (from: Color, to: Color)
  private let textColor: Color

  init(number: Int, edgeLength: Double) {
    self.number = number
    colors = Palette.faces[number - 1]
    textColor = LegibleTextStyle(from: colors.from, to: colors.to).color
    super.init(name: "side\(number)", frame: Rect(0, 0, edgeLength, edgeLength))
    accessibilityLabel = LocalizedText.side.text([.number: "\(number)"])
    // The side's own corners are square so that a folded cube has no gaps.
    layer.isOpaque = true
    layer.backgroundColor = colors.from.mixed(with: colors.to, 0.5)
    let numeral = Label(name: "number", frame: bounds.insetBy(edgeLength / 5, edgeLength / 5))
    numeral.explanationName = LocalizedText.number.text
    (numeral.font, numeral.color) = (Font(size: edgeLength * 0.52, weight: 700), textColor)
    numeral.text = "\(number)"
    numeral.centersInk = true
    addSubview(numeral)
  }

  var identifyingColor: Color? { colors.from }

  override var accessibilityDefaults: AccessibilityDefaults { .init(isElement: true) }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    canvas.fillDiagonal(from: colors.from, to: colors.to)
    canvas.stroke(bounds.insetBy(5, 5), radius: 14, width: 3, color: colors.from.mixed(with: .white, 0.4))
    canvas.stroke(bounds, width: 1, color: Color(1, 1, 1, 0.32))
    canvas.draw(
      TextLayout("\(number)", font: Font(size: 17, weight: 700), color: textColor),
      inkCenteredIn: FoldSide.smallNumberFrame)
  }

  static let smallNumberFrame = Rect(9, 9, 18, 18)
}
