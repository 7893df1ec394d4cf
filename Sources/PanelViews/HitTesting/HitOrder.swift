/// The order in which a hit test tests the subviews of a view.
///
/// To add an order, add a case, and its comparison in `tests(_:before:)`. Hit tests, traces and reports then use it.
public enum HitOrder: CaseIterable, Sendable {
  /// From last to first, as in UIKit: depth, facing and `zPosition` don't matter.
  case siblings
  /// From nearest to farthest at the tested point, and from last to first at the same depth.
  ///
  /// Subviews that face away are tested too, unless their layer isn't double-sided (`Layer.isDoubleSided`), which also
  /// hides them.
  case depth

  /// A subview, and its depth in points toward the viewer: at the tested point, or that of its center.
  package typealias Candidate = (view: View, depth: Double)

  /// True if a hit test sorts the subviews at the tested point, and tests no others. Otherwise, it tests all of them, as
  /// UIKit does, and compares none.
  package var sortsSubviews: Bool { self != .siblings }

  /// Returns true if a subview is tested before another one. If neither is before the other, the later sibling is first.
  package func tests(_ candidate: Candidate, before other: Candidate) -> Bool {
    switch self {
    case .siblings: return false
    case .depth:
      guard abs(candidate.depth - other.depth) < 1e-9 else { return candidate.depth > other.depth }
      // Of two faces at a common edge, the viewer sees the one that faces the viewer.
      return candidate.view.isTowardViewer && !other.view.isTowardViewer
    }
  }
}
