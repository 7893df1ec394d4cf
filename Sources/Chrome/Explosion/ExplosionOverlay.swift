import Geometry
import Layers
import Raster
import Text
import Words

/// What stands over the panes: the finger, the way that the tap never went, the words at a pane, and the tap on the small
/// scene. All of it is layers.
final class ExplosionOverlay {
  struct Group: Equatable {
    /// Along the order, in the view's points.
    var start, end: Double
    /// True for those that turn their front to the viewer.
    var isFacing: Bool
  }

  struct State: Equatable {
    var isOpen: Bool
    /// True once the tap has its taker.
    var isDone: Bool
    /// The tap's place on each pane.
    var tapPoints: [Point]
    var taking: Int?
    var seen: Int?
    /// Over the pane that one intended.
    var intended: String?
    var gap: [Point]
    var groups: [Group]
    var canTurn: Bool
    /// On the small scene.
    var tap: Point
    var isExpected: Bool
  }

  let layer = Layer()
  private let finger = DrawingLayer()
  private let rest = Line(.white)
  private let dots = DrawingLayer()
  private let intended = DrawingLayer()
  private let gap = DrawingLayer()
  private let heads = DrawingLayer()
  private let mini = DrawingLayer()
  private let miniWords = DrawingLayer()
  private let again = DrawingLayer()
  private var state: State?
  private var size = Size.zero

  init() {
    layer.name = "explosion-overlay"
    for drawing in [gap, dots, heads, intended, miniWords, mini, finger, again] { layer.addSublayer(drawing.layer) }
    layer.addSublayer(rest.layer)
    rest.layer.isHidden = true
  }

  /// The tapLine beyond the last pane, to what lies beneath them all.
  func placeRest(from start: Point, part: Double, layout: ExplosionLayout, color: Color) {
    let end =
      layout.isTall
      ? Point(start.x, layout.field.maxY + 20 * layout.unit) : Point(layout.size.width - 8 * layout.unit, start.y)
    rest.color = color
    rest.place(from: start, to: start.interpolated(to: end, part), width: 3.2 * layout.unit)
  }

  func show(_ new: State, layout: ExplosionLayout, theme: Theme, color: Color) {
    guard new != state || layout.size != size else { return }
    (state, size) = (new, layout.size)
    let isOpen = new.isOpen
    for drawing in [finger, mini, miniWords, again] { drawing.layer.isHidden = !isOpen }
    showFinger(new, layout: layout)
    showDots(new, layout: layout, theme: theme, color: color)
    showIntended(new, layout: layout, theme: theme)
    showGap(new, layout: layout, theme: theme)
    showGroups(new, layout: layout, theme: theme)
    showMiniature(new, layout: layout, theme: theme, color: color)
    showAgain(isOpen: isOpen, layout: layout, theme: theme)
  }

  /// The word beside the button that plays it again.
  private func showAgain(isOpen: Bool, layout: ExplosionLayout, theme: Theme) {
    guard isOpen, !layout.isTiny, !layout.isNarrow else {
      again.layer.isHidden = true
      return
    }
    let text = TextLayout(Word.replay.text, font: Font(size: layout.font(14), weight: 600), color: theme.text)
    let box = layout.replay
    let origin =
      layout.isTall
      ? Point(box.maxX + 10 * layout.unit, box.midY - text.size.height / 2)
      : Point(box.midX - text.size.width / 2, box.maxY + (layout.isCompact ? 1 : 4) * layout.unit)
    place(again, Rect(origin: origin, size: text.size)) { $0.draw(text, at: .zero) }
  }

  private func place(_ drawing: DrawingLayer, _ frame: Rect, _ draw: @escaping (Canvas) -> Void) {
    drawing.layer.isHidden = frame.isEmpty
    guard !frame.isEmpty else { return }
    drawing.layer.bounds = Rect(origin: .zero, size: frame.size)
    drawing.layer.position = frame.center
    drawing.drawing = draw
  }

