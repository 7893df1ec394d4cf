import PanelLayers
import Testing

/// Corners, borders, gradients, contents, masks, shadows and groups.
@Suite struct LookTests {
  private func draw(_ root: Layer) -> Bitmap { Drawing(root).image() }

  private func root() -> Layer { Layer(Rect(0, 0, 100, 100), .black) }

  private func red(_ pixel: UInt32) -> Int { Int(pixel >> 16 & 255) }

  @Test func cornersAreRounded() {
    let (root, card) = (root(), Layer(Rect(10, 10, 60, 60), .white))
    card.cornerRadius = 20
    root.addSublayer(card)
    let bitmap = draw(root)
    #expect(bitmap[11, 11] == 0xFF00_0000 && bitmap[68, 68] == 0xFF00_0000)
    #expect(bitmap[40, 10] == 0xFFFF_FFFF && bitmap[10, 40] == 0xFFFF_FFFF && bitmap[17, 17] == 0xFFFF_FFFF)
  }

  @Test func borderIsInsideAndAboveSublayers() {
    let (root, card) = (root(), Layer(Rect(10, 10, 60, 60), .white))
    card.borderWidth = 5
    card.borderColor = Color(1, 0, 0)
    card.addSublayer(Layer(Rect(0, 0, 60, 60), Color(0, 0, 1)))
    root.addSublayer(card)
    let bitmap = draw(root)
    #expect(bitmap[9, 40] == 0xFF00_0000 && bitmap[10, 40] == 0xFFFF_0000 && bitmap[14, 40] == 0xFFFF_0000)
    #expect(bitmap[15, 40] == 0xFF00_00FF && bitmap[69, 40] == 0xFFFF_0000 && bitmap[70, 40] == 0xFF00_0000)
  }

  @Test func gradientGoesFromPointToPoint() {
    let (root, gradient) = (root(), GradientLayer())
    gradient.frame = Rect(0, 0, 100, 100)
    gradient.colors = [.black, Color(1, 0, 0), .black]
    gradient.startPoint = Point(0, 0.5)
    gradient.endPoint = Point(1, 0.5)
    root.addSublayer(gradient)
    let bitmap = draw(root)
    #expect(abs(red(bitmap[25, 10]) - 130) <= 3 && red(bitmap[50, 90]) > 250 && red(bitmap[0, 50]) < 5)
    gradient.locations = [0, 0.8, 1]
    #expect(abs(red(draw(root)[40, 10]) - 129) <= 3)
  }

  /// A gradient along one axis is stored as a single row or column of pixels. Apart from the dither, it matches one that
  /// is slanted imperceptibly, which needs all pixels.
  @Test(arguments: [Rect(10, 20, 60, 50), Rect(10.3, 20.6, 60.2, 50.4)], [true, false])
  func gradientAlongAnAxisIsOneStrip(frame: Rect, isHorizontal: Bool) {
    let (root, gradient) = (root(), GradientLayer())
    gradient.frame = frame
    gradient.colors = [Color(1, 0, 0, 0.4), Color(0, 1, 0), Color(0.2, 0, 1, 0.8)]
    root.addSublayer(gradient)
    for scale in [1, 1.5] {
      func pixels(slant: Double) -> [UInt32] {
        gradient.startPoint = isHorizontal ? Point(0, 0.5) : Point(0.5, 0)
        gradient.endPoint = isHorizontal ? Point(1, 0.5 + slant) : Point(0.5 + slant, 1)
        return Drawing(root).image(scale: scale).pixelArray
      }
      let isSame = zip(pixels(slant: 0), pixels(slant: 1e-9)).allSatisfy { a, b in
        [0, 8, 16, 24].allSatisfy { shift in
          let (first, second) = (Int(a >> shift & 255), Int(b >> shift & 255))
          return abs(first - second) <= 1
        }
      }
      #expect(isSame)
      let drawing = Drawing(root)
      _ = drawing.updateDamage()
      #expect(drawing.quads.last.map { min($0.bitmap.width, $0.bitmap.height) > 1 } == true)
      gradient.endPoint = isHorizontal ? Point(1, 0.5) : Point(0.5, 1)
      _ = drawing.updateDamage()
      #expect(drawing.quads.last.map { (isHorizontal ? $0.bitmap.height : $0.bitmap.width) == 1 } == true)
    }
  }

  @Test(arguments: [
    // Left, top, right and bottom of an image of 20 by 10 points in a box of 60 by 60.
    (ContentsGravity.center, 20, 25, 40, 35), (.topLeft, 0, 0, 20, 10), (.bottomRight, 40, 50, 60, 60),
    (.top, 20, 0, 40, 10), (.resize, 0, 0, 60, 60), (.resizeAspect, 0, 15, 60, 45),
  ])
  func contentsFollowGravity(_ gravity: ContentsGravity, _ l: Int, _ t: Int, _ r: Int, _ b: Int) {
    let (root, card) = (root(), Layer(Rect(10, 10, 60, 60)))
    let picture = Bitmap(width: 40, height: 20)
    picture.fill(picture.bounds, with: 0xFFFF_FFFF)
    picture.isOpaque = true
    card.contents = picture
    card.contentsScale = 2
    card.contentsGravity = gravity
    root.addSublayer(card)
    let bitmap = draw(root)
    for (x, y, isInside) in [
      (l, t, true), (r - 1, b - 1, true), (l - 1, t, false), (l, t - 1, false), (r, b - 1, false), (r - 1, b, false),
    ] where (0..<90).contains(x + 10) && (0..<90).contains(y + 10) {
      #expect((bitmap[x + 10, y + 10] == 0xFFFF_FFFF) == isInside, "\(x), \(y)")
    }
  }

