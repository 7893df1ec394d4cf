import Geometry
import Raster
import Testing
import Text
import Views

/// The measure that views find for themselves, and who hears of it when it changes.
@Suite struct UnitTests {
  private final class Square: View {
    var (layouts, drawings) = (0, [Double]())
    var readsUnit = true

    override var drawsContents: Bool { true }
    override func layoutSubviews() { layouts += 1 }
    override func draw(_ canvas: Canvas) { drawings.append(readsUnit ? unit : 0) }
  }

  /// Two squares side by side in a view between them and the root, each of a size that is its own.
  private let root = View(name: "root")
  private let between = View(frame: Rect(0, 0, 100, 100))
  private let asking = Square(frame: Rect(0, 0, 10, 10))
  private let other = Square(frame: Rect(20, 0, 10, 10))
  private let window: Window

  init() {
    other.readsUnit = false
    between.addSubview(asking)
    between.addSubview(other)
    root.addSubview(between)
    window = Window(root, size: Size(1280, 800), scale: 1, threads: 1)
    show()
  }

  private func show() {
    let (width, height) = window.pixelSize
    let bitmap = Bitmap(width: width, height: height)
    window.draw(into: bitmap, clip: window.prepare())
  }

  private static let panels: [(size: Size, unit: Double)] = [
    (Size(1280, 800), 1), (Size(480, 320), 1), (Size(1080, 1920), 1), (Size(1920, 1200), 1.5), (Size(3840, 2160), 2.7),
  ]

  @Test(arguments: panels)
  func aPanelsUnitGoesByItsSmallerSideOfTheDesign(_ size: Size, _ expected: Double) {
    window.resize(to: size, scale: 2)
    #expect(abs(asking.unit - expected) < 1e-12 && asking.unit == root.unit)
    #expect(Window.unit(of: Size(640, 300), atLeast: 0.25) == 0.375 && View().unit == 1)
  }

  /// Laid out and drawn anew, once, is who reads the unit; nobody else is.
  @Test func aChangeReachesThoseWhoReadIt() {
    #expect(asking.drawings == [1] && other.drawings == [0] && !window.needsDisplay)
    let (asked, others) = (asking.layouts, other.layouts)
    window.resize(to: Size(2560, 1600), scale: 1)
    show()
    #expect(asking.drawings == [1, 2] && asking.layouts == asked + 1)
    #expect(other.drawings == [0] && other.layouts == others)
    // Another size with the same unit.
    window.resize(to: Size(2560, 1700), scale: 1)
    show()
    #expect(asking.drawings == [1, 2] && asking.layouts == asked + 1 && !window.needsDisplay)
  }

  /// A view's own is for it and all beneath it, and a frame is asked for.
  @Test func anOverrideIsForAllBeneath() {
    between.overrideUnit = 0.5
    #expect(window.needsDisplay && asking.unit == 0.5 && between.unit == 0.5 && root.unit == 1)
    show()
    #expect(asking.drawings == [1, 0.5] && other.drawings == [0])
    window.resize(to: Size(2560, 1600), scale: 1)
    show()
    #expect(asking.drawings == [1, 0.5])
    asking.overrideUnit = 3
    show()
    #expect(asking.drawings == [1, 0.5, 3])
    (asking.overrideUnit, between.overrideUnit) = (nil, nil)
    show()
    #expect(asking.drawings == [1, 0.5, 3, 2] && !window.needsDisplay)
  }

  /// Elsewhere in the tree it may be another.
  @Test func aViewThatMovesFindsAnother() {
    let large = View(frame: Rect(0, 0, 50, 50))
    large.overrideUnit = 4
    root.addSubview(large)
    show()
    large.addSubview(asking)
    show()
    #expect(asking.drawings.last == 4)
    between.addSubview(asking)
    show()
    #expect(asking.drawings.last == 1)
  }
}