  private func showFinger(_ state: State, layout: ExplosionLayout) {
    guard state.isOpen, let tapPoint = state.tapPoints.first else {
      finger.layer.isHidden = true
      return
    }
    let frame = layout.finger(to: tapPoint)
    finger.layer.isHidden = frame.isEmpty
    finger.layer.position = frame.center
    guard finger.layer.bounds.size != frame.size else { return }
    let u = layout.unit
    let isTall = layout.isTall
    place(finger, frame) { canvas in
      let (w, h) = (frame.width, frame.height)
      let (light, dark, clear) = (Color(hex: 0xF3DCCD), Color(hex: 0xD9B6A2), Color(hex: 0xD9B6A2, alpha: 0))
      if isTall {
        canvas.fill(
          Rect(0, -h, w, 2 * h), radius: w / 2, from: Point(0, 0), to: Point(0, h * 0.75),
          stops: [(0, clear), (0.5, dark), (1, light)])
        canvas.fill(Rect(w * 0.52, h - 30 * u, w * 0.3, 24 * u), radius: w * 0.15, color: Color(1, 0.97, 0.95, 0.85))
      } else {
        canvas.fill(
          Rect(-w, 0, 2 * w, h), radius: h / 2, from: Point(0, 0), to: Point(w * 0.75, 0),
          stops: [(0, clear), (0.5, dark), (1, light)])
        canvas.fill(
          Rect(w - h * 0.8, h * 0.12, h * 0.64, h * 0.3), radius: h * 0.15, color: Color(1, 0.97, 0.95, 0.85))
      }
    }
  }

  /// From the taker to the pane that one intended.
  private func showDots(_ state: State, layout: ExplosionLayout, theme: Theme, color: Color) {
    guard state.isOpen, state.isDone, let taking = state.taking, let seen = state.seen, seen > taking,
      state.tapPoints.indices.contains(seen)
    else {
      dots.layer.isHidden = true
      return
    }
    let (start, end) = (state.tapPoints[taking], state.tapPoints[seen])
    let u = layout.unit
    let frame = Rect(bounding: [start, end]).insetBy(-8 * u, -8 * u)
    place(dots, frame) { canvas in
      canvas.stroke(
        [start - frame.origin, end - frame.origin], width: 2.4 * u, color: theme.tapLine.faded(0.45),
        dash: [0.1, 8 * u])
      let r = 4 * u
      let place = end - frame.origin
      canvas.fill(Rect(place.x - r, place.y - r, 2 * r, 2 * r), radius: r, color: color)
      canvas.stroke(
        Rect(place.x - r, place.y - r, 2 * r, 2 * r), radius: r, width: 1.2 * u, color: theme.backgroundEdge.faded(0.8))
    }
  }

  private func showIntended(_ state: State, layout: ExplosionLayout, theme: Theme) {
    guard state.isOpen, state.isDone, let words = state.intended, let seen = state.seen,
      state.tapPoints.indices.contains(seen),
      !layout.isTall, !layout.isTiny
    else {
      intended.layer.isHidden = true
      return
    }
    let u = layout.unit
    let tapPoint = state.tapPoints[seen]
    let text = TextLayout(words, font: Font(size: layout.font(15), weight: 600), color: theme.warning)
    let top = layout.field.minY - (layout.isCompact ? 19 : 27) * u
    let width = text.size.width + 8 * u
    let x = min(max(tapPoint.x - width / 2, 0), layout.size.width - width - 8 * u)
    let frame = Rect(x, top, width, max(tapPoint.y - top, 24 * u))
    place(intended, frame) { canvas in
      canvas.draw(text, at: Point(4 * u, 0))
      canvas.stroke(
        [Point(tapPoint.x - x, text.size.height + 2 * u), Point(tapPoint.x - x, frame.height - 8 * u)], width: 1.4 * u,
        color: theme.warning.faded(0.8))
    }
  }

