import Geometry
import Layers
import Raster
import Scenes
import Text
import Views
import Words

/// The price of each answer to "Who gets the tap?": the same tap on the same cube, as it is turned now, under all four
/// of them side by side.
public final class Comparison: View {
  /// Turns the cube to where it was at first.
  public var onTurnBack: (() -> Void)?
  public var onClose: (() -> Void)?
  /// One of the answers was pressed.
  public var onChoose: ((TouchFix) -> Void)?

  let cards: [ComparisonCard]
  private let theme: Theme
  private let question: String
  /// True for the button.
  private let isAtBack: Bool
  private let title = Label(name: "title")
  private let subtitle = Label(name: "subtitle")
  private let turnBack = Button(Word.turnCubeBack.text, name: "turn-back")
  private let closeButton = IconButton(.close, name: "close", label: Word.close.text)

  /// - Parameters:
  ///   - point: of the tap, in the content's own coordinates.
  ///   - scene: the cube on the panel, of which nothing changes.
  public init(point: Point, of scene: CubeScene, theme: Theme) {
    self.theme = theme
    let tap = point - scene.center
    let report = HitTestReport(at: point, in: scene.content)
    question =
      report.visibleIndex.map { Word.whoGetsTapOn.text([.target: report.candidates[$0].view.displayNameMidSentence]) }
      ?? Word.whoGetsTapBeside.text
    isAtBack = report.candidates.contains { pane in
      pane.facing == .back && scene.buttons.first?.isDescendant(of: pane.view) == true
    }
    cards = TouchFix.allCases.map { fix in
      ComparisonCard(
        fix, scene: scene.copy(touchFix: fix), tap: tap, isChosen: fix == scene.touchFix, theme: theme)
    }
    super.init(name: "comparison")
    for card in cards {
      card.addAction(for: .primaryActionTriggered) { [unowned self, unowned card] _ in onChoose?(card.fix) }
      addSubview(card)
    }
    let words: [(label: Label, color: Color)] = [(title, theme.text), (subtitle, theme.secondaryText)]
    for (label, color) in words {
      (label.color, label.alignment) = (color, .leading)
      label.isUserInteractionEnabled = false
      addSubview(label)
    }
    for button in [turnBack, closeButton] { addSubview(button) }
    turnBack.onPress = { [unowned self] in onTurnBack?() }
    closeButton.onPress = { [unowned self] in onClose?() }
    subtitle.text =
      (scene.isAtHome ? Word.sameTap : .sameTapTurned).text
  }

  // MARK: Layout

  public override func layoutSubviews() {
    let (size, unit) = (bounds.size, unit)
    let isTall = size.height > 1.1 * size.width
    let isSmall = !isTall && (size.height < 560 * unit || size.width < 1000 * unit)
    let room: ComparisonCard.Room = !isSmall ? .all : size.height < 300 * unit ? .hardlyAny : .little
    turnBack.title = (room == .hardlyAny ? Word.turnBack : .turnCubeBack).text
    title.text =
      room == .hardlyAny ? question : (isAtBack ? Word.buttonAtBack.text + Word.betweenSentences.text : "") + question
    let margin = (isSmall ? 12 : 24) * unit
    let side = 48 * unit
    let top = (isSmall ? 6 : 24) * unit
    closeButton.frame = Rect(size.width - margin - side, top, side, side)
    closeButton.iconUnit = unit
    let words = TextLayout(turnBack.title, font: Font(size: 15 * unit, weight: 600)).size.width
    let width = min(words + 36 * unit, size.width * 0.4)
    turnBack.frame = Rect(closeButton.frame.minX - 12 * unit - width, top, width, side)
    turnBack.font = Font(size: 15 * unit, weight: 600)
    for button in [turnBack, closeButton] {
      button.look = theme.look(radius: 12 * unit, unit: unit)
      button.titleColor = theme.text
    }
    let header = layOutTitle(top: top, margin: margin, isTall: isTall, isSmall: isSmall)
    let gap = (isSmall ? 8 : 24) * unit
    let columns = isTall ? 2 : 4
    let rows = Double(cards.count / columns)
    let field = Rect(margin, header, size.width - 2 * margin, max(size.height - header - (isSmall ? 8 : 20) * unit, 1))
    let cardSize = Size(
      (field.width - Double(columns - 1) * gap) / Double(columns), (field.height - (rows - 1) * gap) / rows)
    for (index, card) in cards.enumerated() {
      let (row, column) = (Double(index / columns), Double(index % columns))
      card.room = room
      // As the picture was drawn for: 290 wide, and words that need 400 beside a cube.
      card.measure = isSmall ? unit : max(0.7 * unit, min(cardSize.width / 290, cardSize.height / 500, 1.4 * unit))
      card.frame = Rect(
        field.minX + column * (cardSize.width + gap), field.minY + row * (cardSize.height + gap), cardSize.width,
        cardSize.height)
    }
  }

  /// - Returns: where it ends.
  private func layOutTitle(top: Double, margin: Double, isTall: Bool, isSmall: Bool) -> Double {
    let unit = unit
    let left = margin + (isSmall ? 4 : 16) * unit
    title.font = Font(size: (isSmall ? 19 : 28) * unit, weight: 600)
    subtitle.font = Font(size: 16 * unit)
    subtitle.isHidden = isSmall
    // A tall panel has room for the words beneath the buttons.
    let y = isTall ? top + 64 * unit : top
    let width = (isTall ? bounds.width - margin : turnBack.frame.minX - 12 * unit) - left
    title.frame = Rect(left, y, max(width, 1), (isSmall ? 48 : 36) * unit)
    subtitle.frame = Rect(left, y + 40 * unit, max(width, 1), 24 * unit)
    return isSmall ? 60 * unit : y + 84 * unit
  }
}
