import Geometry
import Testing
import Views

@testable import Scenes

/// The net as one sees it: solid where it is a solid, and back in its place after a double tap.
@Suite struct FoldTests {
  private let scene = FoldScene()
  private let window: Window
  private var time: UInt64 = 1_000_000_000

  init() {
    window = Window(Showcase(scene), size: Size(1280, 800), scale: 1, threads: 1)
    window.layoutIfNeeded()
    window.advance(to: time)
  }

  private var net: View { scene.content.subviews[0] }
  private var sides: [View] { net.subviews }

  private mutating func tap() {
    window.send([TouchEvent(.began, id: 0, at: Point(640, 300))], at: time)
    time += 40_000_000
    window.send([TouchEvent(.ended, id: 0, at: Point(640, 300))], at: time)
    time += 60_000_000
  }

  private mutating func settle() {
    for _ in 0..<500 where window.isAnimating {
      time += 16_000_000
      window.advance(to: time)
    }
    time += 1_000_000_000
    window.advance(to: time)
    #expect(!window.isAnimating)
  }

  /// Folded it is opaque, and its middle stays in the panel's however it is turned.
  @Test mutating func theCubeIsSolidAndCentred() throws {
    #expect(sides.allSatisfy { $0.alpha == 1 })
    tap()
    window.advance(to: time + 300_000_000)
    #expect(sides.allSatisfy { $0.alpha < 0.9 && $0.alpha > 0.5 })
    settle()
    #expect(sides.allSatisfy { $0.alpha == 1 && $0.layer.isOpaque && $0.layer.cornerRadius == 0 })
    for turn in 0..<2 {
      // The middle of the cube's diagonal from side 2's corner to the lid's is on the panel's middle.
      let m = net.layer.transform
      let middle = m.homogeneous(0, 0, 100)
      #expect(abs(middle.x / middle.w) < 1e-9 && abs(middle.y / middle.w) < 1e-9, "\(turn)")
      window.send([TouchEvent(.began, id: 0, at: Point(640, 300))], at: time)
      for step in 1...5 {
        time += 20_000_000
        window.send([TouchEvent(.moved, id: 0, at: Point(640 + Double(step) * 17, 300 + Double(step) * 9))], at: time)
      }
      window.send([TouchEvent(.cancelled, id: 0, at: Point(725, 345))], at: time)
      settle()
    }
  }

  /// Flat, the lid lies aside, so that one reads the number of the side beneath it.
  @Test func theSideBeneathTheLidIsSeen() throws {
    let (middle, lid) = (sides[1], sides[3])
    let corner = try #require(middle.convert(FoldSide.corner.center, to: window.rootView))
    #expect(window.rootView.viewSeen(at: corner) === middle)
    let centre = try #require(lid.convert(Point(30, 100), to: window.rootView))
    #expect(window.rootView.viewSeen(at: centre) === lid)
  }

  @Test mutating func aDoubleTapPutsItBack() {
    let home = net.layer.transform
    let place = Point(640, 300)
    window.send([TouchEvent(.began, id: 0, at: place)], at: time)
    for step in 1...6 {
      time += 16_000_000
      window.send([TouchEvent(.moved, id: 0, at: Point(640 + Double(step) * 30, 320))], at: time)
    }
    window.send([TouchEvent(.cancelled, id: 0, at: place)], at: time)
    // Two fingers apart make it larger.
    window.send(
      [TouchEvent(.began, id: 0, at: Point(600, 300)), TouchEvent(.began, id: 1, at: Point(680, 300))], at: time)
    for step in 1...6 {
      time += 16_000_000
      let reach = Double(step) * 20
      window.send(
        [
          TouchEvent(.moved, id: 0, at: Point(600 - reach, 300)),
          TouchEvent(.moved, id: 1, at: Point(680 + reach, 300)),
        ],
        at: time)
    }
    window.cancelTouches(at: time)
    settle()
    func differs() -> Bool { zip(net.layer.transform.elements, home.elements).contains { abs($0 - $1) > 1e-9 } }
    #expect(differs())
    tap()
    // The first tap folds at once, as any does; the second one takes that back.
    #expect(window.isAnimating)
    tap()
    settle()
    #expect(!differs() && sides[3].layer.zPosition == 1)
  }
}
