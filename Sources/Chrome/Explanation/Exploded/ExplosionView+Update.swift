import Localization
import PanelViews
import Scenes

extension ExplosionView {
  func update() {
    guard targetTransforms.count == panes.count else { return }
    let isOpen = openProgress >= 1
    let color = report.outcomeColor(theme)
    let texts = ExplosionTexts(report, note: scene.tapRuleNote, turnedNote: scene.turnedNote)
    for (index, pane) in panes.enumerated() {
      let start = isOpen ? startTransforms[index] : sceneTransform
      pane.transform = mirroring.concatenating(
        start.interpolated(to: targetTransforms[index], isOpen ? moveProgress : openProgress))
      let candidate = report.candidates[index]
      pane.opacities = opacities(of: index)
      pane.shadeOpacity = openProgress < 1 ? pane.view.layer.shade * (1 - openProgress) : 0
      pane.depth = openProgress < 0.3 ? candidate.depth : 0
      let isIntended = index == report.visibleIndex && candidate.outcome == .notTested
      pane.setIntended(
        isIntended && report.visibleView is Control ? report.visibleView : nil,
        scale: scene.magnification * (window?.scale ?? 1))
      pane.apply(in: scene.content, box: layout.box, scale: layout.scale, color: color)
    }
    let tapPoints = panes.map { $0.transform.apply(to: tap) }
    placeTapLine(tapPoints, color: color)
    let isTapFinished = progress >= testCount
    title.attributedText = texts.title.attributed(color)
    caption.text = texts.caption
    orderLabel.text = report.order.texts.panes.text
    updateScrubber(texts)
    for view in [scrubber, replayButton, closeButton, lessonButton, miniatureLabel, orderLabel] as [View] {
      view.isHidden = !isOpen || view.bounds.isEmpty
    }
    // The outcome is hidden until the tap has reached its hit view.
    for label in [title, caption] { label.isHidden = !isOpen || !isTapFinished || label.bounds.isEmpty }
    if let cube = scene as? CubeScene, cube.hasButtonFace, scene.tapRuleNote != nil || !cube.isInHomeOrientation {
      turnButton.isHidden = !isOpen || layout.turnButton.isEmpty
      turnButton.title = (cube.isButtonTurnedAway ? LocalizedText.turnBack : .turnCube).text
    } else {
      turnButton.isHidden = true
    }
    overlay.show(
      ExplosionOverlay.Content(
        isOpen: isOpen, isTapFinished: isTapFinished, tapPoints: tapPoints, hitIndex: report.hitIndex,
        visibleIndex: report.visibleIndex, formerPositionCorners: isOpen ? formerPositionCorners : [],
        formerPositionLabel: scene.tapRuleNote?.formerPosition?.label ?? "", miniatureTap: miniatureTap,
        tags: tags, color: color, size: layout.size), layout: layout)
    let miniatureMagnification = max(miniatureScale * min(max((openProgress - 0.6) / 0.4, 0), 1), 1e-4)
    placeMiniature?(layout.miniature.center - miniatureOffset * miniatureMagnification, miniatureMagnification)
  }

  /// From the center of the content to that of the scene's box, in the scene's points.
  var miniatureOffset: Point { Point(scene.box.midX, scene.box.midY) }

  var miniatureTap: Point {
    let offset = (tap - scene.center - miniatureOffset) * miniatureScale
    return layout.miniature.center + (isSceneUnmirrored ? Point(-offset.x, offset.y) : offset)
  }

  /// True if the layout is mirrored, but not the scene.
  private var isSceneUnmirrored: Bool { layer.isMirrored && !scene.content.layer.isMirrored }

  /// Mirrors the panes' contents back in a mirrored layout.
  var mirroring: Transform2D {
    isSceneUnmirrored ? Transform2D(a: -1, b: 0, c: 0, d: 1, tx: 2 * layout.box.midX, ty: 0) : .identity
  }

