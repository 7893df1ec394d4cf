import Emulation
import PanelEvents
import PanelGeometry
import PanelRaster
import PanelViews
import TestCompositor
import Testing

@testable import PanelKit

@Suite struct SurfaceTests {
  @Test func firstFrameFollowsTheConfigure() throws {
    let rig = try Rig()
    let commits = rig.surface.commits
    // The first commit has no buffer; then a complete frame of the configured size follows the acknowledgement.
    #expect(commits[0].buffer == nil && commits[0].acknowledged == 0)
    let first = try #require(commits.first { $0.buffer != nil })
    #expect(first.acknowledged == rig.surface.sentSerials.last)
    #expect(first.buffer?.width == 640 && first.buffer?.height == 400 && first.buffer?.format == .xrgb8888)
    #expect(first.damage == [[0, 0, 640, 400]] && first.hasCallback)
    #expect(rig.surface.hasOpaqueRegion && rig.surface.isFullscreen)
    #expect(rig.surface.fullscreenRequests == [nil], "must be requested once")
    #expect(rig.surface.title == "Test" && rig.surface.appID == "test")
    #expect(rig.isReady)
    rig.expectScreenIsRight()
  }

  @Test(arguments: [(false, nil), (true, nil), (false, Size(320, 200))] as [(Bool, Size?)])
  func closeRequestEndsThePanelIfAllowed(_ allowsQuit: Bool, _ windowed: Size?) throws {
    let rig = try Rig(allowsQuit: allowsQuit, configure: { $0.windowedSize = windowed })
    rig.surface.close()
    if allowsQuit || windowed != nil {
      rig.compositor.dispatch()
      #expect(try rig.loop.run() == 0)
    } else {
      try rig.settle()
      #expect(rig.panel.isConnected)
    }
  }

  @Test func idlePanelCommitsNothing() throws {
    let rig = try Rig()
    let count = rig.surface.commits.count
    try rig.settle()
    #expect(rig.surface.commits.count == count)
    #expect(rig.surface.callbacks.isEmpty)
  }

  /// sway and cage send no size at first.
  @Test func panelChoosesAnUnspecifiedSize() throws {
    let rig = try Rig { $0.firstSize = (0, 0) }
    try rig.settle()
    rig.expectSize(640, 400)
    rig.expectScreenIsRight()
    let windowed = try Rig(windowed: Size(320, 200)) { $0.size = (0, 0) }
    #expect(windowed.surface.shownBuffer?.width == 320 && !windowed.surface.isFullscreen)
  }

  @Test func lastConfigureIsUsed() throws {
    let rig = try Rig()
    let before = rig.surface.commits.count
    rig.surface.configure(width: 500, height: 300)
    let last = rig.surface.configure(width: 700, height: 350)
    try rig.settle()
    // The first buffer after the last acknowledgement has its size.
    let drawn = rig.surface.commits[before...].filter { $0.buffer != nil }
    #expect(drawn.count == 1 && drawn.first?.acknowledged == last)
    rig.expectSize(700, 350)
    rig.expectScreenIsRight()
    // The same size again is acknowledged with a commit without a frame.
    let count = rig.surface.commits.count
    let same = rig.surface.configure(width: 700, height: 350)
    try rig.settle()
    #expect(rig.surface.commits.count == count + 1 && rig.surface.commits.last?.buffer == nil)
    #expect(rig.surface.commits.last?.acknowledged == same)
  }

