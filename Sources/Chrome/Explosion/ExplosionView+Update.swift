import Geometry
import Raster
import Scenes
import Views

extension ExplosionView {
  /// Brings everything to where it is now.
  func update() {
    guard targets.count == figures.count else { return }
    field.isHidden = comparison != nil
    overlay.layer.isHidden = comparison != nil
    guard comparison == nil else {
      for view in subviews where view !== comparison { view.isHidden = true }
      placeMiniature?(plan.miniature.center, 1e-4)
      return
    }
    miniature.isHidden = false
    let isOpen = opening >= 1
    let color = asking.isAsSeen ? theme.right : theme.wrong
    let words = ExplosionWords(asking, note: scene.routeNote)
    for (index, figure) in figures.enumerated() {
      let start = isOpen && gliding < 1 ? starts[index] : isOpen ? targets[index] : panel
      figure.map = flip.concatenating(start.interpolated(to: targets[index], isOpen ? gliding : opening))
      let pane = asking.panes[index]
      figure.look = look(of: index)
      figure.shadow = opening < 1 ? figure.view.layer.shade * (1 - opening) : 0
      figure.depth = opening < 0.3 ? pane.depth : 0
      let isMeant = index == asking.seenPane && pane.answer == .neverAsked
      figure.setMeant(
        isMeant && asking.seen is Control ? asking.seen : nil, scale: scene.magnification * (window?.scale ?? 1))
      figure.apply(in: scene.content, box: plan.box, unit: plan.unit, color: color)
    }
    let holes = figures.map { $0.place(of: tap) }
    placeNeedle(holes, color: color)
    title.isHidden = !isOpen
    title.words = words
    title.isDone = progress >= questions
    title.note = scene.routeNote
    title.color = color
    updateScrubber(words, color: color)
    for view in [scrubber, replayButton, closeButton] as [View] { view.isHidden = !isOpen }
    orderSlider.isHidden = !isOpen || asking.order != .depth || plan.order == nil
    lessonButton.isHidden = !isOpen || onLesson == nil || plan.lesson == nil
    overlay.show(
      ExplosionOverlay.State(
        isOpen: isOpen, isDone: progress >= questions, holes: holes, taking: asking.takingPane, seen: asking.seenPane,
        meant: words.meant, gap: gapFrame, groups: groups, canTurn: scene.canTurn, tap: miniatureTap,
        isExpected: asking.isAsSeen), plan: plan, theme: theme, color: color)
    let small = max(miniatureScale * min(max((opening - 0.6) / 0.4, 0), 1), 1e-4)
    placeMiniature?(plan.miniature.center - miniatureOffset * small, small)
  }

  /// From the content's middle to that of the scene's box, in the scene's points.
  var miniatureOffset: Point { Point(scene.box.midX, scene.box.midY) }

  var miniatureTap: Point {
    let way = (tap - scene.center - miniatureOffset) * miniatureScale
    return plan.miniature.center + (layer.isMirrored ? Point(-way.x, way.y) : way)
  }

