import Foundation
import PanelGeometry
import PanelRaster
import Testing

@testable import PanelLayers

@Suite struct ShadowTests {
  private func layer(_ size: Size, radius: Double) -> Layer {
    let layer = Layer(Rect(origin: .zero, size: size), .white)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, radius, .zero)
    return layer
  }

  /// The shadow of a straight edge is the integral of a Gaussian. The stated bound is 2 code values, also for large
  /// layers, of which only a part is drawn, and for a bitmap with fewer pixels than the picture.
  @Test(arguments: [100, 1200, 16_000], [0.3, 1, 2, 3, 8, 30, 200])
  func shadowIsGaussian(_ side: Double, _ radius: Double) throws {
    guard side > 6 * radius else { return }
    let layer = layer(Size(side, side), radius: radius)
    let part = Rect(side / 2 - 20, side - 3 * radius, 40, 6 * radius)
    let shadow = try #require(Shadow(of: layer, part: part, pixelsPerPoint: 1))
    #expect(Double(shadow.bitmap.pixelCount) <= 41 * (6 * radius + 2))
    let pixelsPerPoint = Double(shadow.bitmap.height) / part.height
    for row in 0..<shadow.bitmap.height {
      let distance = (Double(row) + 0.5) / pixelsPerPoint + part.minY - side
      let expected: Double = erfc(distance / (radius * 2.0.squareRoot())) * 127.5
      let alpha = Double(shadow.bitmap[shadow.bitmap.width / 2, row] >> 24)
      #expect(abs(alpha - expected) <= 2, "\(alpha) instead of \(expected), \(distance) points from the edge")
    }
  }

  @Test(arguments: [0.0, 0.4, 5, 30]) func shadowIsInsideItsExtent(_ radius: Double) throws {
    let layer = layer(Size(60, 50), radius: radius)
    layer.shadowOffset = Point(7, -9)
    let extent = layer.shadowExtent
    let shadow = try #require(Shadow(of: layer, part: extent.insetBy(-20, -20), pixelsPerPoint: 1))
    let scale = Double(shadow.bitmap.width) / shadow.extent.width
    for y in 0..<shadow.bitmap.height {
      for x in 0..<shadow.bitmap.width where shadow.bitmap[x, y] >> 24 > 0 {
        let center = Point((Double(x) + 0.5) / scale, (Double(y) + 0.5) / scale) + shadow.extent.origin
        #expect(extent.insetBy(-0.5 / scale, -0.5 / scale).contains(center), "\(center)")
      }
    }
  }

  /// As in Core Animation, everything that isn't transparent casts a shadow.
  @Test func borderCastsShadow() throws {
    let layer = Layer(Rect(0, 0, 100, 80))
    (layer.borderWidth, layer.borderColor) = (10, .white)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, Point(200, 0))
    let shadow = try #require(Shadow(of: layer, part: layer.shadowExtent, pixelsPerPoint: 1))
    #expect(shadow.bitmap[5, 40] == 0xFF00_0000 && shadow.bitmap[50, 5] == 0xFF00_0000)
    #expect(shadow.bitmap[50, 40] == 0)
  }

  /// The parts of a large layer's shadow fit together.
  @Test func partsEqualTheWhole() throws {
    let layer = layer(Size(100, 80), radius: 4)
    layer.cornerRadius = 20
    let whole = try #require(Shadow(of: layer, part: layer.shadowExtent, pixelsPerPoint: 1)).bitmap
    let (width, height) = (whole.width / 2, whole.height / 3)
    let origin = layer.shadowExtent.origin
    for column in 0..<2 {
      for row in 0..<3 {
        let part = Rect(
          origin.x + Double(column * width), origin.y + Double(row * height), Double(width), Double(height))
        let bitmap = try #require(Shadow(of: layer, part: part, pixelsPerPoint: 1)).bitmap
        let isEqual = (0..<height).allSatisfy { y in
          (0..<width).allSatisfy { bitmap[$0, y] == whole[column * width + $0, row * height + y] }
        }
        #expect(isEqual, "\(column), \(row)")
      }
    }
  }
}
