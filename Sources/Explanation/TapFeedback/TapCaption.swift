import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import PanelViews

/// The texts about a tap: the caption with a button that explains it, and labels with leader lines.
final class TapCaption {
  private(set) var layers: [Layer] = []
  let button = Button(LocalizedText.showMeWhy.text, name: "explain")

  private let theme: Theme
  private let layout: TapCaptionLayout
  private var unit: Double { layout.unit }
  private var drawings: [DrawingLayer] = []
  private var places: [Rect] = []

  init(_ texts: TapTexts, overlay: SeeThroughOverlay?, layout: TapCaptionLayout, theme: Theme) {
    (self.layout, self.theme) = (layout, theme)
    if let side = Form.all.lazy.compactMap({ self.caption(texts, $0) }).first {
      addCaption(side.rect, side.title, side.body)
      addLabels(texts, overlay: overlay, caption: side.rect, title: side.title)
    } else {
      addStrip(texts)
    }
    var look = theme.look(radius: button.bounds.height / 2, unit: unit)
    (look.background, look.focusRing) = (theme.warning, theme.text)
    (button.look, button.titleColor) = (look, theme.warningText)
    (button.font, button.titleInset) = (Font(size: 16 * unit, weight: 600), 8 * unit)
  }

  /// The sizes of a caption, in units.
  private struct Form {
    let title, body: Double
    /// The maximum line widths.
    let titleWidth, bodyWidth: Double
    let buttonWidth: Double
    /// True if there is room for an additional sentence about the hit view's back.
    var isWordy = true

    static let all = [
      Form(title: 26, body: 16, titleWidth: 330, bodyWidth: 230, buttonWidth: 156),
      Form(title: 21, body: 14, titleWidth: 264, bodyWidth: 190, buttonWidth: 156),
      Form(title: 16, body: 12.5, titleWidth: 118, bodyWidth: 116, buttonWidth: 118, isWordy: false),
    ]
  }

  private func caption(_ texts: TapTexts, _ form: Form) -> (rect: Rect, title: TextLayout, body: TextLayout)? {
    let title = TextLayout(spans(of: texts.title, size: form.title), maxWidth: form.titleWidth * unit, lines: 3)
    let reason =
      texts.reason
      + (texts.isSeenFromBehind && form.isWordy
        ? LocalizedText.betweenSentences.text + LocalizedText.seenFromBehind.text : "")
    let body = TextLayout(
      [TextSpan(reason, font: Font(size: form.body * unit), color: theme.secondaryText)],
      maxWidth: form.bodyWidth * unit, lines: 6)
    let height = title.size.height + 8 * unit + body.size.height + 64 * unit
    let width = max(title.inkBounds.maxX, body.inkBounds.maxX, form.buttonWidth * unit)
    guard let rect = layout.caption(Size(width.rounded(.up) + 1, height.rounded(.up))) else { return nil }
    button.frame = Rect(rect.minX, rect.maxY - 48 * unit, form.buttonWidth * unit, 48 * unit)
    return (rect, title, body)
  }

  private func spans(of title: Phrase, size: Double) -> [TextSpan] {
    let bold = Font(size: size * unit, weight: 600)
    return title.spans(bold, theme.title, emphasis: (bold, theme.warning))
  }

  private func addCaption(_ rect: Rect, _ title: TextLayout, _ body: TextLayout) {
    let gap = 8 * unit
    add(name: "tap-caption", rect) { canvas in
      canvas.draw(title, at: rect.origin)
      canvas.draw(body, at: Point(rect.minX, rect.minY + title.size.height + gap))
    }
  }

  private func addLabels(_ texts: TapTexts, overlay: SeeThroughOverlay?, caption: Rect, title: TextLayout) {
    let isLeft = caption.midX < layout.tap.x
    func label(_ phrase: Phrase) -> TextLayout {
      let strong = Font(size: 15 * unit, weight: 600)
      return TextLayout(phrase.spans(Font(size: 15 * unit), theme.secondaryText, emphasis: (strong, theme.title)))
    }
    let y = caption.minY + min(title.size.height / 2, 16 * unit)
    let start = Point(isLeft ? caption.minX + title.inkBounds.maxX + 10 * unit : caption.minX - 10 * unit, y)
    if let overlay, let end = place(on: overlay, from: start) {
      addLeader(TapCaptionLayout.leader(from: start, to: end), color: theme.warning)
    }
    if let target = texts.target, target != texts.overlayName {
      let text = label(LocalizedText.youTapped.phrase([.target: target]))
      // The leader starts at the ring's edge.
      addLabel(text, to: [layout.tap], rise: 50 * unit, gap: (TapRing.radius + 3) * layout.ringUnit)
    }
    if let outline = overlay?.outline, let name = texts.overlayName {
      let text = label(LocalizedText.glassInFront.phrase([.name: name]))
      addLabel(
        text, to: (0..<outline.count).map { (outline[$0] + outline.following($0)) * 0.5 }, rise: 30 * unit)
    }
  }

