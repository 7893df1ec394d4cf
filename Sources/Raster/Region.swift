/// A few rectangles that don't overlap: what changed, or what to draw.
///
/// It keeps at most `capacity` rectangles, in place, so that a region costs no allocation. Where more would be needed,
/// the two whose union wastes least become one: a region may hold more than was put in, never less.
public struct Region: Equatable, Sendable {
  public static let capacity = 32

  // In place rather than in an array: a region is built anew for each frame. As memory, since a number of a vector that is chosen
  // by an index costs a copy of it all.
  private var memory: (SIMD64<Int32>, SIMD64<Int32>) = (.zero, .zero)
  public private(set) var count = 0

  public init() {}

  public init(_ rect: PixelRect) {
    insert(rect)
  }

  public var isEmpty: Bool { count == 0 }

  public subscript(index: Int) -> PixelRect {
    precondition(0..<Self.capacity ~= index, "a region has no such rectangle")
    return withUnsafeBytes(of: memory) { PixelRect($0.load(fromByteOffset: index &* 16, as: SIMD4<Int32>.self)) }
  }

  public static func == (one: Region, other: Region) -> Bool { one.memory == other.memory && one.count == other.count }

  /// The smallest rectangle that holds the region.
  public var bounds: PixelRect {
    var all = PixelRect.empty
    for index in 0..<count { all = all.union(self[index]) }
    return all
  }

  /// Adds a rectangle; an empty one adds nothing.
  public mutating func insert(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    count = withUnsafeMutablePointer(to: &memory) { [count] in
      UnsafeMutableRawPointer($0).withMemoryRebound(to: SIMD4<Int32>.self, capacity: Self.capacity) {
        Self.insert(rect, $0, count)
      }
    }
  }

  /// Returns how many there are then.
  private static func insert(
    _ rect: PixelRect, _ rects: UnsafeMutablePointer<SIMD4<Int32>>, _ count: Int
  ) -> Int {
    // A union that reaches into a third rectangle swallows that one as well, so begin again with each union.
    var (rect, count, index) = (rect, count, 0)
    func remove(at index: Int) {
      count -= 1
      rects[index] = rects[count]
      rects[count] = .zero
    }
    while index < count {
      let other = PixelRect(rects[index])
      if rect.intersection(other).isEmpty {
        index += 1
      } else {
        rect = rect.union(other)
        remove(at: index)
        index = 0
      }
    }
    if count < capacity {
      rects[count] = rect.edges
      return count + 1
    }
    var best = 0
    var leastWaste = Int.max
    for index in 0..<count {
      let other = PixelRect(rects[index])
      let waste = rect.union(other).area - other.area - rect.area
      if waste < leastWaste { (best, leastWaste) = (index, waste) }
    }
    let joined = rect.union(PixelRect(rects[best]))
    remove(at: best)
    return insert(joined, rects, count)
  }

  public mutating func formUnion(_ other: Region) {
    for index in 0..<other.count { insert(other[index]) }
  }

  /// The part inside `rect`.
  public func intersection(_ rect: PixelRect) -> Region {
    var part = Region()
    for index in 0..<count { part.insert(self[index].intersection(rect)) }
    return part
  }
}

extension PixelRect {
  /// Left, top, right and bottom.
  fileprivate var edges: SIMD4<Int32> {
    SIMD4(Int32(clamping: minX), Int32(clamping: minY), Int32(clamping: maxX), Int32(clamping: maxY))
  }

  fileprivate init(_ edges: SIMD4<Int32>) {
    self.init(minX: Int(edges.x), minY: Int(edges.y), maxX: Int(edges.z), maxY: Int(edges.w))
  }
}
