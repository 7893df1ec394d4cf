import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Quads that are clipped, faded or masked together.
@Suite struct GroupTests {
  private let width = 120
  private let height = 90

  private func translucent(_ width: Int, _ height: Int) -> Bitmap { .soft(width, height, isOpaque: false) }

  /// A picture that quads are drawn over: opaque or partly transparent.
  private func background(isOpaque: Bool) -> Bitmap {
    let bitmap = Bitmap.soft(width, height, isOpaque: isOpaque)
    bitmap.isOpaque = false
    return bitmap
  }

  /// Random quads: opaque and translucent, copied, solid, upright, tilted and partly outside of the target.
  private func quads(_ count: Int, _ random: inout SeededRandom) -> [Quad] {
    (0..<count).map { index in
      func any(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let (x, y) = (any(-20...90), any(-20...70))
      let bitmap: Bitmap
      switch index % 4 {
      case 0: bitmap = .soft(50, 40)
      case 1: bitmap = translucent(45, 35)
      case 2: bitmap = .filled(1, 1, UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000)
      default: bitmap = .filled(1, 1, 0x6020_4010)
      }
      let side = Double(max(bitmap.width, bitmap.height))
      let size = Homography(scale: bitmap.width == 1 ? 40 : 1)
      let turned = cubeFaceTransforms(
        width: 0, height: 0, scale: 0.3, turnX: any(-0.9...0.9), turnY: any(-0.9...0.9), bitmapSide: side)[0]
      let map = index % 3 == 0 ? turned : size
      let whole = Homography(scale: 1, x: index % 2 == 0 ? x.rounded() : x, y: index % 2 == 0 ? y.rounded() : y)
      return Quad(bitmap, transform: map.concatenating(whole), opacity: index % 5 == 4 ? 0.7 : 1)
    }
  }

  /// Draws as the groups say, each one into a separate bitmap.
  private func drawSeparately(
    _ quads: [Quad], _ groups: [QuadGroup], into target: inout [SIMD4<Double>], _ range: Range<Int>
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      if let number = groups.firstIndex(where: {
        $0.quads.lowerBound == index && range.upperBound >= $0.quads.upperBound
      }) {
        let group = groups[number]
        var pixels = [SIMD4<Double>](repeating: .zero, count: width * height)
        drawSeparately(quads, Array(groups[(number + 1)...]), into: &pixels, group.quads)
        for y in 0..<height {
          for x in 0..<width {
            let part = group.opacity * shownPart(of: group, x, y)
            let source = pixels[y * width + x] * part
            target[y * width + x] = source + target[y * width + x] * (1 - source.w / 255)
          }
        }
        index = group.quads.upperBound
      } else {
        let layer = Bitmap.filled(width, height, 0, drawing: [quads[index]])
        for pixel in 0..<width * height {
          let source = Reference.channels(layer.pixels[pixel])
          target[pixel] = source + target[pixel] * (1 - source.w / 255)
        }
        index += 1
      }
    }
  }

  /// The part of 32×32 points of a pixel that the group's masks leave.
  private func shownPart(of group: QuadGroup, _ x: Int, _ y: Int) -> Double {
    func shows(_ point: Point) -> Bool {
      (group.mask.map { isInside($0, point) } ?? true) && (group.roundedMask.map { isInside($0, point) } ?? true)
    }
    // The masks are convex.
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { Point(Double(x + $0.0), Double(y + $0.1)) }
    if corners.allSatisfy(shows) { return 1 }
    var hits = 0
    for row in 0..<32 {
      for column in 0..<32 {
        let point = Point(Double(x) + (Double(column) + 0.5) / 32, Double(y) + (Double(row) + 0.5) / 32)
        if shows(point) { hits += 1 }
      }
    }
    return Double(hits) / 1024
  }

  private func isInside(_ polygon: ConvexPolygon, _ p: Point) -> Bool {
    (0..<polygon.count).allSatisfy { index -> Bool in
      let corner = polygon[index]
      let (side, offset) = (polygon.following(index) - corner, p - corner)
      let cross: Double = side.x * offset.y - side.y * offset.x
      return cross * polygon.signedArea >= 0
    }
  }

  private func isInside(_ mask: RoundedPixelRect, _ p: Point) -> Bool {
    let (minX, minY) = (Double(mask.rect.minX), Double(mask.rect.minY))
    let (maxX, maxY) = (Double(mask.rect.maxX), Double(mask.rect.maxY))
    guard p.x >= minX, p.y >= minY, p.x <= maxX, p.y <= maxY else { return false }
    func fits(_ radius: Double, _ fromSide: Double, _ fromEnd: Double) -> Bool {
      fromSide >= radius || fromEnd >= radius || (Point(fromSide, fromEnd) - Point(radius, radius)).length <= radius
    }
    return fits(mask.radii.topLeft, p.x - minX, p.y - minY) && fits(mask.radii.topRight, maxX - p.x, p.y - minY)
      && fits(mask.radii.bottomRight, maxX - p.x, maxY - p.y) && fits(mask.radii.bottomLeft, p.x - minX, maxY - p.y)
  }

