import PanelGeometry
import SeededRandom
import Testing

@testable import PanelRaster

/// Areas of one color, and linear gradients, are filled instead of sampled.
@Suite struct AreaMapTests {
  private let seed: UInt64 = 0xF1A7_2026

  /// A bitmap with rectangles of a few colors, some of noise.
  private func rectangles(_ width: Int, _ height: Int, isOpaque: Bool, _ random: inout SeededRandom) -> Bitmap {
    let bitmap = Bitmap.filled(width, height, isOpaque ? 0xFF30_6090 : 0x8030_6070)
    let colors: [UInt32] =
      isOpaque ? [0xFFFF_FFFF, 0xFFE0_4030, 0x10E0_4030, 0xFF30_6090] : [0, 0xFF60_2010, 0x4040_4040]
    for index in 0..<8 {
      let rect = rect(in: bitmap.bounds, &random)
      if index % 4 == 3 {
        for y in rect.minY..<rect.maxY {
          for x in rect.minX..<rect.maxX {
            bitmap.pixels[y * width + x] = UInt32.random(in: 0...0xFF_FFFF, using: &random) | 0xFF00_0000
          }
        }
      } else {
        bitmap.fill(rect, with: colors.randomElement(using: &random)!)
      }
    }
    bitmap.isOpaque = isOpaque
    bitmap.didChange()
    return bitmap
  }

  /// A bitmap whose rectangles of colors and noise are partly covered by a gradient, or wholly but for a few.
  private func gradientRectangles(_ width: Int, _ height: Int, _ random: inout SeededRandom) -> Bitmap {
    let rectangles = rectangles(width, height, isOpaque: true, &random)
    func color() -> Color {
      Color(hex: .random(in: 0...0xFF_FFFF, using: &random)).mixed(with: Color(0.5, 0.5, 0.5), 0.1)
    }
    let bitmap = Bitmap(width: width, height: height)
    bitmap.copy(bitmap.bounds, from: rectangles)
    let part = Int.random(in: 0..<3, using: &random) == 0 ? rect(in: bitmap.bounds, &random) : nil
    let first = color()
    bitmap.fill(
      LinearGradient(
        from: .zero, to: Point(Double(width), Double(height)),
        stops: [(0, first), (1, first.mixed(with: color(), 0.25))]), clip: part)
    for _ in 0..<3 {
      let part = rect(in: bitmap.bounds, &random)
      if part.area * 3 < bitmap.pixelCount { bitmap.copy(part, from: rectangles) }
    }
    bitmap.isOpaque = true
    bitmap.didChange()
    return bitmap
  }

  private func areaMap(_ bitmap: Bitmap) -> AreaMap { bitmap.levels(deepest: 0).areaMap(of: bitmap) }

  private func areas(_ map: AreaMap) -> [AreaMap.Area] {
    withExtendedLifetime(map) {
      map.hasAreas ? Set((0..<map.columns * map.rows).map { Int(map.tiles[$0]) }).map { map.areas[$0] } : []
    }
  }

  private func rect(in bounds: PixelRect, _ random: inout SeededRandom) -> PixelRect {
    let (x, y) = (Int.random(in: 0..<bounds.maxX, using: &random), Int.random(in: 0..<bounds.maxY, using: &random))
    return PixelRect(
      minX: x, minY: y, maxX: Int.random(in: x + 1...bounds.maxX, using: &random),
      maxY: Int.random(in: y + 1...bounds.maxY, using: &random))
  }

