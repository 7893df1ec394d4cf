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
  public static let heading = "Who gets the tap?"

  /// For people: the answer.
  public var title: String {
    switch self {
    case .none: "Last added"
    case .userInteraction: "Only face 3"
    case .reorder: "Face 3 first"
    case .depth: "Nearest"
    }
  }

  /// The answer's meaning.
  public var detail: String {
    switch self {
    case .none: "as UIKit does"
    case .userInteraction: "the others let it through"
    case .reorder: "counts as added last"
    case .depth: "not built into UIKit"
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
        code: "face5.isUserInteractionEnabled = false", remark: "and so for 6, 4, 2 and 1",
        price: "The other five let every tap pass. The price: nothing on them can be pressed.")
    case .reorder:
      RouteNote(
        code: "cube.bringSubviewToFront(face3)", remark: "now it counts as added last",
        price: "Face 3 is asked first. The price: even when it is turned away.", gap: 4)
    case .depth:
      RouteNote(
        code: "cube.hitOrder = .depth", remark: "not built into UIKit", isBuiltIn: false,
        price: "The nearest under the tap is asked first. The price: you write it yourself.")
    }
  }
}
