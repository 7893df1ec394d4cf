import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Time and memory depend on what is visible, for any list of quads.
@Suite struct CostTests {
  private let width = 160
  private let height = 120

  private func rectangle(_ pixel: UInt32, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Quad {
    let map = Homography(m11: width, m12: 0, m13: 0, m21: 0, m22: height, m23: 0, m31: x, m32: y, m33: 1)
    return Quad(.filled(1, 1, pixel), transform: map)
  }

  private func randomQuads(_ count: Int, _ random: inout SeededRandom) -> [Quad] {
    (0..<count).map { index in
      func any(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let isOpaque = index % 3 > 0
      let pixel = isOpaque ? UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000 : 0x4020_3010
      let isWhole = index % 2 == 0
      func position(_ range: ClosedRange<Double>) -> Double { isWhole ? any(range).rounded() : any(range) }
      var quad = rectangle(pixel, position(-20...150), position(-20...110), position(1...60), position(1...60))
      if index % 7 == 0 {
        quad.transform.m12 = any(-30...30)
        quad.transform.m21 = any(-30...30)
      }
      if index % 11 == 0 { quad.bitmap = .soft(1, 40, isOpaque: isOpaque) }
      return quad
    }
  }

  private func drawOneByOne(_ quads: [Quad], _ width: Int, _ height: Int) -> [UInt32] {
    let target = Bitmap.filled(width, height, 0xFF12_3456)
    let renderer = Renderer(threads: 1)
    for quad in quads { renderer.draw([quad], into: target, clip: Region(target.bounds)) }
    return target.content
  }

  /// Pixels beneath opaque quads aren't drawn, which changes none of the picture.
  @Test func hiddenPartsChangeNoPixel() {
    var random = SeededRandom(seed: 0x48)
    for round in 0..<60 {
      let quads = randomQuads(2 + round * 2, &random)
      let expected = drawOneByOne(quads, width, height)
      let target = Bitmap.filled(width, height, 0xFF12_3456, drawing: quads)
      let isSame = target.content == expected
      #expect(isSame, "round \(round)")
    }
  }

  /// In each row, more opaque columns than are remembered.
  @Test func manyOpaqueColumnsHideAFew() {
    var quads = [rectangle(0xFF00_FF00, 0, 0, 160, 120), rectangle(0x4040_4040, 3.3, 2.2, 150, 110)]
    for index in 0..<400 {
      let x = Double(index * 7 % 160)
      quads.append(rectangle(0xFF00_0000 | UInt32(index), x, Double(index % 50), 1, 3 + Double(index % 60)))
    }
    let isSame = Bitmap.filled(width, height, 0xFF12_3456, drawing: quads).content == drawOneByOne(quads, width, height)
    #expect(isSame)
    let pass = prepare(quads)
    #expect(pass.uncoveredParts.count <= 402 * 8 * 120)
  }

  /// Covered columns stay covered if a quad beneath covers others in a part of the rows.
  @Test func coveredColumnsAreKeptInEachRow() {
    let left = rectangle(0xFFFF_FFFF, 0, 0, 80, 120)
    let right = rectangle(0xFFFF_FFFF, 80, 40, 80, 40)
    let hidden = rectangle(0xFF00_0000, 0, 45, 160, 30)
    #expect(prepare([hidden, right, left]).quadsFromTop.count == 2)
    #expect(prepare([hidden, left, right]).quadsFromTop.count == 2)
  }

  private func prepare(_ quads: [Quad], clip: PixelRect? = nil) -> DrawPass {
    let pass = DrawPass(threads: 1)
    let target = Bitmap(width: width, height: height)
    pass.begin(quads, target: target, clip: Region(clip ?? target.bounds))
    _ = pass.prepareSlab(quads)
    return pass
  }

  @Test func uprightQuadsNeedNoMemoryPerRow() {
    let clear = (0..<100).map { rectangle(0x4040_4040, Double($0) + 0.3, 0.4, 1, 119) }
    #expect(prepare(clear).spans.count == 300 && prepare(clear).uncoveredRows.count == 100)
    // The opaque ones divide the rows into three runs: their first, their last, and those between.
    let opaque = (0..<100).map { rectangle(0xFF40_4040, Double($0) + 0.3, 0.4, 1, 119) }
    #expect(prepare(opaque).uncoveredRows.count <= 300)
  }

  /// Parts are merged across hidden columns that are narrow, and if there are many.
  @Test func rowHasFewVisibleParts() throws {
    let sheet = rectangle(0x4040_4040, 0, 0, 160, 120)
    let narrow = (0..<4).map { rectangle(0xFFFF_FFFF, Double($0) * 40 + 4, 0, 30, 120) }
    let wide = rectangle(0xFFFF_FFFF, 50, 0, 40, 120)
    func parts(_ above: [Quad]) throws -> [Range<Int32>] {
      let pass = prepare([sheet] + above)
      let quad = pass.quadsFromTop.base[pass.quadsFromTop.count - 1]
      #expect(quad.uncovered.count == 1)
      return try #require(pass.uncoveredRows.base[quad.uncovered.lowerBound].parts).map {
        pass.uncoveredParts.base[Int($0)]
      }
    }
    #expect(try parts(narrow) == [0..<160])
    #expect(try parts([wide]) == [0..<50, 90..<160])
  }

  /// Tall, tilted quads are prepared in slabs of rows.
  @Test func memoryIsBoundedForTallQuads() {
    let (width, height) = (60, 500)
    let quads = (0..<900).map { index in
      var quad = rectangle(0x1010_1010, Double(index % 40) - 10, 0, 12, 500)
      quad.transform.m21 = 8 + Double(index % 3)
      return quad
    }
    let target = Bitmap.filled(width, height, 0xFF12_3456)
    let pass = DrawPass(threads: 1)
    var slabs = 0
    pass.begin(quads, target: target, clip: Region(target.bounds))
    while pass.prepareSlab(quads) {
      #expect(pass.usedBytes <= DrawPass.slabBytes)
      for band in 0..<pass.bands.count { pass.paintBand(band, by: 0) }
      slabs += 1
    }
    #expect(slabs > 1)
    let isSame = target.content == drawOneByOne(quads, width, height)
    #expect(isSame)
  }

  @Test func memoryOfALargeFrameIsGivenBack() {
    let pass = DrawPass(threads: 1)
    let target = Bitmap(width: 100, height: 100)
    func draw(_ count: Int) {
      let quads = (0..<count).map { rectangle(0x4040_4040, Double($0 % 90), 0, 5, 5) }
      pass.begin(quads, target: target, clip: Region(target.bounds))
      while pass.prepareSlab(quads) {}
      pass.end()
    }
    draw(3000)
    #expect(pass.quadsFromTop.capacity >= 3000)
    for _ in 0..<40 { draw(900) }
    #expect(pass.quadsFromTop.capacity >= 3000)
    for _ in 0..<2 * ScratchMemory.examinedFrames { draw(5) }
    #expect(pass.quadsFromTop.capacity < 100)
  }

  // MARK: 3D spaces

  /// Only quads of one 3D space, or parts of one bitmap, close their common sides.
  @Test func seamsAreClosedWithinOneSpace() {
    let left = rectangle(0xFFFF_FFFF, 10, 10, 20.5, 20)
    let right = rectangle(0xFFFF_FFFF, 30.5, 10, 20, 20)
    func seam(_ one: Int, _ other: Int) -> UInt32 {
      Bitmap.filled(width, height, 0xFF00_0000, drawing: [left.inSpace(one), right.inSpace(other)])[30, 20] & 255
    }
    #expect(seam(0, 0) == 192 && seam(1, 2) == 192 && seam(0, 1) == 192)
    #expect(seam(1, 1) == 255)
  }

  @Test func quadsAreComparedWithAFewOfTheirSpace() {
    let quads = (0..<500).map { _ in rectangle(0x4040_4040, 10, 10, 20, 20).inSpace(3) }
    let pass = prepare(quads)
    #expect(pass.outlines.items.count == 500 && pass.outlines.nearby.count <= 500 * 32)
    #expect(prepare(quads.map { $0.inSpace(0) }).outlines.items.count == 0)
  }

  /// A quad outside of the clip is recognized without its outline. The test is never wrong.
  @Test func quadsOutsideOfClipAreSkipped() {
    var random = SeededRandom(seed: 0x4848)
    var skipped = 0
    for quad in randomQuads(3000, &random) {
      let clip = PixelRect(x: 40, y: 30, width: 50, height: 40)
      let outline = quad.outline
      let touches = outline.count > 0 && outline.touches(clip)
      if quad.isOutside(clip) {
        skipped += 1
        #expect(!touches)
      }
    }
    #expect(skipped > 1000)
  }
}
