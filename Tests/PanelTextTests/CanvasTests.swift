import PanelGeometry
import PanelRaster
import Testing

@testable import PanelText

@Suite struct CanvasTests {
  private let white = Color.white

  /// Expects that these pixels are opaque, and all others transparent.
  private func expect(_ bitmap: Bitmap, isOpaque: (_ x: Int, _ y: Int) -> Bool) {
    for index in 0..<bitmap.pixelCount {
      let (x, y) = (index % bitmap.width, index / bitmap.width)
      #expect(bitmap.alpha(x, y) == (isOpaque(x, y) ? 255 : 0), "\(x), \(y)")
    }
  }

  /// A square stroke colors each pixel by the covered part of the pixel, and no pixel twice where its strips meet. Pixels
  /// at the inner corners, which two edges cross, are less exact.
  @Test(arguments: [(20.0, 1.0), (19.3, 1.0), (31.7, 0.4), (12.9, 2.6), (9.1, 30)])
  func squareStrokeCoversPixelsOnce(_ points: Double, _ width: Double) {
    let (columns, rows) = (60, 47)
    let bitmap = Bitmap(width: columns, height: rows)
    let bounds = Rect(3, -2, points, points * Double(rows) / Double(columns))
    Canvas(bitmap, fitting: bounds).stroke(bounds, width: width, color: Color(1, 1, 1, 0.6))
    let inset = width * Double(columns) / points
    /// The part of a row's or column's pixel, from 0 to 1, that lies between the inner edges of the stroke.
    func innerPart(_ pixel: Int, of length: Int) -> Double {
      max(0, min(Double(pixel + 1), Double(length) - inset) - max(Double(pixel), inset))
    }
    for y in 0..<rows {
      for x in 0..<columns {
        let (horizontal, vertical) = (innerPart(x, of: columns), innerPart(y, of: rows))
        let isCorner = horizontal > 0 && horizontal < 1 && vertical > 0 && vertical < 1
        let (alpha, expected) = (Double(bitmap.alpha(x, y)) / 255, 0.6 * (1 - horizontal * vertical))
        #expect(abs(alpha - expected) < (isCorner ? 0.06 : 0.015), "\(x), \(y): \(alpha) of \(expected)")
      }
    }
  }

  @Test func pointsAreScaledToPixels() {
    let bitmap = Bitmap(width: 40, height: 20)
    let canvas = Canvas(bitmap, fitting: Rect(10, 0, 20, 10))
    #expect(canvas.scale == Size(2, 2))
    canvas.fill(Rect(12, 1, 3, 2), color: white)
    expect(bitmap) { (4..<10).contains($0) && (2..<6).contains($1) }
  }

  /// Without the limit, Cairo would never finish an arc at a scale of 10³⁰⁰.
  @Test(.timeLimit(.minutes(1)), arguments: [Size(1e-300, 50), Size(0, 50), Size(.nan, 50), Size(50, 50)])
  func extremeScalesAreLimited(_ size: Size) {
    let canvas = Canvas(Bitmap(width: 40, height: 20), fitting: Rect(0, 0, size.width, size.height))
    #expect(canvas.scale.width <= 65536)
    for side in [size.width, 1, 1e30, 1e300] {
      let rect = Rect(0, 0, side, 50)
      canvas.fill(rect, radius: 10, color: white)
      canvas.fill(Rect(0, 0, side, side), radius: 1e300, color: white)
      canvas.stroke(rect, radius: 10, width: 2, color: white)
      canvas.clipped(to: rect, radius: 10) {}
    }
  }

  /// A layer of a thousandth of a point has a bitmap of a pixel, in which a text is a thousand times higher.
  @Test(arguments: [Size(100, 0.001), Size(0.001, 100), Size(0.001, 0.001), Size(1e-6, 1e-6)])
  func textIsDrawnAfterAHugeOne(_ size: Size) {
    let squashed = Canvas(Bitmap(width: 10, height: 10), fitting: Rect(origin: .zero, size: size))
    squashed.draw(TextLayout("huge", font: Font(size: 2000)), at: .zero)
    let bitmap = Bitmap(width: 20, height: 20)
    Canvas(bitmap, fitting: Rect(0, 0, 20, 20)).draw(TextLayout("8", font: Font(size: 16)), at: .zero)
    #expect((0..<400).contains { bitmap.alpha($0 % 20, $0 / 20) > 200 })
  }

  @Test func drawingIsClipped() {
    let bitmap = Bitmap(width: 30, height: 30)
    let clip = PixelRect(x: 5, y: 6, width: 10, height: 11)
    let canvas = Canvas(bitmap, fitting: Rect(0, 0, 30, 30), clip: clip)
    canvas.fill(Rect(0, 0, 30, 30), color: white)
    canvas.draw(TextLayout("WWWW", font: Font(size: 30)), at: .zero)
    canvas.fillDiagonal(from: .black, to: .white)
    canvas.fill(canvas.bounds, RadialGradient(center: Point(15, 15), radius: 20, from: .black, to: .white))
    canvas.fill(Rect(-9, -9, 90, 90), from: .zero, to: Point(30, 30), stops: [(0, .black), (1, .white)])
    expect(bitmap) { (5..<15).contains($0) && (6..<17).contains($1) }
  }

