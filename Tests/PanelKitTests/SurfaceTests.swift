import Emulation
import Events
import Geometry
import Raster
import TestCompositor
import Testing
import Views

@Suite struct SurfaceTests {
  @Test func theFirstFrame() throws {
    let rig = try Rig()
    try rig.settle()
    let commits = rig.surface.commits
    // Without a buffer first; then one whole frame, of the configured size, after the acknowledgement.
    #expect(commits[0].buffer == nil && commits[0].acknowledged == 0)
    let first = try #require(commits.first { $0.buffer != nil })
    #expect(first.acknowledged == rig.surface.sentSerials.last)
    #expect(first.buffer?.width == 640 && first.buffer?.height == 400 && first.buffer?.format == .xrgb8888)
    #expect(first.damage == [[0, 0, 640, 400]] && first.hasCallback)
    #expect(rig.surface.hasOpaqueRegion && rig.surface.isFullscreen)
    #expect(rig.surface.fullscreenRequests == [nil], "asked for once")
    #expect(rig.surface.title == "Test" && rig.surface.appID == "test")
    #expect(rig.isReady)
    rig.expectScreenIsRight()
  }

  @Test(arguments: [(false, nil), (true, nil), (false, Size(320, 200))] as [(Bool, Size?)])
  func compositorMayCloseWhereQuittingIsAllowed(_ allowsQuit: Bool, _ windowed: Size?) throws {
    let rig = try Rig(allowsQuit: allowsQuit, configure: { $0.windowedSize = windowed })
    try rig.settle()
    rig.surface.close()
    if allowsQuit || windowed != nil {
      rig.compositor.dispatch()
      #expect(try rig.loop.run() == 0)
    } else {
      try rig.settle()
      #expect(rig.panel.isConnected)
    }
  }

  @Test func nothingChangedNothingCommitted() throws {
    let rig = try Rig()
    try rig.settle()
    let count = rig.surface.commits.count
    try rig.settle()
    #expect(rig.surface.commits.count == count)
    #expect(rig.surface.callbacks.isEmpty)
  }

  /// sway and cage: no size first, the real one after it.
  @Test func aSizeLeftToTheClient() throws {
    let rig = try Rig { $0.firstSize = (0, 0) }
    try rig.settle()
    #expect(rig.surface.current?.width == 640 && rig.surface.current?.height == 400)
    rig.expectScreenIsRight()
    let windowed = try Rig(windowed: Size(320, 200)) { $0.size = (0, 0) }
    try windowed.settle()
    #expect(windowed.surface.current?.width == 320 && !windowed.surface.isFullscreen)
  }

  @Test func twoConfiguresBeforeAFrame() throws {
    let rig = try Rig()
    try rig.settle()
    let before = rig.surface.commits.count
    rig.surface.configure(width: 500, height: 300)
    let last = rig.surface.configure(width: 700, height: 350)
    try rig.settle()
    // Whatever is attached after the last configure is acknowledged has its size, at once.
    let drawn = rig.surface.commits[before...].filter { $0.buffer != nil }
    #expect(drawn.count == 1 && drawn.first?.acknowledged == last)
    #expect(rig.surface.current?.width == 700 && rig.surface.current?.height == 350)
    rig.expectScreenIsRight()
    // The same size again is acknowledged with a commit, and costs no frame.
    let count = rig.surface.commits.count
    let same = rig.surface.configure(width: 700, height: 350)
    try rig.settle()
    #expect(rig.surface.commits.count == count + 1 && rig.surface.commits.last?.buffer == nil)
    #expect(rig.surface.commits.last?.acknowledged == same)
  }

  @Test func resizedWhileNoCallbackComes() throws {
    let rig = try Rig()
    try rig.settle()
    rig.surface.firesCallbacks = false
    rig.button.layer.backgroundColor = .white
    try rig.settle()
    rig.surface.configure(width: 300, height: 200)
    try rig.settle()
    #expect(rig.surface.current?.width == 300)
    rig.expectScreenIsRight()
  }

  @Test func oneFrameCallbackAtATimeAndTheLastStateIsShown() throws {
    let rig = try Rig()
    try rig.settle()
    rig.surface.firesCallbacks = false
    let count = rig.surface.commits.count
    for step in 0..<10 {
      rig.button.layer.position = Point(100 + Double(step) * 10, 120)
      try rig.settle()
    }
    #expect(rig.surface.commits.count == count + 1)
    #expect(rig.surface.callbacks.count == 1)
    rig.surface.fireCallbacks()
    try rig.settle()
    #expect(rig.surface.commits.count == count + 2)
    rig.expectScreenIsRight()
  }

  /// Three at most; with all of them held, drawing waits, and goes on with what there is to show by then.
  @Test func buffersReleasedLate() throws {
    let rig = try Rig()
    try rig.settle()
    rig.surface.releasesAtOnce = false
    for step in 0..<8 {
      rig.button.layer.position = Point(100 + Double(step) * 20, 120)
      try rig.settle()
    }
    let buffers = rig.surface.commits.compactMap(\.buffer)
    #expect(Set(buffers.map(ObjectIdentifier.init)).count == 3)
    let count = rig.surface.commits.count
    let held = buffers.last { $0 !== rig.surface.current }
    held?.release()
    try rig.settle()
    #expect(rig.surface.commits.count == count + 1)
    rig.expectScreenIsRight("the last state is not lost")
  }

