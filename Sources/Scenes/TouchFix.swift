import Localization

/// A hit-testing rule for touches on the cube. "The book" is "iOS Core Animation: Advanced Techniques", chapter 5.
public enum TouchFix: String, CaseIterable, Sendable {
  /// The book's first version: the faces in the order in which they were added, all of them interactive.
  case none
  /// User interaction is disabled on every face except 3.
  case userInteraction = "user-interaction"
  /// Face 3 is moved to the end of the sibling order.
  case reorder
  /// Not in the book: the nearest drawn surface under the finger gets the touch.
  case depth
}

extension TouchFix: SceneOption {
  public static var heading: LocalizedText { .touchFix }

  public var texts: (title: LocalizedText, detail: LocalizedText) {
    switch self {
    case .none: (.fixNone, .fixNoneDetail)
    case .userInteraction: (.fixOnlyThree, .fixOnlyThreeDetail)
    case .reorder: (.fixThreeFirst, .fixThreeFirstDetail)
    case .depth: (.fixNearest, .fixNearestDetail)
    }
  }
}

extension TouchFix {
  /// The description of the fix; `nil` for `none`.
  var note: RouteNote? {
    switch self {
    case .none: nil
    case .userInteraction:
      RouteNote(
        code: "face5.isUserInteractionEnabled = false", remark: LocalizedText.fixOnlyThreeRemark.text,
        price: LocalizedText.fixOnlyThreePrice.text)
    case .reorder:
      RouteNote(
        code: "cube.bringSubviewToFront(face3)", remark: LocalizedText.fixThreeFirstRemark.text,
        price: LocalizedText.fixThreeFirstPrice.text, gap: 4)
    case .depth:
      RouteNote(
        code: "cube.hitOrder = .depth", remark: LocalizedText.fixNearestRemark.text, isBuiltIn: false,
        price: LocalizedText.fixNearestPrice.text)
    }
  }
}
