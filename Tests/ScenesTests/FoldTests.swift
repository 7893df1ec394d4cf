import Geometry
import Testing
import Views

@testable import Scenes

/// The net as one sees it: solid where it is a solid, and back in its place after a double tap.
@Suite struct FoldTests {
  private let scene = FoldScene()
  private let window: Window
  private let middle = Point(640, 300)

  init() { window = Window(scene) }

  private var net: View { scene.content.subviews[0] }
  private var sides: [View] { net.subviews }

  /// Waits until nothing moves, and until the next tap counts as a first one.
  private func settle() {
    window.settle()
    window.wait(1000)
  }

  /// Folded it is opaque, and its middle stays in the panel's however it is turned.
  @Test func theCubeIsSolidAndCentred() throws {
    #expect(sides.allSatisfy { $0.alpha == 1 })
    window.tap(middle)
    window.wait(300)
    #expect(sides.allSatisfy { $0.alpha < 0.9 && $0.alpha > 0.5 })
    settle()
    #expect(sides.allSatisfy { $0.alpha == 1 && $0.layer.isOpaque && $0.layer.cornerRadius == 0 })
    for turn in 0..<2 {
      // The middle of the cube's diagonal from side 2's corner to the lid's is on the panel's middle.
      let m = net.layer.transform
      let center = m.homogeneous(0, 0, 100)
      #expect(abs(center.x / center.w) < 1e-9 && abs(center.y / center.w) < 1e-9, "\(turn)")
      window.send(.began, middle)
      for step in 1...5 {
        window.wait(20)
        window.send(.moved, middle + Point(17, 9) * Double(step))
      }
      window.send(.cancelled, middle + Point(85, 45))
      settle()
    }
  }

  /// Flat, the lid lies aside, so that one reads the number of the side beneath it.
  @Test func theSideBeneathTheLidIsSeen() throws {
    let (middle, lid) = (sides[1], sides[3])
    let corner = try #require(middle.convert(FoldSide.corner.center, to: window.rootView))
    #expect(window.rootView.visibleView(at: corner) === middle)
    let centre = try #require(lid.convert(Point(30, 100), to: window.rootView))
    #expect(window.rootView.visibleView(at: centre) === lid)
  }

  @Test func aDoubleTapPutsItBack() {
    let home = net.layer.transform
    window.send(.began, middle)
    for step in 1...6 {
      window.wait(16)
      window.send(.moved, middle + Point(Double(step) * 30, 20))
    }
    window.send(.cancelled, middle)
    // Two fingers apart make it larger.
    for (id, x) in [600.0, 680].enumerated() { window.send(.began, Point(x, 300), id: id) }
    for step in 1...6 {
      window.wait(16)
      let reach = Double(step) * 20
      for (id, x) in [600 - reach, 680 + reach].enumerated() { window.send(.moved, Point(x, 300), id: id) }
    }
    window.cancelTouches(at: window.now)
    settle()
    func differs() -> Bool { zip(net.layer.transform.elements, home.elements).contains { abs($0 - $1) > 1e-9 } }
    #expect(differs())
    window.tap(middle)
    // The first tap folds at once, as any does; the second one takes that back.
    #expect(window.isAnimating)
    window.wait(60)
    window.tap(middle)
    settle()
    #expect(!differs() && sides[3].layer.zPosition == 1)
  }
}