  /// A new size has new buffers, so it doesn't wait for those of the previous size.
  @Test func resizeDoesNotWaitForBuffersOfThePreviousSize() throws {
    let rig = try Rig()
    try rig.settle()
    rig.surface.releasesAtOnce = false
    for step in 0..<4 {
      rig.button.layer.position = Point(100 + Double(step) * 20, 120)
      try rig.settle()
    }
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(rig.surface.current?.width == 500)
    rig.expectScreenIsRight()
  }

  /// Otherwise, the watchdog would end a panel that can't draw until the compositor releases a buffer.
  @Test func panelThatWaitsForABufferIsAlive() throws {
    let rig = try Rig()
    try rig.settle()
    rig.surface.releasesAtOnce = false
    for step in 0..<6 {
      rig.button.layer.position = Point(100 + Double(step) * 20, 120)
      try rig.settle()
      #expect(rig.panel.isDrawing())
    }
  }

  /// Whatever buffer comes next, it is brought up to date from when it was last drawn, and no more is said to have
  /// changed than did.
  @Test func damageByBufferAge() throws {
    let rig = try Rig()
    try rig.settle()
    rig.surface.releasesAtOnce = false
    for step in 0..<30 {
      rig.button.layer.position = Point(100 + Double(step * 37 % 400), 100 + Double(step * 23 % 250))
      try rig.settle()
      rig.expectScreenIsRight("step \(step)")
      let damage = rig.surface.commits.last?.damage ?? []
      #expect(damage.reduce(0) { $0 + $1[2] * $1[3] } < 640 * 400 / 4)
      // Let go of one or two of the others, in no order.
      let others = rig.surface.commits.compactMap(\.buffer).filter { $0 !== rig.surface.current && $0.isBusy }
      others.first?.release()
      if step % 3 == 0 { others.last?.release() }
    }
  }

  @Test func wholeScales() throws {
    let rig = try Rig { $0.outputScale = 2 }
    try rig.settle()
    #expect(rig.surface.current?.width == 1280 && rig.surface.commits.last?.scale == 2)
    rig.expectScreenIsRight()
    rig.compositor.outputScale = 1
    rig.compositor.sendOutput()
    try rig.settle()
    #expect(rig.surface.current?.width == 640 && rig.surface.commits.last?.scale == 1)
    var globals = TestCompositor.Globals()
    globals.compositor = 6
    let newer = try Rig(globals)
    try newer.settle()
    newer.surface.resource.sendPreferredBufferScale(factor: 3)
    try newer.settle()
    #expect(newer.surface.current?.width == 1920 && newer.surface.commits.last?.scale == 3)
    newer.expectScreenIsRight()
  }

  @Test func aFractionalScale() throws {
    var globals = TestCompositor.Globals()
    globals.fractionalScale = true
    let rig = try Rig(globals) { $0.size = (853, 533) }
    try rig.settle()
    rig.surface.fractional?.sendPreferredScale(scale: 180)
    try rig.settle()
    // round(853 × 1.5), round(533 × 1.5)
    #expect(rig.surface.current?.width == 1280 && rig.surface.current?.height == 800)
    let commit = try #require(rig.surface.commits.last { $0.buffer != nil })
    #expect(commit.destination?.width == 853 && commit.destination?.height == 533 && commit.scale == 1)
    rig.expectScreenIsRight()
  }

  /// A whole scale from the screen first, the surface's own fraction later, as sway and KWin tell them. A buffer of 1923
  /// pixels can't be two to a point.
  @Test(arguments: [1, 2, 3] as [Int32])
  func aFractionalScaleAfterAWholeOne(whole: Int32) throws {
    var globals = TestCompositor.Globals()
    globals.fractionalScale = true
    globals.compositor = 6
    let rig = try Rig(globals) {
      $0.size = (1282, 802)
      $0.outputScale = whole
    }
    try rig.settle()
    #expect(rig.surface.current?.width == 1282 * Int(whole))
    rig.expectScreenIsRight()
    for fraction in [180, 240, 150, 120] as [UInt32] {
      rig.surface.fractional?.sendPreferredScale(scale: fraction)
      try rig.settle()
      #expect(rig.surface.current?.width == Int(clamping: (1282 * Double(fraction) / 120).rounded()))
      rig.expectScreenIsRight()
    }
    #expect(rig.log.isEmpty && rig.panel.isConnected)
  }

  /// A buffer's state goes with the buffer: another commit before it is drawn mustn't say it of the old one.
  @Test func aNewScaleAndAnotherConfigureBeforeTheFrame() throws {
    var globals = TestCompositor.Globals()
    globals.compositor = 6
    let rig = try Rig(globals)
    try rig.settle()
    // 640 isn't a multiple of 3.
    rig.surface.resource.sendPreferredBufferScale(factor: 3)
    rig.surface.configure(width: 640, height: 400)
    try rig.settle()
    #expect(rig.surface.current?.width == 1920)
    // And the old buffer is larger than the screen that is told of twice.
    rig.surface.configure(width: 500, height: 300)
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(rig.surface.current?.width == 1500)
    rig.expectScreenIsRight()
    #expect(rig.log.isEmpty && rig.panel.isConnected)
  }

  @Test(.disabled(if: Emulation.isOn, Comment(rawValue: Emulation.hasNoTime)))
  func animationsGoOnFromFrameToFrame() throws {
    let rig = try Rig()
    try rig.settle()
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
