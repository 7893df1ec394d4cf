import Views
import Words

/// A view that is one of several like it, and is known by its number: "faces 6, 5 and 4".
public protocol Numbered: View {
  var number: Int { get }
  /// For several of them, with a gap for their numbers.
  static var names: Word { get }
}
