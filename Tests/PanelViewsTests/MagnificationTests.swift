import PanelViews
import TestRendering
import Testing

/// The window's conversion between the surface's points and its own.
@Suite struct MagnificationTests {
  private final class Square: View {
    var (layouts, drawings, locations) = (0, 0, [Point]())

    override var drawsContents: Bool { true }
    override func layoutSubviews() { layouts += 1 }
    override func draw(_ canvas: Canvas) { drawings += 1 }
    override func touchBegan(_ touch: Touch) { locations.append(touch.location) }
  }

  private let square = Square(frame: Rect(10, 20, 100, 100))
  private let window: Window

  init() {
    window = Window(View(background: .black, subviews: [square]), size: Size(1280, 800), scale: 1, threads: 1)
    _ = window.image()
  }

  private static let panels: [(size: Size, magnification: Double)] = [
    (Size(1280, 800), 1), (Size(480, 320), 1), (Size(1080, 1920), 1.35), (Size(1920, 1080), 1.35),
    (Size(1920, 1200), 1.5), (Size(3840, 2160), 2.7),
  ]

  @Test(arguments: panels)
  func magnificationFollowsPanelSize(_ size: Size, _ expected: Double) {
    window.resize(to: size, scale: 2)
    #expect(abs(window.magnification - expected) < 1e-12 && abs(window.scale - 2 * expected) < 1e-12)
    #expect(window.panelSize == size && window.surfaceScale == 2)
    #expect(abs(window.size.width - size.width / expected) < 1e-9 && window.rootView.bounds.size == window.size)
    #expect(Size(Double(window.pixelSize.width), Double(window.pixelSize.height)) == size * 2)
    #expect(Window.magnification(of: Size(640, 300), atLeast: 0.25) == 0.375)
  }

  /// Touches arrive in the surface's points, and views get them in theirs.
  @Test func touchesAreConverted() {
    window.resize(to: Size(2560, 1600), scale: 1)
    var reported: [Point] = []
    window.onTouch = { event, _ in reported.append(event.location) }
    window.send([TouchEvent(.began, id: 1, at: Point(100, 120))], at: 1)
    #expect(square.locations == [Point(50, 60)] && reported == [Point(50, 60)])
    #expect(window.convertToPanel(Point(50, 60)) == Point(100, 120))
    window.rotation = .quarter
    #expect(window.panelSize == Size(1600, 2560) && window.magnification == 2)
  }

  /// A panel of another size, but with as many points, only draws again.
  @Test func largerPanelDrawsAgain() {
    let layouts = square.layouts
    window.resize(to: Size(2560, 1600), scale: 1)
    _ = window.image()
    #expect(window.size == Size(1280, 800) && square.drawings == 2 && square.layouts == layouts + 1)
    #expect(!window.needsDisplay)
  }

  @Test func zoomKeepsShorterSide() {
    window.zoom = 2
    #expect(window.magnification == 2 && window.effectiveZoom == 2 && window.size == Size(640, 400))
    window.resize(to: Size(480, 320), scale: 1)
    #expect(abs(window.effectiveZoom - 320 / 240) < 1e-12 && abs(window.size.height - 240) < 1e-9)
  }

  /// The bounds of a magnified view are smaller than its frame, and its edges are on the same pixels.
  @Test func magnifiedViewHasItsOwnPoints() throws {
    let stack = StackView(axis: .vertical) { View(name: "row") }
    let row = try #require(stack.subviews.first)
    row.fixedHeight = 11.3
    window.rootView.addSubview(stack)
    stack.setFrame(Rect(0, 0, 320, 160), magnification: 1.6)
    _ = window.image()
    #expect(stack.bounds == Rect(0, 0, 200, 100))
    #expect(stack.convert(Point(100, 50), to: window.rootView) == Point(160, 80))
    let height = row.frame.height * 1.6
    #expect(abs(height - height.rounded()) < 1e-9, "\(height)")
  }
}
