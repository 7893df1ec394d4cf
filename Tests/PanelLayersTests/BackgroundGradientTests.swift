import Testing

@testable import PanelLayers

/// A background gradient looks like a drawn one.
@Suite struct BackgroundGradientTests {
  private static let gradient = RadialGradient(
    center: Point(60, 45), radius: 110, from: Color(hex: 0x2A3142), to: Color(hex: 0x0E1118))

  private final class Artist: LayerDelegate {
    func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
      let (sx, sy) = (Double(bitmap.width) / layer.bounds.width, Double(bitmap.height) / layer.bounds.height)
      let center = Point(gradient.center.x * sx, gradient.center.y * sy)
      bitmap.fill(gradient.placed(at: center, scale: sx), clip: clip)
    }
  }

  enum Kind: CaseIterable { case alone, scaled, faded, group, bordered, tilted, withColor }

  private func image(_ layer: Layer, _ kind: Kind) -> [UInt32] {
    layer.frame = Rect(20, 10, 120, 100)
    let inner = Layer(Rect(10, 20, 30, 30), Color(1, 0, 0, 0.5))
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
    return Drawing(Layer(Rect(0, 0, 240, 180), .white, [layer])).image(scale: kind == .scaled ? 1.5 : 1).pixelArray
  }

  @Test(arguments: Kind.allCases) func gradientMatchesDrawnOne(_ kind: Kind) {
    let (shown, drawn, artist) = (Layer(), Layer(), Artist())
    shown.backgroundGradient = Self.gradient
    (drawn.delegate, drawn.isOpaque) = (artist, true)
    let isSame = image(drawn, kind) == image(shown, kind)
    #expect(isSame)
  }

  @Test(arguments: [0.0, 20]) func gradientEndsAtBounds(_ radius: Double) {
    let layer = Layer(Rect(20, 20, 60, 60), nil, [Layer(Rect(50, 50, 30, 30), .white)])
    (layer.backgroundGradient, layer.cornerRadius, layer.shouldRasterize) = (Self.gradient, radius, true)
    let bitmap = Drawing(Layer(Rect(0, 0, 100, 100), nil, [layer])).image()
    #expect((bitmap[21, 21] == 0) == (radius > 0) && bitmap[85, 30] == 0 && bitmap[30, 85] == 0)
    #expect(bitmap[50, 25] >> 24 == 255 && bitmap[50, 25] != 0xFFFF_FFFF)
    #expect(bitmap[90, 90] == 0xFFFF_FFFF)
  }

  @Test func changedGradientDamagesLayer() {
    let root = Layer(Rect(0, 0, 80, 60))
    root.backgroundGradient = Self.gradient
    let drawing = Drawing(root)
    #expect(drawing.updateDamage() == Region(drawing.bounds))
    root.backgroundGradient = Self.gradient
    #expect(drawing.updateDamage().isEmpty)
    root.backgroundGradient?.radius = 50
    #expect(drawing.updateDamage() == Region(drawing.bounds))
    root.backgroundGradient = nil
    root.backgroundColor = .black
    #expect(drawing.updateDamage() == Region(drawing.bounds))
  }
}