  private func transform(_ bitmap: Bitmap, _ random: inout SeededRandom) -> Homography {
    let side = Double(bitmap.width)
    func number(_ limit: Double) -> Double { .random(in: -limit...limit, using: &random) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      // Upright, enlarged or shrunk, perhaps mirrored: along a row only one texel coordinate changes.
      let scale = Double.random(in: 0.1...4, using: &random)
      let (x, y) = (Bool.random(using: &random) ? 1.0 : -1, Bool.random(using: &random) ? 1.0 : -1)
      return Homography(
        m11: scale * x, m12: 0, m13: 0, m21: 0, m22: scale * y, m23: 0, m31: 85 + number(150), m32: 60 + number(150),
        m33: 1)
    case 1:
      // Its plane passes through the eye: w is zero somewhere in the bitmap.
      let (x, y, k) = (number(0.02), number(0.02), 100 / side)
      let zeroPoint = Point(.random(in: 0...side, using: &random), .random(in: 0...side, using: &random))
      return Homography(
        m11: (3 + number(2)) * k, m12: number(2) * k, m13: x, m21: number(2) * k, m22: (3 + number(2)) * k, m23: y,
        m31: number(60), m32: number(60), m33: -(zeroPoint.x * x + zeroPoint.y * y))
    default:
      return cubeFaceTransforms(
        width: 170, height: 120, scale: .random(in: 0.05...6, using: &random), turnX: number(1.5), turnY: number(1.5),
        bitmapSide: side
      ).randomElement(using: &random)!
    }
  }

  private static let bounds = PixelRect(x: 0, y: 0, width: 170, height: 120)

  /// A quad at a random place, whose opacity and shade depend on the round.
  private func quad(_ bitmap: Bitmap, _ round: Int, _ random: inout SeededRandom) -> Quad {
    bitmap.isOpaque = bitmap.isOpaque || round % 7 == 1
    return Quad(
      bitmap, transform: transform(bitmap, &random), opacity: round % 5 == 0 ? 0.7 : 1, shade: round % 3 == 0 ? 0 : 0.4)
  }

  private func picture(_ quad: Quad, _ clip: PixelRect, _ renderer: Renderer) -> Bitmap {
    .filled(Self.bounds.width, Self.bounds.height, 0xFF20_4060, drawing: [quad], clip: Region(clip), by: renderer)
  }

  /// The pictures are identical for any bitmap, transform, shade and clip.
  @Test func filledSolidAreasEqualSampledOnes() {
    var random = SeededRandom(seed: seed)
    let renderer = Renderer(threads: 2)
    var filledPixels = 0
    for round in 0..<600 {
      let side = [40, 64, 150, 333, 601].randomElement(using: &random)!
      let bitmap = rectangles(side, side - round % 3, isOpaque: round % 4 != 0, &random)
      let quad = quad(bitmap, round, &random)
      func picture(_ clip: PixelRect) -> Bitmap { self.picture(quad, clip, renderer) }
      let part = rect(in: Self.bounds, &random)
      let (whole, partial) = (picture(Self.bounds), picture(part))
      let map = areaMap(bitmap)
      if map.hasAreas { filledPixels += whole.content.filter { $0 != 0xFF20_4060 }.count }
      map.forgetAreas()
      #expect(!map.hasAreas)
      #expect(whole.content == picture(Self.bounds).content, "seed \(seed), round \(round)")
      #expect(partial.equals(whole, in: part), "round \(round)")
    }
    #expect(filledPixels > 500_000, "too few to compare")
  }

  /// A filled gradient is within two code values of a sampled one. A partial redraw equals the whole.
  @Test func filledGradientAreasNearlyEqualSampledOnes() {
    var random = SeededRandom(seed: seed)
    let renderer = Renderer(threads: 2)
    var (differences, gradients, worst) = (0, 0, 0.0)
    for round in 0..<300 {
      let side = [64, 150, 333, 601].randomElement(using: &random)!
      let bitmap = gradientRectangles(side, side - round % 3, &random)
      let quad = quad(bitmap, round, &random)
      func picture(_ clip: PixelRect) -> Bitmap { self.picture(quad, clip, renderer) }
      let parts = (0..<3).map { _ in rect(in: Self.bounds, &random) }
      let (whole, partials) = (picture(Self.bounds), parts.map(picture))
      for (part, partial) in zip(parts, partials) {
        #expect(partial.equals(whole, in: part), "round \(round)")
      }
      let map = areaMap(bitmap)
      guard map.hasAreas else { continue }
      gradients += areas(map).count { $0.kind == .gradient }
      map.forgetAreas()
      let sampled = picture(Self.bounds)
      differences += zip(whole.content, sampled.content).count { $0 != $1 }
      worst = max(worst, whole.difference(from: sampled))
    }
    // The number of differences shows that gradients were really filled.
    #expect(worst <= 2 && gradients > 100 && differences > 5000, "\(worst) \(gradients) \(differences)")
  }

