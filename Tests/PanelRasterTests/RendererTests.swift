import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Limits are in code values. Most of them allow for the reference's coverage along edges, which it only counts.
@Suite struct RendererTests {
  /// The largest difference between the renderer's and the reference's picture of a quad over a background.
  private func difference(_ quad: Quad, over background: UInt32 = 0xFF20_4060, side: Int = 64) -> Double {
    let target = Bitmap.filled(side, side, background)
    var reference = [SIMD4<Double>](repeating: Reference.channels(background), count: side * side)
    Reference.draw(quad, into: &reference, width: side, height: side)
    Renderer(threads: 1).draw([quad], into: target, clip: Region(target.bounds))
    return target.difference(from: reference)
  }

  private let tilted = Homography(
    m11: 0.8, m12: 0.2, m13: 0.002, m21: -0.15, m22: 0.7, m23: -0.001, m31: 12.3, m32: 5.7, m33: 1)

  @Test(arguments: [true, false], [(1.0, 0.0), (1, 0.4), (0.6, 0), (0.3, 0.7)])
  func rotatedQuadMatchesReference(isOpaque: Bool, modulation: (opacity: Double, shade: Double)) {
    let bitmap = Bitmap.soft(60, 50, isOpaque: isOpaque)
    let quad = Quad(bitmap, transform: tilted, opacity: modulation.opacity, shade: modulation.shade)
    #expect(difference(quad) <= 4)
    #expect(difference(quad, over: 0) <= 4)
  }

  /// Bitmaps of one row, column or pixel equal sampled ones.
  @Test(arguments: [(1.0, 0.0), (1, 0.4), (1, 1), (0.6, 0.45)])
  func shadeOfUniformBitmapsEqualsSampledShade(modulation: (opacity: Double, shade: Double)) {
    func worst(_ one: Bitmap, _ other: Bitmap) -> Double {
      let pictures = [one, other].map { bitmap in
        let stretched = Homography(
          m11: 60 / Double(bitmap.width), m12: 0, m13: 0, m21: 0, m22: 50 / Double(bitmap.height), m23: 0, m31: 0,
          m32: 0,
          m33: 1)
        let quads = [stretched.concatenating(tilted), stretched.concatenating(Homography(scale: 0.7, x: 3.3, y: 9))]
          .map { Quad(bitmap, transform: $0, opacity: modulation.opacity, shade: modulation.shade) }
        return Bitmap.filled(64, 64, 0xFF20_4060, drawing: quads)
      }
      return pictures[0].difference(from: pictures[1])
    }
    func opaque(_ width: Int, _ height: Int) -> Bitmap {
      let bitmap = Bitmap.filled(width, height, 0xFFC0_8040)
      bitmap.isOpaque = true
      return bitmap
    }
    for (width, height) in [(1, 1), (1, 50), (60, 1)] {
      #expect(worst(opaque(width, height), opaque(60, 50)) <= 1)
    }
  }

  @Test func cubeFacesMatchReference() {
    let bitmap = Bitmap.soft(70, 70)
    for transform in cubeFaceTransforms(
      width: 64, height: 64, scale: 0.2, turnX: -.pi / 4, turnY: -.pi / 4, bitmapSide: 70)
    {
      #expect(difference(Quad(bitmap, transform: transform)) <= 5)
    }
  }

  @Test func magnifiedQuadMatchesReference() {
    #expect(difference(Quad(.soft(7, 5), transform: Homography(scale: 9.3, x: 1.2, y: 2.6))) <= 4)
  }

  @Test func sliversAndSinglePixelsMatchReference() {
    let bitmap = Bitmap.filled(30, 30, 0xFFFF_FFFF)
    let thin = Homography(m11: 1.3, m12: 0.9, m13: 0, m21: 0.01, m22: -0.012, m23: 0, m31: 10, m32: 8, m33: 1)
    #expect(difference(Quad(bitmap, transform: thin)) <= 8)
    #expect(difference(Quad(bitmap, transform: Homography(scale: 0.02, x: 20.3, y: 20.8))) <= 4)
  }

  @Test func planeThatPassesTheEyeMatchesReference() {
    // w falls to 0 at x = 50 of the bitmap's 100: the rest lies behind the eye.
    let transform = Homography(
      m11: 0.1, m12: 0.1, m13: -0.02, m21: 0, m22: 0.5, m23: 0, m31: 20, m32: 10, m33: 1)
    #expect(difference(Quad(.soft(100, 40), transform: transform)) <= 8)
  }

