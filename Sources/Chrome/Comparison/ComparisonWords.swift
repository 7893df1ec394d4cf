import Layers
import Scenes
import Views
import Words

/// The words about one answer to "Who gets the tap?", from what was really asked.
struct ComparisonWords: Equatable {
  /// The taker, within a sentence.
  let taker: String
  let reason: String
  /// True where the tap reaches what one sees.
  let matchesVisibleView: Bool
  /// The view that one looks through; `nil` where one sees the taker itself.
  let lid: String?

  init(_ report: HitTestReport) {
    matchesVisibleView = report.matchesVisibleView
    lid =
      report.matchesVisibleView ? nil : report.visibleIndex.map { report.candidates[$0].view.displayNameMidSentence }
    guard let index = report.hitIndex else {
      taker = (report.hitView == nil ? Word.nobody : .theGround).text
      reason = lid.map { Word.paneIsDeaf.text([.name: $0]) } ?? Word.nothingElseThere.text
      return
    }
    let pane = report.candidates[index]
    let name = pane.view.displayNameMidSentence
    let isButton = report.hitView is Control && report.hitView !== pane.view
    taker = (pane.facing == .back ? Word.atTheBack : .inFront)
      .text([.taker: isButton ? Word.buttonOn.text([.pane: name]) : name])
    let others = report.candidates.indices.filter { $0 != index }
    if report.order == .depth {
      reason = Word.nearestUnderTap.text
    } else if others.allSatisfy({ !report.candidates[$0].view.isUserInteractionEnabled }) {
      reason = Word.onlyOneListens.text
    } else if index == 0 {
      reason = (pane.facing == .back ? Word.isAskedFirstAtBack : .isAskedFirst).text
    } else {
      let passed = report.candidates[..<index]
      let word = passed.allSatisfy { $0.outcome == .missed } ? Word.othersMissed : .othersLetThrough
      reason = word.text([.names: Self.list(passed.map(\.view)), .name: name])
    }
  }

  /// "6, 5 and 4", as the faces are numbered; the name of a single one.
  private static func list(_ views: [View]) -> String {
    let numbers = views.compactMap { ($0 as? any Numbered)?.number }
    return Word.list(
      views.count > 1 && numbers.count == views.count
        ? numbers.map { "\($0)" } : views.map(\.displayNameMidSentence))
  }
}
