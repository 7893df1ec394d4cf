import Testing

@testable import PanelLayers

/// An effect of a layer changes nothing but what it is for.
@Suite struct EffectTests {
  /// Draws columns that are one point wide.
  private final class Stripes: LayerDelegate {
    func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
      for x in stride(from: clip.minX, to: clip.maxX, by: 1) {
        let column = PixelRect(x: x, y: clip.minY, width: 1, height: clip.height)
        let position = area.minX + (Double(x) + 0.5) * area.width / Double(bitmap.width)
        bitmap.fill(column, with: Int(clamping: position) % 2 == 0 ? 0xFF00_0000 : 0xFFFF_FFFF)
      }
    }
  }

  private func root(_ sublayers: Layer...) -> Layer { Layer(Rect(0, 0, 200, 200), .white, sublayers) }

  /// Returns the largest difference of two pictures' green, in code values.
  private func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
    var largest = 0
    for (a, b) in zip(one.pixelArray, other.pixelArray) {
      let (green, otherGreen) = (Int(a >> 8 & 255), Int(b >> 8 & 255))
      largest = max(largest, abs(green - otherGreen))
    }
    return largest
  }

  /// Eight pictures.
  private static let contentLimit = 8 * 200 * 200

  private func pixelCount(of layers: [Layer]) -> Int {
    var count = 0
    for layer in layers { count += layer.cache.pixelCount }
    return count
  }

  @Test func groupWithFloorThatPassesTheEyeKeepsIt() {
    let floor = Layer(Rect(-2000, 100, 4000, 4000), Color(hex: 0x0080FF))
    floor.anchorPoint = Point(0.5, 0)
    floor.position = Point(20, 40)
    floor.transform = Transform3D(rotationAngle: 1.4, x: 1, y: 0, z: 0)
    let room = Layer(Rect(80, 80, 40, 40), nil, [floor])
    room.sublayerTransform.m34 = -1 / 300
    let drawing = Drawing(root(room))
    let before = drawing.image()
    #expect(before[100, 195] == 0xFF00_80FF && before[100, 20] == 0xFFFF_FFFF)
    room.opacity = 0.996
    #expect(difference(drawing.image(), before) <= 3)
  }

  @Test func contentIsAsSharpInGroupThatReachesFar() {
    let (text, stripes) = (Layer(Rect(10, 10, 100, 40)), Stripes())
    text.delegate = stripes
    let group = Layer(Rect(20, 20, 120, 60), Color(white: 0.5), [text])
    let drawing = Drawing(root(group))
    let before = drawing.image()
    for x in [-16_000.0, 16_000] { group.addSublayer(Layer(Rect(x, 0, 300, 10), .black)) }
    group.opacity = 0.996
    #expect(difference(drawing.image(), before) <= 3)
  }

  @Test(arguments: [0.25, 0.5, 0.75])
  func decoratedNeighborLeavesNoGap(_ fraction: Double) {
    let left = Layer(Rect(20, 40, 80 + fraction, 60), .black)
    let right = Layer(Rect(100 + fraction, 40, 60, 60), .black)
    (right.borderWidth, right.borderColor) = (2, .black)
    let image = Drawing(root(left, right)).image()
    #expect((30..<150).allSatisfy { image[$0, 70] == 0xFF00_0000 })
  }

  @Test(arguments: [false, true]) func fadedLayerHidesItsShadow(isRasterized: Bool) {
    let card = Layer(Rect(50, 50, 100, 100), .white)
    (card.shadowOpacity, card.shadowRadius, card.opacity) = (1, 6, 0.5)
    card.shouldRasterize = isRasterized
    let image = Drawing(root(card)).image()
    #expect(image[100, 100] == 0xFFFF_FFFF && image[100, 152] & 255 < 240)
  }

  enum Corners: CaseIterable { case withShadow, withBorder, withShadowAndMask }

  @Test(arguments: Corners.allCases) func fadedCardHasRoundCorners(_ corners: Corners) {
    let card = Layer(Rect(10, 10, 180, 180), .black, [Layer(Rect(60, 60, 20, 20), .white)])
    card.cornerRadius = 40
    if corners == .withBorder { card.borderWidth = 2 } else { (card.shadowOpacity, card.shadowColor) = (1, .white) }
    card.masksToBounds = corners == .withShadowAndMask
    let drawing = Drawing(root(card))
    let before = drawing.image()
    #expect(before[14, 14] == 0xFFFF_FFFF)
    card.opacity = 0.996
    #expect(difference(drawing.image(), before) <= 6)
  }

  @Test func changedOuterMaskIsRedrawn() {
    let inner = Layer(Rect(0, 0, 200, 200), .black, [Layer(Rect(0, 0, 200, 200), .black)])
    let outer = Layer(Rect(0, 0, 200, 200), nil, [inner])
    for layer in [inner, outer] { (layer.masksToBounds, layer.cornerRadius) = (true, 10) }
    let drawing = Drawing(root(outer))
    let image = drawing.image()
    outer.cornerRadius = 60
    drawing.draw(into: image, clip: drawing.updateDamage())
    #expect(image[12, 12] == 0xFFFF_FFFF)
  }

  enum Change: CaseIterable { case translucent, rounded }

  /// Layers that an opaque group hid appear in the frame in which the group changes.
  @Test(arguments: Change.allCases)
  func groupThatBecomesTranslucentShowsWhatIsBeneath(_ change: Change) {
    let beneath = Layer(Rect(40, 40, 50, 50), .white)
    let group = Layer(Rect(40, 40, 100, 100), Color(0, 0, 1), [Layer(Rect(50, 50, 10, 10), Color(1, 0, 0))])
    group.shouldRasterize = true
    let drawing = Drawing(Layer(Rect(0, 0, 200, 200), .black, [beneath, group]))
    #expect(drawing.image()[80, 80] == 0xFF00_00FF)
    switch change {
    case .translucent:
      group.backgroundColor = Color(0, 0, 1, 0.5)
      let pixel = drawing.image()[80, 80]
      #expect(abs(Int(pixel >> 8 & 255) - 128) <= 1 && pixel & 255 == 255)
    case .rounded:
      group.cornerRadius = 40
      #expect(drawing.image()[42, 42] == 0xFFFF_FFFF)
    }
  }

  /// A layer that appears before others in the list damages its own place only.
  @Test(arguments: [false, true], [false, true])
  func appearingLayerDamagesOnlyItself(isInGroup: Bool, hasBorder: Bool) {
    let layers = (0..<10).map { Layer(Rect(Double($0) * 20, 20, 12, 12), .black) }
    let row = Layer(Rect(0, 0, 200, 60), .white, layers)
    row.opacity = isInGroup ? 0.5 : 1
    row.borderWidth = hasBorder ? 1 : 0
    let drawing = Drawing(root(row))
    _ = drawing.image()
    for isHidden in [true, false] {
      layers[0].isHidden = isHidden
      let damage = drawing.updateDamage()
      #expect(!damage.isEmpty && (0..<damage.count).allSatisfy { damage[$0].maxX < 20 })
    }
  }

  @Test func removedLayerIsFreed() {
    weak var layer: Layer?
    let root = root(Layer(Rect(0, 0, 50, 50), .black))
    let drawing = Drawing(root)
    do {
      let raised = Layer(Rect(10, 10, 50, 50), .black)
      raised.zPosition = 1
      root.addSublayer(raised)
      _ = drawing.image()
      layer = raised
      raised.removeFromSuperlayer()
    }
    _ = drawing.image()
    #expect(layer == nil)
  }

  /// Beyond eight pictures' worth of content, bitmaps are drawn when they are needed and freed in the same frame.
  @Test(arguments: [20, 45]) func muchContentLooksAsSeparatelyDrawn(_ count: Int) {
    let stripes = Stripes()
    func layers(_ range: Range<Int>) -> [Layer] {
      range.map { index in
        let layer = Layer(Rect(0, 0, 200, 200))
        layer.delegate = stripes
        layer.opacity = 0.3
        layer.bounds.origin = Point(Double(index % 2), 0)
        if index % 3 == 0 { layer.cornerRadius = 20 }
        return layer
      }
    }
    let all = layers(0..<count)
    let picture = Layer(Rect(0, 0, 200, 200), .white, all)
    let drawing = Drawing(picture)
    let image = drawing.image()
    let expected = Bitmap(width: 200, height: 200)
    expected.fill(expected.bounds, with: 0xFFFF_FFFF)
    for start in stride(from: 0, to: count, by: 5) {
      let some = Drawing(Layer(Rect(0, 0, 200, 200), nil, layers(start..<min(start + 5, count))))
      _ = some.updateDamage()
      some.draw(into: expected, clip: Region(expected.bounds))
    }
    #expect(difference(image, expected) <= 2)
    #expect(difference(drawing.image(), image) == 0)
    #expect(pixelCount(of: all) <= Self.contentLimit)
  }

  /// The contents of a group are drawn together, so those beyond the limit have few pixels.
  @Test func contentInGroupIsBounded() {
    let stripes = Stripes()
    let all = (0..<60).map { index in
      let layer = Layer(Rect(0, 0, 200, 200))
      layer.delegate = stripes
      return layer
    }
    let group = Layer(Rect(0, 0, 200, 200), nil, all)
    group.opacity = 0.5
    let drawing = Drawing(root(group))
    for _ in 0..<3 {
      _ = drawing.image()
      #expect(pixelCount(of: all) <= Self.contentLimit + 60 * 1100)
      all[0].setNeedsDisplay()
    }
  }
}
