/// The order in which a hit test tests the subviews of a view.
public enum HitOrder: Sendable {
  /// From last to first, as in UIKit: depth, facing and `zPosition` don't matter.
  case siblings
  /// From nearest to farthest at the tested point, and from last to first at the same depth.
  ///
  /// Subviews that face away are tested too, unless their layer isn't double-sided (`Layer.isDoubleSided`), which also
  /// hides them.
  case depth

  /// True if the nearest subview is tested first.
  public var isByDepth: Bool {
    switch self {
    case .siblings: false
    case .depth: true
    }
  }
}