  @Test func aspectFillIsCroppedToBounds() {
    let (root, card) = (root(), Layer(Rect(30, 30, 40, 20)))
    let picture = Bitmap(width: 10, height: 10)
    picture.fill(picture.bounds, with: 0xFFFF_FFFF)
    card.contents = picture
    card.contentsGravity = .resizeAspectFill
    root.addSublayer(card)
    #expect(draw(root)[50, 29] == 0xFF00_0000 && draw(root)[50, 30] == 0xFFFF_FFFF)
    // The bitmap of a group is larger than the bounds.
    card.addSublayer(Layer(Rect(-20, -20, 5, 5), .white))
    card.shouldRasterize = true
    #expect(draw(root)[50, 29] == 0xFF00_0000 && draw(root)[50, 30] == 0xFFFF_FFFF)
    #expect(ContentsGravity.resizeAspectFill.rect(of: Size(10, 10), in: card.bounds) == Rect(0, -10, 40, 40))
  }

  /// Only the rounded corner is round, also mirrored, turned, or with an outline in between.
  @Test(arguments: [0, 1, 2, 3]) func cornersHaveTheirOwnRadii(_ rounded: Int) throws {
    func radius(_ corner: Int) -> Double { corner == rounded ? 12 : 0 }
    for isMasked in [false, true] {
      for turn in [
        Transform3D.identity, .init(scaleX: -1, y: 1, z: 1), .init(rotationAngle: .pi / 2, x: 0, y: 0, z: 1),
      ] {
        for hasBorder in [false, true] {
          let (root, card) = (root(), Layer(Rect(20, 30, 60, 40)))
          card.cornerRadii = CornerRadii(
            topLeft: radius(0), topRight: radius(1), bottomRight: radius(2), bottomLeft: radius(3))
          card.transform = turn
          if hasBorder { (card.borderWidth, card.borderColor) = (2, .white) }
          if isMasked {
            card.masksToBounds = true
            card.addSublayer(Layer(Rect(-5, -5, 80, 80), .white))
          } else {
            card.backgroundColor = .white
          }
          root.addSublayer(card)
          let bitmap = draw(root)
          for (corner, point) in [Point(1.5, 1.5), Point(58.5, 1.5), Point(58.5, 38.5), Point(1.5, 38.5)].enumerated() {
            let p = try #require(card.convert(point, to: root))
            let pixel = bitmap[Int(clamping: p.x), Int(clamping: p.y)]
            let expected: UInt32 = corner == rounded ? 0xFF00_0000 : 0xFFFF_FFFF
            #expect(pixel == expected, "corner \(corner), masked \(isMasked), border \(hasBorder), \(turn)")
          }
        }
      }
    }
  }

