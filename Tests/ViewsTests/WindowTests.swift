import Geometry
import Raster
import Testing
import Views

/// The part of the root view that shows, and the moments at which a frame is asked for.
@Suite struct WindowTests {
  private let root = View(name: "root")
  private let window: Window
  private let bitmap = Bitmap(width: 60, height: 40)

  init() {
    root.layer.backgroundColor = .white
    let card = View(name: "card", frame: Rect(10, 10, 10, 10))
    card.layer.backgroundColor = Color(1, 0, 0)
    root.addSubview(card)
    window = Window(root, size: Size(60, 40), scale: 1, threads: 1)
    draw()
  }

  /// As a panel does: only what changed is drawn, over what was there.
  private func draw() { window.draw(into: bitmap, clip: window.prepare()) }

  private func pixel(_ x: Int, _ y: Int) -> UInt32 { bitmap.pixels[y * bitmap.stride + x] }

  @Test func theRootIsALayerLikeAnother() {
    #expect(pixel(0, 0) == 0xFFFF_FFFF && pixel(15, 15) == 0xFFFF_0000 && !window.needsDisplay)
    root.alpha = 0.5
    #expect(window.needsDisplay)
    draw()
    #expect(pixel(0, 0) == 0xFF80_8080 && pixel(15, 15) == 0xFF80_0000)
    // Drawn again, it is no darker.
    root.alpha = 0.25
    draw()
    #expect(pixel(0, 0) == 0xFF40_4040)
    root.isHidden = true
    draw()
    #expect(pixel(0, 0) == 0xFF00_0000 && pixel(15, 15) == 0xFF00_0000)
    (root.isHidden, root.alpha) = (false, 1)
    draw()
    #expect(pixel(0, 0) == 0xFFFF_FFFF && pixel(15, 15) == 0xFFFF_0000)
    root.alpha = 0
    draw()
    #expect(pixel(0, 0) == 0xFF00_0000)
  }

  @Test func theRootsBoundsMayBeginElsewhere() {
    root.bounds = Rect(5, 0, 60, 40)
    draw()
    #expect(pixel(5, 15) == 0xFFFF_0000 && pixel(15, 15) == 0xFFFF_FFFF)
  }

  /// A thing that moves over nothing leaves no trail.
  @Test func withoutAGroundItIsBlack() throws {
    root.layer.backgroundColor = nil
    draw()
    let card = try #require(root.subviews.first)
    card.center = Point(45, 15)
    draw()
    #expect(pixel(15, 15) == 0xFF00_0000 && pixel(45, 15) == 0xFFFF_0000)
  }

  /// With fewer pixels it is the same picture, of what was drawn for all of them.
  @Test func shrunk() {
    final class Counting: View {
      var count = 0
      override var drawsContents: Bool { true }
      override func draw(_ canvas: Canvas) { count += 1 }
    }
    let view = Counting(frame: Rect(30, 10, 10, 10))
    root.addSubview(view)
    draw()
    let small = Bitmap(width: 30, height: 20)
    window.draw(into: small, clip: Region(small.bounds))
    #expect(small.pixels[4 * 30 + 4] == 0xFFFF_FFFF && small.pixels[10 * 30 + 10] == 0xFFFF_FFFF)
    for place in [5 * 30 + 5, 9 * 30 + 9] { #expect(small.pixels[place] == 0xFFFF_0000) }
    draw()
    #expect(view.count == 1 && pixel(15, 15) == 0xFFFF_0000)
  }

  /// Layout that is requested while a picture is prepared is part of that picture.
  @Test func layoutRequestedLateIsInThePicture() {
    final class Late: View {
      var requests = 0
      override func layoutSubviews() { layer.backgroundColor = Color(0, 0, 1) }
      override func prepareForPicture() {
        requests += 1
        setNeedsLayout()
      }
    }
    let late = Late(frame: Rect(0, 0, 60, 40))
    let window = Window(late, size: Size(60, 40), scale: 1, threads: 1)
    late.layoutIfNeeded()
    late.layer.backgroundColor = .white
    window.draw(into: bitmap, clip: window.prepare())
    #expect(pixel(0, 0) == 0xFF00_00FF && !window.needsDisplay && late.requests == 1)
  }

  /// A view that asks for layout whenever it is laid out has a picture each time, and neither hangs nor is forgotten.
  @Test func endlessLayoutGoesOnWithTheNextPicture() {
    final class Endless: View {
      var count = 0
      override func layoutSubviews() {
        count += 1
        if count < 10 { setNeedsLayout() }
      }
    }
    let endless = Endless()
    root.addSubview(endless)
    for _ in 0..<10 where window.needsDisplay { draw() }
    #expect(endless.count == 10 && !window.needsDisplay)
  }

  /// A half turn leaves the size as it is, and the picture stands on its head.
  @Test(arguments: [QuarterTurns.half, .quarter, .none]) func turnsAskForAFrame(_ turns: QuarterTurns) {
    var asked = 0
    window.onNeedsDisplay = { asked += 1 }
    window.turns = turns
    #expect(window.needsDisplay == (turns != .none) && (asked > 0) == (turns != .none))
    guard turns == .half else { return }
    draw()
    #expect(pixel(45, 25) == 0xFFFF_0000 && pixel(15, 15) == 0xFFFF_FFFF)
  }
}
