/// Finds the slopes of areas that overlap, and compares no texel twice with one.
struct SlopeFinder {
  private let texels: Texels
  private let columns: Int
  /// Those found so far.
  private var slopes: [Slope] = []
  /// Of each tile, the number of the slope that its texels are known to follow, counted from one; 0 of one that isn't compared yet.
  let followed: UnsafeMutableBufferPointer<UInt16>

  init(_ texels: Texels, columns: Int, rows: Int) {
    (self.texels, self.columns) = (texels, columns)
    followed = .allocate(capacity: columns * rows)
    followed.initialize(repeating: 0)
  }

  func deallocate() { followed.deallocate() }

  /// The slope that all texels of an area follow, of which each tile is smooth and opaque, and its number; `nil` if there is none.
  ///
  /// - Parameter area: in tiles.
  mutating func slope(of area: PixelRect) -> (Slope, number: Int)? {
    let all = rect(area)
    // Most areas of a picture go on in the next one.
    let near = followed[area.minY * columns + area.minX]
    if near > 0, follows(near, area, all) { return (slopes[Int(near) - 1], Int(near)) }
    guard let slope = Slope(of: texels, in: area, shift: FlatMap.shift), slopes.count < UInt16.max else { return nil }
    slopes.append(slope)
    return follows(UInt16(truncatingIfNeeded: slopes.count), area, all) ? (slope, slopes.count) : nil
  }

  private func follows(_ number: UInt16, _ area: PixelRect, _ all: PixelRect) -> Bool {
    let slope = slopes[Int(number) - 1]
    guard slope.isInside(all) else { return false }
    for y in area.minY..<area.maxY {
      let row = y * columns
      var x = area.minX
      while x < area.maxX {
        let first = x
        while x < area.maxX, followed[row + x] != number { x += 1 }
        if first < x {
          let part = PixelRect(minX: first, minY: y, maxX: x, maxY: y + 1)
          guard slope.isLike(texels, rect(part)) else { return false }
          followed[row + first..<row + x].update(repeating: number)
        } else {
          x += 1
        }
      }
    }
    return true
  }

  /// The texels of tiles.
  private func rect(_ tiles: PixelRect) -> PixelRect {
    let shift = FlatMap.shift
    return PixelRect(
      minX: tiles.minX << shift, minY: tiles.minY << shift, maxX: min(tiles.maxX << shift, texels.width),
      maxY: min(tiles.maxY << shift, texels.height))
  }
}