  /// As in Core Animation, a gradient is stretched with the unit square: the other two corners have the middle color.
  @Test(arguments: [Size(90, 20), Size(20, 90), Size(60, 60)]) func diagonalGradientIsStretched(_ size: Size) {
    let (root, card) = (root(), GradientLayer())
    (card.frame, card.colors) = (Rect(origin: .zero, size: size), [Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1)])
    (card.startPoint, card.endPoint) = (Point(0, 1), Point(1, 0))
    root.addSublayer(card)
    let bitmap = draw(root)
    let (right, bottom) = (Int(clamping: size.width) - 1, Int(clamping: size.height) - 1)
    for y in [0, bottom / 3, bottom] {
      for x in [0, right / 4, right] {
        let t = ((Double(x) + 0.5) / size.width + 1 - (Double(y) + 0.5) / size.height) / 2
        let color = t < 0.5 ? Color(1 - 2 * t, 2 * t, 0) : Color(0, 2 - 2 * t, 2 * t - 1)
        let (pixel, expected) = (bitmap[x, y], color.premultipliedPixel)
        let isClose = [0, 8, 16].allSatisfy { abs(Int(pixel >> $0 & 255) - Int(expected >> $0 & 255)) <= 2 }
        #expect(isClose, "\(pixel) instead of \(expected) at \(x), \(y)")
      }
    }
  }

  @Test func masksClipSublayersInPerspective() throws {
    let (root, card) = (root(), Layer(Rect(20, 20, 60, 60), Color(0, 0, 1)))
    card.addSublayer(Layer(Rect(-40, -40, 200, 200), .white))
    root.addSublayer(card)
    #expect(draw(root)[5, 5] == 0xFFFF_FFFF)
    card.masksToBounds = true
    card.cornerRadius = 25
    for angle in [0.0, 0.6] {
      card.transform = Transform3D(perspectiveDistance: 300).rotated(by: angle, x: 0, y: 1, z: 0)
      let bitmap = draw(root)
      #expect(bitmap[5, 5] == 0xFF00_0000)
      for (localPoint, isInside) in [
        (Point(30, 30), true), (Point(30, 3), true), (Point(3, 3), false), (Point(57, 57), false),
      ] {
        let p = try #require(card.convert(localPoint, to: root))
        #expect(
          (bitmap[Int(clamping: p.x), Int(clamping: p.y)] == 0xFFFF_FFFF) == isInside, "\(localPoint) at \(angle)")
      }
    }
  }

  /// The group fades as a whole: overlapping sublayers don't show through each other.
  @Test func opacityAppliesToTheGroup() {
    let (root, group) = (root(), Layer(Rect(10, 10, 80, 80)))
    group.addSublayer(Layer(Rect(0, 0, 50, 50), Color(1, 0, 0)))
    // It extends beyond the group's bounds, but fades with it.
    group.addSublayer(Layer(Rect(30, 30, 60, 60), Color(0, 0, 1)))
    group.opacity = 0.5
    root.addSublayer(group)
    let bitmap = draw(root)
    #expect(bitmap[20, 20] == 0xFF80_0000 && bitmap[50, 50] == 0xFF00_0080)
    #expect(bitmap[95, 95] == 0xFF00_0080)
    // A transform layer fades its sublayers individually.
    let (other, space) = (self.root(), TransformLayer())
    space.frame = Rect(10, 10, 80, 80)
    space.addSublayer(Layer(Rect(0, 0, 50, 50), Color(1, 0, 0)))
    space.addSublayer(Layer(Rect(30, 30, 40, 40), Color(0, 0, 1)))
    space.opacity = 0.5
    other.addSublayer(space)
    #expect(red(draw(other)[50, 50]) == 0x40)
  }

  @Test func shadowIsBlurredByItsRadius() {
    let (root, card) = (Layer(Rect(0, 0, 200, 200), .white), Layer(Rect(60, 60, 80, 80), Color(0, 0, 1)))
    root.addSublayer(card)
    card.shadowOpacity = 0.8
    card.shadowRadius = 10
    card.shadowOffset = Point(0, 0)
    let bitmap = draw(root)
    // Along a straight edge the shadow is the error function of the distance: half at the edge, 16 % at one deviation.
    for (distance, expected) in [(0.5, 0.48), (9.5, 0.171), (19.5, 0.026), (34.5, 0)] {
      let share = 1 - Double(red(bitmap[100, Int(clamping: 60 - distance)])) / 255
      #expect(abs(share / 0.8 - expected) < 0.03, "at \(distance)")
    }
    #expect(bitmap[100, 100] == 0xFF00_00FF)
    card.shadowOffset = Point(0, 15)
    #expect(red(draw(root)[100, 150]) < red(bitmap[100, 150]))
    card.shadowOpacity = 0
    #expect(draw(root)[100, 55] == 0xFFFF_FFFF)
  }

  /// The sine of a full turn isn't 0.
  @Test func fullTurnLooksLikeNone() {
    let (root, card) = (root(), Layer(Rect(10.4, 10, 50, 50), Color(1, 0, 0)))
    card.cornerRadius = 8
    root.sublayerTransform.m34 = -1 / 500
    root.addSublayer(card)
    let before = draw(root).pixelArray
    for axis in [(1.0, 0.0, 0.0), (0, 1, 0), (0, 0, 1)] {
      card.transform = Transform3D(rotationAngle: 2 * .pi, x: axis.0, y: axis.1, z: axis.2)
      let isSame = draw(root).pixelArray == before
      #expect(isSame, "\(axis)")
    }
  }

  @Test func layersAreDrawnAtTheirVisibleScale() {
    final class Counter: LayerDelegate {
      var widths: [Int] = []
      func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) { widths.append(bitmap.width) }
    }
    let (root, card, counter) = (root(), Layer(Rect(10, 10, 50, 50)), Counter())
    card.delegate = counter
    root.addSublayer(card)
    let drawing = Drawing(root)
    func prepare(_ transform: Transform3D, scale: Double = 1) {
      card.transform = transform
      _ = drawing.updateDamage(scale: scale)
    }
    prepare(.identity)
    prepare(.identity, scale: 2)
    prepare(Transform3D(scaleX: 1.5, y: 1.5, z: 1), scale: 2)
    #expect(counter.widths == [50, 100, 150])
    // Rotated, it needs no more pixels, and isn't drawn again for each angle.
    for step in 0..<20 {
      prepare(Transform3D(scaleX: 1.5, y: 1.5, z: 1).rotated(by: Double(step) * 0.1, x: 0, y: 0, z: 1), scale: 2)
    }
    #expect(counter.widths.count == 4)
  }
}
