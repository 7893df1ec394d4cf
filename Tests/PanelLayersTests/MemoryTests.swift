import Testing

@testable import PanelLayers

/// The bitmaps of layers that are removed, hidden or transparent are freed, and those of covered groups and back faces
/// are limited. Later they are drawn identically.
@Suite struct MemoryTests {
  private static let area = 200 * 200

  /// Draws a gradient, counts how often, and knows whether its bitmap still exists.
  private final class Artist: LayerDelegate {
    weak var bitmap: Bitmap?
    var count = 0

    func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
      self.bitmap = bitmap
      count += 1
      bitmap.fill(
        LinearGradient(from: .zero, to: Point(100, 100), stops: [(0, Color(1, 0, 0, 1)), (1, Color(0, 0, 1, 1))]),
        clip: clip)
    }
  }

  /// - Parameter isGroup: true to draw the layer with its sublayers into one bitmap.
  private func layer(_ frame: Rect, _ artist: Artist?, isGroup: Bool = false) -> Layer {
    let layer = Layer(frame)
    layer.delegate = artist
    layer.isOpaque = artist != nil
    layer.shouldRasterize = isGroup
    return layer
  }

  private func draw(_ drawing: Drawing) -> [UInt32] { drawing.image().pixelArray }

  private func root(_ sublayers: [Layer]) -> Layer { Layer(Rect(0, 0, 200, 200), nil, sublayers) }

  enum Removal: CaseIterable { case removed, hidden, transparent, removedSuperlayer }

  @Test(arguments: Removal.allCases, [false, true])
  func invisibleLayersFreeTheirBitmaps(_ removal: Removal, _ isGroup: Bool) {
    let (artist, inner) = (Artist(), Artist())
    let layer = layer(Rect(20, 20, 100, 100), artist, isGroup: isGroup)
    layer.addSublayer(self.layer(Rect(10, 10, 60, 60), inner))
    let superlayer = root([layer])
    let root = root([superlayer])
    let drawing = Drawing(root)
    let before = draw(drawing)
    #expect(artist.bitmap != nil && inner.bitmap != nil)
    switch removal {
    case .removed: layer.removeFromSuperlayer()
    case .hidden: layer.isHidden = true
    case .transparent: layer.opacity = 0
    case .removedSuperlayer: superlayer.removeFromSuperlayer()
    }
    #expect(draw(drawing).allSatisfy { $0 == 0 })
    #expect(artist.bitmap == nil && inner.bitmap == nil)
    switch removal {
    case .removed: superlayer.addSublayer(layer)
    case .hidden: layer.isHidden = false
    case .transparent: layer.opacity = 1
    case .removedSuperlayer: root.addSublayer(superlayer)
    }
    #expect(draw(drawing) == before)
  }

  @Test func reorderedSiblingsAreNotDrawnAgain() {
    let artists = (0..<3).map { _ in Artist() }
    let layers = artists.enumerated().map { layer(Rect(Double($0) * 60, 0, 50, 50), $1) }
    let root = root(layers)
    let drawing = Drawing(root)
    _ = draw(drawing)
    root.bringSublayerToFront(layers[0])
    root.insertSublayer(layers[2], below: layers[1])
    root.insertSublayer(layers[1], at: 0)
    root.exchangeSublayer(at: 0, withSublayerAt: 2)
    _ = draw(drawing)
    #expect(artists.map(\.count) == [1, 1, 1])
  }

  /// Nine equal groups, each as large as the picture, are brought to the front in turn. The caches of the covered ones
  /// together keep one picture's worth of pixels, of the groups that were visible last.
  @Test func cacheOfCoveredGroupsIsLimited() {
    let artists = (0..<9).map { _ in Artist() }
    let layers = artists.map { layer(Rect(0, 0, 200, 200), $0, isGroup: true) }
    let root = root(layers)
    let drawing = Drawing(root)
    var expected: [UInt32]?
    for turn in 0..<3 {
      for layer in layers {
        root.bringSublayerToFront(layer)
        let drawn = draw(drawing)
        if let expected { #expect(drawn == expected) }
        expected = drawn
        let pixelCount = layers.reduce(0) { $0 + $1.cache.pixelCount }
        #expect(pixelCount <= 2 * Self.area, "turn \(turn)")
      }
    }
    // The previously visible one is kept.
    let counts = artists.map(\.count)
    root.bringSublayerToFront(layers[7])
    #expect(draw(drawing) == expected && artists.map(\.count) == counts)
    root.bringSublayerToFront(layers[3])
    #expect(draw(drawing) == expected && artists[3].count == counts[3] + 1)
  }

  @Test func cacheOfBackFacesIsLimited() {
    let artists = (0..<4).map { _ in Artist() }
    let layers = artists.map { layer(Rect(0, 0, 200, 200), $0) }
    for layer in layers { layer.isDoubleSided = false }
    let root = root(layers)
    let drawing = Drawing(root)
    let before = draw(drawing)
    for layer in layers { layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0) }
    #expect(draw(drawing).allSatisfy { $0 == 0 })
    // One picture's worth of pixels.
    #expect(artists.filter { $0.bitmap != nil }.count == 1)
    for layer in layers { layer.transform = .identity }
    #expect(draw(drawing) == before)
    // The others are covered, so they weren't drawn again.
    #expect(artists[3].bitmap != nil && artists.filter { $0.bitmap != nil }.count <= 2)
  }

  /// A turned wall cuts a group into a visible and a hidden piece. The group keeps its bitmap, although that has more
  /// pixels than hidden groups may keep.
  @Test func partlyVisibleGroupIsKept() {
    let (wall, group) = (layer(Rect(-100, -100, 400, 400), nil), layer(Rect(0, 0, 200, 200), nil, isGroup: true))
    (wall.backgroundColor, group.backgroundColor) = (.black, .white)
    wall.transform = Transform3D(rotationAngle: 0.3, x: 0, y: 1, z: 0)
    group.rasterizationScale = 2
    let drawing = Drawing(root([wall, group]))
    let drawn = draw(drawing)
    #expect(drawing.quads.filter { $0.part != nil }.count == 2)
    #expect(drawn.allSatisfy { $0 >> 24 == 255 } && group.cache.pixelCount == 4 * Self.area)
  }

  /// `card` and `back` are both turned, so `back` is visible in the picture. A snapshot of `card` doesn't turn the
  /// card, so `back` isn't visible there, but must keep its bitmap for the picture.
  @Test func snapshotKeepsVisibleBitmaps() throws {
    let back = Layer(Rect(0, 0, 200, 200), .white)
    (back.isDoubleSided, back.shouldRasterize) = (false, true)
    let card = TransformLayer(Rect(0, 0, 200, 200))
    card.addSublayer(back)
    for layer in [card, back] { layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0) }
    let drawing = Drawing(root([card]))
    let before = draw(drawing)
    #expect(before.allSatisfy { $0 >> 24 == 255 })
    let snapshot = try #require(card.snapshot(scale: 0.5))
    #expect(snapshot[50, 50] == 0)
    let isSame = draw(drawing) == before
    #expect(isSame)
  }

  /// Of a layer very close to the eye, which is mostly outside of the picture, little more than the visible part is drawn.
  @Test(arguments: [false, true], [100.0, 150, 180, 195, 199])
  func bitmapOfCloseLayerIsLimited(_ isTranslucent: Bool, _ z: Double) {
    let artist = Artist()
    let closeLayer = layer(Rect(0, 0, 200, 200), artist)
    closeLayer.addSublayer(layer(Rect(50, 50, 100, 100), Artist()))
    closeLayer.opacity = isTranslucent ? 0.5 : 1
    closeLayer.transform = Transform3D(rotationAngle: 0.3, x: 0, y: 1, z: 0)
      .concatenating(Transform3D(translationX: 0, y: 0, z: z))
    let root = root([closeLayer])
    root.sublayerTransform.m34 = -1 / 200
    _ = Drawing(root).image()
    let pixels = artist.bitmap?.pixelCount ?? 0
    #expect((1...2 * Self.area).contains(pixels), "\(pixels)")
  }

  @Test func removedBitmapIsFreedBeforeTheNextIsDrawn() {
    let artist = Artist()
    let old = layer(Rect(0, 0, 200, 200), artist)
    let root = root([old])
    let drawing = Drawing(root)
    _ = draw(drawing)
    final class Witness: LayerDelegate {
      let artist: Artist
      var sawOldBitmap = true
      init(_ artist: Artist) { self.artist = artist }
      func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
        sawOldBitmap = artist.bitmap != nil
      }
    }
    let witness = Witness(artist)
    let new = Layer(root.bounds)
    new.delegate = witness
    old.removeFromSuperlayer()
    root.addSublayer(new)
    _ = draw(drawing)
    #expect(!witness.sawOldBitmap)
  }
}
