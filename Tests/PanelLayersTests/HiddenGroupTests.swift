import PanelLayers
import Testing

/// If PanelLayers doesn't draw a group's picture, since the group is hidden, PanelRaster must not draw the group
/// either.
@Suite struct HiddenGroupTests {
  /// A cube whose faces are groups, partly covered by a layer.
  private func cube(_ rotation: Transform3D, cover: Rect) -> Layer {
    let solid = TransformLayer()
    (solid.bounds, solid.position) = (Rect(0, 0, 80, 80), Point(80, 80))
    solid.transform = rotation.concatenating(Transform3D(perspectiveDistance: 400))
    for (y, x) in [(0.0, 0.0), (2, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
      let face = Layer()
      (face.bounds, face.position) = (Rect(0, 0, 80, 80), Point(40, 40))
      (face.backgroundColor, face.shouldRasterize) = (Color(hex: 0x2040_60), true)
      face.transform = Transform3D.identity.rotated(by: y * .pi / 2, x: 0, y: 1, z: 0)
        .rotated(by: x * .pi / 2, x: 1, y: 0, z: 0).translatedBy(x: 0, y: 0, z: 40)
      face.addSublayer(Layer(Rect(20, 20, 40, 40), .white))
      solid.addSublayer(face)
    }
    return Layer(Rect(0, 0, 160, 160), .black, [solid, Layer(cover, Color(hex: 0x104010))])
  }

  @Test(arguments: 0..<150) func hiddenGroupIsNotDrawn(_ step: Int) {
    let angle = Double(step) * 0.61803
    // Every third one is nearly along an axis, so that faces are nearly edge-on.
    let tilt = step % 3 == 0 ? Double(step) * 1e-4 : Double(step) * 0.3471
    let rotation = Transform3D(rotationAngle: angle, x: 0.2, y: 1, z: 0.1).rotated(by: tilt, x: 1, y: 0, z: 0)
    let drawing = Drawing(
      cube(rotation, cover: Rect(Double(step % 7) * 20 - 40, Double(step % 5) * 20, 70, 70)))
    let whole = drawing.image()
    // A bitmap of zeros was never drawn into.
    let undrawn = drawing.quads.map(\.bitmap).filter { $0.pixelArray.allSatisfy { $0 == 0 } }
    #expect(undrawn.count >= 3)
    for bitmap in undrawn {
      bitmap.fill(bitmap.bounds, with: 0xFFFF_00FF)
      bitmap.didChange()
    }
    for clip in [
      drawing.bounds, PixelRect(x: 31, y: 20, width: 77, height: 90), PixelRect(x: 0, y: 64, width: 160, height: 1),
    ] {
      let part = Bitmap(width: 160, height: 160)
      drawing.draw(into: part, clip: Region(clip))
      let differs = (0..<part.pixelCount).contains { index in
        clip.contains(index % 160, index / 160) && part.pixels[index] != whole.pixels[index]
      }
      #expect(!differs, "\(clip)")
    }
  }

  /// The faces behind a translucent face are visible through it. When it becomes opaque, the antialiased edges of these
  /// faces must be erased, also in pixels outside of the face that changed.
  @Test func opaqueFaceErasesEdgesBehindIt() {
    let root = cube(
      Transform3D(rotationAngle: 0.7, x: 0.2, y: 1, z: 0.1).rotated(by: 0.5, x: 1, y: 0, z: 0), cover: .zero)
    let drawing = Drawing(root)
    for face in root.sublayers[0].sublayers {
      face.opacity = 0.3
      let picture = drawing.image()
      face.opacity = 1
      let damage = drawing.updateDamage()
      drawing.draw(into: picture, clip: damage)
      #expect(picture.pixelArray == drawing.image().pixelArray)
    }
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool { x >= minX && x < maxX && y >= minY && y < maxY }
}
