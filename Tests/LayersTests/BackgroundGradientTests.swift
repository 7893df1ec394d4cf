import Geometry
import Raster
import Testing

@testable import Layers

/// A background gradient looks as one that is drawn, wherever it is seen, and has no pixels where it needs none.
@Suite struct BackgroundGradientTests {
  private static let gradient = RadialGradient(
    center: Point(60, 45), radius: 110, from: Color(hex: 0x2A3142), to: Color(hex: 0x0E1118))

  private final class Artist: LayerDelegate {
    func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
      let (sx, sy) = (Double(bitmap.width) / layer.bounds.width, Double(bitmap.height) / layer.bounds.height)
      let center = Point(gradient.center.x * sx, gradient.center.y * sy)
      bitmap.fill(gradient.placed(at: center, scale: sx), clip: clip)
    }
  }

  enum Kind: CaseIterable { case alone, scaled, faded, group, bordered, tilted, withColor }

  private func picture(_ layer: Layer, _ kind: Kind) -> (pixels: [UInt32], bitmap: Bitmap) {
    let root = Layer()
    (root.bounds, root.backgroundColor) = (Rect(0, 0, 240, 180), .white)
    layer.frame = Rect(20, 10, 120, 100)
    let inner = Layer()
    (inner.frame, inner.backgroundColor) = (Rect(10, 20, 30, 30), Color(1, 0, 0, 0.5))
    layer.addSublayer(inner)
    switch kind {
    case .alone, .scaled: break
    case .faded:
      inner.removeFromSuperlayer()
      layer.opacity = 0.5
    case .group: layer.shouldRasterize = true
    case .bordered: layer.borderWidth = 3
    case .tilted:
      layer.transform = Transform3D(rotationAngle: 0.4, x: 0, y: 1, z: 0)
        .concatenating(Transform3D(perspectiveDistance: 300))
    case .withColor: layer.backgroundColor = .white
    }
    root.addSublayer(layer)
    let (picture, renderer) = (Picture(of: root), Renderer(threads: 1))
    let bitmap = Bitmap(width: 240, height: 180)
    _ = picture.prepare(size: bitmap.bounds, scale: kind == .scaled ? 1.5 : 1, renderer: renderer)
    renderer.draw(picture.quads, into: bitmap, clip: Region(bitmap.bounds))
    return (Array(UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.pixelCount)), picture.quads[1].bitmap)
  }

  @Test(arguments: Kind.allCases) func itLooksAsOneThatIsDrawn(_ kind: Kind) {
    let (shown, drawn, artist) = (Layer(), Layer(), Artist())
    shown.backgroundGradient = Self.gradient
    (drawn.delegate, drawn.isOpaque) = (artist, true)
    let (expected, result) = (picture(drawn, kind), picture(shown, kind))
    let isSame = expected.pixels == result.pixels
    #expect(isSame)
    #expect(result.bitmap.hasPixels == ![.alone, .scaled, .faded, .withColor].contains(kind))
    #expect(result.bitmap.showsGradient == ![.group, .bordered].contains(kind))
  }

  /// Within its corners, and within its bounds where a sublayer sticks out of the group.
  @Test(arguments: [0.0, 20]) func itEndsAtItsBounds(_ radius: Double) {
    let (root, layer, sticking) = (Layer(), Layer(), Layer())
    root.bounds = Rect(0, 0, 100, 100)
    layer.frame = Rect(20, 20, 60, 60)
    (layer.backgroundGradient, layer.cornerRadius, layer.shouldRasterize) = (Self.gradient, radius, true)
    (sticking.frame, sticking.backgroundColor) = (Rect(50, 50, 30, 30), .white)
    layer.addSublayer(sticking)
    root.addSublayer(layer)
    let (picture, renderer, bitmap) = (Picture(of: root), Renderer(threads: 1), Bitmap(width: 100, height: 100))
    _ = picture.prepare(size: bitmap.bounds, scale: 1, renderer: renderer)
    renderer.draw(picture.quads, into: bitmap, clip: Region(bitmap.bounds))
    func pixel(_ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * 100 + x] }
    #expect((pixel(21, 21) == 0) == (radius > 0) && pixel(85, 30) == 0 && pixel(30, 85) == 0)
    #expect(pixel(50, 25) >> 24 == 255 && pixel(50, 25) != 0xFFFF_FFFF)
    #expect(pixel(90, 90) == 0xFFFF_FFFF)
  }

  /// It changes with what it shows; the same again is no change.
  @Test func anotherGradientIsAnotherPicture() {
    let root = Layer()
    root.bounds = Rect(0, 0, 80, 60)
    root.backgroundGradient = Self.gradient
    let (picture, renderer) = (Picture(of: root), Renderer(threads: 1))
    let size = PixelRect(x: 0, y: 0, width: 80, height: 60)
    func change() -> Region { picture.prepare(size: size, scale: 1, renderer: renderer) }
    #expect(change() == Region(size))
    root.backgroundGradient = Self.gradient
    #expect(change().isEmpty)
    root.backgroundGradient?.radius = 50
    #expect(change() == Region(size))
    root.backgroundGradient = nil
    root.backgroundColor = .black
    #expect(change() == Region(size))
  }
}
