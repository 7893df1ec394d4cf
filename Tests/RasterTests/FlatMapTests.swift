import Geometry
import Testing

@testable import Raster

/// What is one colour isn't sampled, and nobody can see that.
@Suite struct FlatMapTests {
  private let seed: UInt64 = 0xF1A7_2026

  /// A panel's picture: boards of few colours, and here and there what is no colour at all.
  private func boards(_ width: Int, _ height: Int, isOpaque: Bool, _ random: inout Sequence64) -> Bitmap {
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

  /// A panel's picture in which some boards are gradients, rounded or dithered.
  private func softBoards(_ width: Int, _ height: Int, isOpaque: Bool, _ random: inout Sequence64) -> Bitmap {
    let bitmap = boards(width, height, isOpaque: isOpaque, &random)
    for round in 0..<4 {
      let rect = round == 0 ? bitmap.bounds : rect(in: bitmap.bounds, &random)
      var (start, slopes) = (SIMD4<Double>.zero, (x: SIMD4<Double>.zero, y: SIMD4<Double>.zero))
      for channel in 0..<4 {
        start[channel] = channel == 3 && isOpaque ? 255 : .random(in: 40...120, using: &random)
        guard channel < 3 || !isOpaque else { continue }
        // Where both are steep the nearest of four is seldom what they are mixed to, and the steepest aren't smooth.
        let steepness = [0.3, 0.9, 0.45][round % 3]
        slopes.x[channel] = .random(in: -steepness...steepness, using: &random)
        slopes.y[channel] = .random(in: -steepness...steepness, using: &random)
      }
      let dither = round % 2 == 1 ? 0 : 0.2
      for y in rect.minY..<rect.maxY {
        for x in rect.minX..<rect.maxX {
          let noise = dither > 0 ? Double.random(in: -dither...dither, using: &random) : 0
          let value = start + slopes.x * Double(x) + slopes.y * Double(y) + noise
          // Back and forth between two numbers, so that no channel is ever cut off.
          bitmap.pixels[y * width + x] = (0..<4).reduce(0) { pixel, channel in
            let fold = abs((value[channel] + 1020).truncatingRemainder(dividingBy: 510) - 255)
            let level = channel == 3 ? (isOpaque ? 255 : min(fold * 0.45 + 150, 255)) : fold * 0.97 + 4
            return pixel | UInt32(clamping: level.rounded()) << (8 * UInt32(channel))
          }
        }
      }
    }
    bitmap.didChange()
    return bitmap
  }

  private func rect(in bounds: PixelRect, _ random: inout Sequence64) -> PixelRect {
    let (x, y) = (Int.random(in: 0..<bounds.maxX, using: &random), Int.random(in: 0..<bounds.maxY, using: &random))
    return PixelRect(
      minX: x, minY: y, maxX: Int.random(in: x + 1...bounds.maxX, using: &random),
      maxY: Int.random(in: y + 1...bounds.maxY, using: &random))
  }

  private func transform(_ bitmap: Bitmap, _ random: inout Sequence64) -> Homography {
    let side = Double(bitmap.width)
    func number(_ limit: Double) -> Double { .random(in: -limit...limit, using: &random) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      // Upright, enlarged or shrunk, perhaps mirrored: along a row only one of the place's numbers changes.
      let scale = Double.random(in: 0.1...4, using: &random)
      let (x, y) = (Bool.random(using: &random) ? 1.0 : -1, Bool.random(using: &random) ? 1.0 : -1)
      return Homography(
        m11: scale * x, m12: 0, m13: 0, m21: 0, m22: scale * y, m23: 0, m31: 85 + number(150), m32: 60 + number(150),
        m33: 1)
    case 1:
      // Its plane passes the eye, with w zero somewhere in the bitmap.
      let (x, y, k) = (number(0.02), number(0.02), 100 / side)
      let through = Point(.random(in: 0...side, using: &random), .random(in: 0...side, using: &random))
      return Homography(
        m11: (3 + number(2)) * k, m12: number(2) * k, m13: x, m21: number(2) * k, m22: (3 + number(2)) * k, m23: y,
        m31: number(60), m32: number(60), m33: -(through.x * x + through.y * y))
    default:
      return cubeFaces(
        width: 170, height: 120, scale: .random(in: 0.05...6, using: &random), turnX: number(1.5), turnY: number(1.5),
        pixels: side
      ).randomElement(using: &random)!
    }
  }

  private static let all = PixelRect(x: 0, y: 0, width: 170, height: 120)

  /// In a light that goes by the round, anywhere.
  private func quad(_ bitmap: Bitmap, _ round: Int, _ random: inout Sequence64) -> Quad {
    bitmap.alphaIsShade = round % 7 == 1
    // Then its alpha is no promise, and may be anything.
    bitmap.isOpaque = bitmap.isOpaque || bitmap.alphaIsShade
    return Quad(
      bitmap, transform: transform(bitmap, &random), opacity: round % 5 == 0 ? 0.7 : 1, shade: round % 3 == 0 ? 0 : 0.4)
  }

  private func picture(_ quad: Quad, _ clip: PixelRect, _ renderer: Renderer) -> Bitmap {
    let target = Bitmap.filled(Self.all.width, Self.all.height, 0xFF20_4060)
    renderer.draw([quad], into: target, clip: Region(clip))
    return target
  }

  /// The same to the bit, whatever the bitmap, the map, the light and the clip.
  @Test func flatAreasLookAsSampledOnes() {
    var random = Sequence64(state: seed)
    let renderer = Renderer(threads: 2)
    var flatPixels = 0
    for round in 0..<600 {
      let side = [40, 64, 150, 333, 601].randomElement(using: &random)!
      let bitmap = boards(side, side - round % 3, isOpaque: round % 4 != 0, &random)
      let quad = quad(bitmap, round, &random)
      func picture(_ clip: PixelRect) -> Bitmap { self.picture(quad, clip, renderer) }
      let part = rect(in: Self.all, &random)
      let (whole, again) = (picture(Self.all), picture(part))
      let map = bitmap.levels(deepest: 0).flatMap
      if map.isUseful { flatPixels += whole.content.filter { $0 != 0xFF20_4060 }.count }
      map.forgetAreas()
      #expect(!map.isUseful)
      #expect(whole.content == picture(Self.all).content, "seed \(seed), round \(round)")
      for y in part.minY..<part.maxY {
        #expect((part.minX..<part.maxX).allSatisfy { again[$0, y] == whole[$0, y] }, "round \(round), row \(y)")
      }
    }
    #expect(flatPixels > 500_000)
  }

  /// Where the nearest texel is taken it is within two levels of the mixtures: of that of all four, and of those of copies. A
  /// part drawn again equals the whole.
  @Test func smoothAreasLookAsSampledOnes() {
    var random = Sequence64(state: seed)
    let renderer = Renderer(threads: 2)
    var (differences, slopes, worst) = (0, 0, 0)
    for round in 0..<300 {
      let side = [64, 150, 333, 601].randomElement(using: &random)!
      let isOpaque = round % 4 != 0
      let bitmap = softBoards(side, side - round % 3, isOpaque: isOpaque, &random)
      let quad = quad(bitmap, round, &random)
      func picture(_ clip: PixelRect) -> Bitmap { self.picture(quad, clip, renderer) }
      let parts = (0..<3).map { _ in rect(in: Self.all, &random) }
      let (whole, again) = (picture(Self.all), parts.map(picture))
      for (part, again) in zip(parts, again) {
        for y in part.minY..<part.maxY {
          #expect((part.minX..<part.maxX).allSatisfy { again[$0, y] == whole[$0, y] }, "round \(round), row \(y)")
        }
      }
      let map = bitmap.levels(deepest: 0).flatMap
      guard map.hasSmoothAreas else { continue }
      slopes += Set((0..<map.columns * map.rows).map { map.tiles[$0] }).count { map.areas[Int($0)].kind == .slope }
      map.forgetAreas()
      for (a, b) in zip(whole.content, picture(Self.all).content) where a != b {
        differences += 1
        for shift in [0, 8, 16, 24] {
          worst = Swift.max(worst, Swift.abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
        }
      }
    }
    #expect(worst <= 2)
    #expect(slopes > 100)
    // Few: between neighbouring levels a mixture is rounded to the nearest, but for two copies.
    #expect(differences > 5000)
  }

  /// Where a clip ends next to a smooth area's end, what is seen is as it is without the clip.
  @Test func aClipAtASmoothAreasEndChangesNothing() {
    var random = Sequence64(state: seed)
    let bitmap = Bitmap(width: 128, height: 64)
    for index in 0..<128 * 64 {
      let (x, y) = (index % 128, index / 128)
      let level = UInt32(x * 4 + y * 4) / 9
      bitmap.pixels[index] =
        x < 64 ? 0xFF00_0000 | level * 0x01_0101 : .random(in: 0xFF00_0000...0xFFFF_FFFF, using: &random)
    }
    bitmap.isOpaque = true
    bitmap.didChange()
    let renderer = Renderer(threads: 1)
    // Three texels a pixel: the nearest one often isn't what two copies are mixed to.
    let quad = Quad(bitmap, transform: Homography(scale: 0.57, x: 0.3, y: 0.4))
    func picture(_ width: Int) -> Bitmap {
      let target = Bitmap.filled(180, 80, 0xFF20_4060)
      renderer.draw([quad], into: target, clip: Region(PixelRect(x: 0, y: 0, width: width, height: 80)))
      return target
    }
    let whole = picture(180)
    for width in 25...50 {
      let part = picture(width)
      let isSame = (0..<80).allSatisfy { y in (0..<width).allSatisfy { part[$0, y] == whole[$0, y] } }
      #expect(isSame, "clip at \(width)")
    }
  }

  /// Rows that run toward noise in the distance: further on, where smaller copies are shown, they are tinted by what lies farther
  /// around them.
  @Test func whatWasFlatNearbyIsAskedAnewForSmallerCopies() {
    var random = Sequence64(state: seed)
    let bitmap = Bitmap.filled(512, 256, 0xFFFF_FFFF)
    for y in 128..<256 {
      for x in 0..<512 { bitmap.pixels[y * 512 + x] = .random(in: 0xFF00_0000...0xFFFF_FFFF, using: &random) }
    }
    bitmap.isOpaque = true
    let renderer = Renderer(threads: 1)
    for height in stride(from: 18.0, to: 22.0, by: 0.1) {
      // From scale 2 down to 2 / 7; the border, at the eye's height nearby, rises a pixel in 20.
      let plane = Homography(
        m11: 2, m12: height * 0.012 - 0.1, m13: 0.012, m21: 0, m22: 2, m23: 0, m31: 0, m32: height - 256, m33: 1)
      func picture() -> Bitmap {
        let target = Bitmap.filled(150, 40, 0xFF20_4060)
        renderer.draw([Quad(bitmap, transform: plane)], into: target, clip: Region(target.bounds))
        return target
      }
      bitmap.didChange()
      let filled = picture()
      let map = bitmap.levels(deepest: 0).flatMap
      #expect(map.isUseful)
      map.forgetAreas()
      #expect(filled.content == picture().content, "border at \(height)")
    }
  }

  /// What is said to be one colour is, up to the area's last texel; all that lies in a square of 32 texels is said to be.
  @Test func areasAreWhatTheySay() {
    var random = Sequence64(state: seed)
    var flatTiles = 0
    for (width, height) in [(300, 200), (333, 77), (37, 53), (32, 32), (31, 40), (1, 9), (1000, 3)] {
      let bitmap = boards(width, height, isOpaque: true, &random)
      let map = bitmap.levels(deepest: 0).flatMap
      let isInSquare = tilesInSquares(bitmap)
      #expect(map.isUseful == isInSquare.contains(true))
      guard map.isUseful else { continue }
      for row in 0..<map.rows {
        for column in 0..<map.columns {
          let tile = row * map.columns + column
          let area = map.areas[Int(map.tiles[tile])]
          let (x, y) = (Float(column * 8), Float(row * 8))
          #expect(area.sides[0] <= x && area.sides[1] >= x + 8 && area.sides[2] <= y && area.sides[3] >= y + 8)
          #expect((area.kind == .flat) == isInSquare[tile])
          guard area.kind == .flat else { continue }
          flatTiles += 1
          for v in max(Int(area.sides[2]), 0)..<min(Int(area.sides[3]), height) {
            for u in max(Int(area.sides[0]), 0)..<min(Int(area.sides[1]), width) where bitmap[u, v] != area.texel {
              Issue.record("\(u) \(v) of \(width)×\(height)")
              return
            }
          }
        }
      }
    }
    #expect(flatTiles > 300)
  }

  /// No texel of a smooth area, nor the one behind its end, is farther from the next than a level, nor one of every second row
  /// from its tile's first than eight; and what is so in a square of 32 texels, opaque or nowhere so, and isn't one colour, is in
  /// such an area.
  @Test func smoothAreasAreWhatTheySay() {
    var random = Sequence64(state: seed)
    var smoothTiles = 0
    let sizes = [(300, 200), (333, 77), (77, 333), (33, 40), (31, 40), (1, 9)]
    for (width, height) in sizes + sizes + sizes + sizes {
      let bitmap = softBoards(width, height, isOpaque: smoothTiles % 2 == 0, &random)
      let map = bitmap.levels(deepest: 0).flatMap
      func isNear(_ a: UInt32, _ b: UInt32, _ below: Int, _ above: Int) -> Bool {
        [0, 8, 16, 24].allSatisfy { (-below...above).contains(Int(a >> $0 & 255) - Int(b >> $0 & 255)) }
      }
      func isSmooth(_ tileX: Int, _ tileY: Int) -> Bool {
        (tileY * 8..<min(tileY * 8 + 8, height)).allSatisfy { y in
          (tileX * 8..<min(tileX * 8 + 8, width)).allSatisfy { x in
            let texel = bitmap[x, y]
            return (y % 2 == 1 || isNear(texel, bitmap[tileX * 8, tileY * 8], 8, 7))
              && isNear(texel, bitmap[min(x + 1, width - 1), y], 1, 1)
              && isNear(texel, bitmap[x, min(y + 1, height - 1)], 1, 1)
          }
        }
      }
      func isOpaque(_ tileX: Int, _ tileY: Int) -> Bool {
        (tileY * 8..<min(tileY * 8 + 8, height)).allSatisfy { y in
          (tileX * 8..<min(tileX * 8 + 8, width)).allSatisfy { x in bitmap[x, y] >> 24 == 255 }
        }
      }
      let isFlat = tilesInSquares(bitmap)
      var expected = [FlatMap.Kind?](repeating: nil, count: map.columns * map.rows)
      for row in 0..<max(map.rows - 3, 0) {
        for column in 0..<max(map.columns - 3, 0) {
          let tiles = (0..<16).map { (column + $0 % 4, row + $0 / 4) }
          guard tiles.allSatisfy({ !isFlat[$0.1 * map.columns + $0.0] && isSmooth($0.0, $0.1) }),
            Set(tiles.map { isOpaque($0.0, $0.1) }).count == 1
          else { continue }
          for (x, y) in tiles { expected[y * map.columns + x] = isOpaque(x, y) ? .smoothOpaque : .smooth }
        }
      }
      #expect(map.hasSmoothAreas == expected.contains { $0 != nil })
      guard map.isUseful else { continue }
      for tile in 0..<map.columns * map.rows {
        let area = map.areas[Int(map.tiles[tile])]
        let smooth: [FlatMap.Kind: FlatMap.Kind] = [
          .smooth: .smooth, .smoothOpaque: .smoothOpaque, .slope: .smoothOpaque,
        ]
        let kind = smooth[area.kind]
        #expect(kind == expected[tile], "tile \(tile) of \(width)×\(height)")
        if kind != nil { smoothTiles += 1 }
      }
    }
    #expect(smoothTiles > 300)
  }

  /// A texel of a smaller copy is too far from the next one where each step is small and all go one way.
  @Test(arguments: [(2, true), (6, false)]) func whatIsSteepIsNotSmooth(eighths: Int, isSmooth: Bool) {
    let bitmap = Bitmap(width: 96, height: 96)
    for index in 0..<96 * 96 { bitmap.pixels[index] = UInt32((index % 96 + index / 96) * eighths / 8) }
    #expect(FlatMap(of: bitmap.texels).hasSmoothAreas == isSmooth)
  }

  /// For each tile whether it is part of a square of four by four that are the same colour.
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

  /// After any change the map is what it would be if it were made anew.
  @Test(arguments: [(301, 203), (53, 37), (64, 64), (31, 99), (1, 9), (1, 1)])
  func mapFollowsTheBitmap(size: (width: Int, height: Int)) {
    var random = Sequence64(state: seed)
    let bitmap = Bitmap(width: size.width, height: size.height)
    _ = bitmap.levels(deepest: 0).flatMap
    for round in 0..<60 {
      // Every third time two changes come at once.
      for _ in 0...(round % 3 == 0 ? 1 : 0) {
        var region = Region()
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          var rect = rect(in: bitmap.bounds, &random)
          // A change right behind a tile is one of whether it is smooth.
          if round % 2 == 1 { (rect.minX, rect.minY) = (rect.minX & -8, rect.minY & -8) }
          region.insert(rect)
          for y in rect.minY..<rect.maxY {
            for x in rect.minX..<rect.maxX {
              bitmap.pixels[y * size.width + x] =
                switch round % 4 {
                case 0: UInt32.random(in: 0...9, using: &random)
                case 1: 0xFF00_0000 | UInt32(80 + (x + y) / (round % 8 == 1 ? 3 : 4))
                default: UInt32(round % 5)
                }
            }
          }
        }
        bitmap.didChange(region)
      }
      let followed = bitmap.levels(deepest: 0).flatMap
      let anew = FlatMap(of: bitmap.texels)
      #expect(followed.isUseful == anew.isUseful)
      guard anew.isUseful else { continue }
      let isSame = (0..<anew.columns * anew.rows).allSatisfy { tile in
        let (a, b) = (followed.areas[Int(followed.tiles[tile])], anew.areas[Int(anew.tiles[tile])])
        return a.sides == b.sides && a.kind == b.kind && (a.kind != .flat || a.texel == b.texel) && a.slope == b.slope
      }
      #expect(isSame, "round \(round)")
    }
  }
}
