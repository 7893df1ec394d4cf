import PanelEvents
import PanelGeometry
import PanelLayers
import PanelRaster
import PanelViews
import TestCompositor
import Testing

/// Outputs that are rotated, removed and added.
@Suite struct OutputTests {
  /// Adds a view of another color in each corner.
  private func addCorners(to rig: Rig) -> [View] {
    [(0.0, 0.0), (600, 0), (0, 360), (600, 360)].enumerated().map { index, location in
      let view = View(name: "corner\(index)", frame: Rect(location.0, location.1, 40, 40))
      view.layer.backgroundColor = Color(hex: [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF][index])
      rig.window.rootView.addSubview(view)
      return view
    }
  }

  /// As wayland.xml describes it: the buffer's content is flipped, then rotated counter-clockwise. Each row has the
  /// colors at the buffer's top left, top right, bottom left and bottom right.
  @Test(
    arguments: [
      (0, "RGBW"), (1, "GWRB"), (2, "WBGR"), (3, "BRWG"), (4, "GRWB"), (5, "RBGW"), (6, "BWRG"), (7, "WGBR"),
    ] as [(UInt32, String)])
  func buffersFollowTheOutputTransform(transform: UInt32, expected: String) throws {
    let rig = try Rig { $0.outputTransform = WlOutputResource.Transform(rawValue: transform) }
    let views = addCorners(to: rig)
    try rig.settle()
    let commit = try #require(rig.surface.commits.last { $0.buffer != nil })
    #expect(commit.transform.rawValue == transform)
    let buffer = try #require(rig.surface.shownBuffer)
    #expect(buffer.width == (transform & 1 == 0 ? 640 : 400) && buffer.height == (transform & 1 == 0 ? 400 : 640))
    let pixels = buffer.pixels
    let seen = [(5, 5), (buffer.width - 6, 5), (5, buffer.height - 6), (buffer.width - 6, buffer.height - 6)].map {
      switch pixels[$0.1 * buffer.width + $0.0] & 0xFFFFFF {
      case 0xFF0000: "R"
      case 0x00FF00: "G"
      case 0x0000FF: "B"
      case 0xFFFFFF: "W"
      default: "?"
      }
    }
    #expect(seen.joined() == expected)
    rig.expectScreenIsRight()
    // Touches are in surface coordinates, independent of the buffer's transform.
    var touched: [String?] = []
    rig.window.onTouch = { if $0.phase == .began { touched.append($1?.name) } }
    for (index, view) in views.enumerated() {
      rig.seat.down(Int32(index), view.center.x, view.center.y, on: rig.surface)
      rig.seat.up(Int32(index))
      rig.seat.frame()
    }
    try rig.settle()
    #expect(touched == ["corner0", "corner1", "corner2", "corner3"])
  }

  /// The magnification makes a touch target 9 mm if the compositor reports a plausible size.
  @Test(
    arguments: [
      (0, 1, 1.0, 1.0), (160, 1, 1, 1), (80, 1, 1, 1.5), (80, 2, 1, 1.5), (80, 1, 1.5, 1), (80, 2, 0.5, 3),
      (640, 1, 1, 1),
    ] as [(Int32, Int32, Double, Double)])
  func magnificationFollowsThePhysicalSize(
    _ millimeters: Int32, _ outputScale: Int32, _ scale: Double, _ expected: Double
  ) throws {
    let rig = try Rig(scale: scale) {
      $0.outputScale = outputScale
      $0.physicalSize = (millimeters, millimeters * 5 / 8)
    }
    #expect(abs(rig.window.magnification - expected) < 1e-9, "\(rig.window.magnification)")
    rig.expectScreenIsRight()
  }

  /// 48 points are 9 mm if the compositor reports a plausible size. Otherwise, points are surface coordinates.
  @Test(
    arguments: [
      (120, 75, 1, 1.0), (60, 38, 1, 2), (60, 38, 2, 2), (240, 150, 1, 0.5), (0, 0, 1, 1), (160, 90, 1, 1),
      (160, 100, 1, 1), (16, 9, 1, 1), (39, 24, 1, 1), (2100, 1300, 1, 1), (640, 400, 1, 1),
    ] as [(Int32, Int32, Int32, Double)])
  func automaticScaleFollowsThePhysicalSize(_ width: Int32, _ height: Int32, _ outputScale: Int32, _ scale: Double)
    throws
  {
    let rig = try Rig(scale: nil) {
      $0.outputScale = outputScale
      $0.physicalSize = (width, height)
    }
    #expect(abs(rig.window.size.width - 640 / scale) < 1e-9 && abs(rig.window.size.height - 400 / scale) < 1e-9)
    #expect(abs(rig.window.scale - scale * Double(outputScale)) < 1e-9 && abs(rig.window.magnification - 1) < 1e-9)
    rig.expectScreenIsRight()
    try rig.tap(0, 140 * scale, 120 * scale)
    #expect(rig.presses == 1)
  }

