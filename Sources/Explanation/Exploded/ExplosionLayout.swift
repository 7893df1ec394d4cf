import PanelGeometry

/// The frames of the exploded view's parts, in its points.
///
/// All panes are congruent and use a parallel projection: the tap is at the same place on each pane, so the line through
/// them is straight. The panes are side by side on a wide panel, on top of each other on an upright one.
struct ExplosionLayout {
  let size: Size
  /// In points: smaller on a small panel.
  let unit: Double
  let isTall: Bool
  /// True on a panel without room for the second line of texts.
  let isLow: Bool
  /// The part of the scene on each pane, in the scene's points.
  let box: Rect
  /// The size of fonts and touch targets, in points.
  private let fullUnit: Double
  private let hasLesson: Bool

  /// The margin around the scene's box, as a fraction of its width.
  private static let margin = 0.03

  init(size: Size = Size(1, 1), unit: Double = 1, sceneBox: Rect = Rect(0, 0, 1, 1), hasLesson: Bool = true) {
    self.hasLesson = hasLesson
    isTall = size.height > 1.1 * size.width
    // The width of an upright panel alone would make texts too small.
    let full = isTall ? max(unit, min(size.width / 819, size.height / 1317)) : unit
    let reference = isTall ? Size(480, 600) : Size(1000, 560)
    (self.size, fullUnit) = (size, full)
    self.unit = full * min(1, max(0.6, min(size.width / full / reference.width, size.height / full / reference.height)))
    isLow = !isTall && size.height < 330 * full
    let margin = sceneBox.width * Self.margin
    box = sceneBox.insetBy(-margin, -margin)
  }

  // MARK: Panes

  private var inset: Double { 24 * unit }

  /// The left edge of the texts next to the panes of an upright panel.
  private var column: Double { min(606 * unit, size.width - 172 * unit) }

  var field: Rect {
    if isTall {
      let top = 204 * unit
      return Rect(inset, top, column - inset, size.height - 72 * unit - top)
    }
    let (left, top) = (120 * unit, isLow ? close.maxY + 2 * unit : caption.maxY + 14 * unit)
    let bottom = isLow ? 76 * unit : 44 * unit + 5.2 * font(15)
    return Rect(left, top, size.width - left - 40 * unit, max(size.height - top - bottom, 1))
  }

  /// Returns the map of each pane, from the scene's points to the view's.
  func maps(_ count: Int) -> [Transform2D] {
    guard count > 0, box.width > 0, box.height > 0 else { return [] }
    let (field, gap) = (field, (isTall ? 14 : 13) * unit)
    let (length, range) = isTall ? (field.height, 40.0...170) : (field.width, 80.0...260)
    let wish = (length - Double(count - 1) * gap) / Double(count)
    let pane = min(max(wish, min(range.lowerBound * unit, length / 3)), range.upperBound * unit)
    // Panes overlap if they would become too narrow.
    let step = count > 1 ? min(pane + gap, (length - pane) / Double(count - 1)) : 0
    let start = (length - pane - step * Double(count - 1)) / 2
    return (0..<count).map { index in
      let offset = start + step * Double(index)
      return isTall ? lying(height: pane, at: field.minY + offset) : standing(width: pane, at: field.minX + offset)
    }
  }

  private func standing(width: Double, at x: Double) -> Transform2D {
    let (a, slant) = (width / box.width, 0.36 * width)
    // Limits the perspective to that of a plane rotated by 60°.
    let d = min((field.height - slant) / box.height, a / 0.45)
    let y = field.minY + (field.height - slant - d * box.height) / 2
    let b = slant / box.width
    return Transform2D(a: a, b: b, c: 0, d: d, tx: x - a * box.minX, ty: y - b * box.minX - d * box.minY)
  }

  private func lying(height: Double, at y: Double) -> Transform2D {
    let skew = min(111 * unit, 0.74 * height)
    let (a, c, d) = ((field.width - skew) / box.width, -skew / box.height, height / box.height)
    return Transform2D(
      a: a, b: 0, c: c, d: d, tx: field.minX + skew - a * box.minX - c * box.minY, ty: y - d * box.minY)
  }

  // MARK: Texts and controls

  var titleSize: Double { font(size.width < (isTall ? 400 : 900) * fullUnit ? 22 : 28) }

  /// Returns a font's size in points, which shrinks less than the rest.
  func font(_ size: Double) -> Double { size * max(unit, 0.85 * fullUnit) }

  private var side: Double { 48 * fullUnit }

