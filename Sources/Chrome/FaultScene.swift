import Explanation
import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import PanelViews
import Scenes

/// A card that replaces a black screen if a file is invalid: the errors and how to fix them.
public final class FaultScene: Scene {
  public struct Fault: Equatable, Sendable {
    /// The path in the file, such as `$.faces.1`; empty for the file itself.
    public var path: String
    public var reason: String

    public init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
  }

  private let card: FaultCard

  /// - Parameters:
  ///   - title: a sentence that summarizes the problem.
  ///   - subject: the path of the file.
  ///   - faults: the errors.
  ///   - instructions: how to fix the errors.
  public init(title: String, subject: String, faults: [Fault], instructions: String, theme: Theme) {
    card = FaultCard(title: title, subject: subject, faults: faults, instructions: instructions, theme: theme)
    super.init(name: "diagnosis", title: title, content: View(name: "container"))
    card.isUserInteractionEnabled = false
    content.addSubview(card)
  }

  public override var layoutDirection: LayoutDirection? { nil }
  public override func fixedSize(on panel: Size) -> Size? { panel }
  public override func layout(scale: Double) {
    // The card has no touch targets, so its texts may be smaller than usual on a small panel, to fit completely.
    card.overrideUnit = Window.unit(of: content.bounds.size, atLeast: 0.75)
    card.frame = content.bounds
  }
}

/// Displays as many errors as fit, and the number of the others.
private final class FaultCard: View {
  /// A text with its font and the gap above it, in units.
  private struct Line {
    let label = Label()
    let font: Font
    let gap: Double

    init(_ text: String, _ size: Double, _ weight: Int, _ color: Color, lines: Int = 1, gap: Double) {
      (font, self.gap) = (Font(size: size, weight: weight), gap)
      (label.text, label.color, label.numberOfLines, label.alignment) = (text, color, lines, .leading)
    }
  }

  private let (header, faults, footer): ([Line], [[Line]], Line)
  private let more: Line
  private let card = View(name: "card")
  private let accent = View(name: "accent")

  init(title: String, subject: String, faults: [FaultScene.Fault], instructions: String, theme: Theme) {
    header = [
      Line(title, 30, 700, theme.text, lines: 2, gap: 0), Line(subject, 17, 500, theme.secondaryText, lines: 2, gap: 8),
    ]
    self.faults = faults.enumerated().map { index, fault in
      let gap = index == 0 ? 30.0 : 18
      return [
        Line(fault.path, 17, 600, theme.accent, gap: gap),
        Line(fault.reason, 17, 400, theme.text, lines: 3, gap: fault.path.isEmpty ? gap : 4),
      ].filter { !$0.label.text.isEmpty }
    }
    footer = Line(instructions, 16, 400, theme.secondaryText, lines: 4, gap: 28)
    more = Line("", 17, 500, theme.secondaryText, gap: 18)
    super.init(name: "fault")
    (card.layer.backgroundColor, card.layer.borderColor) = (theme.bar, theme.hairline)
    // The accent color instead of red, because visitors did nothing wrong.
    accent.layer.backgroundColor = theme.accent
    addSubview(card)
    card.addSubview(accent)
    for line in header + self.faults.joined() + [more, footer] { card.addSubview(line.label) }
  }

  override func layoutSubviews() {
    let margin = 40 * unit
    let width = min(bounds.width - 2 * margin, 860 * unit)
    let inner = width - 2 * margin
    for view in card.subviews where view is Label { view.isHidden = true }
    var y = margin
    func height(_ lines: [Line]) -> Double {
      lines.reduce(0) { $0 + $1.gap * unit + $1.label.sizeThatFits(Size(inner, 0)).height }
    }
    func add(_ lines: [Line]) {
      for line in lines {
        let size = line.label.sizeThatFits(Size(inner, 0))
        line.label.isHidden = false
        line.label.frame = Rect(margin, y + line.gap * unit, inner, size.height)
        y = line.label.frame.maxY
      }
    }
    for line in header + faults.joined() + [more, footer] { line.label.font = scaled(line.font) }
    add(header)
    let end = bounds.height - 3 * margin - height([footer])
    for (index, fault) in faults.enumerated() {
      let remaining = faults.count - index
      guard y + height(fault) + (remaining > 1 ? 40 * unit : 0) <= end || index == 0 else {
        more.label.text = LocalizedText.faultMore.text(count: remaining)
        add([more])
        break
      }
      add(fault)
    }
    add([footer])
    card.frame = Rect((bounds.width - width) / 2, max((bounds.height - y - margin) / 2, 8), width, y + margin)
    (card.layer.cornerRadius, card.layer.borderWidth) = (24 * unit, unit)
    accent.frame = Rect(0, margin, 5 * unit, 36 * unit)
    accent.layer.cornerRadius = 2.5 * unit
  }
}
