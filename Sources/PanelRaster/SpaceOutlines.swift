import PanelGeometry

/// The outlines of the quads that share a 3D space with others, or are parts of one bitmap. Their common corners and
/// sides are closed.
///
/// They are found for the whole target, so that a pixel doesn't depend on the clip. The uppermost comes first.
final class SpaceOutlines {
  /// The outlines that a corner is moved to, and the neighbors of a quad: the nearest ones above that touch it. The
  /// faces of a solid, and the pieces of a cut one, have fewer; without a limit, quads at one place would take
  /// quadratic time.
  private static let maxNearby = 32

  struct Item {
    let outline: Outline
    let listIndex: Int
    let space: Int
    /// The indices in `nearby` of the items that touch this one.
    let nearby: Range<Int>
    /// The index of the prepared quad, or -1 if none of it is visible inside the clip.
    var prepared = -1
  }

  let items = Scratch<Item>()
  /// For each item, left, top, -right and -bottom, apart from the items: all of them are compared with each new item.
  private let bounds = Scratch<SIMD4<Int32>>()
  let nearby = Scratch<Int32>()

  var memory: [ScratchMemory] { [items, bounds, nearby] }

  func removeAll() {
    items.removeAll()
    bounds.removeAll()
    nearby.removeAll()
  }

  /// Adds a quad that is beneath those added before, with its corners moved onto theirs.
  func add(_ outline: Outline, listIndex: Int, space: Int) {
    var outline = outline
    let rect = outline.pixelBounds
    let limits = SIMD4(
      Int32(clamping: rect.maxX), Int32(clamping: rect.maxY), Int32(clamping: -rect.minX), Int32(clamping: -rect.minY))
    let first = nearby.count
    for index in (0..<items.count).reversed() {
      guard all(bounds.base[index] .<= limits), items.base[index].space == space else { continue }
      nearby.append(Int32(truncatingIfNeeded: index))
      if nearby.count - first == Self.maxNearby { break }
    }
    // From the uppermost down, as the corners of all of them were moved.
    for index in (first..<nearby.count).reversed() {
      outline.snapCorners(to: items.base[Int(nearby.base[index])].outline)
    }
    guard outline.count > 0 else { return nearby.removeAll(from: first) }
    let own = outline.pixelBounds
    bounds.append(
      SIMD4(
        Int32(clamping: own.minX), Int32(clamping: own.minY), Int32(clamping: -own.maxX), Int32(clamping: -own.maxY)))
    items.append(Item(outline: outline, listIndex: listIndex, space: space, nearby: first..<nearby.count))
  }

  /// Forgets which quads are prepared.
  func resetPrepared() {
    for index in 0..<items.count { items.base[index].prepared = -1 }
  }
}
