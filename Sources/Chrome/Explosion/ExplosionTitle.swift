import Geometry
import Raster
import Scenes
import Text
import Views
import Words

/// What stands above the panes: who takes the tap, why, the rule in code, and the order's axis.
final class ExplosionTitle: View {
  private let theme: Theme
  var words: ExplosionWords? { didSet { if words != oldValue { setNeedsDisplay() } } }
  /// True once the tap has its taker: nobody is told before.
  var isDone = false { didSet { if isDone != oldValue { setNeedsDisplay() } } }
  var note: RouteNote? { didSet { if note != oldValue { setNeedsDisplay() } } }
  /// The outcome's colour.
  var color = Color.white { didSet { if color != oldValue { setNeedsDisplay() } } }
  var plan: ExplosionLayout? { didSet { setNeedsDisplay() } }

  init(theme: Theme) {
    self.theme = theme
    super.init(name: "explanation")
    isUserInteractionEnabled = false
  }

  override var drawsContents: Bool { true }

  override func draw(_ canvas: Canvas) {
    guard let plan, let words else { return }
    let end = drawCode(canvas, plan)
    if isDone { drawOutcome(words, canvas, plan, end: end) }
    drawAxis(canvas, plan, words)
    if let order = plan.order, words.isByDepth { drawEnds(of: order, canvas, plan) }
  }

  /// - Parameter end: where the room for the title ends.
  private func drawOutcome(_ words: ExplosionWords, _ canvas: Canvas, _ plan: ExplosionLayout, end: Double) {
    let u = plan.unit
    let large = Font(size: plan.font(28), weight: 600)
    let title = TextLayout(
      words.title.spans(TextStyle(large, theme.text), emphasis: TextStyle(large, color)))
    canvas.draw(title.shrunk(toFit: max(end - plan.title.minX - 12 * u, 40)), centeredVerticallyIn: plan.title)
    guard let caption = plan.caption else { return }
    let width = max((plan.isTall ? plan.size.width - 36 * u : end) - caption.minX - 12 * u, 40)
    let font = Font(size: plan.font(plan.isNarrow ? 13.5 : 16))
    let text =
      plan.isNarrow
      ? TextLayout([TextSpan(words.caption, font: font, color: theme.quietText)], maxWidth: width, lines: 3)
      : TextLayout(words.caption, font: font, color: theme.quietText).shrunk(toFit: width)
    canvas.draw(text, centeredVerticallyIn: caption)
  }

  /// Under the slider between two orders, at either end.
  private func drawEnds(of order: Rect, _ canvas: Canvas, _ plan: ExplosionLayout) {
    let font = Font(size: plan.font(13.5))
    let (first, last) = (
      TextLayout(Word.addedLastFirst.text, font: font, color: theme.quietText),
      TextLayout(Word.nearestFirst.text, font: font, color: theme.quietText)
    )
    canvas.draw(first, at: Point(order.minX, order.maxY + 2 * plan.unit))
    canvas.draw(last, at: Point(order.maxX - last.size.width, order.maxY + 2 * plan.unit))
  }

  /// - Returns: where the room for the title ends.
  private func drawCode(_ canvas: Canvas, _ plan: ExplosionLayout) -> Double {
    let u = plan.unit
    let right = plan.close.minX - 16 * u
    guard let note, !plan.isTiny, !plan.isNarrow else { return right }
    let color = note.isBuiltIn ? theme.right : theme.wrong
    let code = TextLayout(
      note.code, font: Font(family: "DejaVu Sans Mono, monospace", size: plan.font(15)), color: color)
    let width = code.size.width + 36 * u
    let height = (plan.isCompact ? 32 : 40) * u
    // Beneath everything else where the title needs the width.
    // A tall plan has a caption.
    // swift-format-ignore: NeverForceUnwrap
    let box =
      plan.isTall
      ? Rect(36 * u, plan.caption!.maxY + 8 * u, width, height)
      : Rect(right - width, plan.close.midY - (plan.isCompact ? 20 : 24) * u, width, height)
    canvas.fill(box, radius: 12 * u, color: theme.well)
    let corners = box.insetBy(0.7 * u, 0.7 * u)
    if note.isBuiltIn {
      canvas.stroke(corners, radius: 11 * u, width: 1.4 * u, color: color.faded(0.7))
    } else {
      let cut = 9 * u
      canvas.stroke(
        [
          Point(corners.minX + cut, corners.minY), Point(corners.maxX - cut, corners.minY),
          Point(corners.maxX, corners.minY + cut), Point(corners.maxX, corners.maxY - cut),
          Point(corners.maxX - cut, corners.maxY), Point(corners.minX + cut, corners.maxY),
          Point(corners.minX, corners.maxY - cut), Point(corners.minX, corners.minY + cut),
        ], width: 1.4 * u, color: color.faded(0.8), dash: [5 * u, 5 * u], isClosed: true)
    }
    canvas.draw(code, centeredIn: box)
    let remark = TextLayout(
      note.remark, font: Font(size: plan.font(14), weight: note.isBuiltIn ? 400 : 600),
      color: note.isBuiltIn ? theme.quietText : theme.wrong)
    if plan.isTall {
      canvas.draw(remark, at: Point(box.maxX + 14 * u, box.midY - remark.size.height / 2))
      return right
    }
    canvas.draw(remark, at: Point(box.maxX - remark.size.width, box.maxY + (plan.isCompact ? 1 : 6) * u))
    return words?.isByDepth == true ? min(plan.order?.minX ?? box.minX, box.minX) : box.minX
  }

  private func drawAxis(_ canvas: Canvas, _ plan: ExplosionLayout, _ words: ExplosionWords) {
    guard let (start, end) = plan.axis else { return }
    let u = plan.unit
    let font = Font(size: plan.font(14), weight: 600)
    let first = TextLayout(words.ends.first, font: font, color: theme.text)
    let last = TextLayout(words.ends.last, font: font, color: theme.text)
    let ink = theme.quietText
    if plan.isTall {
      // Beside the finger there is room for narrow words only, which end above the corner of the first pane.
      let narrow = TextLayout(
        [TextSpan(words.ends.first, font: font, color: theme.text)], maxWidth: 84 * u, lines: 3)
      canvas.draw(narrow, at: Point(30 * u, start.y - 9 * u - narrow.size.height))
      canvas.draw(last, at: Point(30 * u, end.y - 12 * u))
      let (top, bottom) = (Point(start.x, start.y), Point(start.x, end.y - 22 * u))
      canvas.stroke([top, bottom], width: 1.4 * u, color: ink)
      canvas.fill(
        [bottom, bottom + Point(-4.5 * u, -9 * u), bottom + Point(4.5 * u, -9 * u)], color: ink)
      return
    }
    canvas.draw(first, at: Point(start.x, start.y - first.size.height / 2))
    canvas.draw(last, at: Point(end.x - last.size.width, end.y - last.size.height / 2))
    let (left, right) = (
      Point(start.x + first.size.width + 14 * u, start.y), Point(end.x - last.size.width - 14 * u, end.y)
    )
    guard right.x > left.x else { return }
    canvas.stroke([left, right], width: 1.4 * u, color: ink)
    canvas.fill([right, right + Point(-9 * u, -4.5 * u), right + Point(-9 * u, 4.5 * u)], color: ink)
  }
}
