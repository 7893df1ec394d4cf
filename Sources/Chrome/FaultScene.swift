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
    public var place: String
    public var reason: String

    public init(place: String, reason: String) { (self.place, self.reason) = (place, reason) }
  }

  private let card: FaultCard

  /// - Parameters:
  ///   - title: a sentence that summarizes the problem.
  ///   - subject: the file.
  ///   - faults: the errors.
  ///   - next: instructions to fix them.
  public init(title: String, subject: String, faults: [Fault], next: String, theme: Theme) {
    card = FaultCard(title: title, subject: subject, faults: faults, next: next, theme: theme)
    super.init(name: "diagnosis", title: title, content: View(name: "container"))
    card.isUserInteractionEnabled = false
    content.addSubview(card)
  }

  public override var layoutDirection: LayoutDirection? { nil }
  public override func fixedSize(on panel: Size) -> Size? { panel }
  public override func layout(scale: Double) {
    // Smaller on a small panel than touch targets would allow, so that everything is readable.
    card.overrideUnit = Window.unit(of: content.bounds.size, atLeast: 0.75)
    card.frame = content.bounds
  }
}

private final class FaultCard: View {
  private let title: String
  private let subject: String
  private let faults: [FaultScene.Fault]
  private let next: String
  private let theme: Theme

  init(title: String, subject: String, faults: [FaultScene.Fault], next: String, theme: Theme) {
    (self.title, self.subject, self.faults, self.next, self.theme) = (title, subject, faults, next, theme)
    super.init(name: "card")
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let margin = 40 * unit
    let width = min(bounds.width - 2 * margin, 860 * unit)
    let inner = width - 2 * margin
    func text(_ string: String, _ size: Double, _ weight: Int, _ color: Color, lines: Int = 1) -> TextLayout {
      TextLayout(
        [TextSpan(string, font: Font(size: size * unit, weight: weight), color: color)], maxWidth: inner, lines: lines)
    }
    var rows: [(layout: TextLayout, gap: Double)] = [
      (text(title, 30, 700, theme.text, lines: 2), 0), (text(subject, 17, 500, theme.secondaryText, lines: 2), 8),
    ]
    let footer = text(next, 16, 400, theme.secondaryText, lines: 4)
    func height(_ rows: [(layout: TextLayout, gap: Double)]) -> Double {
      rows.reduce(0) { $0 + $1.layout.size.height + $1.gap * unit }
    }
    let room = bounds.height - 4 * margin - footer.size.height - 28 * unit
    for (index, fault) in faults.enumerated() {
      let lines = [
        (text(fault.place, 17, 600, theme.accent), index == 0 ? 30.0 : 18),
        (text(fault.reason, 17, 400, theme.text, lines: 3), fault.place.isEmpty ? 18 : 4),
      ].filter { $0.0.size.width > 0 }
      let left = faults.count - index
      guard height(rows + lines) + (left > 1 ? 40 * unit : 0) <= room || index == 0 else {
        rows.append((text(LocalizedText.faultMore.text(count: left), 17, 500, theme.secondaryText), 18))
        break
      }
      rows += lines
    }
    rows.append((footer, 28))
    let total = height(rows) + 2 * margin
    let frame = Rect((bounds.width - width) / 2, max((bounds.height - total) / 2, 8), width, total)
    canvas.fill(frame, radius: 24 * unit, color: theme.bar)
    canvas.stroke(frame, radius: 24 * unit, width: unit, color: theme.hairline)
    // The accent color instead of red, because visitors did nothing wrong.
    canvas.fill(
      Rect(frame.minX, frame.minY + margin, 5 * unit, 36 * unit), radius: 2.5 * unit, color: theme.accent)
    var y = frame.minY + margin
    for row in rows {
      y += row.gap * unit
      canvas.draw(row.layout, at: Point(frame.minX + margin, y))
      y += row.layout.size.height
    }
  }
}
