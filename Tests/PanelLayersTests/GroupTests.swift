import PanelLayers
import SeededRandom
import Testing

/// A group looks like its layers: fading, masking or rasterizing it changes nothing else.
@Suite struct GroupTests {
  /// A tree that uses everything a layer has, with depth and sublayers beyond the bounds.
  private struct Tree {
    var random: SeededRandom

    mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    mutating func oneIn(_ count: Int) -> Bool { .random(in: 0..<count, using: &random) == 0 }

    mutating func color() -> Color {
      oneIn(4) ? .black : Color(number(0...1), number(0...1), number(0...1), oneIn(3) ? number(0...1) : 1)
    }

    mutating func layer(depth: Int) -> Layer {
      let layer = oneIn(6) && depth > 0 ? TransformLayer() : Layer()
      layer.frame = Rect(
        number(-40...150).rounded(), number(-40...120).rounded(), number(1...120).rounded(), number(1...120).rounded())
      if oneIn(2) { layer.backgroundColor = color() }
      if oneIn(4) { layer.cornerRadius = number(0...40) }
      if oneIn(5) { (layer.borderWidth, layer.borderColor) = (number(1...6).rounded(), color()) }
      if oneIn(5) { layer.opacity = number(0...1) }
      if oneIn(5) { layer.shade = number(0...1) }
      if oneIn(6) { layer.shadesSublayers = false }
      if oneIn(6) { (layer.shadowOpacity, layer.shadowRadius) = (number(0...1), number(0...8)) }
      if oneIn(6) { layer.zPosition = number(-50...50) }
      if oneIn(6) { layer.anchorPointZ = number(-50...50) }
      if oneIn(4) { layer.isDoubleSided = false }
      if oneIn(6) { layer.masksToBounds = true }
      if oneIn(5) { layer.transform = layer.transform.rotated(by: number(-4...4), x: number(-1...1), y: 1, z: 0) }
      if oneIn(8) { layer.sublayerTransform.m34 = -1 / number(200...600) }
      guard depth > 0 else { return layer }
      for _ in 0..<Int.random(in: 0...3, using: &random) { layer.addSublayer(self.layer(depth: depth - 1)) }
      return layer
    }
  }

  /// Returns the number of pixels that differ by more than `tolerance` code values.
  private func difference(_ one: Bitmap, _ other: Bitmap, tolerance: Int) -> Int {
    var count = 0
    for index in 0..<one.pixelCount {
      let (a, b) = (one.pixels[index], other.pixels[index])
      func differs(_ shift: UInt32) -> Bool { abs(Int(a >> shift & 255) - Int(b >> shift & 255)) > tolerance }
      if a != b, differs(0) || differs(8) || differs(16) || differs(24) { count += 1 }
    }
    return count
  }

  enum Change: CaseIterable { case faded, masked, maskedLarge, bordered }

  @Test(arguments: Change.allCases, 1...120 as ClosedRange<UInt64>)
  func groupLooksLikeItsLayers(_ change: Change, _ seed: UInt64) {
    var tree = Tree(random: SeededRandom(seed: seed))
    // A small group gets a bitmap, and a large one is drawn in place.
    let isSmall = seed % 2 == 0
    let group = Layer(isSmall ? Rect(60, 50, 70, 60) : Rect(0, 0, 200, 160))
    for _ in 0..<3 { group.addSublayer(tree.layer(depth: 2)) }
    if isSmall, change != .maskedLarge { group.masksToBounds = true }
    let drawing = Drawing(Layer(Rect(0, 0, 200, 160), .white, [group]))
    let before = drawing.image()
    switch change {
    case .faded: group.opacity = 0.9999
    case .masked: group.masksToBounds.toggle()
    case .maskedLarge:
      group.masksToBounds = true
      group.bounds = group.bounds.insetBy(-2000, -2000)
    case .bordered: (group.borderWidth, group.borderColor) = (1, Color(1, 1, 1, 0.004))
    }
    guard change != .masked || !isSmall else { return }
    let after = drawing.image()
    let count = difference(before, after, tolerance: 4)
    #expect(count == 0, "\(count) pixels")
  }

  /// A picture whose damaged part is redrawn equals a new one.
  @Test(arguments: 1...400 as ClosedRange<UInt64>) func damagedPartIsEnough(_ seed: UInt64) {
    var tree = Tree(random: SeededRandom(seed: seed))
    let root = Layer(Rect(0, 0, 200, 160), .white)
    for _ in 0..<4 { root.addSublayer(tree.layer(depth: 2)) }
    let drawing = Drawing(root)
    let picture = drawing.image()
    for _ in 0..<6 {
      let layer = root.sublayers[Int.random(in: 0..<root.sublayers.count, using: &tree.random)]
      switch Int.random(in: 0..<7, using: &tree.random) {
      case 0: layer.isHidden.toggle()
      case 1: layer.opacity = tree.number(0...1)
      case 2: layer.masksToBounds.toggle()
      case 3: layer.cornerRadius = tree.number(0...30)
      case 4: layer.position.x += tree.number(-9...9)
      case 5: root.bringSublayerToFront(layer)
      default: root.insertSublayer(tree.layer(depth: 1), at: 1)
      }
      drawing.draw(into: picture, clip: drawing.updateDamage())
      let whole = drawing.preparedImage()
      let count = difference(picture, whole, tolerance: 0)
      #expect(count == 0, "\(count) pixels")
      let fresh = Drawing(root).image()
      let stale = difference(whole, fresh, tolerance: 0)
      #expect(stale == 0, "\(stale) pixels differ from a new picture")
    }
  }
}
