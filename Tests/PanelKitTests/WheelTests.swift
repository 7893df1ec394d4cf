import PanelEvents
import PanelKit
import PanelViews
import TestCompositor
import Testing

/// Wheels and touchpads, from the compositor to a scroll view.
@Suite struct WheelTests {
  private let scrollView = ScrollView(frame: Rect(0, 0, 300, 200))

  private func rig(seat version: UInt32, scale: Double = 1) throws -> Rig {
    let rig = try Rig(.with { $0.seat = version }, scale: scale)
    scrollView.contentSize = Size(300, 5000)
    rig.window.rootView.addSubview(scrollView)
    try rig.setDevices([.touch, .pointer])
    rig.seat.pointer?.sendEnter(serial: 1, surface: rig.surface.resource, surfaceX: 50, surfaceY: 50)
    rig.seat.pointer?.sendFrame()
    try rig.settle()
    return rig
  }

  /// Version 5 has steps and 8 has 120ths; older ones have only the compositor's distance and no frames.
  @Test(arguments: [(8, 44), (7, 44), (5, 44), (4, 15)] as [(UInt32, Double)])
  func notchMovesTheContent(_ version: UInt32, _ distance: Double) throws {
    let rig = try rig(seat: version)
    rig.seat.wheel(120, value: 15)
    try rig.settle()
    #expect(scrollView.contentOffset.y == distance)
    rig.expectScreenIsRight()
    rig.seat.wheel(-120, value: -15)
    try rig.settle()
    #expect(scrollView.contentOffset.y == 0 && rig.touches.isEmpty)
  }

  @Test func highResolutionWheelMovesByPartsOfANotch() throws {
    let rig = try rig(seat: 8)
    for _ in 0..<8 { rig.seat.wheel(15, value: 1.875) }
    try rig.settle()
    #expect(scrollView.contentOffset.y == 44)
  }

  /// On a panel with a magnification of 2, a distance in surface coordinates is half as many points.
  @Test(arguments: [1.0, 2]) func fingersMoveTheContentWithThem(_ scale: Double) throws {
    let rig = try rig(seat: 7, scale: scale)
    var time = UInt32(truncatingIfNeeded: EventLoop.now / 1_000_000) - 100
    for _ in 0..<5 {
      time += 10
      rig.seat.time = time
      rig.seat.swipe(12)
    }
    try rig.settle()
    #expect(scrollView.contentOffset.y == 60 / scale && !scrollView.isDecelerating)
    // A lift without a pause.
    rig.seat.swipe(nil)
    try rig.settle()
    #expect(scrollView.isDecelerating || scrollView.contentOffset.y > 60 / scale)
  }

  @Test func scrollingOutsideOfFramesIsForgottenWithThePointer() throws {
    let rig = try rig(seat: 8)
    rig.seat.pointer?.sendAxis(time: 1, axis: .verticalScroll, value: 10)
    rig.seat.pointer?.sendLeave(serial: 2, surface: rig.surface.resource)
    rig.seat.pointer?.sendFrame()
    try rig.settle()
    #expect(scrollView.contentOffset.y == 0)
  }
}
