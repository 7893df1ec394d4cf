import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText

/// The layers above the panes: the finger, the dotted line to the intended pane, the gap, and the tap on the miniature.
final class ExplosionOverlay {
  /// The side of the scene on which a pane's view is.
  struct Tag: Equatable {
    /// The lower corner.
    var corner: Point
    var isFront: Bool
    var number: Int?
  }

  struct State: Equatable {
    var isOpen: Bool
    var isDone: Bool
    /// The location of the tap on each pane.
    var tapPoints: [Point]
    var hit: Int?
    var visible: Int?
    var gap: [Point]
    var gapLabel: String
    /// On the miniature.
    var tap: Point
    var isExpected: Bool
    var tags: [Tag]
  }

  let layer = Layer()
  private let theme: Theme
  private let finger = DrawingLayer()
  private let rest = LineLayer(.white)
  private let dots = DrawingLayer()
  private let gap = DrawingLayer()
  private let tags = DrawingLayer()
  private let miniature = DrawingLayer()
  private var state: State?
  private var size = Size.zero

  init(theme: Theme) {
    self.theme = theme
    layer.name = "explosion-overlay"
    for drawing in [gap, tags, dots, miniature, finger] { layer.addSublayer(drawing.layer) }
    layer.addSublayer(rest.layer)
    rest.layer.isHidden = true
  }

  /// Extends the tap's line beyond the last pane to the container.
  func placeRest(from start: Point, part: Double, layout: ExplosionLayout, color: Color) {
    let end =
      layout.isTall
      ? Point(start.x, layout.field.maxY + 12 * layout.unit) : Point(layout.size.width - 8 * layout.unit, start.y)
    rest.color = color
    rest.place(from: start, to: start.interpolated(to: end, part), width: 3.2 * layout.unit)
  }

  func show(_ new: State, layout: ExplosionLayout, color: Color) {
    guard new != state || layout.size != size else { return }
    (state, size) = (new, layout.size)
    for drawing in [gap, tags, dots, miniature, finger] { drawing.layer.isHidden = true }
    guard new.isOpen else { return }
    showFinger(new, layout)
    showDots(new, layout, color: color)
    showGap(new, layout)
    showTags(new, layout)
    let (u, r, theme) = (layout.unit, 9 * layout.unit, theme)
    place(miniature, Rect(new.tap.x - 2 * r, new.tap.y - 2 * r, 4 * r, 4 * r)) { canvas in
      let center = Point(2 * r, 2 * r)
      canvas.strokeCircle(center, r, width: 4 * u, color: theme.backgroundEdge.faded(0.6))
      canvas.strokeCircle(center, r, width: 2 * u, color: color)
      canvas.fillCircle(center, 0.4 * r, color: color)
    }
  }

  private func showTags(_ state: State, _ layout: ExplosionLayout) {
    guard !state.tags.isEmpty else { return }
    let (u, theme) = (layout.unit, theme)
    let tags = state.tags.map { tag in
      let side = (tag.isFront ? LocalizedText.tagFront : .tagBack).text
      // The digits on low panes are too flat to read.
      let word = layout.isTall ? tag.number.map { "\($0) · \(side)" } ?? side : side
      let color = tag.isFront ? theme.selectedText : theme.text
      let text = TextLayout(word, font: Font(size: layout.font(13.5), weight: 600), color: color)
      let size = Size(text.size.width + 14 * u, text.size.height + 3 * u)
      let x = layout.isTall ? tag.corner.x - size.width : tag.corner.x
      return (text, Rect(x, tag.corner.y - size.height, size.width, size.height), tag.isFront)
    }
    let frame = Rect(bounding: tags.flatMap(\.1.corners)).insetBy(-1, -1)
    place(self.tags, frame) { canvas in
      for (text, box, isFront) in tags {
        let box = Rect(origin: box.origin - frame.origin, size: box.size)
        canvas.fill(box, radius: box.height / 2, color: isFront ? theme.selected : theme.backgroundEdge.faded(0.85))
        canvas.stroke(box, radius: box.height / 2, width: 1 * u, color: theme.text.faded(0.5))
        canvas.draw(text, centeredIn: box)
      }
    }
  }

