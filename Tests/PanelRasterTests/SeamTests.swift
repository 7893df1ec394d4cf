import PanelGeometry
import Testing

@testable import PanelRaster

@Suite struct SeamTests {
  private let turns = (0..<60).map { i in (x: Double(i) * 0.1037 - 3, y: Double(i) * 0.2371 - 5) }

  /// The faces of a rotated cube, the front ones, and their common outline.
  private func cube(_ turn: (x: Double, y: Double)) -> (faces: [Homography], near: [Homography], silhouette: [Point]) {
    let faces = cubeFaceTransforms(width: 160, height: 120, scale: 0.35, turnX: turn.x, turnY: turn.y, bitmapSide: 40)
    let near = faces.filter { $0.determinant > 0 }
    let corners = [Point(0, 0), Point(40, 0), Point(40, 40), Point(0, 40)]
    return (faces, near, hull(near.flatMap { face in corners.compactMap { face.apply(to: $0) } }))
  }

  /// White faces over black: inside of their common outline, no pixel may be darker than 250.
  @Test func cubeSeamsHideBackground() {
    let bitmap = Bitmap.filled(40, 40, 0xFFFF_FFFF)
    let renderer = Renderer(threads: 1)
    for turn in turns {
      let (faces, near, silhouette) = cube(turn)
      // In either order, with and without the far faces.
      for order in [near, near.reversed(), faces.filter { $0.determinant <= 0 } + near] {
        let target = Bitmap.filled(
          160, 120, 0xFF00_0000, drawing: order.map { Quad(bitmap, transform: $0).inSpace(1) }, by: renderer)
        var darkest: UInt32 = 255
        for y in 0..<120 {
          for x in 0..<160 where isInside(silhouette, Double(x) + 0.5, Double(y) + 0.5, by: 0.75) {
            darkest = min(darkest, target[x, y] & 255)
          }
        }
        #expect(darkest >= 250, "turned by \(turn)")
      }
    }
  }

  /// Each pixel of the cube's outline is covered as much as it would be by one face of that shape.
  @Test func cubeDrawsNothingBeyondItsOutline() {
    let bitmap = Bitmap.filled(40, 40, 0xFFFF_FFFF)
    for turn in turns {
      let (_, near, silhouette) = cube(turn)
      let target = Bitmap.filled(160, 120, 0xFF00_0000, drawing: near.map { Quad(bitmap, transform: $0).inSpace(1) })
      var largest = 0.0
      for y in 0..<120 {
        for x in 0..<160 where !isInside(silhouette, Double(x) + 0.5, Double(y) + 0.5, by: 0.75) {
          let isNear = isInside(silhouette, Double(x) + 0.5, Double(y) + 0.5, by: -0.75)
          let expected = isNear ? coverage(silhouette, x, y) : 0
          largest = max(largest, abs(Double(target[x, y] & 255) - expected * 255))
        }
      }
      // `coverage` counts 16 × 16 points, and errs by up to a 32nd.
      #expect(largest <= 9, "turned by \(turn)")
    }
  }

  /// A strip of bitmaps side by side: without gaps, with gaps as small as rounding errors, and as an uneven strip, in
  /// which every second bitmap is shifted along the joint.
  @Test(arguments: [(0.0, 0.0), (0.015, 0), (0, 2.5)])
  func stripSeamsHideBackground(gap: Double, shift: Double) {
    let target = Bitmap.filled(80, 80, 0xFF00_0000)
    let bitmap = Bitmap.filled(10, 10, 0xFFFF_FFFF)
    let slanted = Transform2D(a: 1.3, b: 0.7, c: -0.6, d: 1.1, tx: 30.3, ty: 20.7)
    let quads = (-3..<4).map { i in
      let placement = Transform2D(translationX: Double(i) * 10, y: Double(i & 1) * shift).concatenating(slanted)
      return Quad(
        bitmap, transform: Transform3D(placement).homography.concatenating(Homography(scale: 1, x: Double(i) * gap))
      ).inSpace(1)
    }
    Renderer(threads: 1).draw(quads, into: target, clip: Region(target.bounds))
    // Along the middle of the strip, over all of its joints.
    for i in 0...400 {
      let along = Double(i) / 400 * 52 - 20
      let point = Point(along * 1.3 - 5 * 0.6 + 30.3, along * 0.7 + 5 * 1.1 + 20.7)
      #expect(target[Int(clamping: point.x), Int(clamping: point.y)] & 255 >= 250)
    }
  }

  // MARK: Slow convex polygons

  private func hull(_ points: [Point]) -> [Point] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    func halfHull(_ points: [Point]) -> [Point] {
      var result: [Point] = []
      for p in points {
        while result.count > 1, crossProduct(result[result.count - 2], result[result.count - 1], p) <= 0 {
          result.removeLast()
        }
        result.append(p)
      }
      return result.dropLast()
    }
    return halfHull(sorted) + halfHull(sorted.reversed())
  }

  private func crossProduct(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }

  private func isInside(_ polygon: [Point], _ x: Double, _ y: Double, by distance: Double) -> Bool {
    polygon.indices.allSatisfy { i in
      let (p, q) = (polygon[i], polygon[(i + 1) % polygon.count])
      return crossProduct(p, q, Point(x, y)) / (q - p).length >= distance
    }
  }

  private func coverage(_ polygon: [Point], _ x: Int, _ y: Int) -> Double {
    var hits = 0
    for sy in 0..<16 {
      for sx in 0..<16
      where isInside(polygon, Double(x) + (Double(sx) + 0.5) / 16, Double(y) + (Double(sy) + 0.5) / 16, by: 0) {
        hits += 1
      }
    }
    return Double(hits) / 256
  }
}
