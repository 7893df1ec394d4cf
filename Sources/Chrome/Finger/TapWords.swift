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
  let lid: String?
  /// True where the taker is seen as in a mirror.
  let isFromBehind: Bool

  /// - Returns: `nil` where the tap went to what one sees.
  init?(_ asking: Asking) {
    guard !asking.isAsSeen || asking.taker == nil else { return nil }
    let lid = asking.seenPane.map { asking.panes[$0] }
    let taking = asking.takingPane.map { asking.panes[$0] }
    let control = asking.seen as? Control
    title = Word.tookYourTap.phrase([.taker: Self.name(of: asking.taker, in: taking?.view)])
    target = control?.spokenNameWithin ?? lid?.view.spokenNameWithin
    self.lid = lid?.view.spokenNameWithin
    isFromBehind = taking?.facing == .back && taking?.isDrawn == true
    let meant = control == nil ? self.lid : Word.theButton.text
    if let taking, let meant, lid?.answer == .neverAsked {
      reason = (taking.isDrawn ? Word.tapFromBehind : .tapUndrawn).text([.seen: meant])
    } else if let lid {
      reason = (lid.answer == .deaf ? Word.doesNotListen : .letItThrough).text([.name: lid.view.spokenNameWithin])
    } else {
      reason = taking == nil ? Word.doesNotListen.text([.name: Word.theGround.text]) : Word.undrawnListens.text
    }
  }

  private static func name(of taker: View?, in pane: View?) -> String {
    guard let taker else { return Word.nobody.text }
    guard let pane else { return Word.theGround.text }
    if taker is Control, taker !== pane { return Word.buttonOn.text([.pane: pane.spokenNameWithin]) }
    return taker.spokenNameWithin.isEmpty ? pane.spokenNameWithin : taker.spokenNameWithin
  }
}

extension Asking.Pane {
  /// False where nothing of it can be seen, from whichever side.
  var isDrawn: Bool { !view.isHidden && (facing == .front || view.layer.isDoubleSided) && facing != .edge }
}
