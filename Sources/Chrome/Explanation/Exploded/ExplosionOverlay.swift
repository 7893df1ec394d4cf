import Localization
import PanelViews

/// Draws above the panes: their tags, the finger, the dotted line to the intended pane, the former position, and the
/// tap on the miniature.
final class ExplosionOverlay: View {
  /// A label on a pane: whether its view is at the front or the back of the scene.
  struct Tag: Equatable {
    /// The tag's top left corner.
    var corner: Point
    var isFront: Bool
    var text: String
  }

  /// The values on which the drawing depends.
  struct Content: Equatable {
    var isOpen: Bool
    /// True once the tap has reached its hit view.
    var isTapFinished: Bool
    /// The location of the tap on each pane.
    var tapPoints: [Point]
    var hitIndex: Int?
    var visibleIndex: Int?
    var formerPositionCorners: [Point]
    var formerPositionLabel: String
    /// The location of the tap on the miniature.
    var miniatureTap: Point
    var tags: [Tag]
    /// The color of the outcome.
    var color: Color
    var size: Size
  }

  private let theme: Theme
  private let finger = DrawingLayer()
  private let lineToContainer = LineLayer(.white)
  private let dottedLine = DrawingLayer()
  private let formerPosition = DrawingLayer()
  private let formerPositionLabel = Label(name: "former-position", size: 14, weight: 600, alignment: .center, lines: 3)
  private let tags = View(name: "tags")
  private let miniature = DrawingLayer()
  private var shownContent: Content?

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "explosion-overlay")
    isUserInteractionEnabled = false
    for view in [formerPositionLabel, tags] { addSubview(view) }
    layer.insertSublayer(formerPosition, at: 0)
    for sublayer in [dottedLine, miniature, finger, lineToContainer] { layer.addSublayer(sublayer) }
    lineToContainer.isHidden = true
  }

  /// Extends the tap's line beyond the last pane to the container.
  func placeLineToContainer(from start: Point, progress: Double, layout: ExplosionLayout, color: Color) {
    let end =
      layout.isPortrait
      ? Point(start.x, layout.panesFrame.maxY + 12 * layout.scale)
      : Point(layout.size.width - 8 * layout.scale, start.y)
    lineToContainer.backgroundColor = color
    lineToContainer.place(from: start, to: start.interpolated(to: end, progress), width: 3.2 * layout.scale)
  }

  func show(_ content: Content, layout: ExplosionLayout) {
    guard content != shownContent else { return }
    shownContent = content
    for drawing in [formerPosition, dottedLine, miniature, finger] { drawing.isHidden = true }
    for view in [formerPositionLabel, tags] { view.isHidden = true }
    guard content.isOpen else { return }
    showFinger(content, layout)
    showDottedLine(content, layout)
    showFormerPosition(content, layout)
    showTags(content, layout)
    let (u, r, theme, color) = (layout.scale, 9 * layout.scale, theme, content.color)
    let center = content.miniatureTap
    show(miniature, in: Rect(bounding: [center]).insetBy(-2 * r, -2 * r)) { canvas in
      canvas.strokeCircle(center, r, width: 4 * u, color: theme.backgroundEdge.withAlphaComponent(0.6))
      canvas.strokeCircle(center, r, width: 2 * u, color: color)
      canvas.fillCircle(center, 0.4 * r, color: color)
    }
  }

  private func showTags(_ content: Content, _ layout: ExplosionLayout) {
    tags.isHidden = content.tags.isEmpty
    while tags.subviews.count < content.tags.count {
      tags.addSubview(Label(size: 13.5, weight: 600, alignment: .center))
    }
    for case (let index, let label as Label) in tags.subviews.enumerated() {
      label.isHidden = index >= content.tags.count
      guard !label.isHidden else { continue }
      let (u, tag) = (layout.scale, content.tags[index])
      label.text = tag.text
      label.overrideTextScale = layout.textScale
      label.color = tag.isFront ? theme.selectedText : theme.text
      let text = label.sizeThatFits(.zero)
      let size = Size(text.width + 14 * u, text.height + 3 * u)
      label.frame = Rect(origin: tag.corner, size: size)
      label.layer.backgroundColor = tag.isFront ? theme.selected : theme.backgroundEdge.withAlphaComponent(0.85)
      (label.layer.borderColor, label.layer.borderWidth) = (theme.text.withAlphaComponent(0.5), u)
      label.layer.cornerRadius = size.height / 2
    }
  }

  private func show(_ layer: DrawingLayer, in frame: Rect, _ drawing: @escaping (Canvas) -> Void) {
    layer.isHidden = frame.isEmpty
    if !frame.isEmpty { layer.draw(in: frame, drawing) }
  }

  private func showFinger(_ content: Content, _ layout: ExplosionLayout) {
    guard let tapPoint = content.tapPoints.first else { return }
    let frame = layout.fingerFrame(for: tapPoint)
    let isDrawn = finger.bounds.size == frame.size
    (finger.frame, finger.isHidden) = (frame, frame.isEmpty)
    guard !isDrawn else { return }
    let (u, isPortrait, w, h) = (layout.scale, layout.isPortrait, frame.width, frame.height)
    finger.drawing = { canvas in
      let (light, dark, clear) = (Color(hex: 0xF3DCCD), Color(hex: 0xD9B6A2), Color(hex: 0xD9B6A2, alpha: 0))
      canvas.fill(
        isPortrait ? Rect(0, -h, w, 2 * h) : Rect(-w, 0, 2 * w, h), radius: min(w, h) / 2, from: Point(0, 0),
        to: isPortrait ? Point(0, h * 0.75) : Point(w * 0.75, 0), stops: [(0, clear), (0.5, dark), (1, light)])
      canvas.fill(
        isPortrait
          ? Rect(w * 0.52, h - 30 * u, w * 0.3, 24 * u) : Rect(w - h * 0.8, h * 0.12, h * 0.64, h * 0.3),
        radius: 0.15 * min(w, h), color: Color(1, 0.97, 0.95, 0.85))
    }
  }

  /// Connects the hit pane with the intended one.
  private func showDottedLine(_ content: Content, _ layout: ExplosionLayout) {
    guard content.isTapFinished, let hit = content.hitIndex, let visible = content.visibleIndex, visible > hit,
      content.tapPoints.indices.contains(visible)
    else { return }
    let (u, theme, color) = (layout.scale, theme, content.color)
    let (start, end) = (content.tapPoints[hit], content.tapPoints[visible])
    show(dottedLine, in: Rect(bounding: [start, end]).insetBy(-8 * u, -8 * u)) { canvas in
      canvas.stroke([start, end], width: 2.4 * u, color: theme.tapLine.withAlphaComponent(0.45), dash: [0.1, 8 * u])
      canvas.fillCircle(end, 4 * u, color: color)
      canvas.strokeCircle(end, 4 * u, width: 1.2 * u, color: theme.backgroundEdge.withAlphaComponent(0.8))
    }
  }

  /// Outlines the former position of the pane that is now the first one.
  private func showFormerPosition(_ content: Content, _ layout: ExplosionLayout) {
    guard content.formerPositionCorners.count == 4 else { return }
    let (u, color, corners) = (layout.scale, theme.success, content.formerPositionCorners)
    let frame = Rect(bounding: corners).insetBy(-4 * u, -4 * u)
    show(formerPosition, in: frame) { canvas in
      canvas.stroke(
        corners, width: 1.6 * u, color: color.withAlphaComponent(0.8), dash: [5 * u, 6 * u], isClosed: true)
    }
    let text = content.formerPositionLabel
    formerPositionLabel.isHidden = false
    // `replacing` would link the regular expressions of the standard library, almost 1 MB.
    formerPositionLabel.text = layout.isPortrait ? String(text.map { $0 == "\n" ? " " : $0 }) : text
    (formerPositionLabel.overrideTextScale, formerPositionLabel.color) = (layout.textScale, color)
    formerPositionLabel.frame = frame.insetBy(8 * u, 0)
  }
}