  /// Rows run toward noise in the distance: deeper mip levels blend in texels from farther away.
  @Test func areaMarginGrowsWithMipLevel() {
    var random = SeededRandom(seed: seed)
    let bitmap = Bitmap.filled(512, 256, 0xFFFF_FFFF)
    for y in 128..<256 {
      for x in 0..<512 { bitmap.pixels[y * 512 + x] = .random(in: 0xFF00_0000...0xFFFF_FFFF, using: &random) }
    }
    bitmap.isOpaque = true
    let renderer = Renderer(threads: 1)
    for height in stride(from: 18.0, to: 22.0, by: 0.1) {
      // Along a row the scale falls from 2 to 2 / 7. The border starts at `height` and rises one pixel in 20.
      let plane = Homography(
        m11: 2, m12: height * 0.012 - 0.1, m13: 0.012, m21: 0, m22: 2, m23: 0, m31: 0, m32: height - 256, m33: 1)
      func picture() -> Bitmap {
        Bitmap.filled(150, 40, 0xFF20_4060, drawing: [Quad(bitmap, transform: plane)], by: renderer)
      }
      bitmap.didChange()
      let filled = picture()
      let map = areaMap(bitmap)
      #expect(map.hasAreas)
      map.forgetAreas()
      #expect(filled.content == picture().content, "border at \(height)")
    }
  }

  /// All texels of a solid area have its color, and every square of 32 texels of one color is in a solid area.
  @Test func areasContainOnlyTheirColor() {
    var random = SeededRandom(seed: seed)
    var solidTiles = 0
    for (width, height) in [(300, 200), (333, 77), (37, 53), (32, 32), (31, 40), (1, 9), (1000, 3)] {
      let bitmap = rectangles(width, height, isOpaque: true, &random)
      let map = areaMap(bitmap)
      let isInSquare = tilesInSquares(bitmap)
      #expect(map.hasAreas == isInSquare.contains(true))
      guard map.hasAreas else { continue }
      for row in 0..<map.rows {
        for column in 0..<map.columns {
          let tile = row * map.columns + column
          let area = map.areas[Int(map.tiles[tile])]
          let (x, y) = (Float(column * 8), Float(row * 8))
          #expect(area.sides[0] <= x && area.sides[1] >= x + 8 && area.sides[2] <= y && area.sides[3] >= y + 8)
          #expect((area.kind == .solid) == isInSquare[tile])
          guard area.kind == .solid else { continue }
          solidTiles += 1
          for v in max(Int(area.sides[2]), 0)..<min(Int(area.sides[3]), height) {
            for u in max(Int(area.sides[0]), 0)..<min(Int(area.sides[1]), width) where bitmap[u, v] != area.texel {
              Issue.record("\(u) \(v) of \(width)×\(height)")
              return
            }
          }
        }
      }
    }
    #expect(solidTiles > 300)
  }