  var title: Rect {
    let end = isTall ? close.minX : [turn, lesson, replay].first { !$0.isEmpty }?.minX ?? size.width
    return Rect(inset, close.minY, end - 12 * unit - inset, hasLowCaption ? 28 * fullUnit : close.height)
  }
  /// Beneath the title, or in its row on a low panel; empty if there is no room.
  var caption: Rect {
    guard isLow else { return Rect(inset, close.maxY, size.width - 2 * inset, font(isTall ? 46 : 24)) }
    return hasLowCaption ? Rect(inset, title.maxY - 2 * fullUnit, title.width, 20 * fullUnit) : .zero
  }
  private var hasLowCaption: Bool { isLow && size.width > 600 * fullUnit }

  var close: Rect { Rect(size.width - inset - side, (isLow ? 2 : 14) * unit, side, side) }
  var replay: Rect {
    isTall
      ? Rect(inset, size.height - 12 * unit - side, side, side)
      : Rect(close.minX - 8 * fullUnit - side, close.minY, side, side)
  }
  /// Empty if there is no lesson, or no room.
  var lesson: Rect {
    let width = 92 * fullUnit
    guard hasLesson, isTall || size.width > 640 * fullUnit else { return .zero }
    return isTall
      ? Rect(size.width - inset - width, replay.minY, width, side)
      : Rect(replay.minX - 8 * fullUnit - width, close.minY, width, side)
  }
  /// The button that turns the cube; empty if there is no room.
  var turn: Rect {
    let (gap, width) = (8 * fullUnit, 136 * fullUnit)
    // Next to the lesson's button, or in its place.
    let end = hasLesson ? lesson.minX - gap : isTall ? size.width - inset : replay.minX - gap
    let room = min(width, end - replay.maxX - gap)
    guard isTall || size.width > 780 * fullUnit else { return .zero }
    return isTall
      ? Rect(end - room, replay.minY, room, side)
      : Rect(end - width, close.minY, width, side)
  }

  var scrubber: Rect {
    isTall
      ? Rect(column, field.minY, size.width - column - 8 * unit, field.height)
      : Rect(field.minX - 60 * unit, field.maxY, size.width - field.minX + 60 * unit, size.height - field.maxY)
  }
  /// The distance between the scrubber's edge and its line.
  var track: Double { (isTall ? 28 : isLow ? 18 : 30) * unit }

  /// The center of the miniature, and its longer side.
  var miniature: (center: Point, side: Double) {
    if isTall { return (Point(column + 60 * unit, field.minY - 46 * unit), 76 * unit) }
    let side = (isLow ? 48 : 76) * unit
    return (Point(62 * unit, field.maxY + side / 2 + 8 * unit), side)
  }
  /// The label beneath the miniature; empty if there is no room.
  var miniatureLabel: Rect {
    let (center, side) = miniature
    guard !isLow, !isTall else { return .zero }
    return Rect(8 * unit, center.y + side / 2 + 2 * unit, 108 * unit, size.height - center.y - side / 2 - 4 * unit)
  }

  /// Returns the frame of the finger, from whose tip the tap's line starts.
  func finger(to tapPoint: Point) -> Rect {
    if isTall {
      let width = 42 * unit
      return Rect(tapPoint.x - width / 2, caption.maxY, width, field.minY - caption.maxY - 8 * unit)
    }
    let height = (isLow ? 32 : 44) * unit
    return Rect(0, tapPoint.y - height / 2, field.minX - 15 * unit, height)
  }
  /// Returns the point at which a tap's line comes out from behind a pane.
  func exit(from map: Transform2D, at tapPoint: Point) -> Point {
    let end = map.apply(to: Point(box.maxX, box.maxY))
    return isTall ? Point(tapPoint.x, end.y + 2 * unit) : Point(end.x + 2 * unit, tapPoint.y)
  }
  /// Returns true if a point on the tap's line is beyond another one.
  func isBehind(_ point: Point, _ other: Point) -> Bool { isTall ? point.y > other.y : point.x > other.x }
  /// Returns the lower corner of a pane that has room for a tag.
  func tagCorner(of map: Transform2D) -> Point {
    map.apply(to: Point(isTall ? box.maxX : box.minX, box.maxY)) + Point((isTall ? -9 : 7) * unit, -6 * unit)
  }

  func fingertip(to tapPoint: Point) -> Point {
    let finger = finger(to: tapPoint)
    return isTall ? Point(tapPoint.x, finger.maxY) : Point(finger.maxX, tapPoint.y)
  }
}
