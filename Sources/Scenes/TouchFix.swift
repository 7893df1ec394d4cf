import Words

/// A rule by which touches on the cube find their face.
public enum TouchFix: String, CaseIterable, Sendable {
  /// As the book first builds it: the faces in the order in which they were added, all of them interactive.
  case none
  /// User interaction switched off on every face but 3.
  case userInteraction = "user-interaction"
  /// Face 3 moved to the end of the sibling order.
  case reorder
  /// Not in the book: the nearest drawn surface under the finger.
  case depth
}

extension TouchFix {
  /// For people: the question that it answers.
  public static var heading: String { Word.touchFix.text }

  /// For people: the answer.
  public var title: String {
    switch self {
    case .none: Word.fixNone.text
    case .userInteraction: Word.fixOnlyThree.text
    case .reorder: Word.fixThreeFirst.text
    case .depth: Word.fixNearest.text
    }
  }

  /// The answer's meaning.
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
  /// `nil` where nothing was done.
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