  /// Cut at the eye's plane, the quad would extend beyond the coordinates that the renderer supports. It then drops the
  /// part next to the eye's plane, not the whole quad.
  @Test func hugePlaneThatPassesTheEyeKeepsItsNearPart() {
    let transform = Homography(
      m11: 1e4, m12: 0, m13: 0, m21: 0, m22: 9919, m23: -2.44, m31: -44956, m32: -4944.7, m33: 2.22)
    let target = Bitmap.filled(9, 9, 0xFF00_0000, drawing: [Quad(.filled(9, 1, 0xFFFF_FFFF), transform: transform)])
    #expect(target.content.allSatisfy { $0 == 0xFFFF_FFFF })
  }

  @Test func alignedEdgesAreCrisp() {
    for (x, y) in [(3.0, 5.0), (3.0004, 4.9997)] {
      let quad = Quad(.filled(5, 5, 0xFFFF_FFFF), transform: Homography(scale: 2, x: x, y: y))
      let target = Bitmap.filled(32, 32, 0xFF00_0000, drawing: [quad])
      for row in 0..<32 {
        for column in 0..<32 {
          let isInside = (3..<13).contains(column) && (5..<15).contains(row)
          #expect(target[column, row] == (isInside ? 0xFFFF_FFFF : 0xFF00_0000))
        }
      }
    }
  }

