/// A few rectangles that don't overlap: what changed, or what to draw.
///
/// It keeps at most `capacity` rectangles, in place, so that a region costs no allocation. Where more would be needed,
/// the two whose union wastes least become one: a region may hold more than was put in, never less.
public struct Region: Equatable, Sendable {
  public static let capacity = 16

  // In place rather than in an array: a region is built anew for each frame.
  private var left = SIMD16<Int32>()
  private var top = SIMD16<Int32>()
  private var right = SIMD16<Int32>()
  private var bottom = SIMD16<Int32>()
  public private(set) var count = 0

  public init() {}

  public init(_ rect: PixelRect) {
    insert(rect)
  }

  public var isEmpty: Bool { count == 0 }

  public private(set) subscript(index: Int) -> PixelRect {
    get {
      PixelRect(minX: Int(left[index]), minY: Int(top[index]), maxX: Int(right[index]), maxY: Int(bottom[index]))
    }
    set {
      (left[index], top[index]) = (Int32(clamping: newValue.minX), Int32(clamping: newValue.minY))
      (right[index], bottom[index]) = (Int32(clamping: newValue.maxX), Int32(clamping: newValue.maxY))
    }
  }

  /// The smallest rectangle that holds the region.
  public var bounds: PixelRect {
    var all = PixelRect.empty
    for index in 0..<count { all = all.union(self[index]) }
    return all
  }

  /// Adds a rectangle; an empty one adds nothing.
  public mutating func insert(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    // A union that reaches into a third rectangle swallows that one as well, so begin again with each union.
    var rect = rect
    var index = 0
    while index < count {
      if rect.intersection(self[index]).isEmpty {
        index += 1
      } else {
        rect = rect.union(self[index])
        remove(at: index)
        index = 0
      }
    }
    if count < Self.capacity {
      self[count] = rect
      count += 1
      return
    }
    var best = 0
    var leastWaste = Int.max
    for index in 0..<count {
      let waste = rect.union(self[index]).area - self[index].area - rect.area
      if waste < leastWaste { (best, leastWaste) = (index, waste) }
    }
    let joined = rect.union(self[best])
    remove(at: best)
    insert(joined)
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

  private mutating func remove(at index: Int) {
    count -= 1
    self[index] = self[count]
    self[count] = .empty
  }
}
