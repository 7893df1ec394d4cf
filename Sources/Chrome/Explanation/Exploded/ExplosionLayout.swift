import PanelViews

/// The frames of the exploded view's subviews, in its points.
///
/// All panes are congruent and use a parallel projection: the tap is at the same place on each pane, so the line
/// through them is straight. The panes are side by side on a landscape panel, one below the other on a portrait panel.
struct ExplosionLayout {
  let size: Size
  /// The factor for everything except for touch targets: less than `targetScale` on a small panel.
  let scale: Double
  let isPortrait: Bool
  /// True if the panel has no space for a second line of texts.
  let hasCompactHeight: Bool
  /// The part of the scene on each pane, in the scene's points.
  let box: Rect
  /// The factor for touch targets: more than 1 on a large portrait panel.
  private let targetScale: Double
  private let hasLesson: Bool

  /// The margin around the scene's box, as a fraction of its width.
  private static let margin = 0.03

  init(size: Size = Size(1, 1), sceneBox: Rect = Rect(0, 0, 1, 1), hasLesson: Bool = true) {
    self.hasLesson = hasLesson
    // One below the other, the panes of a low panel would be too flat.
    isPortrait = size.height > max(1.1 * size.width, 420)
    // The width of a portrait panel alone would make texts too small.
    let targetScale = isPortrait ? max(1, min(size.width / 819, size.height / 1317)) : 1
    let smallestUnshrunkSize = isPortrait ? Size(480, 600) : Size(1000, 560)
    let shrinking = min(
      size.width / targetScale / smallestUnshrunkSize.width, size.height / targetScale / smallestUnshrunkSize.height)
    (self.size, self.targetScale) = (size, targetScale)
    scale = targetScale * min(1, max(0.6, shrinking))
    hasCompactHeight = !isPortrait && (size.height < 330 || size.width < 400)
    let margin = sceneBox.width * Self.margin
    box = sceneBox.insetBy(-margin, -margin)
  }

  // MARK: Panes

  private var inset: Double { 24 * scale }

  /// The left edge of the texts next to the panes on a portrait panel.
  private var textColumnX: Double { min(606 * scale, size.width - 172 * scale) }

  /// The area of all panes.
  var panesFrame: Rect {
    if isPortrait {
      let top = caption.maxY + 96 * scale
      return Rect(inset, top, textColumnX - inset, orderLabel.minY - 4 * scale - top)
    }
    let (left, top) = (120 * scale, hasCompactHeight ? closeButton.maxY + 2 * scale : caption.maxY + 14 * scale)
    let bottom = hasCompactHeight ? 76 * scale : 44 * scale + 92 * textScale
    return Rect(left, top, size.width - left - 40 * scale, max(size.height - top - bottom, 1))
  }

  /// Returns the transform of each pane, from the scene's points to the exploded view's.
  func paneTransforms(count: Int) -> [Transform2D] {
    guard count > 0, box.width > 0, box.height > 0 else { return [] }
    let (panesFrame, gap) = (panesFrame, (isPortrait ? 14 : 13) * scale)
    let (length, range) = isPortrait ? (panesFrame.height, 40.0...170) : (panesFrame.width, 80.0...260)
    let evenLength = (length - Double(count - 1) * gap) / Double(count)
    let pane = min(max(evenLength, min(range.lowerBound * scale, length / 3)), range.upperBound * scale)
    // Panes overlap if they would become too narrow.
    let step = count > 1 ? min(pane + gap, (length - pane) / Double(count - 1)) : 0
    let start = (length - pane - step * Double(count - 1)) / 2
    return (0..<count).map { index in
      let offset = start + step * Double(index)
      return isPortrait
        ? horizontalPane(height: pane, at: panesFrame.minY + offset)
        : verticalPane(width: pane, at: panesFrame.minX + offset)
    }
  }

  private func verticalPane(width: Double, at x: Double) -> Transform2D {
    let (a, slant) = (width / box.width, 0.36 * width)
    // Limits the perspective to that of a plane rotated by 60°.
    let d = min((panesFrame.height - slant) / box.height, a / 0.45)
    let y = panesFrame.minY + (panesFrame.height - slant - d * box.height) / 2
    let b = slant / box.width
    return Transform2D(a: a, b: b, c: 0, d: d, tx: x - a * box.minX, ty: y - b * box.minX - d * box.minY)
  }

  private func horizontalPane(height: Double, at y: Double) -> Transform2D {
    let skew = min(111 * scale, 0.74 * height)
    let (a, c, d) = ((panesFrame.width - skew) / box.width, -skew / box.height, height / box.height)
    return Transform2D(
      a: a, b: 0, c: c, d: d, tx: panesFrame.minX + skew - a * box.minX - c * box.minY, ty: y - d * box.minY)
  }

  // MARK: Texts and controls

  var titleStyle: TextStyle {
    TextStyle(Font(size: size.width < (isPortrait ? 400 : 900) * targetScale ? 22 : 28, weight: 600))
  }

  /// The factor for texts, which shrink less than the rest.
  var textScale: Double { max(scale, 0.85 * targetScale) }

  private var buttonSize: Double { 48 * targetScale }

