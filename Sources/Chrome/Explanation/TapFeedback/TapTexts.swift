import Localization
import PanelViews
import Scenes

/// The texts about a tap that didn't reach the visible view.
struct TapTexts: Equatable {
  /// Names the hit view, with emphasis.
  let title: Phrase
  let reason: String
  /// The visible view or control at the tap: "Lamp", "face 3".
  let target: String?
  /// The name of the view that the overlay makes translucent.
  let overlayName: String?
  /// True if the overlay reveals the back of the hit view.
  let isSeenFromBehind: Bool

  /// - Returns: `nil` if the visible view was hit, and reacts.
  init?(_ report: HitTestReport) {
    guard !report.matchesVisibleView || report.hitView == nil || report.deadControl != nil else { return nil }
    let visible = report.visibleCandidate
    let hit = report.hitCandidate
    let control = report.visibleView as? Control
    target = control?.displayNameMidSentence ?? visible?.view.displayNameMidSentence
    overlayName = visible?.view.displayNameMidSentence
    isSeenFromBehind = hit?.facing == .back && hit?.isDrawnAtTap == true
    if let dead = report.deadControl, !report.isCoveredFromBehind {
      // A view around the control doesn't compete with it.
      let taker = report.hitView.flatMap { dead.control.isDescendant(of: $0) ? nil : report.hitViewName }
      title =
        taker.map { LocalizedText.tookYourTap.phrase([.taker: $0]) }
        ?? dead.obstacle.outcome.phrase([.name: dead.control.displayNameMidSentence])
      reason = dead.obstacle.reason(for: dead.control)
      return
    }
    title = LocalizedText.tookYourTap.phrase([.taker: report.hitViewName])
    let intended = control == nil ? overlayName : LocalizedText.theButton.text
    if let hit, let intended, visible?.outcome == .notTested {
      reason = (hit.isDrawnAtTap ? LocalizedText.tapFromBehind : .tapUndrawn).text([.seen: intended])
    } else if let visible {
      reason = (visible.outcome == .ignoresTouches ? LocalizedText.doesNotListen : .letItThrough).text([
        .name: visible.view.displayNameMidSentence
      ])
    } else {
      reason =
        hit == nil
        ? LocalizedText.doesNotListen.text([.name: LocalizedText.theBackground.text])
        : LocalizedText.undrawnListens.text
    }
  }
}

extension HitTestReport {
  /// True if nothing is drawn at the point but what is behind the candidates, one of which received the tap: it only
  /// arranges other views. A view that isn't drawn because it faces away doesn't count.
  var hitsOnlyArrangement: Bool {
    guard let hitCandidate, visibleIndex == nil, !hitCandidate.isDrawnAtTap else { return false }
    return hitCandidate.facing == .front || hitCandidate.view.layer.isDoubleSided
  }

  /// True if a drawn view behind the visible one took the tap, which the see-through overlay shows.
  var isCoveredFromBehind: Bool {
    guard !matchesVisibleView, let hitCandidate, hitCandidate.isDrawnAtTap else { return false }
    return visibleCandidate?.outcome == .notTested
  }

  /// The hit view within a sentence, such as "face 3" or "the button on face 3".
  var hitViewName: String {
    guard let hitView else { return LocalizedText.nobody.text }
    guard let candidate = hitCandidate?.view else { return LocalizedText.theBackground.text }
    if hitView is Control, hitView !== candidate {
      return LocalizedText.buttonOn.text([.pane: candidate.displayNameMidSentence])
    }
    return hitView.displayNameMidSentence.isEmpty ? candidate.displayNameMidSentence : hitView.displayNameMidSentence
  }
}

extension HitTestReport.Candidate {
  /// False if no side of the view is visible.
  var isDrawn: Bool { !view.isHidden && (facing == .front || view.layer.isDoubleSided) && facing != .edge }
}
