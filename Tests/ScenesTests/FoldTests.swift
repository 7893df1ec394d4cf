import PanelViews
import Testing

@testable import Scenes

/// The net's appearance: opaque when folded, each side's number visible, and the initial state after a double tap.
@Suite struct FoldTests {
  private let scene = FoldScene()
  private let window: Window
  private let middle = Point(640, 300)

  init() { window = Window(scene) }

  private var net: View { scene.content.subviews[0] }
  private var sides: [View] { net.subviews }
  private var size: BarItem { scene.controls[1] }
  private var scale: Double {
    let m = net.layer.transform
    return (m.m11 * m.m11 + m.m12 * m.m12 + m.m13 * m.m13).squareRoot()
  }

  /// Waits until nothing moves, and until another tap wouldn't be a double tap.
  private func settle() {
    window.settle()
    window.advance(milliseconds: 1000)
  }

  @Test func foldedCubeIsOpaqueAndCentered() throws {
    #expect(sides.allSatisfy { $0.alpha == 1 })
    window.tap(middle)
    window.advance(milliseconds: 300)
    #expect(sides.allSatisfy { $0.alpha < 0.9 && $0.alpha > 0.5 })
    settle()
    #expect(sides.allSatisfy { $0.alpha == 1 && $0.layer.isOpaque && $0.layer.cornerRadius == 0 })
    for dragCount in 0..<2 {
      // The middle of the cube's diagonal is at the panel's center.
      let m = net.layer.transform
      let center = m.homogeneous(0, 0, 100)
      #expect(abs(center.x / center.w) < 1e-9 && abs(center.y / center.w) < 1e-9, "after \(dragCount) drags")
      window.send(.began, middle)
      for step in 1...5 {
        window.advance(milliseconds: 20)
        window.send(.moved, middle + Point(17, 9) * Double(step))
      }
      window.send(.cancelled, middle + Point(85, 45))
      settle()
    }
  }

  /// As in a scroll view: before the finger moves.
  @Test func restingFingerStopsTheTurn() {
    window.send(.began, middle)
    for step in 1...4 {
      window.advance(milliseconds: 16)
      window.send(.moved, middle + Point(Double(step) * 30, 0))
    }
    window.send(.ended, middle + Point(120, 0))
    window.advance(milliseconds: 100)
    let turning = net.layer.transform
    window.advance(milliseconds: 16)
    #expect(window.isAnimating && net.layer.transform != turning)
    window.send(.began, middle)
    let stopped = net.layer.transform
    window.advance(milliseconds: 1000)
    #expect(net.layer.transform == stopped && !window.isAnimating)
    window.send(.ended, middle)
  }

  /// The second finger may lift and return, as in UIKit.
  @Test func pinchIsResumed() {
    for (id, x) in [560.0, 680].enumerated() { window.send(.began, Point(x, 300), id: id) }
    for x in [700.0, 720] {
      window.advance(milliseconds: 100)
      window.send(.moved, Point(x, 300), id: 1)
    }
    window.send(.ended, Point(720, 300), id: 1)
    let enlarged = scale
    window.advance(milliseconds: 300)
    window.send(.began, Point(660, 300), id: 1)
    window.advance(milliseconds: 100)
    window.send(.moved, Point(685, 300), id: 1)
    #expect(enlarged > 0.72 && abs(scale / enlarged - 1.25) < 1e-9)
    window.send(.ended, Point(685, 300), id: 1)
    window.send(.ended, Point(560, 300))
  }

  @Test func numberOfSideUnderLidIsVisible() throws {
    let (middle, lid) = (sides[1], sides[3])
    let corner = try #require(middle.convert(FoldSide.smallNumberFrame.center, to: window.rootView))
    #expect(window.rootView.visibleView(at: corner) === middle)
    let center = try #require(lid.convert(Point(30, 100), to: window.rootView))
    #expect(window.rootView.visibleView(at: center) === lid)
  }

  @Test func sizeIsSetWithoutAPinch() {
    size.value = 1
    #expect(abs(scale - 1) < 1e-9)
  }

  @Test func doubleTapRestoresOrientationAndScale() {
    let home = net.layer.transform
    window.send(.began, middle)
    for step in 1...6 {
      window.advance(milliseconds: 16)
      window.send(.moved, middle + Point(Double(step) * 30, 20))
    }
    window.send(.cancelled, middle)
    // Spreading two fingers enlarges the net.
    for (id, x) in [600.0, 680].enumerated() { window.send(.began, Point(x, 300), id: id) }
    for step in 1...6 {
      window.advance(milliseconds: 16)
      let reach = Double(step) * 20
      for (id, x) in [600 - reach, 680 + reach].enumerated() { window.send(.moved, Point(x, 300), id: id) }
    }
    window.cancelInput(at: window.now)
    settle()
    // Spreading further than the maximum scale has no effect.
    #expect(abs(scale - 1.2) < 1e-9)
    #expect(size.value == 1.2)
    func isChanged() -> Bool { zip(net.layer.transform.elements, home.elements).contains { abs($0 - $1) > 1e-9 } }
    #expect(isChanged())
    window.tap(middle)
    // The first tap folds the net at once; the second one unfolds it.
    #expect(window.isAnimating)
    window.advance(milliseconds: 60)
    window.tap(middle)
    settle()
    #expect(!isChanged() && sides[3].layer.zPosition == 1)
  }
}
