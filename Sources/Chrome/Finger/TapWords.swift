import Scenes
import Views
import Words

/// The words about where a tap went, where that isn't what one sees there.
struct TapWords: Equatable {
  /// The taker is set off in it.
  let title: Phrase
  let reason: String
  /// The thing that one sees where the tap was: "Lamp", "face 3".
  let target: String?
  /// The view in front, of which one sees the glass alone.
  let overlayName: String?
  /// True where the taker is seen as in a mirror.
  let isSeenFromBehind: Bool

  /// - Returns: `nil` where the tap went to what one sees.
  init?(_ report: HitTestReport) {
    guard !report.matchesVisibleView || report.hitView == nil else { return nil }
    let visible = report.visibleIndex.map { report.candidates[$0] }
    let hit = report.hitIndex.map { report.candidates[$0] }
    let control = report.visibleView as? Control
    title = Word.tookYourTap.phrase([.taker: Self.name(of: report.hitView, in: hit?.view)])
    target = control?.displayNameMidSentence ?? visible?.view.displayNameMidSentence
    self.overlayName = visible?.view.displayNameMidSentence
    isSeenFromBehind = hit?.facing == .back && hit?.isDrawn == true
    let meant = control == nil ? self.overlayName : Word.theButton.text
    if let hit, let meant, visible?.outcome == .notTested {
      reason = (hit.isDrawn ? Word.tapFromBehind : .tapUndrawn).text([.seen: meant])
    } else if let visible {
      reason = (visible.outcome == .ignoresTouches ? Word.doesNotListen : .letItThrough).text([
        .name: visible.view.displayNameMidSentence
      ])
    } else {
      reason = hit == nil ? Word.doesNotListen.text([.name: Word.theGround.text]) : Word.undrawnListens.text
    }
  }

  private static func name(of taker: View?, in candidate: View?) -> String {
    guard let taker else { return Word.nobody.text }
    guard let candidate else { return Word.theGround.text }
    if taker is Control, taker !== candidate { return Word.buttonOn.text([.pane: candidate.displayNameMidSentence]) }
    return taker.displayNameMidSentence.isEmpty ? candidate.displayNameMidSentence : taker.displayNameMidSentence
  }
}

extension HitTestReport.Candidate {
  /// False where nothing of it can be seen, from whichever side.
  var isDrawn: Bool { !view.isHidden && (facing == .front || view.layer.isDoubleSided) && facing != .edge }
}
