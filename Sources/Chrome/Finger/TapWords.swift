import Scenes
import Views

/// The words about where a tap went, where that isn't what one sees there.
struct TapWords: Equatable {
  /// The taker, to be set off from the rest of the title.
  let subject: String
  let predicate = " took your tap."
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
    subject = Self.subject(asking.taker, in: taking?.view)
    target = control?.spokenNameWithin ?? lid?.view.spokenNameWithin
    self.lid = lid?.view.spokenNameWithin
    isFromBehind = taking?.facing == .back && taking?.isDrawn == true
    let meant = control == nil ? self.lid : "the button"
    if let taking, let meant, lid?.answer == .neverAsked {
      reason =
        taking.isDrawn
        ? "It lies behind \(meant), but is asked before it." : "It isn't drawn, but is asked before \(meant)."
    } else if let lid {
      let name = lid.view.spokenName
      reason = lid.answer == .deaf ? "\(name) does not listen." : "\(name) was asked, and let it through."
    } else {
      reason = taking == nil ? "The ground does not listen." : "It isn't drawn, but listens all the same."
    }
  }

  /// The head of a sentence about the taker.
  private static func subject(_ taker: View?, in pane: View?) -> String {
    guard let taker else { return "Nobody" }
    guard let pane else { return "The ground" }
    if taker is Control, taker !== pane { return "The button on \(pane.spokenNameWithin)" }
    return taker.spokenName.isEmpty ? pane.spokenName : taker.spokenName
  }
}

extension Asking.Pane {
  /// False where nothing of it can be seen, from whichever side.
  var isDrawn: Bool { !view.isHidden && (facing == .front || view.layer.isDoubleSided) && facing != .edge }
}