  private let rounded = RoundedPixelRect(
    PixelRect(x: 10, y: 7, width: 81, height: 61),
    radii: CornerRadii(topLeft: 30.5, topRight: 4, bottomRight: 0, bottomLeft: 17.25))

  private var polygon: ConvexPolygon {
    var polygon = ConvexPolygon()
    for point in [Point(12.3, 60), Point(50.5, 3.2), Point(100, 40.7), Point(70, 88)] { polygon.append(point) }
    return polygon
  }

  private func lists() -> [[QuadGroup]] {
    let circle = RoundedPixelRect(PixelRect(x: 20, y: 5, width: 75, height: 75), radii: CornerRadii(37.5))
    return [
      [QuadGroup(0..<12, opacity: 0.5)],
      [QuadGroup(2..<9, opacity: 0.3)],
      [QuadGroup(1..<12, roundedMask: rounded)],
      [QuadGroup(1..<12, opacity: 0.6, roundedMask: circle)],
      [QuadGroup(1..<10, mask: polygon)],
      [QuadGroup(1..<10, opacity: 0.8, mask: polygon, roundedMask: rounded)],
      [QuadGroup(0..<12, opacity: 0.9), QuadGroup(2..<8, roundedMask: circle), QuadGroup(3..<5, opacity: 0.4)],
      [QuadGroup(0..<4, opacity: 0.7), QuadGroup(4..<5, opacity: 0), QuadGroup(5..<11, mask: polygon)],
      [QuadGroup(0..<12), QuadGroup(0..<12, opacity: 0.5), QuadGroup(0..<12, roundedMask: rounded)],
    ]
  }

  /// Rounding adds up: half a code value for each quad in a pixel.
  @Test(arguments: [true, false]) func groupsEqualSeparateBitmaps(isOpaque: Bool) {
    var random = SeededRandom(seed: 48)
    for (number, groups) in lists().enumerated() {
      let quads = quads(12, &random)
      let target = background(isOpaque: isOpaque)
      var expected = target.content.map(Reference.channels)
      drawSeparately(quads, groups, into: &expected, 0..<12)
      Renderer(threads: 1).draw(quads, groups: groups, into: target, clip: Region(target.bounds))
      let difference = zip(target.content, expected).map { (Reference.channels($0) - $1).largest }
      // Two masks that cut the same pixel count as independent.
      let hasTwoMasks = groups.contains { $0.mask != nil && $0.roundedMask != nil }
      #expect((difference.max() ?? 0) <= (hasTwoMasks ? 9 : 4), "list \(number)")
      #expect(difference.reduce(0, +) / Double(difference.count) < 1, "list \(number)")
    }
  }

  /// One solid group over a solid background: exact apart from one rounding.
  @Test func fadedGroupIsExact() {
    let red = Quad(.filled(1, 1, 0xFFFF_0000), transform: Homography(scale: 40, x: 10, y: 10))
    let green = Quad(.filled(1, 1, 0xFF00_FF00), transform: Homography(scale: 40, x: 30, y: 30))
    let target = Bitmap.filled(width, height, 0xFFFF_FFFF)
    Renderer(threads: 1).draw(
      [red, green], groups: [QuadGroup(0..<2, opacity: 0.5)], into: target, clip: Region(target.bounds))
    #expect(target[15, 15] == 0xFFFF_8080 && target[40, 40] == 0xFF80_FF80 && target[60, 60] == 0xFF80_FF80)
    #expect(target[5, 5] == 0xFFFF_FFFF && target[80, 15] == 0xFFFF_FFFF)
  }