  private func showGap(_ state: State, layout: ExplosionLayout, theme: Theme) {
    guard state.isOpen, state.gap.count == 4, let first = state.tapPoints.first else {
      gap.layer.isHidden = true
      return
    }
    let u = layout.unit
    // The arrow goes over the panes to the head of the line.
    let box = Rect(bounding: state.gap)
    let top = layout.isTall ? box.minY : layout.field.minY - 18 * u
    let frame =
      layout.isTall
      ? box.insetBy(-4 * u, -4 * u) : Rect(first.x - 20 * u, top, box.maxX - first.x + 24 * u, box.maxY - top + 4 * u)
    place(gap, frame) { canvas in
      let corners = state.gap.map { $0 - frame.origin }
      canvas.stroke(corners, width: 1.6 * u, color: theme.success.faded(0.8), dash: [5 * u, 6 * u], isClosed: true)
      let middle = Rect(bounding: corners).center
      let font = Font(size: layout.font(14), weight: 600)
      let lines = Word.faceThreeWasHere.text.split(separator: "\n").map(String.init)
      let words = layout.isTall ? [lines.joined(separator: " ")] : lines
      for (index, word) in words.enumerated() {
        let text = TextLayout(word, font: font, color: theme.success)
        canvas.draw(
          text,
          at: Point(
            middle.x - text.size.width / 2,
            middle.y + (Double(index) - Double(words.count) / 2) * text.size.height))
      }
      guard !layout.isTall else { return }
      let from = (corners[0] + corners[1]) * 0.5
      let to = Point(20 * u, 28 * u)
      let y = 8 * u
      canvas.stroke(
        [
          from, Point(from.x, y + 10 * u), Point(from.x - 10 * u, y), Point(to.x + 10 * u, y), Point(to.x, y + 10 * u),
          to,
        ],
        width: 2 * u, color: theme.success)
      canvas.fill(
        [to + Point(0, 10 * u), to + Point(-6 * u, -2 * u), to + Point(6 * u, -2 * u)], color: theme.success)
    }
  }

  private func showGroups(_ state: State, layout: ExplosionLayout, theme: Theme) {
    guard state.isOpen, !state.groups.isEmpty, !layout.isTall, !layout.isTiny else {
      heads.layer.isHidden = true
      return
    }
    let u = layout.unit
    let y = layout.field.minY - (layout.isCompact ? 18 : 26) * u
    let frame = Rect(0, y, layout.size.width, 24 * u)
    place(heads, frame) { canvas in
      for group in state.groups {
        let color = group.isFacing && state.isExpected ? theme.success : theme.secondaryText
        let text = TextLayout(
          (group.isFacing ? Word.facingYou : .facingAway).text, font: Font(size: layout.font(14), weight: 600),
          color: color)
        let middle = (group.start + group.end) / 2
        canvas.draw(text, at: Point(middle - text.size.width / 2, 10 * u - text.size.height / 2))
        let half = text.size.width / 2 + 12 * u
        guard group.end - group.start > 2 * half else { continue }
        canvas.stroke(
          [Point(group.start, 17 * u), Point(group.start, 10 * u), Point(middle - half, 10 * u)], width: 1.4 * u,
          color: color.faded(0.6))
        canvas.stroke(
          [Point(middle + half, 10 * u), Point(group.end, 10 * u), Point(group.end, 17 * u)], width: 1.4 * u,
          color: color.faded(0.6))
      }
    }
  }

  private func showMiniature(_ state: State, layout: ExplosionLayout, theme: Theme, color: Color) {
    guard state.isOpen else { return }
    let u = layout.unit
    let r = (layout.isCompact ? 7 : 9) * u
    place(mini, Rect(state.tap.x - 2 * r, state.tap.y - 2 * r, 4 * r, 4 * r)) { canvas in
      let center = Point(2 * r, 2 * r)
      canvas.stroke(
        Rect(center.x - r, center.y - r, 2 * r, 2 * r), radius: r, width: 4 * u, color: theme.backgroundEdge.faded(0.6))
      canvas.stroke(Rect(center.x - r, center.y - r, 2 * r, 2 * r), radius: r, width: 2 * u, color: color)
      canvas.fill(
        Rect(center.x - 0.4 * r, center.y - 0.4 * r, 0.8 * r, 0.8 * r), radius: 0.4 * r, color: color)
    }
    guard let words = layout.miniatureWords else {
      miniWords.layer.isHidden = true
      return
    }
    place(miniWords, words) { canvas in
      let first = TextLayout(Word.yourTap.text, font: Font(size: layout.font(14.5), weight: 600), color: theme.text)
      let second = TextLayout(
        Word.turnIt.text, font: Font(size: layout.font(13.5)), color: theme.secondaryText)
      let isAlone = !state.canTurn || words.height < 30 * u
      if layout.isTall {
        canvas.draw(first, at: Point(0, isAlone ? 12 * u : 0))
        if !isAlone { canvas.draw(second, at: Point(0, first.size.height + 2 * u)) }
      } else {
        canvas.draw(first, at: Point((words.width - first.size.width) / 2, 0))
        if !isAlone { canvas.draw(second, at: Point((words.width - second.size.width) / 2, first.size.height + 2 * u)) }
      }
    }
  }
}
