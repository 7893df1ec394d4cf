import Raster
import Scenes
import Views
import Words

/// All that the exploded view says, from what was asked.
struct ExplosionWords: Equatable {
  enum Tone { case expected, unexpected }

  /// The taker is set off in it, in the outcome's colour.
  let title: Phrase
  let caption: String
  /// The outcome: what one intended, or not.
  let tone: Tone
  /// At the beginning and the end of the order.
  let ends: (first: String, last: String)
  let isByDepth: Bool
  /// Over the pane that one intended, where it is never asked.
  let intended: String?

  init(_ report: HitTestReport, note: RouteNote?) {
    let names = report.candidates.map { $0.view.displayNameMidSentence }
    tone = report.matchesVisibleView ? .expected : .unexpected
    let taker: String
    switch (report.hitView, report.hitIndex) {
    case (nil, _): taker = Word.nobody.text
    case (_, nil): taker = Word.theGround.text
    case (is Control, _): taker = Word.theButton.text
    case (_, let pane?): taker = names[pane]
    }
    title = Word.takesTheTap.phrase([.taker: taker])
    caption = Self.caption(report, names: names, note: note)
    isByDepth = report.order == .depth
    ends =
      report.order == .depth
      ? (Word.nearest.text, Word.farthest.text) : (Word.askedFirst.text, Word.askedLast.text)
    if let seen = report.visibleIndex, report.hitIndex.map({ seen > $0 }) ?? false {
      let name = report.visibleView is Control ? Word.yourButton.text : names[seen].capitalizedFirst
      intended = Word.neverAskedPane.text([.name: name])
    } else {
      intended = nil
    }
  }

  static func == (a: ExplosionWords, b: ExplosionWords) -> Bool {
    (a.title, a.caption, a.tone, a.intended) == (b.title, b.caption, b.tone, b.intended) && a.ends == b.ends
  }

  private static func caption(_ report: HitTestReport, names: [String], note: RouteNote?) -> String {
    if let note, report.matchesVisibleView || report.hitIndex == 0 { return note.price }
    guard let taking = report.hitIndex else {
      return report.candidates.isEmpty
        ? Word.nothingElse.text : Word.noneOfThem.text
    }
    let passed = report.candidates[..<taking]
    guard !passed.isEmpty else { return Word.firstHasIt.text([.name: names[0]]) }
    let missed = passed.filter { $0.outcome == .missed }.map(\.view)
    let deaf = passed.filter { $0.outcome == .ignoresTouches }.map(\.view)
    var parts: [String] = []
    if !missed.isEmpty { parts.append(Word.askedAndMissed.text(missed)) }
    if !deaf.isEmpty { parts.append(Word.theyDoNotListen.text(deaf)) }
    parts.append(Word.comesNext.text([.name: names[taking]]))
    // What stands behind on the panel comes before in the row: that looks like a contradiction.
    if report.order == .siblings, !report.matchesVisibleView { parts.append(Word.rowIsAsking.text) }
    return parts.joined(separator: Word.betweenSentences.text)
  }
}

extension HitTestReport.Outcome {
  var word: String {
    switch self {
    case .missed: HitStep.Outcome.outside.word
    case .ignoresTouches: HitStep.Outcome.interactionOff.word
    case .hit: HitStep.Outcome.hit.word
    case .notTested: Word.neverAsked.text
    }
  }
}