  var title: Rect {
    let end =
      isPortrait
      ? closeButton.minX : [turnButton, lessonButton, replayButton].first { !$0.isEmpty }?.minX ?? size.width
    return Rect(
      inset, closeButton.minY, end - 12 * scale - inset, hasCompactCaption ? 28 * targetScale : closeButton.height)
  }
  /// Beneath the title, or in its row on a low panel; empty if there is no room.
  var caption: Rect {
    guard hasCompactHeight else {
      return Rect(inset, closeButton.maxY, size.width - 2 * inset, Double(captionLines * 21 + 4) * textScale)
    }
    return hasCompactCaption ? Rect(inset, title.maxY - 2 * targetScale, title.width, 20 * targetScale) : .zero
  }
  private var captionLines: Int { isPortrait ? 5 : size.width < 1000 * textScale ? 3 : 2 }
  private var hasCompactCaption: Bool { hasCompactHeight && size.width > 600 * targetScale }

  var closeButton: Rect {
    Rect(size.width - inset - buttonSize, (hasCompactHeight ? 2 : 14) * scale, buttonSize, buttonSize)
  }
  var replayButton: Rect {
    let width = 92 * targetScale
    return isPortrait
      ? Rect(inset, size.height - 12 * scale - buttonSize, width, buttonSize)
      : Rect(closeButton.minX - 8 * targetScale - width, closeButton.minY, width, buttonSize)
  }
  /// Empty if there is no lesson, or no room.
  var lessonButton: Rect {
    let width = 92 * targetScale
    guard hasLesson, isPortrait || size.width > 640 * targetScale else { return .zero }
    return isPortrait
      ? Rect(size.width - inset - width, replayButton.minY, width, buttonSize)
      : Rect(replayButton.minX - 8 * targetScale - width, closeButton.minY, width, buttonSize)
  }
  /// The button that turns the cube; empty if there is no room.
  var turnButton: Rect {
    let (gap, width) = (8 * targetScale, 136 * targetScale)
    // Next to the lesson's button, or in its place.
    let end = hasLesson ? lessonButton.minX - gap : isPortrait ? size.width - inset : replayButton.minX - gap
    let availableWidth = min(width, end - replayButton.maxX - gap)
    guard isPortrait || size.width > 780 * targetScale else { return .zero }
    return isPortrait
      ? Rect(end - availableWidth, replayButton.minY, availableWidth, buttonSize)
      : Rect(end - width, closeButton.minY, width, buttonSize)
  }

  var scrubber: Rect {
    isPortrait
      ? Rect(textColumnX, panesFrame.minY, size.width - textColumnX - 8 * scale, panesFrame.height)
      : Rect(
        panesFrame.minX - 60 * scale, panesFrame.maxY, size.width - panesFrame.minX + 60 * scale,
        size.height - panesFrame.maxY)
  }
  /// The distance between the scrubber's edge and its line.
  var trackInset: Double { (isPortrait ? 28 : hasCompactHeight ? 18 : 30) * scale }

  /// The center of the miniature, and its longer side.
  var miniature: (center: Point, side: Double) {
    if isPortrait { return (Point(textColumnX + 60 * scale, panesFrame.minY - 46 * scale), 76 * scale) }
    let side = (hasCompactHeight ? 48 : 76) * scale
    return (Point(62 * scale, panesFrame.maxY + side / 2 + 8 * scale), side)
  }
  /// The label beneath the panes, which says what their order means; empty if there is no room.
  var orderLabel: Rect {
    guard !hasCompactHeight else { return .zero }
    let height = 20 * textScale
    guard !isPortrait else {
      return Rect(inset, replayButton.minY - height - 2 * scale, size.width - 2 * inset, height)
    }
    return Rect(panesFrame.minX, size.height - height - 9 * scale, panesFrame.width, height)
  }
  /// The label beneath the miniature; empty if there is no room.
  var miniatureLabel: Rect {
    let (center, side) = miniature
    guard !hasCompactHeight, !isPortrait else { return .zero }
    return Rect(8 * scale, center.y + side / 2 + 2 * scale, 108 * scale, 20 * textScale)
  }

  /// Returns the frame of the finger, from whose tip the tap's line starts.
  func fingerFrame(for tapPoint: Point) -> Rect {
    if isPortrait {
      let width = 42 * scale
      return Rect(tapPoint.x - width / 2, caption.maxY, width, panesFrame.minY - caption.maxY - 8 * scale)
    }
    let height = (hasCompactHeight ? 32 : 44) * scale
    return Rect(0, tapPoint.y - height / 2, panesFrame.minX - 15 * scale, height)
  }
  /// Returns the point at which a tap's line comes out from behind a pane.
  func exitPoint(from paneTransform: Transform2D, at tapPoint: Point) -> Point {
    let end = paneTransform.apply(to: Point(box.maxX, box.maxY))
    return isPortrait ? Point(tapPoint.x, end.y + 2 * scale) : Point(end.x + 2 * scale, tapPoint.y)
  }
  /// Returns true if a point on the tap's line is beyond another one.
  func isBehind(_ point: Point, _ other: Point) -> Bool { isPortrait ? point.y > other.y : point.x > other.x }
  /// Returns the top left corner of a pane's tag: beneath the lower left corner of an upright pane, whose lower edge falls
  /// to the right.
  func tagCorner(of paneTransform: Transform2D) -> Point {
    paneTransform.apply(to: Point(box.minX, box.maxY)) + Point(0, (hasCompactHeight ? 10 : 18) * scale)
  }

  func fingertip(for tapPoint: Point) -> Point {
    let finger = fingerFrame(for: tapPoint)
    return isPortrait ? Point(tapPoint.x, finger.maxY) : Point(finger.maxX, tapPoint.y)
  }
}