  /// Adds a label at the position with the shortest leader to one of `ends`.
  private func addLabel(_ text: TextLayout, to ends: [Point], rise: Double, gap: Double = 0) {
    let size = Size(text.size.width.rounded(.up), text.size.height.rounded(.up))
    let found = ends.flatMap { end in
      [1.0, -1].compactMap { layout.label(size, to: end, direction: $0, rise: rise, besides: places) }
    }
    guard let label = found.min(by: { $0.distance < $1.distance }), label.distance < 320 * unit else { return }
    let rect = label.rect
    add(name: "tap-label", rect) { $0.draw(text, at: rect.origin) }
    let start = Point(label.direction > 0 ? rect.minX - 8 * unit : rect.maxX + 8 * unit, rect.midY)
    var points = TapCaptionLayout.leader(from: start, to: label.end)
    let last = points.count - 1
    let way = points[last] - points[last - 1]
    if gap > 0, way.length > gap { points[last] = points[last] - way * (gap / way.length) }
    addLeader(points, color: theme.secondaryText.faded(0.8), endsInDot: gap == 0)
  }

  /// Returns a point on the visible part of the hit view that is away from the finger and easy to reach with a leader.
  private func place(on overlay: SeeThroughOverlay, from start: Point) -> Point? {
    guard let middle = overlay.hitArea.middle else { return nil }
    let area = overlay.hitArea
    let places = (0..<area.count).flatMap { index in
      let edge = (area[index] + area.following(index)) * 0.5
      return [middle + (area[index] - middle) * 0.55, middle + (edge - middle) * 0.75]
    }
    func cost(_ place: Point) -> Double { abs(place.x - start.x) + 2 * abs(place.y - start.y) }
    return places.filter { ($0 - layout.tap).length > 48 * unit }.min { cost($0) < cost($1) }
  }

  private func addLeader(_ points: [Point], color: Color, endsInDot: Bool = true) {
    let frame = Rect(bounding: points).insetBy(-6 * unit, -6 * unit)
    let (width, dot) = (1.6 * unit, 3.5 * unit)
    add(name: "tap-leader", frame, isPlace: false) { canvas in
      canvas.stroke(points, width: width, color: color)
      guard endsInDot, let end = points.last else { return }
      canvas.fillCircle(end, dot, color: color.faded(1))
    }
    for (a, b) in zip(points, points.dropFirst()) {
      let count = max(1, ((b - a).length / (12 * unit)).rounded())
      for step in 0...Int(clamping: count) {
        let place = a.interpolated(to: b, Double(step) / count)
        places.append(Rect(place.x, place.y, 1, 1))
      }
    }
  }

  private func addStrip(_ texts: TapTexts) {
    let rect = layout.strip(height: 64 * unit)
    let buttonWidth = min(140 * unit, rect.width * 0.4)
    let width = rect.width - buttonWidth - 36 * unit
    let title = TextLayout(spans(of: texts.title, size: 17)).shrunk(toFit: width)
    let body = TextLayout(
      [TextSpan(texts.reason, font: Font(size: 13 * unit), color: theme.secondaryText)], maxWidth: width, lines: 2)
    let (radius, left, theme) = (14 * unit, rect.minX + 14 * unit, theme)
    let top = rect.midY - (title.size.height + body.size.height) / 2
    add(name: "tap-caption", rect) { canvas in
      canvas.fill(rect, radius: radius, color: theme.sheet)
      canvas.stroke(rect, radius: radius, width: 1, color: theme.hairline)
      canvas.draw(title, at: Point(left, top))
      canvas.draw(body, at: Point(left, top + title.size.height))
    }
    button.frame = Rect(rect.maxX - buttonWidth - 8 * unit, rect.minY + 8 * unit, buttonWidth, 48 * unit)
  }

  private func add(name: String, _ rect: Rect, isPlace: Bool = true, _ draw: @escaping (Canvas) -> Void) {
    let drawing = DrawingLayer(name: name)
    drawing.layer.bounds = rect
    drawing.layer.position = rect.center
    drawing.drawing = draw
    drawings.append(drawing)
    layers.append(drawing.layer)
    if isPlace { places.append(rect) }
  }
}

extension Theme {
  fileprivate var title: Color { self == .light ? text : .white }
  fileprivate var warningText: Color { self == .light ? .white : Color(hex: 0x1A1408) }
}
