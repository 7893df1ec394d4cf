import Geometry
import Layers
import Raster
import Testing

@Suite struct PictureTests {
  private let renderer = Renderer(threads: 1)
  private let size = PixelRect(x: 0, y: 0, width: 200, height: 200)

  @Test func siblingsInOnePlaneLieInTheirOrder() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    root.addSublayer(solid(.white, Rect(10, 10, 50, 50)))
    root.addSublayer(solid(Color(hex: 0xFF0000), Rect(30, 30, 50, 50)))
    let bitmap = draw(Picture(of: root))
    #expect(bitmap[20, 20] == 0xFFFF_FFFF)
    #expect(bitmap[40, 40] == 0xFFFF_0000)
  }

  @Test func depthWinsOverTheOrder() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    let (first, second) = (solid(.white, Rect(10, 10, 50, 50)), solid(Color(hex: 0xFF0000), Rect(30, 30, 50, 50)))
    root.addSublayer(first)
    root.addSublayer(second)
    first.zPosition = 1
    #expect(draw(Picture(of: root))[40, 40] == 0xFFFF_FFFF)
  }

  /// The six faces of a cube, in any sibling order, from any side: what one sees is the face in front.
  @Test func aCubeIsASolidFromEverySide() throws {
    for step in 0..<60 {
      let root = solid(.black, Rect(0, 0, 200, 200))
      let turn = Transform3D(rotationAngle: Double(step) * 0.37, x: 0.3, y: 1, z: 0.2)
      root.sublayerTransform = turn.concatenating(Transform3D(perspectiveDistance: 500))
      // Another order each time: one and five have no divisor in common with six.
      let sides = (0..<6).map { ($0 * (step % 2 == 0 ? 1 : 5) + step) % 6 }
      for side in sides {
        let face = solid(Color(hex: UInt32(side + 1) * 40), Rect(0, 0, 80, 80))
        face.position = Point(100, 100)
        face.transform = [
          Transform3D.identity, Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0),
          Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0), Transform3D(rotationAngle: -.pi / 2, x: 0, y: 1, z: 0),
          Transform3D(rotationAngle: .pi / 2, x: 1, y: 0, z: 0), Transform3D(rotationAngle: -.pi / 2, x: 1, y: 0, z: 0),
        ][side].translatedBy(x: 0, y: 0, z: 40)
        root.addSublayer(face)
      }
      let bitmap = draw(Picture(of: root))
      for (layer, side) in zip(root.sublayers, sides) {
        let centre = try #require(layer.convert(Point(40, 40), to: root))
        let homography = layer.homographyToRoot
        // Faces nearly edge-on have no pixel that is theirs alone.
        let corners = layer.bounds.corners.compactMap(homography.apply)
        let area = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0.0) {
          $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x
        }
        guard abs(area) > 800 else { continue }
        let pixel = bitmap[Int(clamping: centre.x), Int(clamping: centre.y)]
        #expect(
          (pixel == UInt32(side + 1) * 40 | 0xFF00_0000) == (layer.facing == .front), "side \(side), step \(step)")
      }
    }
  }

  @Test func nothingThatChangedIsLeftOutAndNothingElseIsDrawn() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    let child = solid(.white, Rect(10, 10, 20, 20))
    root.addSublayer(child)
    let picture = Picture(of: root)
    #expect(picture.prepare(size: size, scale: 1, renderer: renderer) == Region(size))
    #expect(picture.prepare(size: size, scale: 1, renderer: renderer).isEmpty)
    child.position = Point(120, 120)
    let moved = picture.prepare(size: size, scale: 1, renderer: renderer)
    #expect(covers(moved, 15, 15) && covers(moved, 120, 120))
    #expect(!covers(moved, 70, 70) && !covers(moved, 190, 190))
    child.opacity = 0.5
    let faded = picture.prepare(size: size, scale: 1, renderer: renderer)
    #expect(covers(faded, 120, 120) && !covers(faded, 15, 15))
    child.isHidden = true
    #expect(covers(picture.prepare(size: size, scale: 1, renderer: renderer), 120, 120))
    #expect(picture.prepare(size: size, scale: 2, renderer: renderer) == Region(size))
  }

  /// A rasterized layer of which only a part changed: only that part of it is drawn again, where it appears.
  /// A layer takes another's place, and may well take its memory: it is another one all the same.
  @Test func aLayerInPlaceOfOneThatIsGone() {
    final class Paint: LayerDelegate {
      let color: UInt32

      init(_ color: UInt32) { self.color = color }

      func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
        for index in 0..<bitmap.width * bitmap.height { bitmap.pixels[index] = 0xFF00_0000 | color }
      }
    }
    let root = solid(.black, Rect(0, 0, 200, 200))
    let picture = Picture(of: root)
    let bitmap = Bitmap(width: 200, height: 200)
    var stale = 0
    for step in 1...200 {
      let paint = Paint(UInt32(step))
      let layer = Layer()
      layer.frame = Rect(20, 20, 60, 60)
      layer.delegate = paint
      root.addSublayer(layer)
      let changed = picture.prepare(size: bitmap.bounds, scale: 1, renderer: renderer)
      renderer.draw(picture.quads, into: bitmap, clip: changed)
      if bitmap[50, 50] != 0xFF00_0000 | UInt32(step) { stale += 1 }
      layer.removeFromSuperlayer()
    }
    #expect(stale == 0)
  }

  /// Draws a white rectangle on black.
  private final class Block: LayerDelegate {
    var place = PixelRect.empty

    func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let isInside = !place.intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty
          bitmap.pixels[y * bitmap.stride + x] = isInside ? 0xFFFF_FFFF : 0xFF00_0000
        }
      }
    }
  }

  /// A layer that was drawn anew, and of which most came out as it was.
  @Test func onlyWhatCameOutOtherwiseChanged() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    let block = Block()
    let layer = Layer()
    layer.frame = Rect(20, 20, 160, 100)
    layer.delegate = block
    root.addSublayer(layer)
    let picture = Picture(of: root)
    _ = picture.prepare(size: size, scale: 1, renderer: renderer)
    block.place = PixelRect(x: 30, y: 40, width: 10, height: 8)
    layer.setNeedsDisplay()
    let first = picture.prepare(size: size, scale: 1, renderer: renderer)
    // With the pixels beside it, which may show some of it.
    #expect(first.bounds.intersection(PixelRect(x: 47, y: 57, width: 16, height: 14)) == first.bounds)
    #expect(first.bounds.intersection(PixelRect(x: 50, y: 60, width: 10, height: 8)).area == 80)
    layer.setNeedsDisplay()
    #expect(picture.prepare(size: size, scale: 1, renderer: renderer).isEmpty)
  }

  /// Aslant, in any place, the region holds whatever is drawn otherwise, and is less than the rectangle around it.
  @Test func aChangeThatLiesAslantIsDrawnWholeAndInBands() {
    var (areas, boxes) = (0, 0)
    for step in 0..<40 {
      let root = solid(.black, Rect(0, 0, 200, 200))
      root.sublayerTransform = Transform3D(perspectiveDistance: 300)
      let block = Block()
      let layer = Layer()
      layer.bounds = Rect(0, 0, 180, 120)
      layer.position = Point(100, 100)
      layer.transform = Transform3D(rotationAngle: Double(step) * 0.41, x: 0, y: 0, z: 1)
        .concatenating(Transform3D(rotationAngle: 0.5, x: 1, y: Double(step % 3), z: 0))
      layer.delegate = block
      root.addSublayer(layer)
      let picture = Picture(of: root)
      let (kept, whole) = (Bitmap(width: 200, height: 200), Bitmap(width: 200, height: 200))
      picture.prepareAndDraw(into: kept, renderer: renderer)
      block.place = PixelRect(x: 5 + step % 20, y: 40, width: 150, height: 12)
      layer.setNeedsDisplay()
      let changed = picture.prepare(size: size, scale: 1, renderer: renderer)
      renderer.draw(picture.quads, into: kept, clip: changed)
      renderer.draw(picture.quads, into: whole, clip: Region(size))
      let isSame = (0..<200 * 200).allSatisfy { kept.pixels[$0] == whole.pixels[$0] }
      #expect(isSame, "step \(step)")
      areas += (0..<changed.count).reduce(0) { $0 + changed[$1].area }
      boxes += changed.bounds.area
    }
    #expect(Double(areas) < Double(boxes) * 0.75, "\(areas) of \(boxes)")
  }

  @Test func aChangeInsideARasterizedLayerStaysSmall() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    let face = solid(.white, Rect(20, 20, 100, 100))
    face.shouldRasterize = true
    face.transform = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    let button = solid(Color(hex: 0xFF0000), Rect(40, 40, 20, 20))
    face.addSublayer(button)
    root.addSublayer(face)
    let picture = Picture(of: root)
    _ = picture.prepare(size: size, scale: 1, renderer: renderer)
    button.backgroundColor = Color(hex: 0x00FF00)
    let changed = picture.prepare(size: size, scale: 1, renderer: renderer)
    #expect(covers(changed, 70, 70))
    #expect(changed.bounds.width < 40 && changed.bounds.height < 40, "\(changed)")
    let bitmap = Bitmap(width: 200, height: 200)
    picture.prepareAndDraw(into: bitmap, renderer: renderer)
    #expect(bitmap[70, 70] == 0xFF00_FF00)
  }

  @Test func theShadowOverARasterizedLayerCostsNoLayerOfItsOwn() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    let face = solid(.white, Rect(0, 0, 100, 100))
    face.shouldRasterize = true
    let shadow = solid(.black, Rect(0, 0, 100, 100))
    shadow.opacity = 0.5
    face.addSublayer(shadow)
    root.addSublayer(face)
    let picture = Picture(of: root)
    let bitmap = draw(picture)
    #expect(picture.quads.count == 2)
    #expect(picture.quads[1].shade == 0.5)
    #expect(abs(Int(bitmap[50, 50] & 0xFF) - 128) <= 1)
    // Anything but a plain black over all of it is a layer like any other.
    shadow.bounds.size = Size(50, 100)
    #expect(abs(Int(draw(picture)[95, 50] & 0xFF) - 255) <= 1)
  }

  /// A shade between the ground and what lies upon it darkens the ground alone, in the same one quad, and a deeper one
  /// has nothing drawn anew.
  @Test func whatLiesAboveTheShadeKeepsItsLight() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    let face = solid(Color(hex: 0x808080), Rect(0, 0, 100, 100))
    face.shouldRasterize = true
    let shadow = solid(.black, Rect(0, 0, 100, 100))
    shadow.opacity = 0.5
    let (below, above) = (solid(Color(hex: 0xFF0000), Rect(10, 10, 20, 20)), solid(.white, Rect(50, 50, 20, 20)))
    for layer in [below, shadow, above] { face.addSublayer(layer) }
    root.addSublayer(face)
    let picture = Picture(of: root)
    var bitmap = draw(picture)
    #expect(picture.quads.count == 2 && picture.quads[1].shade == 0.5)
    func channel(_ x: Int, _ y: Int) -> Int { Int(bitmap[x, y] >> 16 & 0xFF) }
    #expect(abs(channel(5, 5) - 64) <= 1 && abs(channel(20, 20) - 128) <= 1 && channel(60, 60) == 255)
    let version = picture.quads[1].bitmap.version
    shadow.opacity = 1
    bitmap = draw(picture)
    #expect(channel(5, 5) <= 1 && channel(60, 60) == 255 && picture.quads[1].bitmap.version == version)
    // On top of all it darkens all.
    face.bringSublayerToFront(shadow)
    shadow.opacity = 0.5
    bitmap = draw(picture)
    #expect(abs(channel(60, 60) - 128) <= 1 && abs(channel(5, 5) - 64) <= 1 && picture.quads.count == 2)
    // A part that is drawn anew glows as the whole does.
    face.insertSublayer(shadow, below: above)
    _ = draw(picture)
    above.position.x += 10
    let changed = picture.prepare(size: size, scale: 1, renderer: renderer)
    #expect(changed.bounds.width < 40 && changed.bounds.height < 40, "\(changed)")
    bitmap = draw(picture)
    #expect(abs(channel(52, 60) - 64) <= 1 && channel(75, 60) == 255 && channel(65, 60) == 255)
    // One that isn't opaque has no alpha to spare: the shade is a layer like any other, and looks the same.
    face.backgroundColor = Color(0.5, 0.5, 0.5, 0.5)
    bitmap = draw(picture)
    #expect(picture.quads.count == 2 && picture.quads[1].shade == 0 && channel(75, 60) == 255)
  }

  @Test func aBackFaceThatIsNotDoubleSidedIsNotDrawn() {
    let root = solid(.black, Rect(0, 0, 200, 200))
    let face = solid(.white, Rect(50, 50, 100, 100))
    face.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    root.addSublayer(face)
    let picture = Picture(of: root)
    #expect(draw(picture)[100, 100] == 0xFFFF_FFFF)
    face.isDoubleSided = false
    #expect(draw(picture)[100, 100] == 0xFF00_0000)
  }

  private func solid(_ color: Color, _ frame: Rect) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.backgroundColor = color
    return layer
  }

  private func draw(_ picture: Picture) -> Bitmap {
    let bitmap = Bitmap(width: 200, height: 200)
    picture.prepareAndDraw(into: bitmap, renderer: renderer)
    return bitmap
  }

  private func covers(_ region: Region, _ x: Int, _ y: Int) -> Bool {
    (0..<region.count).contains { !region[$0].intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty }
  }
}

extension Picture {
  fileprivate func prepareAndDraw(into bitmap: Bitmap, renderer: Renderer) {
    _ = prepare(size: bitmap.bounds, scale: 1, renderer: renderer)
    renderer.draw(quads, into: bitmap, clip: Region(bitmap.bounds))
  }
}

extension Bitmap {
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * stride + x] }
}
