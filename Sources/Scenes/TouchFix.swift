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
