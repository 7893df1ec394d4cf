import Words

/// A hit-testing rule for touches on the cube.
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
  public static var heading: Word { .touchFix }

  public var words: (title: Word, detail: Word) {
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
        code: "face5.isUserInteractionEnabled = false", remark: Word.fixOnlyThreeRemark.text,
        price: Word.fixOnlyThreePrice.text)
    case .reorder:
      RouteNote(
        code: "cube.bringSubviewToFront(face3)", remark: Word.fixThreeFirstRemark.text,
        price: Word.fixThreeFirstPrice.text, gap: 4)
    case .depth:
      RouteNote(
        code: "cube.hitOrder = .depth", remark: Word.fixNearestRemark.text, isBuiltIn: false,
        price: Word.fixNearestPrice.text)
    }
  }
}