  func opacities(of index: Int) -> ExplodedPane.Opacities {
    let candidate = report.candidates[index]
    var initial = ExplodedPane.Opacities()
    guard openProgress >= 1 else {
      // The panes and the views that the panel doesn't show fade in.
      let t = min(max((openProgress - 0.05) / 0.35, 0), 1)
      (initial.plate, initial.plateOutline, initial.viewOutline) = (
        initial.plate * t, initial.plateOutline * t, initial.viewOutline * t
      )
      if candidate.facing == .back { initial.snapshot = t }
      return initial
    }
    var end = ExplodedPane.Opacities()
    switch candidate.outcome {
    case .missed: (end.plate, end.plateOutline, end.viewOutline) = (0.10, 0.5, 0.45)
    case .ignoresTouches: (end.plate, end.plateOutline, end.snapshot, end.viewOutline) = (0.035, 0.24, 0.2, 0.4)
    case .hit: (end.plate, end.plateOutline, end.highlight) = (0.12, 0.5, 1)
    case .notTested:
      (end.plate, end.plateOutline, end.viewOutline) = (0.045, 0.2, 0.18)
      end.snapshot = !candidate.view.isUserInteractionEnabled ? 0.2 : index == report.visibleIndex ? 0.6 : 0.4
    }
    // Candidates that aren't tested fade with the last test.
    let firstTest = candidate.outcome == .notTested ? testCount - 1 : Double(index)
    return initial.interpolated(to: end, min(max((progress - firstTest) / 0.7 - 0.3, 0), 1))
  }

  func placeTapLine(_ tapPoints: [Point], color: Color) {
    guard let first = tapPoints.first else { return }
    let u = layout.scale
    var start = layout.fingertip(for: first)
    // Behind a pane that the tap missed, only the line's halo continues. Otherwise the line would seem to pierce the
    // view.
    var haloStart = start
    for (index, pane) in panes.enumerated() {
      let candidate = report.candidates[index]
      let testProgress = openProgress >= 1 ? min(max(progress - Double(index), 0), 1) : 0
      let end = start.interpolated(to: tapPoints[index], testProgress)
      pane.tapLine.place(from: start, to: testProgress > 0 ? end : start, width: 3.2 * u)
      pane.tapLineHalo.place(from: haloStart, to: testProgress > 0 ? end : haloStart, width: 8 * u)
      let isMarked = testProgress >= 1 && candidate.outcome != .notTested
      pane.mark.isHidden = !isMarked
      if isMarked {
        pane.showMark(
          OutcomeMark(candidate.outcome, isExpected: report.isSuccess), at: tapPoints[index], layout: layout,
          hitColor: color)
      }
      haloStart = tapPoints[index]
      start = candidate.outcome == .missed ? layout.exitPoint(from: pane.transform, at: haloStart) : haloStart
      if index + 1 < tapPoints.count { start = layout.isBehind(start, tapPoints[index + 1]) ? haloStart : start }
    }
    let lineProgress = report.hitIndex == nil && openProgress >= 1 ? min(max(progress - Double(panes.count), 0), 1) : 0
    overlay.placeLineToContainer(from: start, progress: lineProgress, layout: layout, color: theme.tapLine)
  }

  /// True if some candidates face the viewer and others face away.
  private var hasTwoSides: Bool {
    let facings = report.candidates.map(\.facing)
    return facings.contains(.front) && facings.contains(.back)
  }

  /// A tag for each upright pane, if some face the viewer and others face away. The names next to lying panes have the
  /// side.
  var tags: [ExplosionOverlay.Tag] {
    guard openProgress >= 1, moveProgress >= 1, !layout.isPortrait, hasTwoSides else { return [] }
    return zip(report.candidates, targetTransforms).map { candidate, transform in
      ExplosionOverlay.Tag(
        corner: layout.tagCorner(of: transform), isFront: candidate.facing == .front, text: candidate.sideName)
    }
  }

  func updateScrubber(_ texts: ExplosionTexts) {
    let origin = layout.scrubber.origin
    let center = layout.box.center
    scrubber.isSuccess = report.isSuccess
    scrubber.color = report.outcomeColor(theme)
    scrubber.ticks = report.candidates.enumerated().map { index, candidate in
      let position = targetTransforms[index].apply(to: center) - origin
      return Scrubber.Tick(
        position: layout.isPortrait ? position.y : position.x, name: candidate.view.displayName,
        number: (candidate.view as? any Numbered)?.number, outcome: candidate.outcome,
        isIntended: index == report.visibleIndex, isDeaf: !candidate.view.receivesTouches,
        side: layout.isPortrait && hasTwoSides ? candidate.sideName : nil,
        intendedLabel: index == report.visibleIndex && report.visibleView is Control ? texts.intended : nil)
    }
    scrubber.lineEnd =
      layout.isPortrait ? scrubber.bounds.height - 4 * layout.scale : scrubber.bounds.width - 20 * layout.scale
    scrubber.progress = progress
  }
}

extension HitTestReport.Candidate {
  /// The side of the scene on which the view is: "front" or "back".
  fileprivate var sideName: String { (facing == .front ? LocalizedText.tagFront : .tagBack).text }
}
