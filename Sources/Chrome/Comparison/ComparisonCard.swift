import Geometry
import Layers
import Raster
import Scenes
import Text
import Views
import Words

/// One answer to "Who gets the tap?": a small cube of its own, where the tap went on it, and what that costs. Pressing it
/// chooses the answer.
final class ComparisonCard: Control {
  let fix: TouchFix
  let scene: CubeScene
  /// The tap's place from the middle of the scene, in its points.
  private let tap: Point
  /// As of the last layout.
  private(set) var report: HitTestReport
  private(set) var words: ComparisonWords
  private let theme: Theme
  private let picture: SceneView
  private var lid: SeeThroughOverlay?
  private var ring: TapRing?
  private let frameOfTaker = DrawingLayer(name: "taker")
  private var layers: [Layer] = []

  /// Points to a unit for all that is in it.
  var measure = 1.0 { didSet { if measure != oldValue { setNeedsLayout() } } }
  enum Room {
    case all
    /// Leaves out what can be done without.
    case little
    /// Leaves out all but the cube and the outcome.
    case hardlyAny
  }
  var room = Room.all { didSet { if room != oldValue { setNeedsLayout() } } }

  /// - Parameters:
  ///   - scene: its own.
  ///   - tap: from the middle of the scene, in its points.
  ///   - isChosen: true for the answer that the panel goes by.
  init(_ fix: TouchFix, scene: CubeScene, tap: Point, isChosen: Bool, theme: Theme) {
    (self.fix, self.scene, self.tap, self.theme) = (fix, scene, tap, theme)
    picture = SceneView(scene)
    report = HitTestReport(at: scene.center + tap, in: scene.content)
    words = ComparisonWords(report)
    super.init(name: "answer-\(fix.rawValue)")
    accessibilityLabel = fix.title
    isSelected = isChosen
    picture.isUserInteractionEnabled = false
    addSubview(picture)
  }

  // MARK: Layout

  /// Those of the card's parts that aren't the picture, from its top and from its bottom, in its units.
  private var rooms: (top: Double, bottom: Double) {
    switch room {
    case .all: (92, 208)
    case .little: (42, 84)
    case .hardlyAny: (36, 50)
    }
  }

  override func layoutSubviews() {
    setNeedsDisplay()
    let place = Rect(
      8 * measure, rooms.top * measure, bounds.width - 16 * measure,
      max(bounds.height - (rooms.top + rooms.bottom) * measure, 1))
    let box = scene.box
    let fit = max(min(place.width / box.width, place.height / box.height) * 0.94, 1e-3)
    // As far as the scene's own container reaches, so that a tap far beside the cube is asked as on the panel.
    let reach = 2 * max(2000, tap.length + 1)
    picture.place(center: place.center - box.center * fit, magnification: fit, size: Size(reach, reach))
    report = HitTestReport(at: scene.center + tap, in: scene.content)
    words = ComparisonWords(report)
    layOutMarks()
  }

  /// The same glass and the same ring as at the finger.
  private func layOutMarks() {
    for layer in layers { layer.removeFromSuperlayer() }
    layers = []
    // They lie on the cube, whose colours are the same in all themes.
    let color = words.matchesVisibleView ? Theme.dark.success : Theme.dark.warning
    lid = SeeThroughOverlay(
      report, in: layer,
      look: SeeThroughOverlay.Look(
        accent: Theme.dark.warning, background: SeeThroughOverlay.background(theme), unit: 0.8 * measure,
        scale: window?.scale ?? 1))
    layers += lid?.layers ?? []
    if words.matchesVisibleView, let index = report.hitIndex {
      addFrame(of: report.candidates[index].view, color: color)
    }
    if let point = scene.content.layer.homography(to: layer).apply(to: scene.center + tap) {
      let ring = TapRing(at: point, color: color, unit: (room == .all ? 0.5 : room == .little ? 0.4 : 0.25) * measure)
      self.ring = ring
      // It has gone out long ago.
      layers.append(ring.layers[1])
    }
    for layer in layers { self.layer.addSublayer(layer) }
  }

  /// An edge and a glow around what took the tap and is seen.
  private func addFrame(of view: View, color: Color) {
    let corners = view.layer.homography(to: layer).polygon(of: view.bounds).points
    guard corners.count > 2 else { return }
    let u = measure
    frameOfTaker.layer.bounds = Rect(bounding: corners).insetBy(-16 * u, -16 * u)
    frameOfTaker.layer.position = frameOfTaker.layer.bounds.center
    frameOfTaker.drawing = { canvas in
      for width in stride(from: 20.0, through: 4, by: -2) {
        canvas.stroke(corners, width: width * u, color: color.faded(0.045), isClosed: true)
      }
      canvas.stroke(corners, width: 2.4 * u, color: color, isClosed: true)
    }
    layers.append(frameOfTaker.layer)
  }

