import Localization
import PanelViews
import Scenes

/// A table that compares the touch fixes: the outcome of the same tap with each fix, on the cube as it is turned now.
final class Comparison: View {
  /// Turns the cube back to its initial orientation.
  var onTurnBack: (() -> Void)?
  var onClose: (() -> Void)?
  var onChoose: ((TouchFix) -> Void)?

  let rows: [ComparisonRow]
  private let grid = GridView(columns: 1)
  private let question: String
  private let isButtonAtBack: Bool
  private let title = Label(name: "title", size: 28, weight: 600)
  private let subtitle = Label(name: "subtitle", size: 16, \.secondaryText)
  private let turnBack = Button(LocalizedText.turnCubeBack.text, name: "turn-back")
  private let closeButton = IconButton(.close, name: "close", label: LocalizedText.close.text)

  /// - Parameter point: the location of the tap, in the content's coordinates.
  init(point: Point, of scene: CubeScene, theme: Theme) {
    let report = HitTestReport(at: point, in: scene.content)
    question =
      report.visibleCandidate.map { LocalizedText.whoGetsTapOn.text([.target: $0.view.displayNameMidSentence]) }
      ?? LocalizedText.whoGetsTapBeside.text
    isButtonAtBack = report.candidates.contains { candidate in
      candidate.facing == .back && scene.buttons.first?.isDescendant(of: candidate.view) == true
    }
    rows = scene.touchFixes.map { ComparisonRow($0, tap: point - scene.center, on: scene, theme: theme) }
    super.init(name: "comparison")
    controlLook = theme.look()
    for row in rows {
      row.addAction(for: .primaryActionTriggered) { [unowned self, unowned row] _ in onChoose?(row.fix) }
      grid.addArrangedSubview(row)
    }
    addSubview(grid)
    subtitle.text = (scene.isInHomeOrientation ? LocalizedText.sameTap : .sameTapTurned).text
    turnBack.textStyle = TextStyle(Font(size: 15, weight: 600))
    turnBack.onPress = { [unowned self] in onTurnBack?() }
    closeButton.onPress = { [unowned self] in onClose?() }
    for view in [title, subtitle, turnBack, closeButton] as [View] { addSubview(view) }
  }

  override func layoutSubviews() {
    let (size, unit) = (bounds.size, unit)
    let isPortrait = size.height > 1.1 * size.width
    // A compact layout has no subtitle. With a compact height, the rows are in two columns.
    let isCompact = !isPortrait && (size.height < 560 * unit || size.width < 1000 * unit)
    let hasCompactHeight = isCompact && size.height < 300 * unit
    let (margin, top, buttonSize) = ((isCompact ? 12 : 24) * unit, (isCompact ? 6 : 24) * unit, 48 * unit)
    turnBack.title = (hasCompactHeight ? LocalizedText.turnBack : .turnCubeBack).text
    turnBack.titleInset = 18 * unit
    closeButton.frame = Rect(size.width - margin - buttonSize, top, buttonSize, buttonSize)
    let width = min(turnBack.sizeThatFits(.zero).width, size.width * 0.4)
    turnBack.frame = Rect(closeButton.frame.minX - 12 * unit - width, top, width, buttonSize)

    title.text =
      isButtonAtBack && !hasCompactHeight
      ? LocalizedText.buttonAtBack.text + LocalizedText.betweenSentences.text + question : question
    title.textStyle = TextStyle(Font(size: isCompact ? 19 : 28, weight: 600))
    subtitle.isHidden = isCompact
    // On a portrait panel, the title is beneath the buttons.
    let (x, y) = (margin + (isCompact ? 4 : 16) * unit, isPortrait ? top + 64 * unit : top)
    let titleWidth = max((isPortrait ? size.width - margin : turnBack.frame.minX - 12 * unit) - x, 1)
    title.numberOfLines = isPortrait ? 2 : 1
    let titleHeight = isCompact ? buttonSize : title.sizeThatFits(Size(titleWidth, 0)).height
    title.frame = Rect(x, y, titleWidth, titleHeight)
    subtitle.frame = Rect(x, title.frame.maxY + 4 * unit, titleWidth, 24 * unit)

    let header = isCompact ? 60 * unit : subtitle.frame.maxY + 20 * unit
    let height = max(size.height - header - (isCompact ? 8 : 20) * unit, 1)
    grid.columns = Array(repeating: .flexible(), count: hasCompactHeight ? 2 : 1)
    grid.spacing = isCompact ? 8 : 16
    grid.frame = Rect(margin, header, size.width - 2 * margin, height)
  }
}
