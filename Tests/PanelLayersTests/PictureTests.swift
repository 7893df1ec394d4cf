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

      func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
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

    func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
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

  /// A change of a shade redraws no bitmap.
  @Test(arguments: [false, true]) func shadeDarkensLayer(isRasterized: Bool) {
    let above = Layer(Rect(50, 50, 20, 20), .white)
    let face = Layer(Rect(0, 0, 100, 100), Color(hex: 0x808080), [above])
    face.shouldRasterize = isRasterized
    let drawing = Drawing(root(face))
    _ = drawing.image()
    let versions = drawing.quads.map(\.bitmap.version)
    for shade in [0.5, 1, 0.25] {
      face.shade = shade
      let bitmap = drawing.image()
      for (x, full) in [(5, 128.0), (60, 255)] {
        #expect(abs(Double(bitmap[x, x] & 0xFF) - full * (1 - shade)) <= 1)
      }
    }
    #expect(drawing.quads.map(\.bitmap.version) == versions)
  }

  /// A layer may keep its sublayers bright, such as the texts on a face of a lit cube. Nothing is redrawn either.
  @Test(arguments: [false, true]) func sublayersMayStayBright(isRasterized: Bool) {
    let above = Layer(Rect(50, 50, 20, 20), .white)
    let face = Layer(Rect(0, 0, 100, 100), Color(hex: 0x808080), [above])
    face.shouldRasterize = isRasterized
    face.shadesSublayers = false
    let drawing = Drawing(root(face))
    _ = drawing.image()
    let versions = drawing.quads.map(\.bitmap.version)
    for shade in [0.5, 1, 0.25] {
      face.shade = shade
      let bitmap = drawing.image()
      #expect(abs(Double(bitmap[5, 5] & 0xFF) - 128 * (1 - shade)) <= 1 && bitmap[60, 60] == 0xFFFF_FFFF)
    }
    #expect(drawing.quads.map(\.bitmap.version) == versions)
  }

  @Test func singleSidedBackFaceIsNotDrawn() {
    let face = Layer(Rect(50, 50, 100, 100), .white)
    face.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
    let drawing = Drawing(root(face))
    #expect(drawing.image()[100, 100] == 0xFFFF_FFFF)
    face.isDoubleSided = false
    #expect(drawing.image()[100, 100] == 0xFF00_0000)
  }

  @Test(arguments: [0.0, 89, 91, 180, 271], [1, 0.5])
  func sideIsThatInTheFlatteningPlane(_ degrees: Double, _ opacity: Double) {
    // A card with two sides: flat, it shows its front whatever its angle; a transform layer shows the side that is seen.
    for card in [Layer(Rect(50, 50, 100, 100)), TransformLayer(Rect(50, 50, 100, 100))] {
      let (front, back) = (Layer(Rect(0, 0, 100, 100), .white), Layer(Rect(0, 0, 100, 100), Color(hex: 0xFF0000)))
      back.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0)
      for side in [front, back] {
        side.isDoubleSided = false
        card.addSublayer(side)
      }
      card.transform = Transform3D(rotationAngle: degrees * .pi / 180, x: 0, y: 1, z: 0)
      card.opacity = opacity
      let isTurned = card is TransformLayer && degrees > 90 && degrees < 270
      let drawing = Drawing(root(card))
      let pixel = drawing.image()[100, 100]
      #expect((pixel & 0xFF == 0) == isTurned && pixel >> 16 & 0xFF > 100)
      #expect(front.facing == (isTurned ? .back : .front) && back.facing == (isTurned ? .front : .back))
      // A change of the direction mirrors the sides without turning them.
      front.layoutDirection = .rightToLeft
      #expect(drawing.image()[100, 100] == pixel && front.facing == (isTurned ? .back : .front))
    }
  }

  private func covers(_ region: Region, _ x: Int, _ y: Int) -> Bool {
    (0..<region.count).contains { !region[$0].intersection(PixelRect(x: x, y: y, width: 1, height: 1)).isEmpty }
  }
}
