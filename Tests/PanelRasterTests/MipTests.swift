import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

@Suite struct MipTests {
  /// Alternating black and white texels, which would shimmer the most.
  private func checkered(_ side: Int) -> Bitmap {
    let bitmap = Bitmap(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side { bitmap.pixels[y * side + x] = (x + y) % 2 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 }
    }
    bitmap.isOpaque = true
    return bitmap
  }

  @Test func shrinkingDoesNotShimmer() {
    let bitmap = checkered(256)
    let renderer = Renderer(threads: 1)
    for step in 0..<16 {
      let target = Bitmap(width: 100, height: 100)
      let shift = Double(step) / 16
      renderer.draw(
        [Quad(bitmap, transform: Homography(scale: 0.31, x: shift, y: shift))], into: target,
        clip: Region(target.bounds))
      for y in 2..<78 {
        // Gray at any shift.
        for x in 2..<78 { #expect((126...130).contains(target[x, y] & 255)) }
      }
    }
  }

  @Test func bitmapAtFullSizeStaysCrisp() {
    let bitmap = checkered(64)
    let target = Bitmap(width: 64, height: 64)
    // Turned about its center by 90°, all texels land on pixels.
    let turned = Homography(m11: 0, m12: 1, m13: 0, m21: -1, m22: 0, m23: 0, m31: 64, m32: 0, m33: 1)
    Renderer(threads: 1).draw([Quad(bitmap, transform: turned)], into: target, clip: Region(target.bounds))
    for y in 0..<64 {
      for x in 0..<64 { #expect(target[x, y] == bitmap[y, 63 - x]) }
    }
    #expect(bitmap.levels(deepest: 0).count == 1)
  }

  @Test func onlyNeededLevelsAreMade() {
    let renderer = Renderer(threads: 1)
    let target = Bitmap(width: 100, height: 100)
    for (scale, count) in [(2.0, 1), (1, 1), (0.7, 1), (0.55, 2), (0.4, 2), (0.2, 3)] {
      let bitmap = Bitmap.soft(100, 100)
      let transform = Homography(scale: scale, x: 0.5, y: 0.5)
      renderer.draw([Quad(bitmap, transform: transform)], into: target, clip: Region(target.bounds))
      #expect(bitmap.levels(deepest: 0).count == count, "scale \(scale)")
    }
  }

  /// The levels of a pixel don't depend on the clip's left side.
  @Test func levelsDoNotDependOnClip() {
    var random = SeededRandom(seed: 0x4D49)
    let bitmap = Bitmap(width: 2000, height: 1000)
    for index in 0..<bitmap.pixelCount {
      bitmap.pixels[index] = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
    }
    bitmap.isOpaque = true
    let renderer = Renderer(threads: 1)
    for round in 0..<600 {
      let faces = cubeFaceTransforms(
        width: 300, height: 60, scale: .random(in: 0.3...1.5, using: &random),
        turnX: .random(in: -1...1, using: &random), turnY: .random(in: -1.5...1.5, using: &random), bitmapSide: 2000)
      let quads = [Quad(bitmap, transform: faces[round % 6])]
      let whole = Bitmap.filled(300, 60, 0xFF20_4060, drawing: quads, by: renderer)
      for _ in 0..<8 {
        let (x, y) = (Int.random(in: 0..<290, using: &random), Int.random(in: 0..<50, using: &random))
        let clip = PixelRect(x: x, y: y, width: .random(in: 1...200, using: &random), height: 9).intersection(
          whole.bounds)
        let part = Bitmap.filled(300, 60, 0xFF20_4060, drawing: quads, clip: Region(clip), by: renderer)
        #expect(part.equals(whole, in: clip), "round \(round)")
      }
    }
  }

  /// After any change, the updated levels equal new ones, for odd sizes, too.
  @Test(arguments: [(37, 53), (64, 64), (1, 9), (9, 1), (1, 1), (101, 2)])
  func updatedLevelsEqualNewLevels(size: (width: Int, height: Int)) {
    var random = SeededRandom(seed: 3)
    let bitmap = Bitmap.soft(size.width, size.height, isOpaque: false)
    _ = bitmap.levels(deepest: 20)
    for round in 0..<30 {
      // Every third time two changes come at once.
      for _ in 0...(round % 3 == 0 ? 1 : 0) {
        let (x, y) = (Int.random(in: 0..<size.width, using: &random), Int.random(in: 0..<size.height, using: &random))
        let rect = PixelRect(
          minX: x, minY: y, maxX: Int.random(in: x + 1...size.width, using: &random),
          maxY: Int.random(in: y + 1...size.height, using: &random))
        for row in rect.minY..<rect.maxY {
          for column in rect.minX..<rect.maxX {
            bitmap.pixels[row * bitmap.stride + column] = UInt32.random(in: 0...UInt32.max, using: &random)
          }
        }
        bitmap.didChange(Region(rect))
      }
      let updated = bitmap.levels(deepest: 20)
      let new = MipLevels(of: bitmap)
      new.update(from: bitmap, deepest: 20)
      #expect(updated.count == new.count)
      for level in 1..<max(new.count, 1) where new.count > 1 {
        let (a, b) = (updated.levels[level], new.levels[level])
        #expect((0..<a.width * a.height).allSatisfy { a.base[$0] == b.base[$0] }, "level \(level)")
      }
    }
    let last = bitmap.levels(deepest: 20)
    #expect(last.levels[last.count - 1].width == 1 && last.levels[last.count - 1].height == 1)
  }
}
