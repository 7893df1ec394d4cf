import Foundation
import PanelViews
import Testing

@testable import Scenes

/// The carousel stops with a card in front, and a tap brings a card there.
@Suite struct CarouselTests {
  private let scene: Scene
  private let window: Window

  init() throws {
    scene = try #require(SceneCatalog.make("carousel"))
    window = Window(scene)
  }

  private var cards: [View] { scene.content.subviews[0].subviews }

  private func angle(of card: View) -> Double {
    let m = card.layer.transform
    return atan2(-m.m13, m.m11) * 180 / .pi
  }

  /// The card that faces front, if any.
  private var front: View? { cards.first { abs(angle(of: $0)) < 0.01 } }

  private func drag(by distance: Double, over milliseconds: UInt64, holding: UInt64 = 0) {
    window.send(.began, Point(640, 300))
    for step in 1...10 {
      window.advance(milliseconds: milliseconds / 10)
      window.send(.moved, Point(640 + distance * Double(step) / 10, 300))
    }
    window.advance(milliseconds: holding)
    window.send(.ended, Point(640 + distance, 300))
  }

  // Distance in points, duration and final pause in milliseconds.
  @Test(
    arguments: [
      (30.0, 400, 500), (-90, 300, 300), (100, 100, 0), (-300, 120, 0), (300, 60, 0), (600, 60, 0), (25, 600, 0),
    ] as [(Double, UInt64, UInt64)])
  func dragEndsWithCardInFront(_ distance: Double, _ milliseconds: UInt64, _ holding: UInt64) {
    drag(by: distance, over: milliseconds, holding: holding)
    window.settle()
    #expect(front != nil, "\(cards.map(angle))")
  }

  @Test func dragWithReducedMotionEndsWithCardInFront() {
    window.reducesMotion = true
    drag(by: 200, over: 100)
    #expect(!window.isAnimating && front != nil)
  }

  /// As in a scroll view, a finger stops the motion before it moves. Once it lifts, a card comes to the front.
  @Test(arguments: [true, false]) func restingFingerStopsTheCarousel(ends: Bool) {
    drag(by: 300, over: 60)
    window.advance(milliseconds: 100)
    window.send(.began, Point(20, 20))
    let angles = cards.map(angle)
    window.advance(milliseconds: 1000)
    #expect(cards.map(angle) == angles && front == nil)
    window.send(ends ? .ended : .cancelled, Point(20, 20))
    window.settle()
    #expect(front != nil)
  }

  @Test func cancelledDragEndsWithCardInFront() {
    window.send(.began, Point(640, 300))
    for x in [700.0, 730] {
      window.advance(milliseconds: 10)
      window.send(.moved, Point(x, 300))
    }
    window.cancelInput(at: window.now + 10_000_000)
    window.settle()
    #expect(front != nil)
  }

  /// The carousel turns the shorter way.
  @Test func tappedCardComesToFront() throws {
    let second = cards[1]
    let location = try #require(second.convert(Point(230, 75), to: window.rootView))
    #expect(window.rootView.hitTest(location) === second && front === cards[0])
    window.tap(location)
    #expect(window.isAnimating)
    var last = angle(of: second)
    while window.isAnimating {
      window.advance(milliseconds: 16)
      #expect(abs(angle(of: second)) <= abs(last) + 1e-9)
      last = angle(of: second)
    }
    #expect(front === second)
  }

  @Test func tapOnContainerDoesNotTurnCarousel() throws {
    let second = cards[1]
    let location = try #require(second.convert(Point(230, 75), to: window.rootView))
    window.send(.began, location)
    window.send(.began, Point(10, 10), id: 1)
    window.send(.ended, Point(10, 10), id: 1)
    #expect(!window.isAnimating)
    window.advance(milliseconds: 60)
    window.send(.ended, location)
    window.settle()
    #expect(front === second)
  }

  /// A card in the back is hit-tested first if it was added later.
  @Test func tapGoesToHitViewInsteadOfVisibleView() throws {
    let middle = try #require(cards[0].convert(Point(125, 75), to: window.rootView))
    let locations = stride(from: -120.0, through: 120, by: 4).map { Point(middle.x + $0, middle.y) }
    let location = try #require(
      locations.first {
        let (receiver, visible) = (window.rootView.hitTest($0), window.rootView.visibleView(at: $0))
        return receiver !== visible && cards.contains { $0 === receiver } && visible?.isDescendant(of: cards[0]) == true
      })
    let receiver = window.rootView.hitTest(location)
    window.tap(location)
    window.settle()
    #expect(front === receiver && front !== cards[0])
  }
}