  /// What is on the panes is as on the scene where the panes are mirrored: about the middle of what they show.
  var flip: AffineTransform {
    layer.isMirrored ? AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 2 * plan.box.midX, ty: 0) : .identity
  }

  func look(of index: Int) -> PaneFigure.Look {
    let pane = asking.panes[index]
    var whole = PaneFigure.Look()
    guard opening >= 1 else {
      // What the panel doesn't show comes up on the way, and so does the glass.
      let t = min(max((opening - 0.05) / 0.35, 0), 1)
      (whole.glass, whole.edge, whole.outline) = (whole.glass * t, whole.edge * t, whole.outline * t)
      if pane.facing == .back { whole.face = t }
      return whole
    }
    var end = PaneFigure.Look()
    switch pane.answer {
    case .missed: (end.glass, end.edge, end.outline) = (0.10, 0.5, 0.45)
    case .deaf: (end.glass, end.edge, end.face, end.outline) = (0.035, 0.24, 0.12, 0.4)
    case .took: (end.glass, end.edge, end.lit) = (0.12, 0.5, 1)
    case .neverAsked:
      (end.glass, end.edge, end.outline) = (0.045, 0.2, 0.18)
      end.face = index == asking.seenPane ? 0.42 : 0.24
    }
    // Whoever is never asked steps back with the last question.
    let asked = pane.answer == .neverAsked ? questions - 1 : Double(index)
    return whole.mixed(with: end, min(max((progress - asked) / 0.7 - 0.3, 0), 1))
  }

  func placeNeedle(_ holes: [Point], color: Color) {
    guard let first = holes.first else { return }
    let u = plan.unit
    var start = plan.fingertip(to: first)
    for (index, figure) in figures.enumerated() {
      let pane = asking.panes[index]
      let part = opening >= 1 ? min(max(progress - Double(index), 0), 1) : 0
      let end = start.interpolated(to: holes[index], part)
      figure.needle.color = theme.needle
      figure.halo.color = theme.needle
      figure.needle.place(from: start, to: part > 0 ? end : start, width: (plan.isCompact ? 2.4 : 3.2) * u)
      figure.halo.place(from: start, to: part > 0 ? end : start, width: (plan.isCompact ? 6 : 8) * u)
      let isSaid = part >= 1 && pane.answer != .neverAsked
      figure.mark.layer.isHidden = !isSaid
      if isSaid {
        figure.showMark(
          Mark(pane.answer, isExpected: asking.isAsSeen), at: holes[index], plan: plan, ink: theme.needle, color: color,
          ground: theme.groundEdge.faded(0.55))
      }
      start = holes[index]
    }
    let part = asking.takingPane == nil && opening >= 1 ? min(max(progress - Double(figures.count), 0), 1) : 0
    overlay.placeRest(from: start, part: part, plan: plan, color: theme.needle)
  }

  func updateScrubber(_ words: ExplosionWords, color: Color) {
    let origin = plan.scrubber.origin
    let middle = plan.box.center
    scrubber.isExpected = asking.isAsSeen
    scrubber.color = color
    scrubber.ticks = asking.panes.indices.map { index in
      let place = targets[index].apply(to: middle) - origin
      return Scrubber.Tick(
        place: plan.isTall ? place.y : place.x, name: asking.panes[index].view.spokenName,
        answer: asking.panes[index].answer, isMeant: index == asking.seenPane,
        meant: index == asking.seenPane && asking.seen is Control ? words.meant : nil)
    }
    scrubber.end = plan.isTall ? scrubber.bounds.height - 4 * plan.unit : scrubber.bounds.width - 20 * plan.unit
    scrubber.progress = progress
  }

  /// The corners of the room that one was taken from; none where nobody was.
  var gapFrame: [Point] {
    guard let gap = scene.routeNote?.gap, targets.indices.contains(gap), gap > 0, opening >= 1 else { return [] }
    let (before, after) = (targets[gap - 1], targets[gap])
    let inset = plan.unit * (plan.isTall ? 22 : 16)
    let box = plan.box
    func corner(_ p: Point, _ map: AffineTransform, dx: Double, dy: Double) -> Point {
      map.apply(to: p) + Point(dx, dy)
    }
    if plan.isTall {
      let y = after.ty - before.ty
      let scale = (y - after.d * box.height - inset * 2) / max(after.d * box.height, 1)
      guard scale > 0.1 else { return [] }
      var map = before
      (map.d, map.c) = (map.d * scale, map.c * scale)
      let top = before.apply(to: Point(box.minX, box.maxY))
      map.tx = top.x - map.a * box.minX - map.c * box.minY
      map.ty = top.y + inset - map.d * box.minY
      return box.corners.map(map.apply)
    }
    let pane = after.a * box.width
    let width = after.tx - before.tx - pane - 2 * inset
    guard width > 4 else { return [] }
    var map = before
    map.a = width / box.width
    map.tx = before.apply(to: Point(box.maxX, box.minY)).x + inset - map.a * box.minX
    map.b = before.b * map.a / before.a
    map.ty += before.b * box.minX - map.b * box.minX
    return box.corners.map(map.apply)
  }

  /// The panes that face one and those that don't, where they are asked by depth: the span of each.
  var groups: [ExplosionOverlay.Group] {
    guard asking.order == .depth, opening >= 1, targets.count == figures.count else { return [] }
    var groups: [ExplosionOverlay.Group] = []
    for (index, pane) in asking.panes.enumerated() {
      let corners = plan.box.corners.map(targets[index].apply)
      let box = Rect(bounding: corners)
      let (start, end) = plan.isTall ? (box.minY, box.maxY) : (box.minX, box.maxX)
      if index > 0, pane.facing == asking.panes[index - 1].facing {
        groups[groups.count - 1].end = end
      } else {
        groups.append(ExplosionOverlay.Group(start: start, end: end, isFacing: pane.facing == .front))
      }
    }
    return groups
  }
}
