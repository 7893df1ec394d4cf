import Localization
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelText
import PanelViews

/// The texts about a tap, with a button that explains it: next to the visible part of the scene, or in a strip above the
/// bar if there is no room.
final class TapCaption {
  /// The space around a tap, in the points of the layer with the texts.
  struct Space {
    /// The area above the bar.
    let free: Rect
    let unit: Double
    /// The outlines of the scene's visible views.
    let shapes: [ConvexPolygon]
    let tap: Point

    /// The margin to the panel's edge.
    var margin: Double { min(56 * unit, free.width / (free.width < 600 * unit ? 40 : 20)) }
  }

  private(set) var layers: [Layer] = []
  let button = Button(LocalizedText.showMeWhy.text, name: "explain")

  private let theme: Theme
  private let space: Space
  private var unit: Double { space.unit }
  private var drawings: [DrawingLayer] = []

  /// - Parameter area: the visible part of the hit view, to which a line leads.
  init(_ words: TapTexts, area: ConvexPolygon, in space: Space, theme: Theme) {
    (self.space, self.theme) = (space, theme)
    if !Form.all.contains(where: { addCaption(words, $0, area: area) }) { addStrip(words) }
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

  private func texts(_ words: TapTexts, _ reason: String, _ sizes: (Double, Double), _ widths: (Double, Double))
    -> (title: TextLayout, body: TextLayout)
  {
    let bold = Font(size: sizes.0 * unit, weight: 600)
    return (
      TextLayout(
        words.title.spans(bold, theme.title, emphasis: (bold, theme.warning)), maxWidth: widths.0 * unit, lines: 3),
      TextLayout(
        [TextSpan(reason, font: Font(size: sizes.1 * unit), color: theme.secondaryText)], maxWidth: widths.1 * unit,
        lines: 6)
    )
  }

  /// Returns false if there is no room for the caption.
  private func addCaption(_ words: TapTexts, _ form: Form, area: ConvexPolygon) -> Bool {
    let reason =
      words.reason
      + (words.isSeenFromBehind && form.isWordy
        ? LocalizedText.betweenSentences.text + LocalizedText.seenFromBehind.text : "")
    let (title, body) = texts(words, reason, (form.title, form.body), (form.titleWidth, form.bodyWidth))
    let gap = 8 * unit
    let size = Size(
      max(title.inkBounds.maxX, body.inkBounds.maxX, form.buttonWidth * unit).rounded(.up) + 1,
      (title.size.height + gap + body.size.height + 64 * unit).rounded(.up))
    guard let rect = place(size, besideSubject: area.middle ?? space.tap) else { return false }
    button.frame = Rect(rect.minX, rect.maxY - 48 * unit, form.buttonWidth * unit, 48 * unit)
    add(name: "tap-caption", rect) { canvas in
      canvas.draw(title, at: rect.origin)
      canvas.draw(body, at: Point(rect.minX, rect.minY + title.size.height + gap))
    }
    addLine(from: rect, title, to: area)
    return true
  }

  /// Returns a frame that doesn't cover the scene: on the hit view's side if possible, and close to the tap's height.
  private func place(_ size: Size, besideSubject subject: Point) -> Rect? {
    let (free, unit) = (space.free, unit)
    let sides = [space.margin, free.maxX - space.margin - size.width]
    let wanted = max(space.tap.y - 108 * unit, free.minY + 40 * unit)
    let last = free.maxY - 10 * unit - size.height
    func isFree(_ rect: Rect) -> Bool {
      let inset = ConvexPolygon(rect.insetBy(-8 * unit, -8 * unit))
      return rect.minX >= free.minX + 8 && rect.maxX <= free.maxX - 8 && rect.maxY <= free.maxY - 8
        && !space.shapes.contains { $0.intersection(inset).count > 2 }
    }
    for x in subject.x <= free.midX ? sides : sides.reversed() {
      let places = stride(from: free.minY + 10 * unit, through: max(last, free.minY), by: 8 * unit).map {
        Rect(x, $0, size.width, size.height)
      }
      if let best = places.filter(isFree).min(by: { abs($0.minY - wanted) < abs($1.minY - wanted) }) { return best }
    }
    return nil
  }

  /// Leads from the title to a point on the hit view that is away from the finger.
  private func addLine(from caption: Rect, _ title: TextLayout, to area: ConvexPolygon) {
    guard let middle = area.middle else { return }
    let isLeft = caption.midX < space.tap.x
    let start = Point(
      isLeft ? caption.minX + title.inkBounds.maxX + 10 * unit : caption.minX - 10 * unit,
      caption.minY + min(title.size.height / 2, 16 * unit))
    let ends = area.points.map { middle + ($0 - middle) * 0.6 }.filter { ($0 - space.tap).length > 48 * unit }
    guard let end = ends.min(by: { ($0 - start).length < ($1 - start).length }) else { return }
    let (width, dot, color) = (1.6 * unit, 3.5 * unit, theme.warning)
    add(name: "tap-leader", Rect(bounding: [start, end]).insetBy(-6 * unit, -6 * unit)) { canvas in
      canvas.stroke([start, end], width: width, color: color)
      canvas.fillCircle(end, dot, color: color)
    }
  }

  /// Adds a strip above the status line, or at the top if the finger would be over it.
  private func addStrip(_ words: TapTexts) {
    let (free, unit, theme) = (space.free, unit, theme)
    let (inset, height) = (min(24 * unit, free.width / 40), 64 * unit)
    let bottom = free.maxY - 8 * unit - height
    let y = space.tap.y > bottom - 36 * unit ? free.minY + 8 * unit : bottom
    let rect = Rect(inset, y, free.width - 2 * inset, height)
    let buttonWidth = min(140 * unit, rect.width * 0.4)
    let width = rect.width - buttonWidth - 36 * unit
    let texts = texts(words, words.reason, (17, 13), (.infinity, width / unit))
    let (title, body) = (texts.title.shrunk(toFit: width), texts.body)
    let (radius, left, top) = (14 * unit, rect.minX + 14 * unit, rect.midY - (title.size.height + body.size.height) / 2)
    add(name: "tap-caption", rect) { canvas in
      canvas.fill(rect, radius: radius, color: theme.sheet)
      canvas.stroke(rect, radius: radius, width: 1, color: theme.hairline)
      canvas.draw(title, at: Point(left, top))
      canvas.draw(body, at: Point(left, top + title.size.height))
    }
    button.frame = Rect(rect.maxX - buttonWidth - 8 * unit, rect.minY + 8 * unit, buttonWidth, 48 * unit)
  }

  private func add(name: String, _ rect: Rect, _ draw: @escaping (Canvas) -> Void) {
    let drawing = DrawingLayer(name: name)
    (drawing.layer.bounds, drawing.layer.position) = (rect, rect.center)
    drawing.drawing = draw
    drawings.append(drawing)
    layers.append(drawing.layer)
  }
}

extension Theme {
  fileprivate var title: Color { self == .light ? text : .white }
  fileprivate var warningText: Color { self == .light ? .white : Color(hex: 0x1A1408) }
}
