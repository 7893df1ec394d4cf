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
  /// The outcome: what one meant, or not.
  let tone: Tone
  /// At the beginning and the end of the order.
  let ends: (first: String, last: String)
  let isByDepth: Bool
  /// Over the pane that one meant, where it is never asked.
  let meant: String?

  init(_ asking: Asking, note: RouteNote?) {
    let names = asking.panes.map { $0.view.spokenNameWithin }
    tone = asking.isAsSeen ? .expected : .unexpected
    let taker: String
    switch (asking.taker, asking.takingPane) {
    case (nil, _): taker = Word.nobody.text
    case (_, nil): taker = Word.theGround.text
    case (is Control, _): taker = Word.theButton.text
    case (_, let pane?): taker = names[pane]
    }
    title = Word.takesTheTap.phrase([.taker: taker])
    caption = Self.caption(asking, names: names, note: note)
    isByDepth = asking.order == .depth
    ends =
      asking.order == .depth
      ? (Word.nearest.text, Word.farthest.text) : (Word.askedFirst.text, Word.askedLast.text)
    if let seen = asking.seenPane, asking.takingPane.map({ seen > $0 }) ?? false {
      let name = asking.seen is Control ? Word.yourButton.text : names[seen].capitalisedFirst
      meant = Word.neverAskedPane.text([.name: name])
    } else {
      meant = nil
    }
  }

  static func == (a: ExplosionWords, b: ExplosionWords) -> Bool {
    (a.title, a.caption, a.tone, a.meant) == (b.title, b.caption, b.tone, b.meant) && a.ends == b.ends
  }

  private static func caption(_ asking: Asking, names: [String], note: RouteNote?) -> String {
    if let note, asking.isAsSeen || asking.takingPane == 0 { return note.price }
    guard let taking = asking.takingPane else {
      return asking.panes.isEmpty
        ? Word.nothingElse.text : Word.noneOfThem.text
    }
    let passed = asking.panes[..<taking]
    guard !passed.isEmpty else { return Word.firstHasIt.text([.name: names[0]]) }
    let missed = passed.filter { $0.answer == .missed }.map(\.view)
    let deaf = passed.filter { $0.answer == .deaf }.map(\.view)
    var parts: [String] = []
    if !missed.isEmpty { parts.append(Word.askedAndMissed.text(missed)) }
    if !deaf.isEmpty { parts.append(Word.theyDoNotListen.text(deaf)) }
    parts.append(Word.comesNext.text([.name: names[taking]]))
    // What stands behind on the panel comes before in the row: that looks like a contradiction.
    if asking.order == .siblings, !asking.isAsSeen { parts.append(Word.rowIsAsking.text) }
    return parts.joined(separator: Word.betweenSentences.text)
  }
}

extension Asking.Answer {
  var word: String {
    switch self {
    case .missed: HitStep.Verdict.outside.word
    case .deaf: HitStep.Verdict.interactionOff.word
    case .took: HitStep.Verdict.took.word
    case .neverAsked: Word.neverAsked.text
    }
  }
}
