import Localization
import PanelViews
import Scenes

/// The texts about the outcome of a tap with a touch fix.
struct ComparisonTexts: Equatable {
  /// The hit view and its side of the cube: "face 3, in front".
  let hitViewName: String
  let reason: String
  let matchesVisibleView: Bool

  init(_ report: HitTestReport) {
    matchesVisibleView = report.matchesVisibleView
    guard let index = report.hitIndex else {
      hitViewName = report.hitViewName
      reason =
        report.visibleCandidate.map { LocalizedText.viewNotListening.text([.name: $0.view.displayNameMidSentence]) }
        ?? LocalizedText.nothingElseThere.text
      return
    }
    let candidate = report.candidates[index]
    hitViewName = (candidate.facing == .back ? LocalizedText.atTheBack : .inFront)
      .text([.taker: report.hitViewName])
    let others = report.candidates.indices.filter { $0 != index }
    if report.order == .depth {
      reason = LocalizedText.nearestUnderTap.text
    } else if others.allSatisfy({ !report.candidates[$0].view.isUserInteractionEnabled }) {
      reason = LocalizedText.onlyOneListens.text
    } else if index == 0 {
      reason = (candidate.facing == .back ? LocalizedText.isAskedFirstAtBack : .isAskedFirst).text
    } else {
      let passed = report.candidates[..<index]
      let text = passed.allSatisfy { $0.outcome == .missed } ? LocalizedText.othersMissed : .othersLetThrough
      reason = text.text([.names: Self.list(passed.map(\.view)), .name: candidate.view.displayNameMidSentence])
    }
  }

  /// "6, 5 and 4" for numbered faces, or the name of a single view.
  private static func list(_ views: [View]) -> String {
    let numbers = views.compactMap { ($0 as? any Numbered)?.number }
    return LocalizedText.list(
      views.count > 1 && numbers.count == views.count
        ? numbers.map { "\($0)" } : views.map(\.displayNameMidSentence))
  }
}
