import PanelLayers
import Testing

@Suite struct PictureTests {
  private func root(_ sublayers: Layer...) -> Layer { Layer(Rect(0, 0, 200, 200), .black, sublayers) }

  @Test func depthTakesPrecedenceOverSiblingOrder() {
    let (first, second) = (Layer(Rect(10, 10, 50, 50), .white), Layer(Rect(30, 30, 50, 50), Color(hex: 0xFF0000)))
    let root = root(first, second)
    let bitmap = Drawing(root).image()
    #expect(bitmap[20, 20] == 0xFFFF_FFFF && bitmap[40, 40] == 0xFFFF_0000)
    first.zPosition = 1
    #expect(Drawing(root).image()[40, 40] == 0xFFFF_FFFF)
  }

  @Test func cubeIsSolidFromEverySide() throws {
    for step in 0..<60 {
      let root = root()
      let turn = Transform3D(rotationAngle: Double(step) * 0.37, x: 0.3, y: 1, z: 0.2)
      root.sublayerTransform = turn.concatenating(Transform3D(perspectiveDistance: 500))
      // A different order each time: one and five are coprime to six.
      let sides = (0..<6).map { ($0 * (step % 2 == 0 ? 1 : 5) + step) % 6 }
      for side in sides {
        let face = Layer(Rect(0, 0, 80, 80), Color(hex: UInt32(side + 1) * 40))
        face.position = Point(100, 100)
        face.transform = [
          Transform3D.identity, Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0),
          Transform3D(rotationAngle: .pi / 2, x: 0, y: 1, z: 0), Transform3D(rotationAngle: -.pi / 2, x: 0, y: 1, z: 0),
          Transform3D(rotationAngle: .pi / 2, x: 1, y: 0, z: 0), Transform3D(rotationAngle: -.pi / 2, x: 1, y: 0, z: 0),
        ][side].translatedBy(x: 0, y: 0, z: 40)
        root.addSublayer(face)
      }
      let bitmap = Drawing(root).image()
      for (layer, side) in zip(root.sublayers, sides) {
        let center = try #require(layer.convert(Point(40, 40), to: root))
        let homography = layer.homographyToRoot
        // Faces nearly edge-on have no pixel to themselves.
        let corners = layer.bounds.corners.compactMap(homography.apply)
        let area = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0.0) {
          $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x
        }
        guard abs(area) > 800 else { continue }
        let pixel = bitmap[Int(clamping: center.x), Int(clamping: center.y)]
        #expect(
          (pixel == UInt32(side + 1) * 40 | 0xFF00_0000) == (layer.facing == .front), "side \(side), step \(step)")
      }
    }
  }

  @Test func damageCoversExactlyTheChanges() {
    let child = Layer(Rect(10, 10, 20, 20), .white)
    let drawing = Drawing(root(child))
    #expect(drawing.updateDamage() == Region(drawing.bounds))
    #expect(drawing.updateDamage().isEmpty)
    child.position = Point(120, 120)
    let moved = drawing.updateDamage()
    #expect(covers(moved, 15, 15) && covers(moved, 120, 120))
    #expect(!covers(moved, 70, 70) && !covers(moved, 190, 190))
    child.opacity = 0.5
    let faded = drawing.updateDamage()
    #expect(covers(faded, 120, 120) && !covers(faded, 15, 15))
    child.isHidden = true
    #expect(covers(drawing.updateDamage(), 120, 120))
    #expect(drawing.updateDamage(scale: 2) == Region(drawing.bounds))
  }

  /// A new layer may get the memory of a released one, but must not be mistaken for it.
  @Test func replacedLayerIsDrawnAgain() {
    final class Paint: LayerDelegate {
      let color: UInt32

      init(_ color: UInt32) { self.color = color }

      func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
        for index in 0..<bitmap.width * bitmap.height { bitmap.pixels[index] = 0xFF00_0000 | color }
      }
    }
    let root = root()
    let (drawing, bitmap) = (Drawing(root), Bitmap(width: 200, height: 200))
    var stale = 0
    for step in 1...200 {
      let paint = Paint(UInt32(step))
      let layer = Layer(Rect(20, 20, 60, 60))
      layer.delegate = paint
      root.addSublayer(layer)
      drawing.draw(into: bitmap, clip: drawing.updateDamage())
      if bitmap[50, 50] != 0xFF00_0000 | UInt32(step) { stale += 1 }
      layer.removeFromSuperlayer()
    }
    #expect(stale == 0)
  }

  /// Draws a white rectangle on black.
  private final class Block: LayerDelegate {
    var rect = PixelRect.empty

    func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
      for y in 0..<bitmap.height {
        for x in 0..<bitmap.width {
          let isInside = !rect.intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty
          bitmap.pixels[y * bitmap.stride + x] = isInside ? 0xFFFF_FFFF : 0xFF00_0000
        }
      }
    }
  }

  @Test func redrawnLayerDamagesOnlyChangedPixels() {
    let block = Block()
    let layer = Layer(Rect(20, 20, 160, 100))
    layer.delegate = block
    let drawing = Drawing(root(layer))
    _ = drawing.updateDamage()
    block.rect = PixelRect(x: 30, y: 40, width: 10, height: 8)
    layer.setNeedsDisplay()
    let first = drawing.updateDamage()
    // Adjacent pixels may show some of it.
    #expect(first.bounds.intersection(PixelRect(x: 47, y: 57, width: 16, height: 14)) == first.bounds)
    #expect(first.bounds.intersection(PixelRect(x: 50, y: 60, width: 10, height: 8)).area == 80)
    layer.setNeedsDisplay()
    #expect(drawing.updateDamage().isEmpty)
  }

  @Test func damageOfRotatedLayerIsInBands() {
    var (areas, boxes) = (0, 0)
    for step in 0..<40 {
      let root = root()
      root.sublayerTransform = Transform3D(perspectiveDistance: 300)
      let block = Block()
      let layer = Layer()
      layer.bounds = Rect(0, 0, 180, 120)
      layer.position = Point(100, 100)
      layer.transform = Transform3D(rotationAngle: Double(step) * 0.41, x: 0, y: 0, z: 1)
        .concatenating(Transform3D(rotationAngle: 0.5, x: 1, y: Double(step % 3), z: 0))
      layer.delegate = block
      root.addSublayer(layer)
      let drawing = Drawing(root)
      let bitmap = drawing.image()
      block.rect = PixelRect(x: 5 + step % 20, y: 40, width: 150, height: 12)
      layer.setNeedsDisplay()
      let changed = drawing.updateDamage()
      drawing.draw(into: bitmap, clip: changed)
      #expect(bitmap.pixelArray == drawing.preparedImage().pixelArray, "step \(step)")
      areas += (0..<changed.count).reduce(0) { $0 + changed[$1].area }
      boxes += changed.bounds.area
    }
    #expect(Double(areas) < Double(boxes) * 0.75, "\(areas) of \(boxes)")
  }

  @Test func changeInRasterizedLayerHasSmallDamage() {
    let button = Layer(Rect(40, 40, 20, 20), Color(hex: 0xFF0000))
    let face = Layer(Rect(20, 20, 100, 100), .white, [button])
    face.shouldRasterize = true
    face.transform = Transform3D(rotationAngle: 0.5, x: 0, y: 1, z: 0)
    let drawing = Drawing(root(face))
    _ = drawing.updateDamage()
    button.backgroundColor = Color(hex: 0x00FF00)
    let changed = drawing.updateDamage()
    #expect(covers(changed, 70, 70))
    #expect(changed.bounds.width < 40 && changed.bounds.height < 40, "\(changed)")
    #expect(drawing.image()[70, 70] == 0xFF00_FF00)
  }

  @Test func shadeOfRasterizedLayerIsPartOfItsQuad() {
    let shadow = Layer(Rect(0, 0, 100, 100), .black)
    shadow.opacity = 0.5
    let face = Layer(Rect(0, 0, 100, 100), .white, [shadow])
    face.shouldRasterize = true
    let drawing = Drawing(root(face))
    let bitmap = drawing.image()
    #expect(drawing.quads.count == 2)
    #expect(drawing.quads[1].shade == 0.5)
    #expect(abs(Int(bitmap[50, 50] & 0xFF) - 128) <= 1)
    // Anything but plain black over all of it is a normal layer.
    shadow.bounds.size = Size(50, 100)
    #expect(abs(Int(drawing.image()[95, 50] & 0xFF) - 255) <= 1)
  }

  /// A shade between the background and other sublayers darkens the background alone, in one quad. A deeper shade
  /// redraws nothing.
  @Test func layersAboveTheShadeStayBright() {
    let shadow = Layer(Rect(0, 0, 100, 100), .black)
    shadow.opacity = 0.5
    let (below, above) = (Layer(Rect(10, 10, 20, 20), Color(hex: 0xFF0000)), Layer(Rect(50, 50, 20, 20), .white))
    let face = Layer(Rect(0, 0, 100, 100), Color(hex: 0x808080), [below, shadow, above])
    face.shouldRasterize = true
    let drawing = Drawing(root(face))
    var bitmap = drawing.image()
    #expect(drawing.quads.count == 2 && drawing.quads[1].shade == 0.5)
    func channel(_ x: Int, _ y: Int) -> Int { Int(bitmap[x, y] >> 16 & 0xFF) }
    #expect(abs(channel(5, 5) - 64) <= 1 && abs(channel(20, 20) - 128) <= 1 && channel(60, 60) == 255)
    let version = drawing.quads[1].bitmap.version
    shadow.opacity = 1
    bitmap = drawing.image()
    #expect(channel(5, 5) <= 1 && channel(60, 60) == 255 && drawing.quads[1].bitmap.version == version)
    // On top it darkens everything.
    face.bringSublayerToFront(shadow)
    shadow.opacity = 0.5
    bitmap = drawing.image()
    #expect(abs(channel(60, 60) - 128) <= 1 && abs(channel(5, 5) - 64) <= 1 && drawing.quads.count == 2)
    // A redrawn part stays as bright as the whole.
    face.insertSublayer(shadow, below: above)
    _ = drawing.image()
    above.position.x += 10
    let changed = drawing.updateDamage()
    #expect(changed.bounds.width < 40 && changed.bounds.height < 40, "\(changed)")
    bitmap = drawing.image()
    #expect(abs(channel(52, 60) - 64) <= 1 && channel(75, 60) == 255 && channel(65, 60) == 255)
    // A translucent face has no alpha channel to spare: the shade is a normal layer that looks the same.
    face.backgroundColor = Color(0.5, 0.5, 0.5, 0.5)
    bitmap = drawing.image()
    #expect(drawing.quads.count == 2 && drawing.quads[1].shade == 0 && channel(75, 60) == 255)
  }

  @Test func singleSidedBackFaceIsNotDrawn() {
    let face = Layer(Rect(50, 50, 100, 100), .white)
    face.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    let drawing = Drawing(root(face))
    #expect(drawing.image()[100, 100] == 0xFFFF_FFFF)
    face.isDoubleSided = false
    #expect(drawing.image()[100, 100] == 0xFF00_0000)
  }

  private func covers(_ region: Region, _ x: Int, _ y: Int) -> Bool {
    (0..<region.count).contains { !region[$0].intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty }
  }
}