  /// Combined with the panel's own rotation.
  @Test(arguments: QuarterTurns.allCases, [0, 1, 6] as [UInt32])
  func touchesFollowBothRotations(turns: QuarterTurns, transform: UInt32) throws {
    let rig = try Rig { $0.outputTransform = WlOutputResource.Transform(rawValue: transform) }
    rig.window.rotation = turns
    rig.button.addAction(for: .touchDown) { [unowned button = rig.button] _ in button.layer.backgroundColor = .white }
    try rig.settle()
    rig.expectScreenIsRight()
    let location = turns.transform(of: rig.window.size).apply(to: Point(110, 110))
    rig.seat.down(0, location.x, location.y, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.expectScreenIsRight()
    // Only the pressed button was drawn.
    let damage = try #require(rig.surface.commits.last?.damage)
    rig.button.isHidden = true
    #expect(damage.reduce(0) { $0 + $1[2] * $1[3] } <= 100 * 100)
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1)
  }

  @Test func surfaceTransformOverridesTheOutput() throws {
    let rig = try Rig(.with { $0.compositor = 6 })
    rig.surface.resource.sendPreferredBufferTransform(transform: .init(rawValue: 3))
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 400 && rig.surface.commits.last?.transform.rawValue == 3)
    rig.expectScreenIsRight()
  }

  /// Before version 4, damage is in surface coordinates: a rotated or scaled buffer is damaged completely.
  @Test(arguments: [(1, 1), (0, 2)] as [(UInt32, Int32)])
  func damageIsInSurfaceCoordinatesBeforeVersion4(transform: UInt32, scale: Int32) throws {
    let rig = try Rig(.with { $0.compositor = 3 }) {
      $0.outputTransform = .init(rawValue: transform)
      $0.outputScale = scale
    }
    rig.button.layer.backgroundColor = .white
    try rig.settle()
    let damage = try #require(rig.surface.commits.last?.damage)
    #expect(!damage.isEmpty && damage.allSatisfy { $0[0] == 0 && $0[1] == 0 && $0[2] >= 640 && $0[3] >= 640 })
    rig.expectScreenIsRight()
  }

  @Test func outputPropertiesTakeEffectWithDone() throws {
    let rig = try Rig()
    let output = try #require(rig.compositor.output)
    output.sendScale(factor: 3)
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 500)
    output.sendDone()
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 1500)
    rig.expectScreenIsRight()
  }

  @Test func outputOfVersion1NeedsNoDone() throws {
    let rig = try Rig(.with { $0.output = 1 })
    rig.compositor.size = (800, 480)
    rig.compositor.sendOutputProperties()
    // Leaves the size to the panel.
    rig.surface.configure(width: 0, height: 0)
    try rig.settle()
    rig.expectSize(800, 480)
  }

  // MARK: Outputs that come and go

  /// weston 10's wl_output has no name; its xdg_output has one.
  @Test(arguments: [(4, nil), (3, 2)] as [(UInt32, UInt32?)])
  func configuredOutputIsRequestedByName(output: UInt32, manager: UInt32?) throws {
    let rig = try Rig(.with { ($0.output, $0.outputManager) = (output, manager) }, screen: "TEST-2") {
      $0.addOutput("TEST-2")
    }
    #expect(rig.surface.fullscreenRequests.last == "TEST-2" && rig.panel.outputName == "TEST-1")
    #expect(rig.panel.missingOutput == nil && rig.log.isEmpty)
    rig.compositor.removeOutput("TEST-2")
    try rig.settle()
    #expect(rig.panel.missingOutput == "TEST-2")
    let count = rig.surface.fullscreenRequests.count
    rig.compositor.addOutput("TEST-2")
    try rig.settle()
    #expect(rig.surface.fullscreenRequests.count > count && rig.surface.fullscreenRequests.last == "TEST-2")
    let requests = rig.surface.fullscreenRequests
    rig.compositor.sendOutputProperties()
    try rig.settle()
    #expect(rig.surface.fullscreenRequests == requests, "must be requested once")
    #expect(rig.panel.missingOutput == nil)
    rig.expectScreenIsRight()
  }

  /// Version 1 of xdg_output has no names either.
  @Test(arguments: [nil, 1] as [UInt32?]) func outputsWithoutNamesAreLogged(_ manager: UInt32?) throws {
    let rig = try Rig(.with { ($0.output, $0.outputManager) = (3, manager) }, screen: "TEST-1")
    #expect(rig.panel.missingOutput == "TEST-1" && rig.panel.outputName == nil)
    #expect(rig.log == ["screen TEST-1 is not there; the compositor has no screen with a name"])
    rig.expectScreenIsRight()
  }

  @Test func missingOutputIsReportedUntilItArrives() throws {
    let rig = try Rig(screen: "TEST-2", settles: false) { $0.addOutput("TEST-3") }
    var changes: [String?] = []
    rig.panel.onMissingOutput = { [unowned rig] in changes.append(rig.panel.missingOutput) }
    try rig.settle()
    #expect(changes == ["TEST-2"])
    rig.compositor.sendOutputProperties()
    rig.compositor.removeOutput("TEST-3")
    try rig.settle()
    #expect(changes == ["TEST-2"], "must be reported once")
    // While it is missing, the compositor chooses.
    #expect(rig.surface.fullscreenRequests.allSatisfy { $0 == nil })
    rig.compositor.addOutput("TEST-2")
    try rig.settle()
    #expect(changes == ["TEST-2", nil])
    #expect(
      rig.log == ["screen TEST-2 is not there; the compositor has TEST-1, TEST-3", "screen TEST-2 is there"])
    // No output is missing in a window, or if none is configured.
    for other in [try Rig(windowed: Size(320, 200), screen: "TEST-2"), try Rig()] {
      try other.settle()
      #expect(other.panel.missingOutput == nil && other.log.isEmpty)
    }
  }

  @Test func outputThatReturnsIsRequestedAgain() throws {
    let rig = try Rig()
    let output = try #require(rig.compositor.output)
    rig.surface.resource.sendEnter(output: output)
    try rig.settle()
    rig.surface.resource.sendLeave(output: output)
    rig.compositor.removeOutput("TEST-1")
    rig.surface.firesCallbacks = false
    try rig.settle()
    rig.button.layer.position.x = 200
    try rig.settle()
    #expect(rig.log.isEmpty && rig.panel.isConnected)
    let requests = rig.surface.fullscreenRequests.count
    // It returns with another mode, and the compositor sends no configure.
    rig.compositor.size = (800, 480)
    rig.compositor.addOutput("TEST-1")
    try rig.settle()
    #expect(rig.surface.fullscreenRequests.count == requests + 1, "must be requested again")
    rig.surface.firesCallbacks = true
    rig.surface.configure(width: 800, height: 480)
    try rig.settle()
    #expect(rig.surface.shownBuffer?.width == 800)
    rig.expectScreenIsRight()
  }

  @Test func idleInhibitorIsCreatedAndDestroyed() throws {
    let rig = try Rig(.with { $0.idleInhibit = true })
    #expect(rig.compositor.inhibitors == 0)
    for expected in [1, 0, 1] {
      rig.panel.inhibitsIdle = expected == 1
      try rig.settle()
      #expect(rig.compositor.inhibitors == expected)
    }
    // Without the protocol, nothing happens.
    let other = try Rig()
    other.panel.inhibitsIdle = true
    try other.settle()
    other.expectScreenIsRight()
  }

  @Test func lateFramesAreCounted() throws {
    let rig = try Rig { $0.refreshRate = 60_000 }
    try rig.settle()
    #expect(rig.panel.lateFrameCount == 0 && rig.panel.outputName == "TEST-1")
    final class Slow: LayerDelegate {
      func draw(_ layer: Layer, in bitmap: Bitmap, covering area: Rect, clip: PixelRect) {
        let end = EventLoop.now + 20_000_000
        while EventLoop.now < end {}
      }
    }
    let slow = Slow()
    rig.button.layer.delegate = slow
    rig.button.layer.setNeedsDisplay()
    try rig.run { rig.panel.lateFrameCount == 1 }
  }
}