  /// An edge that moves by a 64th of a pixel changes no pixel by more than a 64th and rounding.
  @Test func edgesMoveSteadily() {
    let renderer = Renderer(threads: 1)
    let bitmap = Bitmap.filled(20, 20, 0xFFFF_FFFF)
    var previous: [UInt32] = []
    for step in 0..<128 {
      let placement = Transform2D(rotationAngle: 0.4).concatenating(
        Transform2D(translationX: 20 + Double(step) / 64, y: 10))
      let target = Bitmap.filled(
        48, 48, 0xFF00_0000, drawing: [Quad(bitmap, transform: Transform3D(placement).homography)], by: renderer)
      let current = target.content
      for (a, b) in zip(previous, current) { #expect(abs(Int(a & 255) - Int(b & 255)) <= 6) }
      previous = current
    }
  }

  // MARK: One way of drawing equals another

  private func scene(_ bitmaps: [Bitmap], width: Double, height: Double) -> [Quad] {
    let faces = cubeFaceTransforms(
      width: width, height: height, scale: height / 450, turnX: -0.6, turnY: 0.5, bitmapSide: Double(bitmaps[0].width))
    return [Quad(.soft(Int(clamping: width), Int(clamping: height)), transform: .identity)]
      + faces.enumerated().map { Quad(bitmaps[$0 % bitmaps.count], transform: $1, shade: Double($0) / 8).inSpace(1) }
      + [
        Quad(.soft(50, 40, isOpaque: false), transform: Homography(scale: 1, x: 33, y: 21), opacity: 0.8),
        Quad(.soft(300, 200, isOpaque: false), transform: tilted, opacity: 0.5),
      ]
  }

  /// A cube whose far faces come first, and are hidden by the near ones.
  private func opaqueCube(width: Double, height: Double) -> [Quad] {
    let faces = cubeFaceTransforms(
      width: width, height: height, scale: height / 450, turnX: -0.6, turnY: 0.5, bitmapSide: 200)
    return (faces.filter { $0.determinant < 0 } + faces.filter { $0.determinant >= 0 })
      .map { Quad(.soft(200, 200), transform: $0).inSpace(1) }
  }

  @Test func threadCountChangesNoPixel() {
    let quads = scene([.soft(200, 200), .soft(200, 200, isOpaque: false)], width: 501, height: 401)
    let one = Bitmap(width: 501, height: 401)
    Renderer(threads: 1).draw(quads, into: one, clip: Region(one.bounds))
    for threads in [2, 3, 8] {
      let renderer = Renderer(threads: threads)
      for _ in 0..<20 {
        let other = Bitmap(width: 501, height: 401)
        renderer.draw(quads, into: other, clip: Region(other.bounds))
        #expect(other.content == one.content)
      }
    }
  }

  /// Drawing a pressed button doesn't start other threads.
  @Test func smallDamageStaysOnOneThread() {
    let renderer = Renderer(threads: 2)
    let target = Bitmap(width: 640, height: 480)
    let quads = [Quad(.soft(640, 480), transform: .identity)]
    renderer.draw(quads, into: target, clip: Region(PixelRect(x: 200, y: 100, width: 240, height: 100)))
    #expect(renderer.pool == nil)
    renderer.draw(quads, into: target, clip: Region(target.bounds))
    #expect(renderer.pool != nil)
  }

  /// A picture drawn into a clip equals the same part of the whole, and outside of it nothing is touched.
  @Test(arguments: [false, true]) func clippedDrawEqualsWhole(showsOpaqueCube: Bool) {
    let quads =
      showsOpaqueCube
      ? opaqueCube(width: 301, height: 241)
      : scene([.soft(200, 200), .soft(200, 200, isOpaque: false)], width: 301, height: 241)
    let whole = Bitmap.filled(301, 241, 0xFF12_3456)
    let renderer = Renderer(threads: 2)
    renderer.draw(quads, into: whole, clip: Region(whole.bounds))
    var random = SeededRandom(seed: 7)
    for _ in 0..<40 {
      var clip = Region()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let (x, y) = (Int.random(in: -20...300, using: &random), Int.random(in: -20...240, using: &random))
        let (width, height) = (Int.random(in: 1...90, using: &random), Int.random(in: 1...90, using: &random))
        clip.insert(PixelRect(x: x, y: y, width: width, height: height))
      }
      let part = Bitmap.filled(301, 241, 0xFF12_3456)
      renderer.draw(quads, into: part, clip: clip)
      var wrong = 0
      for y in 0..<241 {
        for x in 0..<301 {
          let isInside = (0..<clip.count).contains {
            !clip[$0].intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty
          }
          if part[x, y] != (isInside ? whole[x, y] : 0xFF12_3456) { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  private typealias Turn = (m11: Double, m12: Double, m21: Double, m22: Double)

  /// The rotations by right angles, and their mirror images.
  private static let turns: [Turn] = [
    (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0), (-1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1),
    (0, -1, -1, 0),
  ]

  /// Moved by whole pixels, turned by right angles or mirrored, texels are copied. With a small offset they are
  /// sampled, and the result is nearly the same.
  @Test(arguments: [true, false], [(1.0, 0.0), (1, 0.4), (0.6, 0.2)])
  func copiedTexelsEqualSampledOnes(isOpaque: Bool, modulation: (opacity: Double, shade: Double)) {
    for turn in Self.turns { copiedTexelsEqualSampledOnes(isOpaque, modulation, turn) }
  }

  private func copiedTexelsEqualSampledOnes(
    _ isOpaque: Bool, _ modulation: (opacity: Double, shade: Double), _ turn: Turn
  ) {
    let bitmap = Bitmap.soft(41, 37, isOpaque: isOpaque)
    let copied = Bitmap.filled(60, 60, 0xFF20_4060)
    let sampled = Bitmap.filled(60, 60, 0xFF20_4060)
    let renderer = Renderer(threads: 1)
    for (x, y) in [(7.0, 9.0), (-11, -5), (40, 50)] {
      // Turned about its center, so that it stays in the target.
      let (middleX, middleY) = turn.m11 == 0 ? (18.5, 20.5) : (20.5, 18.5)
      func map(_ extra: Double) -> Homography {
        Homography(
          m11: turn.m11, m12: turn.m12, m13: 0, m21: turn.m21, m22: turn.m22, m23: 0,
          m31: middleX - 20.5 * turn.m11 - 18.5 * turn.m21 + x + extra,
          m32: middleY - 20.5 * turn.m12 - 18.5 * turn.m22 + y + extra, m33: 1)
      }
      let moved = map(0)
      // 0.0022 px is more than counts as a whole pixel, and less than half a step of the weights.
      let almost = map(0.0022)
      #expect(moved.inverted()?.integerMap(width: 41, height: 37) != nil, "\(turn)")
      #expect(almost.inverted()?.integerMap(width: 41, height: 37) == nil, "\(turn)")
      for (target, transform) in [(copied, moved), (sampled, almost)] {
        renderer.draw(
          [Quad(bitmap, transform: transform, opacity: modulation.opacity, shade: modulation.shade)], into: target,
          clip: Region(target.bounds))
      }
    }
    let largest = sampled.difference(from: copied)
    // Sampled, the edges are 0.0022 px off: half a code value, and its rounding.
    #expect(largest <= 2)
  }

  @Test(arguments: [0.5, 1], [0, 0.5]) func alphaOfOpaqueBitmapCountsAs255(_ opacity: Double, _ shade: Double) {
    let (clear, full) = (Bitmap.filled(30, 20, 0xFF60_A0C0), Bitmap.filled(30, 20, 0xFF60_A0C0))
    for index in 0..<clear.pixelCount { clear.pixels[index] &= 0xFF_FFFF }
    let tilt = Homography(m11: 1, m12: 0.1, m13: 0.001, m21: 0, m22: 1, m23: 0.0005, m31: 3.3, m32: 4.2, m33: 1)
    for map in [Homography(scale: 1, x: 5, y: 5), tilt] {
      for depth in [nil, QuadDepth(x: 0, y: 0, constant: 0, space: 1)] {
        let pictures = [clear, full].map { bitmap in
          let target = Bitmap.filled(50, 40, 0xFFFF_FFFF)
          var quad = Quad(bitmap, transform: map, opacity: opacity, shade: shade)
          quad.depth = depth
          Renderer(threads: 1).draw([quad], into: target, clip: Region(target.bounds))
          return target.content.map { $0 & 0xFF_FFFF }
        }
        let isSame = pictures[0] == pictures[1]
        #expect(isSame)
      }
    }
  }
}
