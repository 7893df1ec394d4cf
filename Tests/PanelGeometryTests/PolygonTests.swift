import Foundation
import PanelGeometry
import SeededRandom
import Testing

@Suite struct PolygonTests {
  @Test func splittingKeepsTheArea() throws {
    var random = SeededRandom(seed: 21)
    for _ in 0..<500 {
      var pieces = [ConvexPolygon(Rect(0, 0, 3, 2))]
      for _ in 0..<5 {
        let (a, b) = (Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random))
        let c = -(a * Double.random(in: 0...3, using: &random) + b * Double.random(in: 0...2, using: &random))
        pieces = try pieces.flatMap { piece in
          let parts = try #require(piece.split(a, b, c))
          for index in 0..<parts.positive.count {
            #expect(a * parts.positive[index].x + b * parts.positive[index].y + c > -1e-9)
          }
          return [parts.positive, parts.negative].filter { $0.count > 0 }
        }
      }
      #expect(abs(pieces.reduce(0) { $0 + $1.area } - 6) < 1e-9)
      // All keep the orientation.
      #expect(pieces.allSatisfy { $0.signedArea > -1e-12 })
    }
  }

  @Test func lineOutsideDoesNotSplit() throws {
    let square = ConvexPolygon(Rect(0, 0, 1, 1))
    let parts = try #require(square.split(1, 0, -1))
    #expect(parts.positive.count == 0 && parts.negative == square)
    #expect(try #require(square.split(0, 0, 1)).positive == square)
  }

  @Test func splitBeyondCapacityIsRefused() throws {
    var polygon = ConvexPolygon(Rect(-1, -1, 2, 2))
    // Each tangent of a circle cuts off a corner, and so adds one. 2.399963 is the golden angle.
    var isFull = false
    for index in 0..<40 {
      let angle = Double(index) * 2.399963
      guard let parts = polygon.split(cos(angle), sin(angle), -0.9) else {
        isFull = true
        break
      }
      polygon = parts.negative
      #expect(polygon.count <= ConvexPolygon.capacity)
    }
    #expect(isFull && polygon.count == ConvexPolygon.capacity - 1)
  }
}
