import PanelGeometry

/// The frames of the exploded view's parts, in its points.
///
/// All panes are congruent and use a parallel projection: the tap is at the same place on each pane, so the line through
/// them is straight. The panes are side by side on a wide panel, on top of each other on an upright one.
struct ExplosionLayout {
  let size: Size
  let unit: Double
  let isTall: Bool
  /// True on a small panel, for smaller and fewer texts.
  let isCompact: Bool
  /// True on a very small panel, for panes with a single text each.
  let isTiny: Bool
  /// The left edge of the scrubber, miniature and buttons next to the panes of an upright panel.
  private let besides: Double
  /// True if that edge is left of its ideal position. Panes are narrower then, and the code and some labels are omitted.
  let isNarrow: Bool
  /// True to place the miniature at the top, because the finger is further down.
  var isMiniatureHigh = false
  /// The part of the scene on each pane, in the scene's points.
  let box: Rect

  /// The margin around the scene's box, as a fraction of its width.
  private static let margin = 0.03

  init(size: Size = Size(1, 1), unit: Double = 1, sceneBox: Rect = Rect(0, 0, 1, 1)) {
    isTall = size.height > 1.1 * size.width
    // The width of an upright panel alone would make texts too small.
    self.unit = isTall ? max(unit, min(size.width / 819, size.height / 1317)) : unit
    self.size = size
    isCompact = !isTall && (size.width < 1000 * unit || size.height < 560 * unit)
    isTiny = !isTall && size.height < 330 * unit
    // At least as wide as the scrubber's longest text.
    besides = min(606 * self.unit, size.width - 156 * self.unit)
    isNarrow = isTall && besides < 606 * self.unit
    let margin = sceneBox.width * Self.margin
    box = sceneBox.insetBy(-margin, -margin)
  }

  // MARK: Panes

  /// A pane, or additional space between two panes.
  enum Slot: Equatable {
    case pane
    case room(Double)
  }

  var field: Rect {
    if isTall {
      // In a narrow column the buttons are above the scrubber.
      let top = (isNarrow ? 282 : 278) * unit
      return Rect(80 * unit, top, besides - 91 * unit, size.height - 47 * unit - top)
    }
    let left = (isTiny ? 64 : isCompact ? 88 : 120) * unit
    let top = (isTiny ? 40 : isCompact ? 102 : 142) * unit
    let bottom = (isTiny ? 46 : isCompact ? 79 : 126) * unit
    return Rect(left, top, size.width - left - (isCompact ? 24 : 44) * unit, max(size.height - top - bottom, 1))
  }

  /// Returns the map of each pane, from the scene's points to the view's.
  func maps(_ slots: [Slot]) -> [Transform2D] {
    let count = slots.filter { $0 == .pane }.count
    guard count > 0, box.width > 0, box.height > 0 else { return [] }
    let gap = (isNarrow ? 10 : isTall ? 18 : 13) * unit
    let rooms = slots.reduce(0.0) { if case .room(let width) = $1 { $0 + width * unit } else { $0 } }
    let gaps = Double(count - 1) * gap + rooms
    let field = field
    return isTall
      ? lying(slots, gap: gap, height: (field.height - gaps) / Double(count))
      : standing(slots, gap: gap, width: (field.width - gaps) / Double(count))
  }

  private func standing(_ slots: [Slot], gap: Double, width: Double) -> [Transform2D] {
    let field = field
    // Overlap the panes if they would become too narrow.
    let least = min(80 * unit, field.width / 3)
    let pane = min(max(width, least), 260 * unit)
    let squeeze = pane > width && width < least ? (field.width - pane) / max(field.width - width, 1) : 1
    let a = pane / box.width
    let slant = 0.36 * pane
    // Limits the perspective to that of a plane rotated by 60°.
    let d = min((field.height - slant) / box.height, a / 0.45)
    let height = slant + d * box.height
    let used = slots.reduce(-gap) { $0 + ($1 == .pane ? pane + gap : room($1)) }
    var x = field.minX + max(0, (field.width - used) / 2)
    let y = field.minY + (field.height - height) / 2
    return slots.compactMap { slot in
      guard slot == .pane else {
        x += room(slot)
        return nil
      }
      defer { x += (width < least ? (width + gap) * squeeze : pane + gap) }
      return Transform2D(
        a: a, b: slant / box.width, c: 0, d: d, tx: x - a * box.minX,
        ty: y - slant / box.width * box.minX - d * box.minY)
    }
  }

  private func lying(_ slots: [Slot], gap: Double, height: Double) -> [Transform2D] {
    let field = field
    let pane = min(max(height, 40 * unit), 170 * unit)
    let skew = min(111 * unit, 0.74 * pane)
    let a = (field.width - skew) / box.width
    let d = pane / box.height
    let used = slots.reduce(-gap) { $0 + ($1 == .pane ? pane + gap : room($1)) }
    var y = field.minY + max(0, (field.height - used) / 2)
    let step = used > field.height ? (field.height - pane) / Double(max(slots.count - 1, 1)) : pane + gap
    return slots.compactMap { slot in
      guard slot == .pane else {
        y += room(slot)
        return nil
      }
      defer { y += step }
      let c = -skew / box.height
      return Transform2D(
        a: a, b: 0, c: c, d: d, tx: field.minX + skew - a * box.minX - c * box.minY, ty: y - d * box.minY)
    }
  }

