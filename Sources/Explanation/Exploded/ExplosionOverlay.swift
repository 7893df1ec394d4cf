import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText

/// The layers above the panes: the finger, the dotted line to the intended pane, labels, and the tap on the miniature.
final class ExplosionOverlay {
  /// Neighboring panes that face the same way.
  struct Group: Equatable {
    /// Along the order, in the view's points.
    var start, end: Double
    var isFacing: Bool
  }

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
    /// The label of the intended pane.
    var intended: String?
    var gap: [Point]
    var gapLabel: String
    var groups: [Group]
    var canTurn: Bool
    var tap: Point
    var isExpected: Bool
    var tags: [Tag]
  }

  let layer = Layer()
  private let theme: Theme
  private let finger = DrawingLayer()
  private let rest = LineLayer(.white)
  private let dots = DrawingLayer()
  private let intended = DrawingLayer()
  private let gap = DrawingLayer()
  private let heads = DrawingLayer()
  private let tags = DrawingLayer()
  private let miniature = DrawingLayer()
  private let miniatureLabel = DrawingLayer()
  private let replayLabel = DrawingLayer()
  private var state: State?
  private var size = Size.zero

  init(theme: Theme) {
    self.theme = theme
    layer.name = "explosion-overlay"
    for drawing in [gap, tags, dots, heads, intended, miniatureLabel, miniature, finger, replayLabel] {
      layer.addSublayer(drawing.layer)
    }
    layer.addSublayer(rest.layer)
    rest.layer.isHidden = true
  }

  /// Extends the tap's line beyond the last pane to the container.
  func placeRest(from start: Point, part: Double, layout: ExplosionLayout, color: Color) {
    let end =
      layout.isTall
      ? Point(start.x, layout.field.maxY + 20 * layout.unit) : Point(layout.size.width - 8 * layout.unit, start.y)
    rest.color = color
    rest.place(from: start, to: start.interpolated(to: end, part), width: 3.2 * layout.unit)
  }

  func show(_ new: State, layout: ExplosionLayout, color: Color) {
    guard new != state || layout.size != size else { return }
    (state, size) = (new, layout.size)
    for drawing in [gap, tags, dots, heads, intended, miniatureLabel, miniature, replayLabel] {
      drawing.layer.isHidden = true
    }
    finger.layer.isHidden = !new.isOpen || new.tapPoints.isEmpty
    guard new.isOpen else { return }
    showFinger(new, layout)
    showDots(new, layout, color: color)
    showIntended(new, layout)
    showGap(new, layout)
    showGroups(new, layout)
    showTags(new, layout)
    showMiniature(new, layout, color: color)
    showReplayLabel(layout)
  }

  private func place(_ drawing: DrawingLayer, _ frame: Rect, _ draw: @escaping (Canvas) -> Void) {
    drawing.layer.isHidden = frame.isEmpty
    guard !frame.isEmpty else { return }
    drawing.layer.bounds = Rect(origin: .zero, size: frame.size)
    drawing.layer.position = frame.center
    drawing.drawing = draw
  }

  private func showReplayLabel(_ layout: ExplosionLayout) {
    guard !layout.isTiny else { return }
    let text = TextLayout(
      LocalizedText.replay.text, font: Font(size: layout.font(layout.isNarrow ? 12 : 14), weight: 600),
      color: theme.text)
    let box = layout.replay
    let origin =
      Point(box.midX - text.size.width / 2, box.maxY + (layout.isCompact ? 1 : 4) * layout.unit)
    place(replayLabel, Rect(origin: origin, size: text.size)) { $0.draw(text, at: .zero) }
  }

  private func showFinger(_ state: State, _ layout: ExplosionLayout) {
    guard let tapPoint = state.tapPoints.first else { return }
    let frame = layout.finger(to: tapPoint)
    finger.layer.isHidden = frame.isEmpty
    finger.layer.position = frame.center
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

  private func showIntended(_ state: State, _ layout: ExplosionLayout) {
    guard state.isDone, let label = state.intended, let visible = state.visible,
      state.tapPoints.indices.contains(visible), !layout.isTall, !layout.isTiny
    else { return }
    let (u, color) = (layout.unit, theme.warning)
    let tapPoint = state.tapPoints[visible]
    let text = TextLayout(label, font: Font(size: layout.font(15), weight: 600), color: color)
    let top = layout.field.minY - (layout.isCompact ? 23 : 32) * u
    let width = text.size.width + 8 * u
    let x = min(max(tapPoint.x - width / 2, 0), layout.size.width - width - 8 * u)
    let frame = Rect(x, top, width, max(tapPoint.y - top, 24 * u))
    place(intended, frame) { canvas in
      canvas.draw(text, at: Point(4 * u, 0))
      canvas.stroke(
        [Point(tapPoint.x - x, text.size.height + 2 * u), Point(tapPoint.x - x, frame.height - 8 * u)], width: 1.4 * u,
        color: color.faded(0.8))
    }
  }

  private func showGap(_ state: State, _ layout: ExplosionLayout) {
    guard state.gap.count == 4, let first = state.tapPoints.first else { return }
    let (u, isTall, color) = (layout.unit, layout.isTall, theme.success)
    // On a wide panel, an arrow leads over the panes to the first one.
    let box = Rect(bounding: state.gap)
    let top = isTall ? box.minY : layout.field.minY - 18 * u
    let frame =
      isTall
      ? box.insetBy(-4 * u, -4 * u) : Rect(first.x - 20 * u, top, box.maxX - first.x + 24 * u, box.maxY - top + 4 * u)
    let font = Font(size: layout.font(14), weight: 600)
    place(gap, frame) { canvas in
      let corners = state.gap.map { $0 - frame.origin }
      canvas.stroke(corners, width: 1.6 * u, color: color.faded(0.8), dash: [5 * u, 6 * u], isClosed: true)
      let middle = Rect(bounding: corners).center
      let lines = state.gapLabel.split(separator: "\n").map(String.init)
      let texts = isTall ? [lines.joined(separator: " ")] : lines
      for (index, word) in texts.enumerated() {
        let text = TextLayout(word, font: font, color: color)
        let y = middle.y + (Double(index) - Double(texts.count) / 2) * text.size.height
        canvas.draw(text, at: Point(middle.x - text.size.width / 2, y))
      }
      guard !isTall else { return }
      let from = (corners[0] + corners[1]) * 0.5
      let to = Point(20 * u, 28 * u)
      let y = 8 * u
      canvas.stroke(
        [
          from, Point(from.x, y + 10 * u), Point(from.x - 10 * u, y), Point(to.x + 10 * u, y), Point(to.x, y + 10 * u),
          to,
        ], width: 2 * u, color: color)
      canvas.fill([to + Point(0, 10 * u), to + Point(-6 * u, -2 * u), to + Point(6 * u, -2 * u)], color: color)
    }
  }

  private func showGroups(_ state: State, _ layout: ExplosionLayout) {
    guard !state.groups.isEmpty, !layout.isTall, !layout.isTiny else { return }
    let (u, theme, font) = (layout.unit, theme, Font(size: layout.font(14), weight: 600))
    let y = layout.field.minY - (layout.isCompact ? 18 : 26) * u
    place(heads, Rect(0, y, layout.size.width, 24 * u)) { canvas in
      for group in state.groups {
        let color = group.isFacing && state.isExpected ? theme.success : theme.secondaryText
        let text = TextLayout((group.isFacing ? LocalizedText.facingYou : .facingAway).text, font: font, color: color)
        canvas.drawBracket(
          text, from: group.start, to: group.end, y: 10 * u, tick: 7 * u, unit: u, color: color.faded(0.6))
      }
    }
  }

  private func showTags(_ state: State, _ layout: ExplosionLayout) {
    guard !layout.isTiny, !state.tags.isEmpty else { return }
    let (u, theme) = (layout.unit, theme)
    let tags = state.tags.map { tag in
      let side = (tag.isFront ? LocalizedText.tagFront : .tagBack).text
      // The digits on low panes are too flat to read.
      let word = layout.isNarrow ? tag.number.map { "\($0) · \(side)" } ?? side : side
      let color = tag.isFront ? theme.selectedText : theme.text
      let text = TextLayout(word, font: Font(size: layout.font(layout.isNarrow ? 12 : 13.5), weight: 600), color: color)
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

  private func showMiniature(_ state: State, _ layout: ExplosionLayout, color: Color) {
    let (u, theme) = (layout.unit, theme)
    let r = (layout.isCompact ? 7 : 9) * u
    place(miniature, Rect(state.tap.x - 2 * r, state.tap.y - 2 * r, 4 * r, 4 * r)) { canvas in
      let center = Point(2 * r, 2 * r)
      canvas.strokeCircle(center, r, width: 4 * u, color: theme.backgroundEdge.faded(0.6))
      canvas.strokeCircle(center, r, width: 2 * u, color: color)
      canvas.fillCircle(center, 0.4 * r, color: color)
    }
    guard let texts = layout.miniatureWords else { return }
    let first = TextLayout(
      LocalizedText.yourTap.text, font: Font(size: layout.font(14.5), weight: 600), color: theme.text)
    let second = TextLayout(LocalizedText.turnIt.text, font: Font(size: layout.font(13.5)), color: theme.secondaryText)
    let isAlone = !state.canTurn || texts.height < 30 * u
    place(miniatureLabel, texts) { canvas in
      func x(_ text: TextLayout) -> Double { layout.isTall ? 0 : (texts.width - text.size.width) / 2 }
      canvas.draw(first, at: Point(x(first), layout.isTall && isAlone ? 12 * u : 0))
      if !isAlone { canvas.draw(second, at: Point(x(second), first.size.height + 2 * u)) }
    }
  }
}