  @Test func partialRedrawsAndThreadsChangeNoPixel() {
    var random = SeededRandom(seed: 49)
    for (number, groups) in lists().enumerated() {
      var quads = quads(12, &random)
      quads[5].clip = PixelRect(x: 20, y: 20, width: 60, height: 40)
      let whole = background(isOpaque: number % 2 == 0)
      let before = whole.content
      Renderer(threads: 1).draw(quads, groups: groups, into: whole, clip: Region(whole.bounds))
      let renderer = Renderer(threads: 3)
      for round in 0..<12 {
        var clip = Region()
        for _ in 0..<3 {
          clip.insert(
            PixelRect(
              x: .random(in: -9...110, using: &random), y: .random(in: -9...80, using: &random),
              width: .random(in: 1...50, using: &random), height: .random(in: 1...50, using: &random)))
        }
        if round == 0 { clip = Region(whole.bounds) }
        let part = background(isOpaque: number % 2 == 0)
        renderer.draw(quads, groups: groups, into: part, clip: clip)
        var wrong = 0
        for y in 0..<height {
          for x in 0..<width {
            let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
            let isDrawn = (0..<clip.count).contains { !clip[$0].intersection(pixel).isEmpty }
            if part[x, y] != (isDrawn ? whole[x, y] : before[y * width + x]) { wrong += 1 }
          }
        }
        #expect(wrong == 0, "list \(number), round \(round)")
      }
    }
  }

  /// The picture is large enough to be drawn by several threads.
  @Test func threadsDrawTheSameGroups() {
    let quads = (0..<8).map { Quad(.soft(400, 300), transform: Homography(scale: 1, x: Double($0 * 9), y: 3)) }
    let groups = (0..<8).map { QuadGroup($0..<8, opacity: 0.9, roundedMask: rounded(400, 300, Double($0) * 10)) }
    func picture(_ renderer: Renderer) -> [UInt32] {
      let target = Bitmap.filled(420, 310, 0xFF20_4060)
      renderer.draw(quads, groups: groups, into: target, clip: Region(target.bounds))
      return target.content
    }
    let expected = picture(Renderer(threads: 1))
    let renderer = Renderer(threads: 4)
    for _ in 0..<20 {
      let isSame = picture(renderer) == expected
      #expect(isSame)
    }
  }

  private func rounded(_ width: Int, _ height: Int, _ radius: Double) -> RoundedPixelRect {
    RoundedPixelRect(PixelRect(x: 0, y: 0, width: width, height: height), radii: CornerRadii(radius))
  }

  // MARK: Clips