  /// A gradient that is higher than a strip has no seam, and is scaled to the bitmap's pixels.
  @Test func tallGradientHasNoSeam() {
    let (bitmap, expected) = (Bitmap(width: 40, height: 300), Bitmap(width: 40, height: 300))
    let stops = [(location: 0.0, color: Color(1, 0, 0, 0.5)), (location: 1, color: Color(0, 0, 1))]
    Canvas(bitmap, fitting: Rect(5, 10, 20, 150)).fill(
      Rect(5, 10, 20, 150), radius: 4, from: Point(5, 20), to: Point(20, 110), stops: stops)
    expected.fill(LinearGradient(from: Point(0, 20), to: Point(30, 200), stops: stops))
    var differences: [Point] = []
    for y in 0..<300 {
      for x in 0..<40 {
        let isCorner = !(8..<292).contains(y) && !(8..<32).contains(x)
        let isRight =
          isCorner
          ? bitmap.alpha(x, y) <= expected.alpha(x, y) : bitmap.pixels[y * 40 + x] == expected.pixels[y * 40 + x]
        if !isRight { differences.append(Point(Double(x), Double(y))) }
      }
    }
    #expect(differences.isEmpty, "\(differences.count), first at \(differences[0])")
    #expect(bitmap.alpha(0, 0) == 0 && bitmap.alpha(39, 299) == 0)
  }

  @Test func strokeIsInsideAndSharp() {
    let bitmap = Bitmap(width: 20, height: 20)
    Canvas(bitmap, fitting: Rect(0, 0, 20, 20)).stroke(Rect(2, 3, 10, 12), width: 2, color: white)
    expect(bitmap) { x, y in
      (2..<12).contains(x) && (3..<15).contains(y) && !((4..<10).contains(x) && (5..<13).contains(y))
    }
  }

  @Test func radiusRemovesCornersOnly() {
    let bitmap = Bitmap(width: 40, height: 40)
    Canvas(bitmap, fitting: Rect(0, 0, 40, 40)).fill(Rect(0, 0, 40, 40), radius: 10, color: white)
    #expect(bitmap.alpha(0, 0) == 0 && bitmap.alpha(39, 39) == 0)
    #expect(bitmap.alpha(11, 0) == 255 && bitmap.alpha(0, 11) == 255 && bitmap.alpha(20, 39) == 255)
    // The area of a square of 40 by 40 pixels with rounded corners of 10 pixels.
    let covered = (0..<1600).map { bitmap.alpha($0 % 40, $0 / 40) }.reduce(0, +)
    #expect(abs(Double(covered) / 255 - (1600 - (4 - .pi) * 100)) < 2)
  }

  /// Each function rounds the corners that it is asked to round, and only these.
  @Test func cornersHaveTheirOwnRadii() {
    let rect = Rect(0, 0, 40, 20)
    let stops = [(location: 0.0, color: white), (location: 1.0, color: white)]
    let draw: [String: (Canvas, CornerRadii) -> Void] = [
      "fill": { canvas, radii in canvas.fill(rect, radii: radii, color: white) },
      "gradient": { canvas, radii in canvas.fill(rect, radii: radii, from: .zero, to: Point(40, 0), stops: stops) },
      "stroke": { canvas, radii in canvas.stroke(rect, radii: radii, width: 3, color: white) },
      "clip": { canvas, radii in canvas.clipped(to: rect, radii: radii) { canvas.fill(rect, color: white) } },
      "mask": { canvas, radii in
        canvas.fill(rect, color: white)
        canvas.mask(rect, radii: radii)
      },
    ]
    for (name, draw) in draw {
      for (corner, x, y) in [(0, 0, 0), (1, 39, 0), (2, 39, 19), (3, 0, 19)] {
        let radii = [0, 1, 2, 3].map { $0 == corner ? 8.0 : 0 }
        let bitmap = Bitmap(width: 40, height: 20)
        draw(
          Canvas(bitmap, fitting: rect),
          CornerRadii(topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3]))
        for (otherX, otherY) in [(0, 0), (39, 0), (39, 19), (0, 19)] {
          let isRound = (otherX, otherY) == (x, y)
          #expect(bitmap.alpha(otherX, otherY) == (isRound ? 0 : 255), "\(name): \(radii) at \(otherX), \(otherY)")
        }
      }
    }
  }

  @Test func radiiAreAtMostHalfTheShorterSide() {
    let size = Size(40, 20)
    #expect(CornerRadii(30).fitted(to: size) == CornerRadii(10))
    #expect(CornerRadii(topLeft: 40, topRight: 9).fitted(to: size) == CornerRadii(topLeft: 10, topRight: 9))
    #expect(CornerRadii(topLeft: -3, bottomLeft: 5).fitted(to: size) == CornerRadii(bottomLeft: 5))
    #expect(CornerRadii(5).fitted(to: .zero) == CornerRadii(0))
  }

  @Test func inkIsCentered() {
    let bitmap = Bitmap(width: 200, height: 100)
    let canvas = Canvas(bitmap, fitting: Rect(0, 0, 200, 100))
    canvas.draw(TextLayout("3", font: Font(size: 60)), inkCenteredIn: Rect(0, 0, 200, 100))
    let ink = (0..<20000).filter { bitmap.alpha($0 % 200, $0 / 200) > 100 }
    let (x, y) = (ink.map { $0 % 200 }, ink.map { $0 / 200 })
    #expect(abs(x.min()! + x.max()! - 199) <= 2 && abs(y.min()! + y.max()! - 99) <= 2)
  }

  @Test func shadowFadesOutward() {
    let bitmap = Bitmap(width: 60, height: 60)
    Canvas(bitmap, fitting: Rect(0, 0, 60, 60)).shadow(
      Rect(20, 20, 20, 20), radius: 4, blur: 10, offset: Point(0, 2), color: .black)
    let column = (10..<33).map { bitmap.alpha(30, $0) }
    #expect(column == column.sorted() && column.first! < 30 && column.last! > 150)
    #expect(bitmap.alpha(30, 9) == 0 && bitmap.alpha(30, 51) > 0)
  }
}