  /// A gradient that fills a bitmap is one area. Gradients that end in it, or are near black or white, aren't filled.
  @Test func onlySafeGradientsAreFilled() {
    func kinds(_ side: Int, _ first: UInt32, _ last: UInt32, end: Double? = nil) -> Set<AreaMap.Kind> {
      let bitmap = Bitmap(width: side, height: side)
      let end = end ?? Double(side)
      bitmap.fill(
        LinearGradient(from: .zero, to: Point(end, end), stops: [(0, Color(hex: first)), (1, Color(hex: last))]))
      return Set(areas(areaMap(bitmap)).map(\.kind))
    }
    for side in [40, 99, 601] { #expect(kinds(side, 0x2D71BF, 0x2B6CB9) == [.gradient]) }
    #expect(kinds(333, 0x2D71BF, 0x2B6CB9, end: 200).isDisjoint(with: [.gradient]))
    #expect(kinds(333, 0x000000, 0x506070).isDisjoint(with: [.gradient]))
    #expect(kinds(333, 0x506070, 0xFFFFFF).isDisjoint(with: [.gradient]))
  }

  /// A texel that differs from the gradient by one code value makes its tile mixed, and only the latest fill counts.
  @Test func gradientsAreComparedExactly() {
    let bitmap = Bitmap(width: 128, height: 128)
    func fill(_ hex: UInt32) {
      bitmap.fill(
        LinearGradient(from: .zero, to: Point(128, 128), stops: [(0, Color(hex: hex)), (1, Color(hex: 0x2B6CB9))]))
      bitmap.didChange()
    }
    func isGradient(_ x: Int, _ y: Int) -> Bool {
      let map = areaMap(bitmap)
      return map.hasAreas && map.areas[Int(map.tiles[y / 8 * map.columns + x / 8])].kind == .gradient
    }
    fill(0x2D71BF)
    #expect(isGradient(20, 20) && isGradient(100, 20))
    bitmap.pixels[20 * 128 + 20] += 1
    bitmap.didChange(Region(PixelRect(x: 20, y: 20, width: 1, height: 1)))
    #expect(!isGradient(20, 20) && isGradient(100, 20))
    let part = PixelRect(x: 0, y: 0, width: 64, height: 128)
    bitmap.fill(
      LinearGradient(from: .zero, to: Point(128, 128), stops: [(0, Color(hex: 0x70C0A0)), (1, Color(hex: 0x2B6CB9))]),
      clip: part)
    bitmap.didChange(Region(part))
    #expect(isGradient(20, 20) && !isGradient(100, 20))
  }

  /// For each tile, whether it is in a square of four by four tiles of the same color.
  private func tilesInSquares(_ bitmap: Bitmap) -> [Bool] {
    let (columns, rows) = ((bitmap.width + 7) / 8, (bitmap.height + 7) / 8)
    var result = [Bool](repeating: false, count: columns * rows)
    for row in 0..<max(rows - 3, 0) {
      for column in 0..<max(columns - 3, 0) {
        let color = bitmap[column * 8, row * 8]
        let isSquare = (row * 8..<min(row * 8 + 32, bitmap.height)).allSatisfy { y in
          (column * 8..<min(column * 8 + 32, bitmap.width)).allSatisfy { bitmap[$0, y] == color }
        }
        guard isSquare else { continue }
        for y in row..<row + 4 {
          for x in column..<column + 4 { result[y * columns + x] = true }
        }
      }
    }
    return result
  }

  @Test(arguments: [(301, 203), (53, 37), (64, 64), (31, 99), (1, 9), (1, 1)])
  func updatedMapEqualsNewMap(size: (width: Int, height: Int)) {
    var random = SeededRandom(seed: seed)
    let bitmap = Bitmap(width: size.width, height: size.height)
    _ = areaMap(bitmap)
    for round in 0..<60 {
      // Every third time two changes come at once.
      for _ in 0...(round % 3 == 0 ? 1 : 0) {
        var region = Region()
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let rect = rect(in: bitmap.bounds, &random)
          region.insert(rect)
          if round % 4 == 1 {
            bitmap.fill(
              LinearGradient(
                from: .zero, to: Point(400, 300),
                stops: [(0, Color(hex: 0x2D71BF)), (1, Color(hex: 0x2B6CB9 + UInt32(round / 16)))]), clip: rect)
            continue
          }
          for y in rect.minY..<rect.maxY {
            for x in rect.minX..<rect.maxX {
              bitmap.pixels[y * size.width + x] =
                switch round % 4 {
                case 0: UInt32.random(in: 0...9, using: &random)
                default: UInt32(round % 5)
                }
            }
          }
        }
        bitmap.didChange(region)
      }
      let updated = areaMap(bitmap)
      let new = AreaMap(of: bitmap.texels, gradient: bitmap.lastFill)
      #expect(updated.hasAreas == new.hasAreas)
      guard new.hasAreas else { continue }
      let isSame = (0..<new.columns * new.rows).allSatisfy { tile in
        let (a, b) = (updated.areas[Int(updated.tiles[tile])], new.areas[Int(new.tiles[tile])])
        return a.sides == b.sides && a.kind == b.kind && (a.kind != .solid || a.texel == b.texel)
      }
      #expect(isSame, "round \(round)")
    }
  }
}