  @Test(arguments: [true, false]) func resizeWaitsForNeitherCallbacksNorBuffers(firesCallbacks: Bool) throws {
    let rig = try Rig()
    (rig.surface.firesCallbacks, rig.surface.releasesBuffers) = (firesCallbacks, !firesCallbacks)
    try rig.moveButton(steps: 4)
    rig.surface.configure(width: 300, height: 200)
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 300)
    rig.expectScreenIsRight()
  }

  @Test func changesWaitForTheFrameCallback() throws {
    let rig = try Rig()
    rig.surface.firesCallbacks = false
    let count = rig.surface.commits.count
    try rig.moveButton(steps: 10)
    #expect(rig.surface.commits.count == count + 1)
    #expect(rig.surface.callbacks.count == 1)
    rig.surface.fireCallbacks()
    try rig.settle()
    #expect(rig.surface.commits.count == count + 2)
    rig.expectScreenIsRight()
  }

  @Test func drawingWaitsForAFreeBuffer() throws {
    let rig = try Rig()
    rig.surface.releasesBuffers = false
    try rig.moveButton(steps: 8)
    let buffers = rig.surface.commits.compactMap(\.buffer)
    #expect(Set(buffers.map(ObjectIdentifier.init)).count == 3)
    let count = rig.surface.commits.count
    let heldBuffer = buffers.last { $0 !== rig.surface.shownBuffer }
    heldBuffer?.release()
    try rig.settle()
    #expect(rig.surface.commits.count == count + 1)
    rig.expectScreenIsRight("the last state is shown")
  }

  /// Holding all buffers is allowed, as on a blank screen. Ignoring pings as well isn't.
  @Test func panelDisconnectsIfPingsAreIgnored() throws {
    // The compositor's answers wait as long as this thread does, on a busy machine for many milliseconds.
    let rig = try Rig(configure: { $0.responseTimeout = 500_000_000 })
    rig.surface.releasesBuffers = false
    // Waiting counts as progress, or the watchdog would end the panel.
    try rig.moveButton(steps: 6) { #expect(rig.panel.isMakingProgress()) }
    // Without answers, the panel would disconnect after two timeouts.
    try rig.run(for: 1_250_000_000)
    #expect(rig.panel.isConnected)
    // From here on, the compositor answers nothing.
    for _ in 0..<1000 where rig.panel.isConnected { try rig.loop.runOnce(timeout: 20_000_000) }
    #expect(!rig.panel.isConnected)
  }

  /// A buffer misses the damage since it was last drawn, which depends on the order of releases. Only the latest
  /// changes are sent as damage.
  @Test func buffersAreRepairedInAnyOrderOfReleases() throws {
    let rig = try Rig()
    rig.surface.releasesBuffers = false
    for step in 0..<30 {
      rig.button.layer.position = Point(100 + Double(step * 37 % 400), 100 + Double(step * 23 % 250))
      try rig.settle()
      rig.expectScreenIsRight("step \(step)")
      let damage = rig.surface.commits.last?.damage ?? []
      #expect(damage.reduce(0) { $0 + $1[2] * $1[3] } < 640 * 400 / 4)
      // Release one or two of the others, in any order.
      let others = rig.surface.commits.compactMap(\.buffer).filter { $0 !== rig.surface.shownBuffer && $0.isBusy }
      others.first?.release()
      if step % 3 == 0 { others.last?.release() }
    }
  }

  @Test func integerScalesAreFollowed() throws {
    let rig = try Rig { $0.outputScale = 2 }
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 1280 && rig.surface.commits.last?.scale == 2)
    rig.expectScreenIsRight()
    rig.compositor.outputScale = 1
    rig.compositor.sendOutputProperties()
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 640 && rig.surface.commits.last?.scale == 1)
    let newer = try Rig(.with { $0.compositor = 6 })
    newer.surface.resource.sendPreferredBufferScale(factor: 3)
    try newer.settle()
    #expect(newer.surface.shownBuffer?.width == 1920 && newer.surface.commits.last?.scale == 3)
    newer.expectScreenIsRight()
  }

  /// As sway and KWin do: the output's integer scale first, the surface's fractional scale later.
  @Test(arguments: [1, 2, 3] as [Int32])
  func fractionalScaleReplacesAnIntegerScale(integer: Int32) throws {
    let rig = try Rig(.with { ($0.fractionalScale, $0.compositor) = (true, 6) }) {
      $0.size = (1282, 802)
      $0.outputScale = integer
    }
    #expect(rig.surface.shownBuffer?.width == 1282 * Int(integer))
    rig.expectScreenIsRight()
    for fraction in [180, 240, 150, 120] as [UInt32] {
      rig.surface.fractional?.sendPreferredScale(scale: fraction)
      try rig.settle()
      #expect(rig.surface.shownBuffer?.width == Int(clamping: (1282 * Double(fraction) / 120).rounded()))
      let commit = try #require(rig.surface.commits.last { $0.buffer != nil })
      #expect(commit.destination?.width == 1282 && commit.destination?.height == 802 && commit.scale == 1)
      rig.expectScreenIsRight()
    }
    #expect(rig.log.isEmpty && rig.panel.isConnected)
  }

  /// A commit before the next frame must not apply its scale to the previous buffer.
  @Test func scaleIsCommittedWithItsBuffer() throws {
    let rig = try Rig(.with { $0.compositor = 6 })
    // A buffer of 640 pixels committed with a scale of 3 is a protocol error.
    rig.surface.resource.sendPreferredBufferScale(factor: 3)
    rig.surface.configure(width: 640, height: 400)
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 1920)
    // A smaller size: the previous buffer must not be committed with it.
    rig.surface.configure(width: 500, height: 300)
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 1500)
    rig.expectScreenIsRight()
    #expect(rig.log.isEmpty && rig.panel.isConnected)
  }

  @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.timeNotMeasurableReason)))
  func animationsContinueFromFrameToFrame() throws {
    let rig = try Rig()
    let count = rig.surface.commits.count
    rig.window.advance(to: EventLoop.now)
    rig.window.animate(
      seconds: 0.05, update: { [button = rig.button] in button.layer.position = Point(140 + 100 * $0, 120) })
    try rig.run { !rig.window.isAnimating && !rig.window.needsDisplay }
    try rig.settle()
    #expect(rig.surface.commits.count > count + 2)
    #expect(rig.button.layer.position.x == 240)
    rig.expectScreenIsRight()
  }
}
