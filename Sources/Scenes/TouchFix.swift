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

extension TouchFix {
  /// The displayed question that the rules answer.
  public static var heading: String { Word.touchFix.text }

  /// The displayed answer.
  public var title: String {
    switch self {
    case .none: Word.fixNone.text
    case .userInteraction: Word.fixOnlyThree.text
    case .reorder: Word.fixThreeFirst.text
    case .depth: Word.fixNearest.text
    }
  }

  /// An explanation of the answer.
  public var detail: String {
    switch self {
    case .none: Word.fixNoneDetail.text
    case .userInteraction: Word.fixOnlyThreeDetail.text
    case .reorder: Word.fixThreeFirstDetail.text
    case .depth: Word.fixNearestDetail.text
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
