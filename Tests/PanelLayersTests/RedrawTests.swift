import PanelLayers
import SeededRandom
import Testing

/// A frame redraws all pixels that change, and draws all that is visible beneath others.
@Suite struct RedrawTests {
  /// Draws the rectangles of a picture.
  private final class Blocks: LayerDelegate {
    var rects: [(PixelRect, UInt32)] = []

    func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
      let scale = Double(bitmap.width) / area.width
      func pixel(_ value: Int, _ origin: Double) -> Int { Int(clamping: ((Double(value) - origin) * scale).rounded()) }
      for (rect, color) in rects {
        let rect = PixelRect(
          minX: pixel(rect.minX, area.minX), minY: pixel(rect.minY, area.minY), maxX: pixel(rect.maxX, area.minX),
          maxY: pixel(rect.maxY, area.minY))
        bitmap.fill(rect.intersection(clip), with: color)
      }
    }
  }

  /// Returns a text such as "3 pixels by up to 17" if the bitmaps differ.
  private func difference(_ one: Bitmap, _ other: Bitmap) -> String? {
    var (count, largest) = (0, 0)
    for index in 0..<one.pixelCount where one.pixels[index] != other.pixels[index] {
      count += 1
      for shift in [0, 8, 16, 24] as [UInt32] {
        let difference = Int(one.pixels[index] >> shift & 255) - Int(other.pixels[index] >> shift & 255)
        largest = max(largest, abs(difference))
      }
    }
    return count == 0 ? nil : "\(count) pixels by up to \(largest)"
  }

  /// A changed part of a bitmap is redrawn as far as the mip levels spread it.
  @Test(arguments: 1...140 as ClosedRange<UInt64>) func changedPartOfTiltedLayerIsRedrawn(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let blocks = Blocks()
    let layer = Layer(Rect(20, 20, 360, 260))
    layer.delegate = blocks
    layer.isOpaque = true
    blocks.rects = [(PixelRect(x: 0, y: 0, width: 360, height: 260), 0xFF20_4060)]
    let turn = number(0...1) < 0.5 ? number(0...1.2) : number(1.2...1.55)
    layer.transform = Transform3D(perspectiveDistance: number(600...5000))
      .rotated(by: turn, x: number(-1...1), y: number(-1...1), z: number(-0.3...0.3))
    let drawing = Drawing(Layer(Rect(0, 0, 400, 300), .white, [layer]))
    let scale = number(0.3...1)
    let picture = drawing.image(scale: scale)
    for _ in 0..<8 {
      let (x, y) = (Int(clamping: number(0...340)), Int(clamping: number(0...240)))
      let rect = PixelRect(x: x, y: y, width: Int(clamping: number(1...20)), height: 12)
      blocks.rects.append((rect, 0xFF00_0000 | UInt32(truncatingIfNeeded: random.next())))
      layer.setNeedsDisplay(Rect(Double(rect.minX), Double(rect.minY), Double(rect.width), Double(rect.height)))
      drawing.draw(into: picture, clip: drawing.updateDamage(scale: scale))
      let stale = difference(picture, drawing.preparedImage())
      #expect(stale == nil, "turned by \(turn) at scale \(scale)")
    }
  }

  /// Nothing that is left out beneath the opaque part of a layer with round corners would be visible.
  @Test(arguments: 290...390 as ClosedRange<UInt64>) func roundCornersHideOnlyWhatTheyCover(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let layer = Layer(Rect(50, 50, 300, 200), .white)
    layer.cornerRadius = number(0...1) < 0.3 ? number(1...6) : number(1...100)
    if number(0...1) < 0.5 {
      layer.masksToBounds = true
      layer.addSublayer(Layer(Rect(0, 0, 300, 200), .black))
    }
    let turn = number(0...1) < 0.3 ? 0 : number(0...1) < 0.5 ? number(0...1.2) : number(1.2...1.56)
    layer.transform = Transform3D(perspectiveDistance: number(600...5000))
      .rotated(by: turn, x: number(-1...1), y: number(-1...1), z: number(-0.3...0.3))
    let drawing = Drawing(Layer(Rect(0, 0, 400, 300), Color(1, 0, 0), [layer]))
    _ = drawing.updateDamage(scale: number(0.1...1))
    let (one, other) = (drawing.preparedImage(), drawing.preparedImage())
    for bitmap in [one, other] {
      bitmap.fill(bitmap.bounds, with: bitmap === one ? 0xFF00_00FF : 0xFFFF_FF00)
      drawing.draw(into: bitmap, clip: Region(bitmap.bounds))
    }
    #expect(difference(one, other) == nil, "turned by \(turn)")
  }

  /// A layer that moves between groups is faded or masked like its new siblings.
  @Test(arguments: 1...30 as ClosedRange<UInt64>) func layerIsMovedBetweenGroups(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let opacities = [0.25, 0.5, 0.5, 1]
    // So large that they are drawn in place.
    let groups = (0..<4).map { index in
      let group = Layer(Rect(Double(index) * 3, 0, 390, 300))
      group.opacity = opacities[index]
      if number(0...1) < 0.5 { (group.masksToBounds, group.cornerRadius) = (true, number(0...1) < 0.5 ? 0 : 40) }
      group.addSublayer(Layer(Rect(0, 0, 300, 280), Color(number(0...1), number(0...1), number(0...1))))
      if number(0...1) < 0.5 { group.insertSublayer(Layer(Rect(40, 40, 300, 200), Color(0, 0, 1)), at: 0) }
      return group
    }
    if number(0...1) < 0.5 { groups[1].addSublayer(groups[2]) }
    let root = Layer(Rect(0, 0, 400, 300), .white, groups.filter { $0.superlayer == nil })
    let moved = Layer(Rect(10, 10, 200, 200), Color(0, 1, 0))
    groups[0].addSublayer(moved)
    let drawing = Drawing(root)
    let picture = drawing.image()
    for _ in 0..<8 {
      let group = groups[Int.random(in: 0..<4, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0: group.addSublayer(moved)
      case 1: group.insertSublayer(moved, at: 0)
      default: group.opacity = opacities[Int.random(in: 0..<4, using: &random)]
      }
      drawing.draw(into: picture, clip: drawing.updateDamage())
      #expect(difference(picture, drawing.preparedImage()) == nil)
      #expect(difference(picture, Drawing(root).image()) == nil)
    }
  }

  /// Among so many layers that they are drawn by depth, two that intersect look as they do alone: opaque or faded, with
  /// a shadow or sublayers.
  @Test(arguments: 0..<8) func intersectingGroupsAmongManyLayersAreCut(_ style: Int) {
    func picture(crowd: Int) -> Bitmap {
      let root = Layer(Rect(0, 0, 400, 300), .white)
      root.sublayerTransform = Transform3D(perspectiveDistance: 900)
      for (angle, color) in [(0.6, Color(1, 0, 0)), (-0.6, Color(0, 0, 1))] {
        let layer = Layer(Rect(120, 50, 160, 200), color)
        if style & 1 != 0 { layer.opacity = 0.9 }
        if style & 2 != 0 { (layer.shadowOpacity, layer.shadowRadius) = (0.02, 1) }
        if style & 4 != 0 { layer.addSublayer(Layer(Rect(10, 10, 140, 180), color)) }
        layer.transform = Transform3D(translationX: 0, y: 0, z: 0).rotated(by: angle, x: 0, y: 1, z: 0)
        root.addSublayer(layer)
      }
      for index in 0..<crowd {
        let layer = Layer(Rect(2, 2, 20, 20), .black)
        layer.transform = Transform3D(translationX: 0, y: 0, z: 0).rotated(
          by: Double(index) * 0.02, x: 0.3, y: 1, z: 0)
        root.addSublayer(layer)
      }
      return Drawing(root).image()
    }
    let (one, other) = (picture(crowd: 0), picture(crowd: 150))
    var count = 0
    for y in 30..<270 {
      for x in 100..<300 {
        let (a, b) = (one[x, y], other[x, y])
        for shift in [0, 8, 16] as [UInt32] where abs(Int(a >> shift & 255) - Int(b >> shift & 255)) > 24 {
          count += 1
          break
        }
      }
    }
    #expect(count < 300, "\(count) pixels")
  }

  /// The shadow of a translucent layer isn't seen through it, although the pieces of a cut layer are no group.
  @Test func cutLayerHidesItsShadow() {
    let root = Layer(Rect(0, 0, 400, 300), .white)
    let bar = Layer(Rect(120, 52, 160, 6), .black)
    bar.transform = Transform3D.identity.rotated(by: -0.3, x: 0, y: 1, z: 0)
    let layer = Layer(Rect(120, 50, 160, 200), .white)
    (layer.opacity, layer.shadowOpacity) = (0.5, 1)
    layer.transform = Transform3D.identity.rotated(by: 0.3, x: 0, y: 1, z: 0)
    root.addSublayer(bar)
    root.addSublayer(layer)
    let picture = Drawing(root).image()
    #expect(picture[150, 200] == 0xFFFF_FFFF && picture[250, 200] == 0xFFFF_FFFF && picture[200, 249] != 0xFFFF_FFFF)
  }
}
