import Geometry
import Raster
import Testing

@testable import Layers

/// A bitmap is given back when its layer can't be seen, and is the same picture when it can again.
@Suite struct MemoryTests {
  private let renderer = Renderer(threads: 1)
  private let size = PixelRect(x: 0, y: 0, width: 200, height: 200)

  /// Draws something that one can tell from nothing, counts how often, and knows whether its bitmap still exists.
  private final class Artist: LayerDelegate {
    weak var bitmap: Bitmap?
    var count = 0

    func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
      self.bitmap = bitmap
      count += 1
      bitmap.fillLinearGradient(
        from: .zero, to: Point(100, 100), colors: Color(1, 0, 0, 1), Color(0, 0, 1, 1), clip: clip)
    }
  }

  private func layer(_ frame: Rect, _ artist: Artist?, isGroup: Bool = false) -> Layer {
    let layer = Layer()
    layer.frame = frame
    layer.delegate = artist
    layer.isOpaque = artist != nil
    layer.shouldRasterize = isGroup
    return layer
  }

  private func draw(_ picture: Picture) -> [UInt32] {
    _ = picture.prepare(size: size, scale: 1, renderer: renderer)
    let bitmap = Bitmap(width: 200, height: 200)
    renderer.draw(picture.quads, into: bitmap, clip: Region(bitmap.bounds))
    return (0..<40_000).map { bitmap.pixels[$0] }
  }

  enum Leaving: CaseIterable { case removed, hidden, faded, withItsSuperlayer }

  @Test(arguments: Leaving.allCases, [false, true]) func whatIsNoLongerShownIsGivenBack(
    _ leaving: Leaving, _ isGroup: Bool
  ) {
    let root = layer(Rect(0, 0, 200, 200), nil)
    let (above, artist, inner) = (Layer(), Artist(), Artist())
    above.frame = root.bounds
    let layer = layer(Rect(20, 20, 100, 100), artist, isGroup: isGroup)
    layer.addSublayer(self.layer(Rect(10, 10, 60, 60), inner))
    above.addSublayer(layer)
    root.addSublayer(above)
    let picture = Picture(of: root)
    let before = draw(picture)
    #expect(artist.bitmap != nil && inner.bitmap != nil)
    switch leaving {
    case .removed: layer.removeFromSuperlayer()
    case .hidden: layer.isHidden = true
    case .faded: layer.opacity = 0
    case .withItsSuperlayer: above.removeFromSuperlayer()
    }
    #expect(draw(picture).allSatisfy { $0 == 0 })
    #expect(artist.bitmap == nil && inner.bitmap == nil)
    switch leaving {
    case .removed: above.addSublayer(layer)
    case .hidden: layer.isHidden = false
    case .faded: layer.opacity = 1
    case .withItsSuperlayer: root.addSublayer(above)
    }
    #expect(draw(picture) == before)
  }

  /// To the top and back, among its siblings: nothing is drawn anew.
  @Test func anotherPlaceAmongTheSiblingsIsNoReason() {
    let root = layer(Rect(0, 0, 200, 200), nil)
    let artists = (0..<3).map { _ in Artist() }
    let layers = artists.map { layer(Rect(0, 0, 50, 50), $0) }
    for layer in layers { root.addSublayer(layer) }
    let picture = Picture(of: root)
    _ = draw(picture)
    root.bringSublayerToFront(layers[0])
    root.insertSublayer(layers[2], below: layers[1])
    root.insertSublayer(layers[1], at: 0)
    root.exchangeSublayer(at: 0, withSublayerAt: 2)
    _ = draw(picture)
    #expect(artists.map(\.count) == [1, 1, 1])
  }

  /// Nine groups lie upon each other, each as large as the picture; one after the other is on top, and seen. Beside it
  /// one picture's worth of what is hidden is kept, the last seen, and drawn again as it was.
  @Test func whatOthersCoverIsBounded() {
    let root = layer(Rect(0, 0, 200, 200), nil)
    let artists = (0..<9).map { _ in Artist() }
    let layers = artists.map { layer(root.bounds, $0, isGroup: true) }
    for layer in layers { root.addSublayer(layer) }
    let picture = Picture(of: root)
    var first: [UInt32]?
    for turn in 0..<3 {
      for layer in layers {
        root.bringSublayerToFront(layer)
        let drawn = draw(picture)
        #expect(drawn == first ?? drawn)
        first = drawn
        let kept = layers.reduce(0) { $0 + $1.cache.pixelCount }
        #expect(kept <= 2 * size.area, "turn \(turn)")
      }
    }
    // The last but one is kept.
    let counts = artists.map(\.count)
    root.bringSublayerToFront(layers[7])
    #expect(draw(picture) == first && artists.map(\.count) == counts)
    root.bringSublayerToFront(layers[3])
    #expect(draw(picture) == first && artists[3].count == counts[3] + 1)
  }

  /// One that turns its back and isn't drawn then.
  @Test func whatTurnsItsBackIsBounded() {
    let root = layer(Rect(0, 0, 200, 200), nil)
    let artists = (0..<4).map { _ in Artist() }
    let layers = artists.map { layer(root.bounds, $0) }
    for layer in layers {
      layer.isDoubleSided = false
      root.addSublayer(layer)
    }
    let picture = Picture(of: root)
    let before = draw(picture)
    for layer in layers { layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0) }
    #expect(draw(picture).allSatisfy { $0 == 0 })
    #expect(artists.filter { $0.bitmap != nil }.count == 1)
    for layer in layers { layer.transform = .identity }
    #expect(draw(picture) == before)
    #expect(artists.filter { $0.bitmap != nil }.count == 4)
  }

  /// A wall cuts a group larger than the picture: one piece is behind the wall, the other is seen.
  @Test func whatIsSeenInPartIsKept() {
    let root = layer(Rect(0, 0, 200, 200), nil)
    let (wall, cut) = (layer(Rect(-100, -100, 400, 400), nil), layer(root.bounds, nil, isGroup: true))
    (wall.backgroundColor, cut.backgroundColor) = (.black, .white)
    wall.transform = Transform3D(rotationAngle: 0.3, x: 0, y: 1, z: 0)
    cut.rasterizationScale = 2
    for layer in [wall, cut] { root.addSublayer(layer) }
    let picture = Picture(of: root)
    let drawn = draw(picture)
    #expect(picture.quads.filter { $0.part != nil }.count == 2)
    #expect(drawn.allSatisfy { $0 >> 24 == 255 })
  }

  /// In a snapshot of what shows the viewer its back, another side is seen than in the picture that is shown.
  @Test func aSnapshotTakesNothingAway() throws {
    let (root, card) = (layer(Rect(0, 0, 200, 200), nil), layer(Rect(0, 0, 200, 200), nil))
    let back = layer(root.bounds, nil, isGroup: true)
    back.backgroundColor = .white
    back.isDoubleSided = false
    for layer in [card, back] { layer.transform = Transform3D(rotationAngle: .pi, x: 0, y: 1, z: 0) }
    card.addSublayer(back)
    root.addSublayer(card)
    let picture = Picture(of: root)
    let before = draw(picture)
    #expect(before.allSatisfy { $0 >> 24 == 255 })
    let snapshot = try #require(card.snapshot(scale: 0.5))
    #expect(snapshot[50, 50] == 0)
    let isSame = draw(picture) == before
    #expect(isSame)
  }

  /// However near it comes to the eye, and however little of it is seen then.
  @Test(arguments: [false, true], [100.0, 150, 180, 195, 199]) func whatComesNearIsNoLargerThanThePicture(
    _ isGroup: Bool, _ nearness: Double
  ) {
    let root = layer(Rect(0, 0, 200, 200), nil)
    root.sublayerTransform.m34 = -1 / 200
    let artist = Artist()
    let near = layer(root.bounds, artist)
    near.addSublayer(layer(Rect(50, 50, 100, 100), Artist()))
    near.opacity = isGroup ? 0.5 : 1
    near.transform = Transform3D(rotationAngle: 0.3, x: 0, y: 1, z: 0)
      .concatenating(Transform3D(translationX: 0, y: 0, z: nearness))
    root.addSublayer(near)
    _ = draw(Picture(of: root))
    let pixels = artist.bitmap?.pixelCount ?? 0
    #expect((size.area / 4...size.area).contains(pixels), "\(pixels)")
  }

  /// The list of the last picture holds no pixels while the next one is drawn.
  @Test func whatIsReplacedIsGoneBeforeTheNextIsDrawn() {
    let root = layer(Rect(0, 0, 200, 200), nil)
    let artist = Artist()
    let old = layer(root.bounds, artist)
    root.addSublayer(old)
    let picture = Picture(of: root)
    _ = draw(picture)
    final class Witness: LayerDelegate {
      let artist: Artist
      var saw = true
      init(_ artist: Artist) { self.artist = artist }
      func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) { saw = artist.bitmap != nil }
    }
    let witness = Witness(artist)
    let new = layer(root.bounds, nil)
    new.delegate = witness
    old.removeFromSuperlayer()
    root.addSublayer(new)
    _ = draw(picture)
    #expect(!witness.saw)
  }
}