  // MARK: Drawing

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    let (u, radius) = (measure, 16 * measure)
    canvas.fill(bounds, radius: radius, color: theme.bar)
    if isHighlighted { canvas.fill(bounds, radius: radius, color: theme.highlight) }
    // The right one has a frame, the chosen one its title in the colours of what is chosen in the bar.
    canvas.stroke(
      bounds, radius: radius, width: (words.matchesVisibleView ? 2 : 1) * u,
      color: isFocused ? theme.accent : words.matchesVisibleView ? theme.success.faded(0.8) : theme.hairline)
    drawTitle(canvas)
    drawOutcome(canvas)
  }

  private func row(_ y: Double, _ height: Double) -> Rect {
    Rect(8 * measure, y, bounds.width - 16 * measure, height)
  }

  private func text(_ string: String, _ size: Double, _ weight: Int, _ color: Color, _ width: Double? = nil)
    -> TextLayout
  {
    TextLayout(string, font: Font(size: size * measure, weight: weight), color: color)
      .shrunk(toFit: width ?? bounds.width - 16 * measure)
  }

  private func drawTitle(_ canvas: Canvas) {
    let u = measure
    let place = row((room == .all ? 18 : 6) * u, (room == .hardlyAny ? 26 : 32) * u)
    let title = text(
      fix.title, room == .all ? 20 : room == .little ? 15 : 13, 600, isSelected ? theme.selectedText : theme.text,
      place.width - (room == .all ? 24 : 12) * u)
    if isSelected {
      let width = min(title.size.width + 28 * u, place.width)
      canvas.fill(
        Rect(place.midX - width / 2, place.minY, width, place.height), radius: 10 * u, color: theme.selected)
    }
    canvas.draw(title, centeredIn: place)
    guard room == .all else { return }
    let isOurs = fix == .depth
    let detail = text(fix.detail, 14, isOurs ? 600 : 400, isOurs ? theme.warning : theme.secondaryText)
    let line = row(54 * u, 28 * u)
    canvas.draw(detail, centeredIn: line)
    guard isOurs else { return }
    let box = Rect(line.midX - detail.size.width / 2 - 12 * u, line.minY, detail.size.width + 24 * u, line.height)
    canvas.stroke(box.corners, width: 1.4 * u, color: theme.warning.faded(0.8), dash: [5 * u, 5 * u], isClosed: true)
  }

  private func drawOutcome(_ canvas: Canvas) {
    let (u, bottom) = (measure, bounds.height)
    let color = words.matchesVisibleView ? theme.success : theme.warning
    guard room != .hardlyAny else {
      canvas.draw(text(words.taker, 12, 600, color), centeredIn: row(bottom - 50 * u, 20 * u))
      return drawMark(canvas, in: row(bottom - 30 * u, 24 * u), color: color, size: 13)
    }
    guard room == .all else {
      canvas.draw(text(Word.theTapReaches.text, 11, 400, theme.secondaryText), centeredIn: row(bottom - 82 * u, 16 * u))
      canvas.draw(text(words.taker, 13, 600, color), centeredIn: row(bottom - 66 * u, 20 * u))
      return drawMark(canvas, in: row(bottom - 40 * u, 30 * u), color: color, size: 15)
    }
    if let lid = words.lid {
      canvas.draw(
        text(Word.seenThrough.text([.lid: lid]), 13, 400, theme.secondaryText),
        centeredIn: row(bottom - 206 * u, 18 * u))
    }
    canvas.draw(text(Word.theTapReaches.text, 14, 400, theme.secondaryText), centeredIn: row(bottom - 182 * u, 20 * u))
    canvas.draw(text(words.taker, 16, 600, color), centeredIn: row(bottom - 160 * u, 26 * u))
    canvas.draw(text(words.reason, 14, 400, theme.secondaryText), centeredIn: row(bottom - 134 * u, 22 * u))
    canvas.fill(Rect(24 * u, bottom - 102 * u, bounds.width - 48 * u, max(1, u)), color: theme.hairline)
    canvas.draw(
      text(Word.reachesWhatYouSee.text, 14, 400, theme.secondaryText), centeredIn: row(bottom - 88 * u, 20 * u))
    drawMark(canvas, in: row(bottom - 60 * u, 40 * u), color: color, size: 20)
  }

  /// A cross or a tick in a circle, and the word beside it.
  private func drawMark(_ canvas: Canvas, in place: Rect, color: Color, size: Double) {
    let u = measure * size / 20
    let word = text((words.matchesVisibleView ? Word.yes : .no).text, size, 600, color)
    let radius = 16 * u
    let width = 2 * radius + 10 * u + word.size.width
    let center = Point(place.midX - width / 2 + radius, place.midY)
    let circle = Rect(center.x - radius, center.y - radius, 2 * radius, 2 * radius)
    func line(_ points: [(Double, Double)], _ color: Color) {
      canvas.stroke(points.map { center + Point($0.0 * u, $0.1 * u) }, width: 2.4 * u, color: color)
    }
    if words.matchesVisibleView {
      canvas.fill(circle, radius: radius, color: color)
      line([(-6.5, 0.5), (-2, 5.5), (7, -5)], theme == .light ? .white : Color(hex: 0x0C1F18))
    } else {
      canvas.stroke(circle, radius: radius, width: 2 * u, color: color)
      line([(-5.5, -5.5), (5.5, 5.5)], color)
      line([(-5.5, 5.5), (5.5, -5.5)], color)
    }
    canvas.draw(
      word, centeredVerticallyIn: Rect(circle.maxX + 10 * u, place.minY, word.size.width, place.height))
  }
}
