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
