import Geometry
import Testing

@testable import Raster

@Suite struct PieceTests {
  /// A face cut into many pieces looks as it does whole: no line of the ground along the cuts, whatever the order.
  @Test(arguments: [0xFFFF_FFFF as UInt32, 0x8080_8080])
  func aCutFaceLooksLikeTheWhole(_ pixel: UInt32) throws {
    let bitmap = Bitmap.filled(1, 1, pixel)
    let renderer = Renderer(threads: 1)
    for turn in 0..<20 {
      let map = Homography(scale: 1).concatenating(
        cubeFaces(width: 160, height: 120, scale: 0.35, turnX: 0.3, turnY: Double(turn) * 0.13, pixels: 1)[0])
      var pieces = [ConvexPolygon(bitmap.rect)]
      for cut in [(1.0, 0.3, -0.6), (0.2, -1.0, 0.45), (-0.8, 0.7, 0.1)] {
        pieces = try pieces.flatMap { piece in
          let parts = try #require(piece.split(cut.0, cut.1, cut.2))
          return [parts.positive, parts.negative].filter { $0.count > 0 }
        }
      }
      #expect(pieces.count > 4)
      let whole = Bitmap.filled(160, 120, 0xFF00_0000)
      renderer.draw([Quad(bitmap, transform: map)], into: whole, clip: Region(whole.bounds))
      for order in [pieces, pieces.reversed()] {
        let target = Bitmap.filled(160, 120, 0xFF00_0000)
        renderer.draw(order.map { Quad(bitmap, transform: map, part: $0) }, into: target, clip: Region(target.bounds))
        let worst = (0..<160 * 120).map { index in
          Swift.abs(Int(target.pixels[index] & 255) - Int(whole.pixels[index] & 255))
        }.max()
        // Where three pieces meet in one pixel the rule is an approximation.
        #expect(worst ?? 255 <= 8, "turn \(turn)")
      }
    }
  }

  @Test func aPieceDrawsItsPartOnly() throws {
    let bitmap = Bitmap.filled(20, 20, 0xFFFF_FFFF)
    let parts = try #require(ConvexPolygon(bitmap.rect).split(1, 0, -7))
    let target = Bitmap.filled(20, 20, 0xFF00_0000)
    Renderer(threads: 1).draw(
      [Quad(bitmap, transform: .identity, part: parts.negative)], into: target, clip: Region(target.bounds))
    for x in 0..<20 { #expect(target[x, 10] == (x < 7 ? 0xFFFF_FFFF : 0xFF00_0000)) }
  }
}
