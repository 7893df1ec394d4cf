import PanelLayers
import PanelViews
import Scenes
import Words

/// The texts about the outcome of a touch fix, from a real hit test.
struct ComparisonWords: Equatable {
  let hitView: String
  let reason: String
  let matchesVisibleView: Bool

  init(_ report: HitTestReport) {
    matchesVisibleView = report.matchesVisibleView
    guard let index = report.hitIndex else {
      hitView = (report.hitView == nil ? Word.nobody : .theGround).text
      reason =
        report.visibleCandidate.map { Word.paneIsDeaf.text([.name: $0.view.displayNameMidSentence]) }
        ?? Word.nothingElseThere.text
      return
    }
    let candidate = report.candidates[index]
    let name = candidate.view.displayNameMidSentence
    let isButton = report.hitView is Control && report.hitView !== candidate.view
    hitView = (candidate.facing == .back ? Word.atTheBack : .inFront)
      .text([.taker: isButton ? Word.buttonOn.text([.pane: name]) : name])
    let others = report.candidates.indices.filter { $0 != index }
    if report.order == .depth {
      reason = Word.nearestUnderTap.text
    } else if others.allSatisfy({ !report.candidates[$0].view.isUserInteractionEnabled }) {
      reason = Word.onlyOneListens.text
    } else if index == 0 {
      reason = (candidate.facing == .back ? Word.isAskedFirstAtBack : .isAskedFirst).text
    } else {
      let passed = report.candidates[..<index]
      let word = passed.allSatisfy { $0.outcome == .missed } ? Word.othersMissed : .othersLetThrough
      reason = word.text([.names: Self.list(passed.map(\.view)), .name: name])
    }
  }

  /// "6, 5 and 4" for numbered faces, or the name of a single view.
  private static func list(_ views: [View]) -> String {
    let numbers = views.compactMap { ($0 as? any Numbered)?.number }
    return Word.list(
      views.count > 1 && numbers.count == views.count
        ? numbers.map { "\($0)" } : views.map(\.displayNameMidSentence))
  }
}
