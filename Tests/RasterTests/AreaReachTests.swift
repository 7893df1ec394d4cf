import Geometry
import SeededRandom
import Testing

@testable import Raster

/// Areas are found by tiles of eight texels, and end at the last texel that is like them.
@Suite struct AreaReachTests {
  /// No tile begins or ends where it does.
  private let inside = PixelRect(minX: 13, minY: 18, maxX: 77, maxY: 70)

  /// Noise that is like nothing else, and in it a board.
  private func framed(_ draw: (Bitmap) -> Void) -> Bitmap {
    let bitmap = Bitmap(width: 99, height: 91)
    var random = Sequence64(state: 0xA2EA)
    for index in 0..<99 * 91 { bitmap.pixels[index] = 0xFF00_0000 | .random(in: 0...0x0F_0F0F, using: &random) }
    bitmap.isOpaque = true
    draw(bitmap)
    return bitmap
  }

  private func sides(_ kind: FlatMap.Kind, of bitmap: Bitmap) -> [SIMD4<Float>] {
    let map = FlatMap(of: bitmap.texels)
    guard map.isUseful else { return [] }
    return withExtendedLifetime(map) {
      let areas = Set((0..<map.columns * map.rows).map { Int(map.tiles[$0]) })
      return areas.sorted().map { map.areas[$0] }.filter { $0.kind == kind }.map(\.sides)
    }
  }

  private static let sides = SIMD4<Float>(13, 77, 18, 70)

  private func slope(_ bitmap: Bitmap, _ first: UInt32 = 0x507090, _ last: UInt32 = 0x7080A0) {
    bitmap.fillLinearGradient(
      from: .zero, to: Point(99, 91), colors: Color(hex: first), Color(hex: last), clip: inside)
  }

  @Test func oneColorEndsWhereItEnds() {
    #expect(sides(.flat, of: framed { $0.fill(inside, with: 0xFF50_7090) }) == [Self.sides])
  }

  @Test func aSlopeEndsWhereItEnds() {
    #expect(sides(.slope, of: framed { slope($0) }) == [Self.sides])
  }

  /// A texel that isn't like the others takes away the fewest columns or rows that make a rectangle of the rest.
  @Test(arguments: [(14, 30, 0, 15), (76, 69, 1, 76), (40, 19, 2, 20), (71, 66, 3, 66), (14, 19, 0, 15)])
  func aTexelIsLeftOut(x: Int, y: Int, side: Int, end: Float) {
    var expected = Self.sides
    expected[side] = end
    for (kind, board) in [(FlatMap.Kind.flat, { $0.fill(inside, with: 0xFF50_7090) }), (.slope, { slope($0) })]
      as [(FlatMap.Kind, (Bitmap) -> Void)]
    {
      let bitmap = framed(board)
      bitmap.pixels[y * 99 + x] = 0xFF00_FF00
      #expect(sides(kind, of: bitmap) == [expected], "\(kind)")
    }
  }

  /// Two levels off is another colour, whichever way it is dithered, and so is what isn't opaque.
  @Test(arguments: [(0x00_0300, 0xFF), (0, 0xFE)] as [(UInt32, UInt32)]) func aLittleOffIsOff(
    more: UInt32, alpha: UInt32
  ) {
    let bitmap = framed { slope($0) }
    let place = 30 * 99 + 14
    bitmap.pixels[place] = bitmap.pixels[place] & 0xFF_FFFF &+ more | alpha << 24
    var expected = Self.sides
    expected.x = 15
    #expect(sides(.slope, of: bitmap) == [expected])
  }

  /// Near to white a slope goes no further than its tiles: a little beyond, a channel would pass the end of its byte.
  @Test func aSlopeStaysWithinItsBytes() {
    // 253.6 where the last tile ends, 254.3 where the board does.
    let bitmap = framed {
      $0.fillLinearGradient(
        from: .zero, to: Point(81.5, 0), colors: Color(hex: 0xF3F3F3), Color(hex: 0xFFFFFF), clip: inside)
    }
    #expect(sides(.slope, of: bitmap) == [SIMD4(16, 72, 24, 64)])
  }

  /// A texel counts where it only had a say in an area's end, too: its tile is as mixed as before.
  @Test func whatEndsAnAreaMayChange() {
    let bitmap = framed { $0.fill(inside, with: 0xFF50_7090) }
    let map = FlatMap(of: bitmap.texels)
    bitmap.pixels[30 * 99 + 14] = 0xFF00_FF00
    map.update(Region(PixelRect(x: 14, y: 30, width: 1, height: 1)))
    let area = withExtendedLifetime(map) { map.areas[Int(map.tiles[5 * map.columns + 5])] }
    #expect(area.kind == .flat && area.sides == SIMD4(15, 77, 18, 70))
  }
}
