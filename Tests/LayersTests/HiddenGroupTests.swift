import Geometry
import Layers
import Raster
import Testing

/// A group that Layers doesn't draw, because it is hidden, must not be painted by Raster either.
@Suite struct HiddenGroupTests {
  private let renderer = Renderer(threads: 1)
  private let size = PixelRect(x: 0, y: 0, width: 160, height: 160)

  /// A cube whose faces are groups, beneath a lid that hides some of it.
  private func cube(_ turn: Transform3D, lid: Rect) -> Layer {
    let root = Layer()
    root.frame = Rect(0, 0, 160, 160)
    root.backgroundColor = .black
    let solid = TransformLayer()
    (solid.bounds, solid.position) = (Rect(0, 0, 80, 80), Point(80, 80))
    solid.transform = turn.concatenating(Transform3D(perspectiveDistance: 400))
    for (y, x) in [(0.0, 0.0), (2, 0), (1, 0), (-1, 0), (0, 1), (0, -1)] {
      let face = Layer()
      (face.bounds, face.position) = (Rect(0, 0, 80, 80), Point(40, 40))
      (face.backgroundColor, face.shouldRasterize) = (Color(hex: 0x2040_60), true)
      face.transform = Transform3D.identity.rotated(by: y * .pi / 2, x: 0, y: 1, z: 0)
        .rotated(by: x * .pi / 2, x: 1, y: 0, z: 0).translatedBy(x: 0, y: 0, z: 40)
      let label = Layer()
      (label.frame, label.backgroundColor) = (Rect(20, 20, 40, 40), .white)
      face.addSublayer(label)
      solid.addSublayer(face)
    }
    root.addSublayer(solid)
    let cover = Layer()
    (cover.frame, cover.backgroundColor) = (lid, Color(hex: 0x104010))
    root.addSublayer(cover)
    return root
  }

  @Test(arguments: 0..<150) func anUndrawnGroupNeverShows(_ step: Int) {
    let angle = Double(step) * 0.61803
    // Every third one nearly along an axis, so that faces are nearly edge-on.
    let tilt = step % 3 == 0 ? Double(step) * 1e-4 : Double(step) * 0.3471
    let turn = Transform3D(rotationAngle: angle, x: 0.2, y: 1, z: 0.1).rotated(by: tilt, x: 1, y: 0, z: 0)
    let root = cube(turn, lid: Rect(Double(step % 7) * 20 - 40, Double(step % 5) * 20, 70, 70))
    let (picture, whole) = (Picture(of: root), Bitmap(width: 160, height: 160))
    _ = picture.prepare(size: size, scale: 1, renderer: renderer)
    renderer.draw(picture.quads, into: whole, clip: Region(size))
    // A bitmap that nothing was drawn into is still empty.
    let undrawn = picture.quads.map(\.bitmap).filter { bitmap in
      (0..<bitmap.pixelCount).allSatisfy { bitmap.pixels[$0] == 0 }
    }
    #expect(undrawn.count >= 3)
    for bitmap in undrawn {
      bitmap.fill(bitmap.bounds, with: 0xFFFF_00FF)
      bitmap.didChange()
    }
    for clip in [size, PixelRect(x: 31, y: 20, width: 77, height: 90), PixelRect(x: 0, y: 64, width: 160, height: 1)] {
      let part = Bitmap(width: 160, height: 160)
      renderer.draw(picture.quads, into: part, clip: Region(clip))
      let differs = (0..<part.pixelCount).contains { index in
        clip.contains(index % 160, index / 160) && part.pixels[index] != whole.pixels[index]
      }
      #expect(!differs, "\(clip)")
    }
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool { x >= minX && x < maxX && y >= minY && y < maxY }
}
