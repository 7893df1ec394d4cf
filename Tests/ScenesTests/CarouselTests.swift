import Foundation
import Geometry
import Testing
import Views

@testable import Scenes

/// A carousel comes to rest with a card to the front.
@Suite struct CarouselTests {
  private let scene: Scene
  private let window: Window
  private var time: UInt64 = 1_000_000_000

  init() throws {
    scene = try #require(SceneCatalog.make("carousel"))
    window = Window(Showcase(scene), size: Size(1280, 800), scale: 1, threads: 1)
    window.layoutIfNeeded()
    window.advance(to: time)
  }

  private var cards: [View] { scene.content.subviews[0].subviews }

  private func angle(of card: View) -> Double {
    let m = card.layer.transform
    return atan2(-m.m13, m.m11) * 180 / .pi
  }

  /// The card that faces the viewer; `nil` while none does.
  private var front: View? { cards.first { abs(angle(of: $0)) < 0.01 } }

  private mutating func settle() {
    for _ in 0..<1000 where window.isAnimating {
      time += 16_000_000
      window.advance(to: time)
    }
    #expect(!window.isAnimating)
  }

  private mutating func drag(by distance: Double, over milliseconds: UInt64, holding: UInt64 = 0) {
    let steps: UInt64 = 10
    window.send([TouchEvent(.began, id: 0, at: Point(640, 300))], at: time)
    for step in 1...steps {
      time += milliseconds * 1_000_000 / steps
      window.send([TouchEvent(.moved, id: 0, at: Point(640 + distance * Double(step) / Double(steps), 300))], at: time)
    }
    time += holding * 1_000_000
    window.send([TouchEvent(.ended, id: 0, at: Point(640 + distance, 300))], at: time)
  }

  @Test(
    arguments: [
      (30.0, 400, 500), (-90, 300, 300), (100, 100, 0), (-300, 120, 0), (300, 60, 0), (600, 60, 0), (25, 600, 0),
    ] as [(Double, UInt64, UInt64)])
  mutating func itRestsWithACardToTheFront(_ distance: Double, _ milliseconds: UInt64, _ holding: UInt64) {
    drag(by: distance, over: milliseconds, holding: holding)
    settle()
    #expect(front != nil, "\(cards.map(angle))")
  }

  @Test mutating func soItDoesWhereMotionIsReduced() {
    window.reducesMotion = true
    drag(by: 200, over: 100)
    #expect(!window.isAnimating && front != nil)
  }

  /// A gesture that is taken away leaves it at rest as well.
  @Test mutating func andAfterACancelledDrag() {
    window.send([TouchEvent(.began, id: 0, at: Point(640, 300))], at: time)
    window.send([TouchEvent(.moved, id: 0, at: Point(700, 300))], at: time + 10_000_000)
    window.send([TouchEvent(.moved, id: 0, at: Point(730, 300))], at: time + 20_000_000)
    window.cancelTouches(at: time + 30_000_000)
    settle()
    #expect(front != nil)
  }

  private mutating func tap(_ point: Point) {
    window.send([TouchEvent(.began, id: 0, at: point)], at: time)
    time += 60_000_000
    window.send([TouchEvent(.ended, id: 0, at: point)], at: time)
  }

  /// By the shorter way.
  @Test mutating func aTappedCardComesForward() throws {
    let second = cards[1]
    let place = try #require(second.convert(Point(230, 75), to: window.rootView))
    #expect(window.rootView.hitTest(place) === second && front === cards[0])
    tap(place)
    #expect(window.isAnimating)
    var last = angle(of: second)
    while window.isAnimating {
      time += 16_000_000
      window.advance(to: time)
      #expect(abs(angle(of: second)) <= abs(last) + 1e-9)
      last = angle(of: second)
    }
    #expect(front === second)
  }

  /// A finger on the container neither taps a card nor keeps another finger from it.
  @Test mutating func aFingerOnTheContainer() throws {
    let second = cards[1]
    let place = try #require(second.convert(Point(230, 75), to: window.rootView))
    window.send([TouchEvent(.began, id: 0, at: place)], at: time)
    window.send([TouchEvent(.began, id: 1, at: Point(10, 10))], at: time)
    window.send([TouchEvent(.ended, id: 1, at: Point(10, 10))], at: time)
    #expect(!window.isAnimating)
    time += 60_000_000
    window.send([TouchEvent(.ended, id: 0, at: place)], at: time)
    settle()
    #expect(front === second)
  }

  /// Who takes the touch is the hit test's affair: a card behind is asked first when it comes later.
  @Test mutating func aTapGoesToTheTakerNotToWhatOneSees() throws {
    let middle = try #require(cards[0].convert(Point(125, 75), to: window.rootView))
    let places = stride(from: -120.0, through: 120, by: 4).map { Point(middle.x + $0, middle.y) }
    let place = try #require(
      places.first {
        let (taker, seen) = (window.rootView.hitTest($0), window.rootView.viewSeen(at: $0))
        return taker !== seen && cards.contains { $0 === taker } && seen?.isDescendant(of: cards[0]) == true
      })
    let taker = window.rootView.hitTest(place)
    tap(place)
    settle()
    #expect(front === taker && front !== cards[0])
  }
}
