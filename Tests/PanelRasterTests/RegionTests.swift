import SeededRandom
import Testing

@testable import PanelRaster

/// A region may contain more than was inserted, never less.
@Suite struct RegionTests {
  @Test func regionContainsInsertedPixelsOnce() {
    var random = SeededRandom(seed: 7)
    for rects in [1, 20, 60, 200] {
      var (region, insertedPixels) = (Region(), Set<SIMD2<Int>>())
      for _ in 0..<rects {
        let (x, y) = (Int.random(in: 0..<300, using: &random), Int.random(in: 0..<300, using: &random))
        let rect = PixelRect(
          x: x, y: y, width: .random(in: 0...6, using: &random), height: .random(in: 0...6, using: &random))
        region.insert(rect)
        for v in rect.minY..<rect.maxY { for u in rect.minX..<rect.maxX { insertedPixels.insert(SIMD2(u, v)) } }
      }
      #expect(region.count <= Region.capacity)
      var regionPixels = Set<SIMD2<Int>>()
      for index in 0..<region.count {
        for v in region[index].minY..<region[index].maxY {
          for u in region[index].minX..<region[index].maxX { #expect(regionPixels.insert(SIMD2(u, v)).inserted) }
        }
      }
      #expect(regionPixels.isSuperset(of: insertedPixels), "\(rects) rectangles")
    }
  }
}
