import Localization
import PanelViews

/// The sentences about an order of hit tests.
struct HitOrderTexts: Equatable {
  /// Says in a route that a view tests its subviews.
  let testsSubviews: LocalizedText
  /// The order of the panes in the exploded view.
  let panes: LocalizedText
  /// Says why a tap doesn't reach the visible view; `nil` if the order is that of what is visible.
  let mismatch: LocalizedText?
  /// Says why `name`, at the back, is tested before `seen`; `nil` if the order is that of what is visible.
  let hiddenFirst: LocalizedText?
}

extension HitOrder {
  var texts: HitOrderTexts {
    switch self {
    case .siblings:
      HitOrderTexts(
        testsSubviews: .asksLastFirst, panes: .orderOfAsking, mismatch: .orderIsNotDepth,
        hiddenFirst: .hiddenAskedBefore)
    case .depth:
      HitOrderTexts(testsSubviews: .asksNearestFirst, panes: .orderOfDistance, mismatch: nil, hiddenFirst: nil)
    }
  }
}