  private func room(_ slot: Slot) -> Double {
    if case .room(let width) = slot { width * unit } else { 0 }
  }

  // MARK: Words

  func font(_ size: Double) -> Double { size * unit * (isCompact ? 0.87 : 1) }

  var title: Rect {
    isTall
      ? Rect(36 * unit, 34 * unit, size.width - 150 * unit, 48 * unit)
      : Rect(
        (isCompact ? 20 : 40) * unit, (isTiny ? 6 : isCompact ? 9 : 22) * unit, size.width * 0.56,
        (isCompact ? 32 : 40) * unit)
  }
  var caption: Rect? {
    guard !isTiny else { return nil }
    return isTall
      ? Rect(36 * unit, 80 * unit, size.width - 72 * unit, (isNarrow ? 46 : 28) * unit)
      : Rect(title.minX, (isCompact ? 40 : 62) * unit, size.width - 2 * title.minX - 60 * unit, 26 * unit)
  }
  /// The axis of the test order; `nil` if there is no room.
  var axis: (from: Point, to: Point)? {
    guard !isTiny else { return nil }
    if isTall { return (Point(44 * unit, field.minY + 5 * unit), Point(44 * unit, field.maxY + 14 * unit)) }
    let y = (isCompact ? 75 : 104) * unit
    return (Point(field.minX, y), Point(size.width - (isCompact ? 24 : 44) * unit, y))
  }
  /// The button for the lesson, under the miniature; `nil` if there is no room.
  var lesson: Rect? {
    if isTall {
      let x = min(replay.maxX + 84 * unit, close.maxX - 84 * unit)
      return Rect(x, replay.minY, 84 * unit, replay.height)
    }
    guard !isCompact else { return nil }
    let middle = replay.midX
    return Rect(middle - 46 * unit, replay.minY - 58 * unit, 92 * unit, 48 * unit)
  }

  /// The button that turns the cube; `nil` if there is no room.
  var turn: Rect? {
    guard !isTiny, let caption else { return nil }
    if isTall { return Rect(36 * unit, caption.maxY + (isNarrow ? 4 : 10) * unit, 150 * unit, 44 * unit) }
    let width = (isCompact ? 124 : 160) * unit
    return Rect(close.minX - 12 * unit - width, close.minY, width, close.height)
  }

  var close: Rect {
    let side = (isTall ? 40 : 48) * unit
    let inset = (isTall ? 36 : isCompact ? 20 : 44) * unit
    return Rect(size.width - inset - side, (isTall ? 38 : isTiny ? 4 : isCompact ? 10 : 24) * unit, side, side)
  }

  var scrubber: Rect {
    if isTall {
      return Rect(besides, field.minY, size.width - besides - 8 * unit, field.height)
    }
    let top = field.maxY + (isTiny ? 0 : 2) * unit
    return Rect(0, top, size.width, size.height - top)
  }
  /// The distance between the scrubber's edge and its line.
  var track: Double { (isTall ? 28 : isTiny ? 17 : isCompact ? 36 : 58) * unit }

  /// The center of the miniature, and its longer side.
  var miniature: (center: Point, side: Double) {
    if isTall {
      return isNarrow
        ? (Point(besides + 42 * unit, 166 * unit), 80 * unit) : (Point(besides + 47 * unit, 180 * unit), 100 * unit)
    }
    if isTiny { return (Point(32 * unit, field.midY + 20 * unit), 48 * unit) }
    return isCompact
      ? (Point(44 * unit, field.minY + (isMiniatureHigh ? 28 : 135) * unit), 62 * unit)
      : (Point(60 * unit, field.minY + (isMiniatureHigh ? 52 : 298) * unit), 82 * unit)
  }
  /// The label beneath or next to the miniature; `nil` if there is no room.
  var miniatureWords: Rect? {
    guard !isTiny, !isNarrow else { return nil }
    let (center, side) = miniature
    if isTall {
      let x = center.x + side * 0.6
      return Rect(x, center.y - 22 * unit, min(110 * unit, size.width - x), 44 * unit)
    }
    let width = min(120 * unit, 2 * center.x)
    return Rect(center.x - width / 2, center.y + side / 2 + 4 * unit, width, (isCompact ? 18 : 44) * unit)
  }

  var replay: Rect {
    let side = 48 * unit
    // Without a label, the lesson's button next to it is aligned with the close button.
    if isTall {
      let x = isNarrow ? close.maxX - (84 + 12) * unit - side : besides + 4 * unit
      return Rect(x, (isNarrow ? 212 : 254) * unit, side, side)
    }
    let x = (isTiny ? 32 : isCompact ? 44 : 60) * unit
    let y = size.height - (isTiny ? 24 : isCompact ? 44 : 76) * unit
    return Rect(x - side / 2, y - side / 2, side, side)
  }

  /// Returns the frame of the finger, from whose tip the tap's line starts.
  func finger(to tapPoint: Point) -> Rect {
    if isTall {
      let width = 42 * unit
      return Rect(tapPoint.x - width / 2, (isNarrow ? 176 : 128) * unit, width, (isNarrow ? 62 : 100) * unit)
    }
    let height = (isCompact ? 32 : 44) * unit
    let reach = field.minX - (isTiny ? 12 : 15) * unit
    return Rect(0, tapPoint.y - height / 2, reach, height)
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