  private func place(_ drawing: DrawingLayer, _ frame: Rect, _ draw: @escaping (Canvas) -> Void) {
    drawing.layer.isHidden = frame.isEmpty
    guard !frame.isEmpty else { return }
    drawing.layer.bounds = Rect(origin: .zero, size: frame.size)
    drawing.layer.position = frame.center
    drawing.drawing = draw
  }

  private func showFinger(_ state: State, _ layout: ExplosionLayout) {
    guard let tapPoint = state.tapPoints.first else { return }
    let frame = layout.finger(to: tapPoint)
    (finger.layer.isHidden, finger.layer.position) = (frame.isEmpty, frame.center)
    guard finger.layer.bounds.size != frame.size else { return }
    let (u, isTall, w, h) = (layout.unit, layout.isTall, frame.width, frame.height)
    place(finger, frame) { canvas in
      let (light, dark, clear) = (Color(hex: 0xF3DCCD), Color(hex: 0xD9B6A2), Color(hex: 0xD9B6A2, alpha: 0))
      canvas.fill(
        isTall ? Rect(0, -h, w, 2 * h) : Rect(-w, 0, 2 * w, h), radius: min(w, h) / 2, from: Point(0, 0),
        to: isTall ? Point(0, h * 0.75) : Point(w * 0.75, 0), stops: [(0, clear), (0.5, dark), (1, light)])
      canvas.fill(
        isTall
          ? Rect(w * 0.52, h - 30 * u, w * 0.3, 24 * u) : Rect(w - h * 0.8, h * 0.12, h * 0.64, h * 0.3),
        radius: 0.15 * min(w, h), color: Color(1, 0.97, 0.95, 0.85))
    }
  }

  /// Connects the hit pane with the intended one.
  private func showDots(_ state: State, _ layout: ExplosionLayout, color: Color) {
    guard state.isDone, let hit = state.hit, let visible = state.visible, visible > hit,
      state.tapPoints.indices.contains(visible)
    else { return }
    let (u, theme) = (layout.unit, theme)
    let frame = Rect(bounding: [state.tapPoints[hit], state.tapPoints[visible]]).insetBy(-8 * u, -8 * u)
    let (start, end) = (state.tapPoints[hit] - frame.origin, state.tapPoints[visible] - frame.origin)
    place(dots, frame) { canvas in
      canvas.stroke([start, end], width: 2.4 * u, color: theme.tapLine.faded(0.45), dash: [0.1, 8 * u])
      canvas.fillCircle(end, 4 * u, color: color)
      canvas.strokeCircle(end, 4 * u, width: 1.2 * u, color: theme.backgroundEdge.faded(0.8))
    }
  }

  /// Outlines the former position of the pane that is now the first one.
  private func showGap(_ state: State, _ layout: ExplosionLayout) {
    guard state.gap.count == 4 else { return }
    let (u, color) = (layout.unit, theme.success)
    let frame = Rect(bounding: state.gap).insetBy(-4 * u, -4 * u)
    let corners = state.gap.map { $0 - frame.origin }
    let words = state.gapLabel.split(separator: "\n").map(String.init)
    let lines = layout.isTall ? [words.joined(separator: " ")] : words
    let texts = lines.map {
      TextLayout($0, font: Font(size: layout.font(14), weight: 600), color: color)
        .shrunk(toFit: max(frame.width - 16 * u, 20))
    }
    place(gap, frame) { canvas in
      canvas.stroke(corners, width: 1.6 * u, color: color.faded(0.8), dash: [5 * u, 6 * u], isClosed: true)
      let middle = Rect(bounding: corners).center
      for (index, text) in texts.enumerated() {
        let y = middle.y + (Double(index) - Double(texts.count) / 2) * text.size.height
        canvas.draw(text, at: Point(middle.x - text.size.width / 2, y))
      }
    }
  }
}
