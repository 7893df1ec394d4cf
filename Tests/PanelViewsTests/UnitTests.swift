import PanelViews
import TestRendering
import Testing

/// The unit that views read, and which of them are updated when it changes.
@Suite struct UnitTests {
  private final class Square: View {
    var (layouts, drawings) = (0, [Double]())
    var readsUnit = true

    override var drawsContents: Bool { true }
    override func layoutSubviews() { layouts += 1 }
    override func draw(_ canvas: Canvas) { drawings.append(readsUnit ? unit : 0) }
  }

  /// A container with two squares, of which only the first reads the unit.
  private let root = View(name: "root")
  private let container = View(frame: Rect(0, 0, 100, 100))
  private let reader = Square(frame: Rect(0, 0, 10, 10))
  private let other = Square(frame: Rect(20, 0, 10, 10))
  private let window: Window

  init() {
    other.readsUnit = false
    container.addSubview(reader)
    container.addSubview(other)
    root.addSubview(container)
    window = Window(root, size: Size(1280, 800), scale: 1, threads: 1)
    show()
  }

  private func show() { _ = window.image() }

  private static let panels: [(size: Size, unit: Double)] = [
    (Size(1280, 800), 1), (Size(480, 320), 1), (Size(1080, 1920), 1), (Size(1920, 1200), 1.5), (Size(3840, 2160), 2.7),
  ]

  @Test(arguments: panels)
  func unitFollowsPanelSize(_ size: Size, _ expected: Double) {
    window.resize(to: size, scale: 2)
    #expect(abs(reader.unit - expected) < 1e-12 && reader.unit == root.unit)
    #expect(Window.unit(of: Size(640, 300), atLeast: 0.25) == 0.375 && View().unit == 1)
  }

  @Test func changedUnitUpdatesItsReaders() {
    #expect(reader.drawings == [1] && other.drawings == [0] && !window.needsDisplay)
    let (readerLayouts, otherLayouts) = (reader.layouts, other.layouts)
    window.resize(to: Size(2560, 1600), scale: 1)
    show()
    #expect(reader.drawings == [1, 2] && reader.layouts == readerLayouts + 1)
    #expect(other.drawings == [0] && other.layouts == otherLayouts)
    // Another size with the same unit.
    window.resize(to: Size(2560, 1700), scale: 1)
    show()
    #expect(reader.drawings == [1, 2] && reader.layouts == readerLayouts + 1 && !window.needsDisplay)
  }

  @Test func overrideAppliesToSubtree() {
    container.overrideUnit = 0.5
    #expect(window.needsDisplay && reader.unit == 0.5 && container.unit == 0.5 && root.unit == 1)
    show()
    #expect(reader.drawings == [1, 0.5] && other.drawings == [0])
    window.resize(to: Size(2560, 1600), scale: 1)
    show()
    #expect(reader.drawings == [1, 0.5])
    reader.overrideUnit = 3
    show()
    #expect(reader.drawings == [1, 0.5, 3])
    (reader.overrideUnit, container.overrideUnit) = (nil, nil)
    show()
    #expect(reader.drawings == [1, 0.5, 3, 2] && !window.needsDisplay)
  }

  @Test func movedViewReadsUnitOfNewSuperview() {
    let large = View(frame: Rect(0, 0, 50, 50))
    large.overrideUnit = 4
    root.addSubview(large)
    show()
    large.addSubview(reader)
    show()
    #expect(reader.drawings.last == 4)
    container.addSubview(reader)
    show()
    #expect(reader.drawings.last == 1)
  }
}
