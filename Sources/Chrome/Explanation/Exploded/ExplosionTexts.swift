import Localization
import PanelViews
import Scenes

/// The texts of the exploded view.
struct ExplosionTexts: Equatable {
  /// The outcome, with the hit view emphasized.
  let title: Phrase
  let caption: String
  /// The sentence about the visible view if it isn't tested.
  let intended: String?

  /// - Parameter turnedNote: the sentence about the turned scene.
  init(_ report: HitTestReport, note: TapRuleNote?, turnedNote: String? = nil) {
    let names = report.candidates.map { $0.view.displayNameMidSentence }
    let hitName = report.hitIndex.map { report.hitView is Control ? LocalizedText.theButton.text : names[$0] }
    let isAtBack = report.hitCandidate?.facing == .back && !report.matchesVisibleView
    let missed = report.missedControl?.displayNameMidSentence
    let beside = missed.map { name in
      let seen = report.visibleCandidate?.view.displayNameMidSentence ?? ""
      return LocalizedText.tappedBeside.phrase([.taker: seen, .name: name])
    }
    let takes = (isAtBack ? LocalizedText.takesTheTapAtBack : .takesTheTap).phrase([
      .taker: hitName ?? report.hitViewName
    ])
    title = report.matchesVisibleView ? beside ?? takes : takes
    let sentences = [
      report.matchesVisibleView ? nil : beside?.text, Self.caption(report, names: names, note: note), turnedNote,
    ]
    caption = sentences.compactMap(\.self).joined(separator: LocalizedText.betweenSentences.text)
    if let visible = report.visibleIndex, report.hitIndex.map({ visible > $0 }) ?? false {
      let name = report.visibleView is Control ? LocalizedText.yourButton.text : names[visible].capitalizedFirst
      intended = LocalizedText.viewNeverAsked.text([.name: name])
    } else {
      intended = nil
    }
  }

  private static func caption(_ report: HitTestReport, names: [String], note: TapRuleNote?) -> String {
    if let text = hiddenHit(report, names: names, note: note) { return text }
    if let note, report.matchesVisibleView || report.hitIndex == 0 { return note.effectAndCost }
    guard let hitIndex = report.hitIndex else {
      return (report.candidates.isEmpty ? LocalizedText.nothingElse : .noneOfThem).text
    }
    let passed = report.candidates[..<hitIndex]
    guard !passed.isEmpty else { return LocalizedText.firstHasIt.text([.name: names[0]]) }
    let missed = passed.filter { $0.outcome == .missed }.map(\.view)
    let ignoring = passed.filter { $0.outcome == .ignoresTouches }.map(\.view)
    var parts: [String] = []
    if !missed.isEmpty { parts.append(LocalizedText.askedAndMissed.text(missed)) }
    if !ignoring.isEmpty { parts.append(LocalizedText.theyDoNotListen.text(ignoring)) }
    parts.append(LocalizedText.comesNext.text([.name: names[hitIndex]]))
    // The order of the panes can differ from the depth order on the panel.
    if !report.matchesVisibleView, let mismatch = report.order.texts.mismatch { parts.append(mismatch.text) }
    return parts.joined(separator: LocalizedText.betweenSentences.text)
  }
}

extension ExplosionTexts {
  /// The sentence about a candidate at the back that is hit although another one is visible; `nil` otherwise.
  private static func hiddenHit(_ report: HitTestReport, names: [String], note: TapRuleNote?) -> String? {
    guard let hit = report.hitIndex, let visible = report.visibleIndex,
      let hiddenFirst = report.order.texts.hiddenFirst, report.candidates[hit].facing == .back, hit != visible
    else { return nil }
    let text: LocalizedText
    if !report.candidates[visible].view.isUserInteractionEnabled {
      text = .hiddenListens
    } else if hit == 0, note != nil {
      text = .hiddenAskedFirst
    } else if hit < visible {
      text = hiddenFirst
    } else {
      return nil
    }
    return text.text([.name: names[hit], .seen: names[visible]])
  }
}

extension HitTestReport {
  /// The color of the outcome in the exploded view: neutral if the tap was next to the controls of the visible candidate.
  func outcomeColor(_ theme: Theme) -> Color {
    matchesVisibleView ? isSuccess ? theme.success : theme.text : theme.warning
  }
}

extension HitTestReport.Outcome {
  var text: String {
    switch self {
    case .missed: HitStep.Outcome.outside.text
    case .ignoresTouches: HitStep.Outcome.interactionOff.text
    case .hit: HitStep.Outcome.hit.text
    case .notTested: LocalizedText.neverAsked.text
    }
  }
}
