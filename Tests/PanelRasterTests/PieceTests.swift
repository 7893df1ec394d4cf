import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

@Suite struct PieceTests {
  /// A face that is cut into many pieces shows no background along the cuts, in any order.
  @Test(arguments: [0xFFFF_FFFF as UInt32, 0x8080_8080])
  func cutFaceEqualsWholeFace(_ pixel: UInt32) throws {
    let bitmap = Bitmap.filled(1, 1, pixel)
    let renderer = Renderer(threads: 1)
    for turn in 0..<20 {
      let map = Homography(scale: 1).concatenating(
        cubeFaceTransforms(width: 160, height: 120, scale: 0.35, turnX: 0.3, turnY: Double(turn) * 0.13, bitmapSide: 1)[
          0])
      var pieces = [ConvexPolygon(bitmap.rect)]
      for cut in [(1.0, 0.3, -0.6), (0.2, -1.0, 0.45), (-0.8, 0.7, 0.1)] {
        pieces = try pieces.flatMap { piece in
          let parts = try #require(piece.split(cut.0, cut.1, cut.2))
          return [parts.positive, parts.negative].filter { $0.count > 0 }
        }
      }
      #expect(pieces.count > 4)
      let whole = Bitmap.filled(160, 120, 0xFF00_0000, drawing: [Quad(bitmap, transform: map)], by: renderer)
      for order in [pieces, pieces.reversed()] {
        let target = Bitmap.filled(
          160, 120, 0xFF00_0000, drawing: order.map { Quad(bitmap, transform: map, part: $0) }, by: renderer)
        // Seams are approximate where three pieces meet in one pixel.
        #expect(target.difference(from: whole) <= 8, "turn \(turn)")
      }
    }
  }

  /// Cut off by the eye's plane, a piece of twelve corners has thirteen.
  @Test func cutPieceOfManyCornersKeepsItsShape() throws {
    for turn in 0..<12 {
      var piece = ConvexPolygon()
      for corner in 0..<12 {
        let angle = (Double(corner + turn) + 0.3) * .pi / 6
        piece.append(
          Point(50 + 50 * Transform2D(rotationAngle: angle).a, 50 + 50 * Transform2D(rotationAngle: angle).b))
      }
      // One corner, at the bitmap's right side, is behind the eye.
      let map = Homography(m11: 1, m12: 0, m13: -0.0102, m21: 0, m22: 1, m23: 0, m31: 0, m32: 0, m33: 1)
      let parts = try #require(piece.split(0.1, 1, -55))
      #expect(Outline(piece, transform: map).count == 13)
      let bitmap = Bitmap.filled(100, 100, 0xFFFF_FFFF)
      let whole = Bitmap.filled(300, 200, 0xFF00_0000, drawing: [Quad(bitmap, transform: map, part: piece)])
      let halves = [parts.positive, parts.negative].map { Quad(bitmap, transform: map, part: $0) }
      let difference = whole.difference(from: Bitmap.filled(300, 200, 0xFF00_0000, drawing: halves))
      #expect(difference <= 8, "turn \(turn)")
    }
  }

  @Test func pieceDrawsOnlyItsPart() throws {
    let bitmap = Bitmap.filled(20, 20, 0xFFFF_FFFF)
    let parts = try #require(ConvexPolygon(bitmap.rect).split(1, 0, -7))
    let target = Bitmap.filled(20, 20, 0xFF00_0000, drawing: [Quad(bitmap, transform: .identity, part: parts.negative)])
    for x in 0..<20 { #expect(target[x, 10] == (x < 7 ? 0xFFFF_FFFF : 0xFF00_0000)) }
  }

  @Test func opaquePartChangesNoPixel() {
    var random = SeededRandom(seed: 11)
    let renderer = Renderer(threads: 2)
    let card = Bitmap.filled(30, 30, 0xFF40_80C0)
    for (x, y) in [(0, 0), (29, 0), (0, 29), (29, 29)] { card.pixels[y * 30 + x] = 0 }
    card.isOpaque = false
    for _ in 0..<40 {
      let background = Quad(Bitmap.soft(160, 120), transform: .identity)
      let cards = (0..<5).map { _ in
        let turn = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
        let map = cubeFaceTransforms(width: 160, height: 120, scale: 0.5, turnX: turn.0, turnY: turn.1, bitmapSide: 30)[
          0]
        return Quad(card, transform: map.concatenating(Homography(scale: 1, x: .random(in: -40...40, using: &random))))
      }
      var cardsWithOpaqueParts = cards
      for index in cardsWithOpaqueParts.indices {
        cardsWithOpaqueParts[index].opaquePart = ConvexPolygon(Rect(2, 2, 26, 26))
      }
      let plain = Bitmap.filled(160, 120, 0, drawing: [background] + cards, by: renderer)
      let faster = Bitmap.filled(160, 120, 0, drawing: [background] + cardsWithOpaqueParts, by: renderer)
      #expect(plain.content == faster.content)
    }
  }
}
