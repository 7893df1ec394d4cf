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
  let isAsSeen: Bool
  /// The view that one looks through; `nil` where one sees the taker itself.
  let lid: String?

  init(_ asking: Asking) {
    isAsSeen = asking.isAsSeen
    lid = asking.isAsSeen ? nil : asking.seenPane.map { asking.panes[$0].view.spokenNameWithin }
    guard let index = asking.takingPane else {
      taker = (asking.taker == nil ? Word.nobody : .theGround).text
      reason = lid.map { Word.paneIsDeaf.text([.name: $0]) } ?? Word.nothingElseThere.text
      return
    }
    let pane = asking.panes[index]
    let name = pane.view.spokenNameWithin
    let isButton = asking.taker is Control && asking.taker !== pane.view
    taker = (pane.facing == .back ? Word.atTheBack : .inFront)
      .text([.taker: isButton ? Word.buttonOn.text([.pane: name]) : name])
    let others = asking.panes.indices.filter { $0 != index }
    if asking.order == .depth {
      reason = Word.nearestUnderTap.text
    } else if others.allSatisfy({ !asking.panes[$0].view.isUserInteractionEnabled }) {
      reason = Word.onlyOneListens.text
    } else if index == 0 {
      reason = (pane.facing == .back ? Word.isAskedFirstAtBack : .isAskedFirst).text
    } else {
      let passed = asking.panes[..<index]
      let word = passed.allSatisfy { $0.answer == .missed } ? Word.othersMissed : .othersLetThrough
      reason = word.text([.names: Self.list(passed.map(\.view)), .name: name])
    }
  }

  /// "6, 5 and 4", as the faces are numbered; the name of a single one.
  private static func list(_ views: [View]) -> String {
    let numbers = views.compactMap { ($0 as? any Numbered)?.number }
    return Word.list(
      views.count > 1 && numbers.count == views.count
        ? numbers.map { "\($0)" } : views.map(\.spokenNameWithin))
  }
}
