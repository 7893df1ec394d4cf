import Localization
import PanelViews

/// A hint next to the lamp: tap it.
final class LampPointer: StackView {
  private let theme: Theme
  private let tapHint = Label(name: "tap", size: 16, weight: 600, \.tint, lines: 2)
  private static let arrowLength = 26.0

  init(theme: Theme) {
    self.theme = theme
    let margins = Insets(top: 6, leading: Self.arrowLength + 14, bottom: 6, trailing: 14)
    super.init(axis: .vertical, margins: margins, name: "pointer")
    isUserInteractionEnabled = false
    tapHint.text = LocalizedText.lessonTapHere.text
    addArrangedSubview(tapHint)
  }

  /// - Parameters:
  ///   - corners: the lamp's corners, in the superview's points.
  ///   - rightEdge: the right edge of the panel, in the superview's points.
  func point(at corners: [Point], rightEdge: Double) {
    guard corners.count == 4 else {
      frame = .zero
      return
    }
    let edgeCenters = corners.indices.map { (corners[$0] + corners[($0 + 1) % corners.count]) * 0.5 }
    guard let tip = edgeCenters.max(by: { $0.x < $1.x }) else { return }
    let size = sizeThatFits(Size(max(rightEdge - tip.x - 8, 1), 0))
    frame = Rect(tip.x + 4, tip.y - size.height / 2, size.width, size.height)
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let arrow = Self.arrowLength
    let box = Rect(arrow, 0, bounds.width - arrow, bounds.height)
    canvas.fill(
      [Point(0, box.midY), Point(arrow, box.midY - 9), Point(arrow, box.midY + 9)], color: theme.accent)
    canvas.fill(box, radius: 12, color: theme.sheet.withAlphaComponent(0.92))
    canvas.stroke(box, radius: 12, width: 1.4, color: theme.accent)
  }
}
