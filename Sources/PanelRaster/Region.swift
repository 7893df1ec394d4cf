/// A few rectangles that don't overlap: the pixels that changed or must be drawn.
///
/// It stores up to `capacity` rectangles inline, so a region doesn't allocate. Beyond that, the two rectangles whose
/// union wastes the least are merged: a region may contain more than was inserted, never less.
public struct Region: Equatable, Sendable {
  public static let capacity = 32

  /// Left, top, right and bottom of each rectangle.
  private var rects = Storage()
  public private(set) var count = 0

  public init() {}

  public init(_ rect: PixelRect) {
    insert(rect)
  }

  public var isEmpty: Bool { count == 0 }

  public subscript(index: Int) -> PixelRect {
    precondition(0..<count ~= index, "a region has no such rectangle")
    let rect = rects[index]
    return PixelRect(minX: Int(rect.x), minY: Int(rect.y), maxX: Int(rect.z), maxY: Int(rect.w))
  }

  /// The smallest rectangle that contains the region.
  public var bounds: PixelRect { (0..<count).reduce(.empty) { $0.union(self[$1]) } }

  /// The number of pixels.
  var area: Int { (0..<count).reduce(0) { $0 + self[$1].area } }

  /// Adds a rectangle, unless it is empty.
  public mutating func insert(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    // A union may overlap a third rectangle, so each union starts again.
    var (rect, index) = (rect, 0)
    while index < count {
      if !rect.intersection(self[index]).isEmpty {
        rect = rect.union(remove(at: index))
        index = 0
      } else {
        index += 1
      }
    }
    guard count == Self.capacity else {
      rects[count] = SIMD4(
        Int32(clamping: rect.minX), Int32(clamping: rect.minY), Int32(clamping: rect.maxX), Int32(clamping: rect.maxY))
      count += 1
      return
    }
    func waste(_ index: Int) -> Int { rect.union(self[index]).area - self[index].area - rect.area }
    let best = (0..<count).min { waste($0) < waste($1) } ?? 0
    insert(rect.union(remove(at: best)))
  }

  private mutating func remove(at index: Int) -> PixelRect {
    let removed = self[index]
    count -= 1
    rects[index] = rects[count]
    rects[count] = .zero
    return removed
  }

  public mutating func formUnion(_ other: Region) {
    for index in 0..<other.count { insert(other[index]) }
  }

  /// Returns the part inside `rect`.
  public func intersection(_ rect: PixelRect) -> Region {
    var part = Region()
    for index in 0..<count { part.insert(self[index].intersection(rect)) }
    return part
  }

  /// The rectangles, inline. InlineArray needs Swift 6.2, and Debian 13 has 6.0.
  private struct Storage: Equatable, Sendable {
    private var first = SIMD64<Int32>.zero
    private var second = SIMD64<Int32>.zero

    subscript(index: Int) -> SIMD4<Int32> {
      get { withUnsafeBytes(of: self) { $0.load(fromByteOffset: index &* 16, as: SIMD4<Int32>.self) } }
      set {
        withUnsafeMutableBytes(of: &self) {
          $0.storeBytes(of: newValue, toByteOffset: index &* 16, as: SIMD4<Int32>.self)
        }
      }
    }
  }
}
