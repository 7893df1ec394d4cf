/// The working memory of one band for quads that are drawn by depth: for each column of a row, the nearest opaque quad
/// and what is in front of it.
final class DepthBuffer {
  /// An index that no quad has.
  static let noQuad = Int32.max
  /// Of a pixel. Of more fragments, the nearest ones are drawn.
  static let maxFragments = 8

  /// The nearest opaque quad that covers the whole pixel.
  struct Nearest {
    var fragment = DepthFragment(quad: noQuad, depth: -.infinity)
    /// The change of its depth from column to column and from row to row.
    var x = 0.0
    var y = 0.0
  }

  /// The indices of the quads that touch the band.
  let quads = Scratch<Int32>()
  /// For each column of the row.
  let nearest = Scratch<Nearest>()
  /// For each column, the number of its fragments, and room for them, the nearest first.
  let counts = Scratch<Int>()
  private let fragments = Scratch<DepthFragment>()
  /// The visible part of each fragment of a pixel.
  let shares = Scratch<PixelShare>()

  var memory: [ScratchMemory] { [quads, nearest, counts, fragments, shares] }

  /// Starts a row of `count` columns.
  func begin(_ count: Int) {
    nearest.reset(Nearest(), count: count)
    counts.reset(0, count: count)
    fragments.removeAll()
    fragments.appendUninitialized(count: count * Self.maxFragments)
  }

  func fragments(_ column: Int) -> UnsafeMutablePointer<DepthFragment> {
    fragments.base + column &* Self.maxFragments
  }

  /// Adds a fragment to a column, in place of the farthest if there are many.
  @inline(__always) func insert(_ fragment: DepthFragment, _ column: Int) {
    let list = fragments(column)
    var index = counts.base[column]
    if index < Self.maxFragments {
      counts.base[column] = index &+ 1
    } else {
      index &-= 1
      guard fragment.isInFront(of: list[index]) else { return }
    }
    while index > 0, fragment.isInFront(of: list[index &- 1]) {
      list[index] = list[index &- 1]
      index &-= 1
    }
    list[index] = fragment
  }
}

/// A quad in a pixel that it shares with others.
struct DepthFragment {
  /// Quads whose depths differ by less, in points, are in the same plane: the later one, with the smaller index, is in
  /// front.
  static let tolerance = 1.0 / 1024

  let quad: Int32
  /// At the pixel's center.
  let depth: Double

  /// True if it is in front of another one at the pixel's center.
  @inline(__always) func isInFront(of other: DepthFragment) -> Bool {
    depth - other.depth > (quad < other.quad ? -Self.tolerance : Self.tolerance)
  }
}

/// A fragment's share of a pixel.
struct PixelShare {
  let quad: Int32
  let pixel: UInt32
  /// The part, 0…1, of the pixel that the quad covers.
  let coverage: Double
  /// True if the quad covers the whole pixel.
  let isWhole: Bool
}
