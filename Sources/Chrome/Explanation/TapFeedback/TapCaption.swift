import Localization
import PanelViews

/// The texts about a tap, with a button that explains it: next to the scene, or in a strip above the bar if there is no
/// room. Only the button receives touches.
final class TapCaption: View {
  /// The free area, and the views and the finger that the caption must not cover, in the stage's points.
  struct Surroundings {
    /// The area above the bar, to which the caption is limited.
    let freeFrame: Rect
    /// The outlines of the scene's visible views.
    let viewOutlines: [ConvexPolygon]
    let tap: Point
  }

  let button = Button(LocalizedText.showMeWhy.text, name: "explain")
  /// The line from the title to the hit view.
  private let leaderLine = DrawingLayer(name: "tap-leader", isHidden: true)
  private let title = Label(name: "title", size: 26, weight: 600, lines: 6)
  private let reason = Label(name: "reason", size: 16, \.secondaryText, lines: 6)
  private let surroundings: Surroundings
  private let theme: Theme

  private static let buttonHeight = 48.0
  /// The width of a caption and the font sizes of its title and reason.
  private typealias Sizes = (width: Double, title: Double, reason: Double)
  /// The sizes of a caption next to the scene, largest first.
  private static let sizes: [Sizes] = [(330, 26, 16), (230, 21, 14), (118, 16, 12.5)]

  /// - Parameter hitArea: the part of the hit view behind the visible one, to which a line leads.
  init(_ texts: TapTexts, hitArea: ConvexPolygon, in surroundings: Surroundings, theme: Theme) {
    (self.surroundings, self.theme) = (surroundings, theme)
    super.init(name: "tap-caption")
    controlLook = theme.look()
    layer.addSublayer(leaderLine)
    title.attributedText = texts.title.attributed(theme.warning)
    title.color = theme == .light ? theme.text : .white
    for view in [title, reason, button] { addSubview(view) }
    var look = theme.look(radius: Self.buttonHeight / 2)
    (look.background, look.focusRing) = (theme.warning, theme.text)
    look.text = theme == .light ? .white : Color(hex: 0x1A1408)
    button.controlLook = look
    (button.textStyle, button.titleInset) = (TextStyle(Font(size: 16, weight: 600)), 8)
    if Self.sizes.contains(where: { placeNextToScene($0, texts, at: hitArea.centroid ?? surroundings.tap) }) {
      addLeaderLine(to: hitArea)
    } else {
      reason.text = texts.reason
      placeStrip()
    }
  }

  override func hitTest(_ point: Point, trace: HitTrace? = nil) -> View? {
    let hitView = super.hitTest(point, trace: trace)
    return hitView === button ? hitView : nil
  }

  private func setFonts(_ title: Double, _ reason: Double) {
    self.title.textStyle = TextStyle(Font(size: title, weight: 600))
    self.reason.textStyle = TextStyle(Font(size: reason))
  }

  /// Places the caption next to the scene. Returns false if it doesn't fit.
  private func placeNextToScene(
    _ sizes: Sizes, _ texts: TapTexts, at target: Point
  ) -> Bool {
    let free = surroundings.freeFrame
    setFonts(sizes.title, sizes.reason)
    reason.text = texts.reason
    if texts.isSeenFromBehind, sizes.width != Self.sizes.last?.width {
      reason.text += LocalizedText.betweenSentences.text + LocalizedText.seenFromBehind.text
    }
    let titleSize = title.sizeThatFits(Size(sizes.width, 0))
    let reasonSize = reason.sizeThatFits(Size(min(sizes.width, 230), 0))
    let width = max(titleSize.width, reasonSize.width, min(sizes.width, 156))
    let height = titleSize.height + reasonSize.height + 24 + Self.buttonHeight
    let margin = min(40, free.width / 40)
    let preferredTop = max(surroundings.tap.y - 108, free.minY + 40)
    let tops = stride(from: free.minY + 8, through: max(free.maxY - 8 - height, free.minY), by: 8)
    func frame(_ x: Double) -> Rect? {
      tops.map { Rect(x, $0, width, height) }.filter(isUnobstructed).min {
        abs($0.minY - preferredTop) < abs($1.minY - preferredTop)
      }
    }
    let leftEdges = [margin, free.maxX - margin - width]
    guard let frame = (target.x <= free.midX ? leftEdges : leftEdges.reversed()).lazy.compactMap(frame).first else {
      return false
    }
    self.frame = frame
    title.frame = Rect(0, 0, width, titleSize.height)
    reason.frame = Rect(0, titleSize.height + 8, width, reasonSize.height)
    button.frame = Rect(0, height - Self.buttonHeight, min(width, 156), Self.buttonHeight)
    return true
  }

  private func isUnobstructed(_ rect: Rect) -> Bool {
    let inset = ConvexPolygon(rect.insetBy(-8, -8))
    return rect.maxY <= surroundings.freeFrame.maxY
      && !surroundings.viewOutlines.contains { $0.intersection(inset).count > 2 }
  }

  /// Draws the line from the title to a point on the hit view that the finger doesn't cover.
  private func addLeaderLine(to area: ConvexPolygon) {
    guard let centroid = area.centroid else { return }
    let color = theme.warning
    let start = Point(
      frame.midX < surroundings.tap.x ? frame.minX + title.textFrame.width + 10 : frame.minX - 10,
      frame.minY + min(title.frame.midY, 16))
    let ends = area.points.map { centroid + ($0 - centroid) * 0.6 }.filter {
      ($0 - surroundings.tap).length > 48
    }
    guard let end = ends.min(by: { ($0 - start).length < ($1 - start).length }) else { return }
    let line = [start - frame.origin, end - frame.origin]
    leaderLine.isHidden = false
    leaderLine.draw(in: Rect(bounding: line).insetBy(-6, -6)) { canvas in
      canvas.stroke(line, width: 1.6, color: color)
      canvas.fillCircle(line[1], 3.5, color: color)
    }
  }

  /// Places a strip above the bar, or at the top if the finger would be over it.
  private func placeStrip() {
    let free = surroundings.freeFrame
    let (inset, height) = (min(24, free.width / 40), 16 + Self.buttonHeight)
    let bottom = free.maxY - 8 - height
    let y = surroundings.tap.y > bottom - 36 ? free.minY + 8 : bottom
    frame = Rect(inset, y, free.width - 2 * inset, height)
    let buttonWidth = min(140, bounds.width * 0.4)
    button.frame = Rect(
      bounds.maxX - buttonWidth - 8, 8, buttonWidth, Self.buttonHeight)
    setFonts(17, 13)
    title.numberOfLines = 1
    let width = bounds.width - buttonWidth - 36
    title.frame = Rect(14, 6, width, 22)
    reason.frame = Rect(14, 28, width, height - 32)
    (layer.backgroundColor, layer.cornerRadius) = (theme.sheet, 14)
  }
}