  @Test func clipCutsQuadAndWhatItHides() {
    let target = Bitmap.filled(width, height, 0xFF00_0000)
    let background = Quad(.filled(1, 1, 0xFF00_00FF), transform: Homography(scale: 100))
    for bitmap in [Bitmap.filled(1, 1, 0xFFFF_0000), .filled(60, 60, 0xFFFF_0000)] {
      var clipped = Quad(bitmap, transform: Homography(scale: 60 / Double(bitmap.width), x: 10, y: 10))
      clipped.clip = PixelRect(x: 20, y: 30, width: 15, height: 10)
      var quads = [background, clipped]
      let renderer = Renderer(threads: 1)
      renderer.markHidden(&quads, in: target.bounds)
      renderer.draw(quads, into: target, clip: Region(target.bounds))
      var wrong = 0
      for y in 0..<90 {
        for x in 0..<100 {
          let isInside = (20..<35).contains(x) && (30..<40).contains(y)
          if target[x, y] != (isInside ? 0xFFFF_0000 : 0xFF00_00FF) { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }

  /// The neighbor leaves the pixels outside of its clip to the quad beneath.
  @Test func clippedNeighborClosesNoSeam() {
    let bitmap = Bitmap.filled(1, 1, 0xFFFF_FFFF)
    let left = Quad(bitmap, transform: Homography(scale: 40.5, x: 0, y: 0)).inSpace(1)
    var right = Quad(bitmap, transform: Homography(scale: 40.5, x: 40.5, y: 0)).inSpace(1)
    for (minX, shown) in [(40, 255), (41, 128)] as [(Int, UInt32)] {
      right.clip = PixelRect(x: minX, y: 0, width: 30, height: 20)
      let target = Bitmap.filled(width, height, 0xFF00_0000, drawing: [left, right])
      #expect(target[40, 10] & 255 == shown && target[40, 30] & 255 == 128)
    }
  }

  // MARK: Hiding

  private func isHidden(beneath above: [Quad], _ groups: [QuadGroup]) -> Bool {
    let beneath = Quad(.filled(1, 1, 0xFF00_00FF), transform: Homography(scale: 10, x: 40, y: 35))
    var quads = [beneath] + above
    Renderer(threads: 1).markHidden(&quads, groups: groups, in: PixelRect(x: 0, y: 0, width: width, height: height))
    return quads[0].isHidden
  }

  @Test func onlyOpaquePartsOfGroupsHide() {
    let cover = Quad(.filled(1, 1, 0xFFFF_FFFF), transform: Homography(scale: 90))
    func mask(_ radius: Double) -> RoundedPixelRect {
      RoundedPixelRect(PixelRect(x: 30, y: 30, width: 30, height: 30), radii: CornerRadii(radius))
    }
    #expect(isHidden(beneath: [cover], []))
    #expect(!isHidden(beneath: [cover], [QuadGroup(1..<2, opacity: 0.99)]))
    #expect(!isHidden(beneath: [cover], [QuadGroup(1..<2, mask: polygon)]))
    #expect(isHidden(beneath: [cover], [QuadGroup(1..<2, roundedMask: mask(5))]))
    #expect(!isHidden(beneath: [cover], [QuadGroup(1..<2, roundedMask: mask(6))]))
    #expect(!isHidden(beneath: [cover], [QuadGroup(1..<2, opacity: 0.9), QuadGroup(1..<2, roundedMask: mask(5))]))
    #expect(!isHidden(beneath: [cover], [QuadGroup(0..<2, opacity: 0.9, roundedMask: mask(0))]))
    var clipped = cover
    clipped.clip = PixelRect(x: 40, y: 35, width: 10, height: 10)
    #expect(isHidden(beneath: [clipped], []))
    clipped.clip = PixelRect(x: 41, y: 35, width: 10, height: 10)
    #expect(!isHidden(beneath: [clipped], []))
    // Outside of its clip, or with an opacity of 0, nothing of a quad is visible.
    #expect(isHidden(beneath: [], [QuadGroup(0..<1, opacity: 0)]))
    #expect(isHidden(beneath: [], [QuadGroup(0..<1, roundedMask: RoundedPixelRect(.empty, radii: CornerRadii()))]))
  }

  // MARK: Bounds

  /// Bands are so low that all groups together keep no more pixels than the target has.
  @Test(arguments: [1, 4]) func nestedGroupsKeepOnePicture(threads: Int) {
    let quads = (0..<90).map { Quad(.filled(1, 1, 0x1000_0010 + UInt32($0)), transform: Homography(scale: 400)) }
    let groups = (0..<90).map { QuadGroup($0..<90, opacity: 0.95) }
    let target = Bitmap.filled(400, 300, 0xFF20_4060)
    let pass = DrawPass(threads: threads)
    pass.begin(quads, groups: groups, target: target, clip: Region(target.bounds))
    #expect(pass.prepareSlab(quads))
    for band in 0..<pass.bands.count { pass.paintBand(band, by: band % threads) }
    let kept = pass.scratches.reduce(0) { $0 + $1.kept.capacity }
    #expect(kept > 0 && kept <= 400 * 300)
  }

  /// Deeper nesting than the target has rows.
  @Test func deepNestingDividesRows() {
    let quads = [Quad(.filled(1, 1, 0xFFFF_FFFF), transform: Homography(scale: 200))]
    let target = Bitmap.filled(200, 20, 0xFF00_0000)
    let groups = (0..<500).map { _ in QuadGroup(0..<1, opacity: 0.99) }
    let pass = DrawPass(threads: 2)
    pass.begin(quads, groups: groups, target: target, clip: Region(target.bounds))
    #expect(pass.prepareSlab(quads))
    for band in 0..<pass.bands.count { pass.paintBand(band, by: band % 2) }
    #expect(pass.scratches.reduce(0) { $0 + $1.kept.capacity } <= 2 * 500 * 64)
    let isUniform = Set(target.content).count == 1
    #expect(isUniform && pass.bands.count == 80)
  }

  @Test func groupsWithoutVisibleQuadsChangeNothing() {
    let target = Bitmap.filled(40, 40, 0xFF12_3456)
    let outside = Quad(.filled(1, 1, 0xFFFF_FFFF), transform: Homography(scale: 10, x: 50, y: 0))
    Renderer(threads: 1).draw(
      [outside],
      groups: [QuadGroup(0..<0, opacity: 0.5), QuadGroup(0..<1, opacity: 0.5), QuadGroup(7..<9, mask: polygon)],
      into: target, clip: Region(target.bounds))
    #expect(target.content.allSatisfy { $0 == 0xFF12_3456 })
  }

  /// The error of a corner pixel's coverage.
  @Test func roundCornersMatchSamples() {
    var worst = 0.0
    for radius in [0.4, 1, 1.5, 2, 3.3, 5, 8, 12.75, 20, 33.5, 40] {
      let mask = RoundedPixelRect(PixelRect(x: 0, y: 0, width: 82, height: 80), radii: CornerRadii(radius))
      for y in 0..<41 {
        for x in 0..<41 {
          let part = shownPart(of: QuadGroup(0..<0, roundedMask: mask), x, y)
          worst = max(worst, abs(part - mask.coverage(x, y)))
        }
      }
    }
    #expect(worst < 0.02, "\(worst)")
  }
}
