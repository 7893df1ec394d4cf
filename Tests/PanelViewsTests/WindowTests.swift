import PanelViews
import TestRendering
import Testing

/// Drawing a window, and its requests for frames.
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

  private func draw() { window.update(bitmap) }

  @Test func rootViewHasAlphaAndHiddenState() {
    #expect(bitmap[0, 0] == 0xFFFF_FFFF && bitmap[15, 15] == 0xFFFF_0000 && !window.needsDisplay)
    root.alpha = 0.5
    #expect(window.needsDisplay)
    draw()
    #expect(bitmap[0, 0] == 0xFF80_8080 && bitmap[15, 15] == 0xFF80_0000)
    // Drawing again doesn't darken it further.
    root.alpha = 0.25
    draw()
    #expect(bitmap[0, 0] == 0xFF40_4040)
    root.isHidden = true
    draw()
    #expect(bitmap[0, 0] == 0xFF00_0000 && bitmap[15, 15] == 0xFF00_0000)
    (root.isHidden, root.alpha) = (false, 1)
    draw()
    #expect(bitmap[0, 0] == 0xFFFF_FFFF && bitmap[15, 15] == 0xFFFF_0000)
    root.alpha = 0
    draw()
    #expect(bitmap[0, 0] == 0xFF00_0000)
  }

  @Test func rootBoundsOriginScrollsContent() {
    root.bounds = Rect(5, 0, 60, 40)
    draw()
    #expect(bitmap[5, 15] == 0xFFFF_0000 && bitmap[15, 15] == 0xFFFF_FFFF)
  }

  /// A moving view leaves no trail.
  @Test func windowWithoutBackgroundIsBlack() throws {
    root.layer.backgroundColor = nil
    draw()
    let card = try #require(root.subviews.first)
    card.center = Point(45, 15)
    draw()
    #expect(bitmap[15, 15] == 0xFF00_0000 && bitmap[45, 15] == 0xFFFF_0000)
  }

  /// A smaller bitmap shows the same picture, scaled, without drawing any view again.
  @Test func windowDrawsIntoSmallerBitmap() {
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
    #expect(small[4, 4] == 0xFFFF_FFFF && small[10, 10] == 0xFFFF_FFFF)
    for x in [5, 9] { #expect(small[x, x] == 0xFFFF_0000) }
    draw()
    #expect(view.count == 1 && bitmap[15, 15] == 0xFFFF_0000)
  }

  @Test func layoutRequestedByPrepareForPictureIsInTheSameFrame() {
    final class Late: View {
      var requests = 0
      override func layoutSubviews() { layer.backgroundColor = Color(0, 0, 1) }
      override func prepareForFrame() {
        requests += 1
        setNeedsLayout()
      }
    }
    let late = Late(frame: Rect(0, 0, 60, 40))
    let window = Window(late, size: Size(60, 40), scale: 1, threads: 1)
    late.layoutIfNeeded()
    late.layer.backgroundColor = .white
    window.update(bitmap)
    #expect(bitmap[0, 0] == 0xFF00_00FF && !window.needsDisplay && late.requests == 1)
  }

  /// The view gets a frame each time; the window neither hangs nor stops.
  @Test func repeatedLayoutContinuesInNextFrame() {
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

  @Test(arguments: [QuarterTurns.half, .quarter, .none]) func changedRotationRequestsAFrame(_ rotation: QuarterTurns) {
    var requests = 0
    window.onNeedsDisplay = { requests += 1 }
    window.rotation = rotation
    #expect(window.needsDisplay == (rotation != .none) && (requests > 0) == (rotation != .none))
    guard rotation == .half else { return }
    draw()
    #expect(bitmap[45, 25] == 0xFFFF_0000 && bitmap[15, 15] == 0xFFFF_FFFF)
  }
}
