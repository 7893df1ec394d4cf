import Events
import Geometry
import Layers
import Raster
import TestCompositor
import Testing
import Views

/// Screens that are turned, that go, that come back.
@Suite struct OutputTests {
  /// A panel whose corners have a colour each, and whose fingers say where they were.
  private func corners(of rig: Rig) -> [View] {
    [(0.0, 0.0), (600, 0), (0, 360), (600, 360)].enumerated().map { index, place in
      let view = View(name: "corner\(index)", frame: Rect(place.0, place.1, 40, 40))
      view.layer.backgroundColor = Color(hex: [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF][index])
      rig.window.rootView.addSubview(view)
      return view
    }
  }

  /// As wayland.xml describes it: the buffer's content is turned counter-clockwise, after it was flipped, so the panel
  /// shows the four corners where a finger finds them. Each row: the colours at the buffer's top left, top right, bottom
  /// left and bottom right.
  @Test(
    arguments: [
      (0, "RGBW"), (1, "GWRB"), (2, "WBGR"), (3, "BRWG"), (4, "GRWB"), (5, "RBGW"), (6, "BWRG"), (7, "WGBR"),
    ] as [(UInt32, String)])
  func theCompositorsTransformIsFollowed(transform: UInt32, expected: String) throws {
    let rig = try Rig { $0.outputTransform = WlOutputResource.Transform(rawValue: transform) }
    let views = corners(of: rig)
    try rig.settle()
    let commit = try #require(rig.surface.commits.last { $0.buffer != nil })
    #expect(commit.transform.rawValue == transform)
    let buffer = try #require(rig.surface.current)
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
    // Touches are in the surface's points, whatever the buffer does.
    var taken: [String?] = []
    rig.window.onTouch = { if $0.phase == .began { taken.append($1?.name) } }
    for (index, view) in views.enumerated() {
      rig.seat.down(Int32(index), view.center.x, view.center.y, on: rig.surface)
      rig.seat.up(Int32(index))
      rig.seat.frame()
    }
    try rig.settle()
    #expect(taken == ["corner0", "corner1", "corner2", "corner3"])
  }

  /// A unit is as large as makes a finger's target 9 mm where the compositor tells a size that a screen can have.
  @Test(
    arguments: [
      (0, 1, 1.0, 1.0), (160, 1, 1, 1), (80, 1, 1, 1.5), (80, 2, 1, 1.5), (80, 1, 1.5, 1), (80, 2, 0.5, 3),
      (640, 1, 1, 1),
    ] as [(Int32, Int32, Double, Double)])
  func aTargetIsAsLargeAsAFingertip(_ millimetres: Int32, _ outputScale: Int32, _ scale: Double, _ unit: Double) throws
  {
    let rig = try Rig(scale: scale) {
      $0.outputScale = outputScale
      $0.physicalSize = (millimetres, millimetres * 5 / 8)
    }
    try rig.settle()
    #expect(abs(rig.window.rootView.unit - unit) < 1e-9, "\(rig.window.rootView.unit)")
    rig.expectScreenIsRight()
  }

  /// 48 points to 9 mm where the size is one that a panel can have; else the compositor's own points. A finger meets what
  /// it sees, and the unit stays a point.
  @Test(
    arguments: [
      (120, 75, 1, 1.0), (60, 38, 1, 2), (60, 38, 2, 2), (240, 150, 1, 0.5), (0, 0, 1, 1), (160, 90, 1, 1),
      (160, 100, 1, 1), (16, 9, 1, 1), (39, 24, 1, 1), (2100, 1300, 1, 1), (640, 400, 1, 1),
    ] as [(Int32, Int32, Int32, Double)])
  func aPointIsAPartOfAMillimetre(_ width: Int32, _ height: Int32, _ outputScale: Int32, _ scale: Double) throws {
    let rig = try Rig(scale: nil) {
      $0.outputScale = outputScale
      $0.physicalSize = (width, height)
    }
    try rig.settle()
    #expect(abs(rig.window.size.width - 640 / scale) < 1e-9 && abs(rig.window.size.height - 400 / scale) < 1e-9)
    #expect(abs(rig.window.scale - scale * Double(outputScale)) < 1e-9 && abs(rig.window.rootView.unit - 1) < 1e-9)
    rig.expectScreenIsRight()
    rig.seat.down(0, 140 * scale, 120 * scale, on: rig.surface)
    rig.seat.up(0)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.presses == 1)
  }

  /// With a turn of our own on top of it: the finger is where the picture is.
  @Test(arguments: QuarterTurns.allCases, [0, 1, 6] as [UInt32])
  func ourOwnTurnAndTheCompositors(turns: QuarterTurns, transform: UInt32) throws {
    let rig = try Rig { $0.outputTransform = WlOutputResource.Transform(rawValue: transform) }
    rig.window.turns = turns
    rig.button.addAction(for: .touchDown) { [unowned button = rig.button] _ in button.layer.backgroundColor = .white }
    try rig.settle()
    rig.expectScreenIsRight()
    let place = turns.transform(of: rig.window.size).apply(to: Point(110, 110))
    rig.seat.down(0, place.x, place.y, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.expectScreenIsRight()
    // The pressed button is all that was drawn.
    let damage = try #require(rig.surface.commits.last?.damage)
    rig.button.isHidden = true
    #expect(damage.reduce(0) { $0 + $1[2] * $1[3] } <= 100 * 100)
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1)
  }

  /// A newer compositor says it to the surface, and that counts more.
  @Test func theSurfacesOwnTransform() throws {
    var globals = TestCompositor.Globals()
    globals.compositor = 6
    let rig = try Rig(globals)
    try rig.settle()
    rig.surface.resource.sendPreferredBufferTransform(transform: .init(rawValue: 3))
    try rig.settle()
    #expect(rig.surface.current?.width == 400 && rig.surface.commits.last?.transform.rawValue == 3)
    rig.expectScreenIsRight()
  }

  /// A compositor that counts damage in the surface's points, as before version 4.
  @Test func anOldCompositorIsToldOfAllOfATurnedBuffer() throws {
    var globals = TestCompositor.Globals()
    globals.compositor = 3
    let rig = try Rig(globals) { $0.outputTransform = .init(rawValue: 1) }
    try rig.settle()
    rig.button.layer.backgroundColor = .white
    try rig.settle()
    #expect(rig.surface.commits.last?.damage.allSatisfy { $0[0] == 0 && $0[1] == 0 && $0[2] >= 400 } == true)
    rig.expectScreenIsRight()
  }

  /// The version between has scales and no damage in pixels.
  @Test func aCompositorThatCountsDamageInPoints() throws {
    var globals = TestCompositor.Globals()
    globals.compositor = 3
    let rig = try Rig(globals) { $0.outputScale = 2 }
    try rig.settle()
    rig.button.layer.backgroundColor = .white
    try rig.settle()
    // The button's 80 × 40 points at 100, 100.
    let damage = try #require(rig.surface.commits.last?.damage)
    #expect(damage.contains { $0[0] <= 100 && $0[1] <= 100 && $0[0] + $0[2] >= 180 && $0[1] + $0[3] >= 140 })
    rig.expectScreenIsRight()
  }

  @Test func turnedWhileItRuns() throws {
    let rig = try Rig()
    try rig.settle()
    rig.compositor.outputTransform = .init(rawValue: 2)
    rig.compositor.sendOutput()
    try rig.settle()
    #expect(rig.surface.commits.last?.transform.rawValue == 2)
    rig.expectScreenIsRight()
  }

  @Test func outputPropertiesTakeEffectWithDone() throws {
    let rig = try Rig()
    try rig.settle()
    let output = try #require(rig.compositor.output)
    output.sendScale(factor: 3)
    rig.surface.configure(width: 500, height: 300)
    try rig.settle()
    #expect(rig.surface.current?.width == 500)
    output.sendDone()
    try rig.settle()
    #expect(rig.surface.current?.width == 1500)
    rig.expectScreenIsRight()
  }

  @Test func outputOfVersion1NeedsNoDone() throws {
    var globals = TestCompositor.Globals()
    globals.output = 1
    let rig = try Rig(globals)
    try rig.settle()
    rig.compositor.size = (800, 480)
    rig.compositor.sendOutput()
    // Leaves the size to the panel.
    rig.surface.configure(width: 0, height: 0)
    try rig.settle()
    #expect(rig.surface.current?.width == 800 && rig.surface.current?.height == 480)
  }

  // MARK: Screens that come and go

  @Test func theNamedScreenIsAskedFor() throws {
    let rig = try Rig(screen: "TEST-2") { $0.addOutput("TEST-2") }
    try rig.settle()
    #expect(rig.surface.fullscreenRequests.last == "TEST-2")
  }

  /// weston 10's wl_output has no name; its xdg_output has.
  @Test func theScreenOfACompositorWhoseOutputsHaveNoNames() throws {
    var globals = TestCompositor.Globals()
    (globals.output, globals.outputManager) = (3, 2)
    let rig = try Rig(globals, screen: "TEST-2") { $0.addOutput("TEST-2") }
    try rig.settle()
    #expect(rig.surface.fullscreenRequests.last == "TEST-2" && rig.panel.outputName == "TEST-1")
    #expect(rig.panel.missingOutput == nil && rig.log.isEmpty)
    // It goes and comes back.
    rig.compositor.removeOutput("TEST-2")
    try rig.settle()
    #expect(rig.panel.missingOutput == "TEST-2")
    let count = rig.surface.fullscreenRequests.count
    rig.compositor.addOutput("TEST-2")
    try rig.settle()
    #expect(rig.surface.fullscreenRequests.count > count && rig.surface.fullscreenRequests.last == "TEST-2")
    #expect(rig.panel.missingOutput == nil)
    rig.expectScreenIsRight()
  }

  /// Where nobody tells names none is right, and that is said; by the first version of xdg_output, too.
  @Test(arguments: [nil, 1] as [UInt32?]) func aCompositorWithoutNames(_ manager: UInt32?) throws {
    var globals = TestCompositor.Globals()
    (globals.output, globals.outputManager) = (3, manager)
    let rig = try Rig(globals, screen: "TEST-1")
    try rig.settle()
    #expect(rig.panel.missingOutput == "TEST-1" && rig.panel.outputName == nil)
    #expect(rig.log == ["screen TEST-1 is not there; the compositor has no screen with a name"])
    rig.expectScreenIsRight()
  }

  @Test func aScreenThatIsNotThereIsToldUntilItComes() throws {
    let rig = try Rig(screen: "TEST-2") { $0.addOutput("TEST-3") }
    var changes: [String?] = []
    rig.panel.onMissingOutput = { [unowned rig] in changes.append(rig.panel.missingOutput) }
    try rig.settle()
    #expect(changes == ["TEST-2"])
    rig.compositor.sendOutput()
    rig.compositor.removeOutput("TEST-3")
    try rig.settle()
    #expect(changes == ["TEST-2"], "told once")
    rig.compositor.addOutput("TEST-2")
    try rig.settle()
    #expect(changes == ["TEST-2", nil])
    #expect(
      rig.log == ["screen TEST-2 is not there; the compositor has TEST-1, TEST-3", "screen TEST-2 is there"])
    // In a window, and where none was asked for, none is missing.
    for other in [try Rig(windowed: Size(320, 200), screen: "TEST-2"), try Rig()] {
      try other.settle()
      #expect(other.panel.missingOutput == nil && other.log.isEmpty)
    }
  }

  @Test func theNamedScreenComesLaterGoesAndComesBack() throws {
    let rig = try Rig(screen: "TEST-2")
    try rig.settle()
    // It isn't there: wherever the compositor likes, and a picture all the same.
    #expect(rig.surface.fullscreenRequests.allSatisfy { $0 == nil })
    rig.expectScreenIsRight()
    for _ in 0..<3 {
      rig.compositor.addOutput("TEST-2")
      try rig.settle()
      #expect(rig.surface.fullscreenRequests.last == "TEST-2")
      let count = rig.surface.fullscreenRequests.count
      rig.compositor.sendOutput()
      try rig.settle()
      #expect(rig.surface.fullscreenRequests.count == count, "asked for once")
      rig.compositor.removeOutput("TEST-2")
      try rig.settle()
      rig.button.layer.position.x += 10
      try rig.settle()
      rig.expectScreenIsRight()
    }
  }

  /// Not an error: the picture waits, and is there again with the screen.
  @Test func noScreenAtAll() throws {
    let rig = try Rig()
    try rig.settle()
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
    // It comes back with another mode, and the compositor says nothing by itself.
    rig.compositor.size = (800, 480)
    rig.compositor.addOutput("TEST-1")
    try rig.settle()
    #expect(rig.surface.fullscreenRequests.count == requests + 1, "asked anew")
    rig.surface.firesCallbacks = true
    rig.surface.configure(width: 800, height: 480)
    try rig.settle()
    #expect(rig.surface.current?.width == 800)
    rig.expectScreenIsRight()
  }

  @Test func anotherMode() throws {
    let rig = try Rig()
    try rig.settle()
    for (width, height) in [(1280, 720), (320, 240), (640, 400)] {
      rig.compositor.size = (width, height)
      rig.compositor.sendOutput()
      rig.surface.configure(width: width, height: height)
      try rig.settle()
      #expect(rig.surface.current?.width == width && rig.surface.current?.height == height)
      rig.expectScreenIsRight()
    }
  }

  @Test func theScreenIsKeptAwake() throws {
    var globals = TestCompositor.Globals()
    globals.idleInhibit = true
    let rig = try Rig(globals)
    try rig.settle()
    #expect(rig.compositor.inhibitors == 0)
    for expected in [1, 0, 1] {
      rig.panel.inhibitsIdle = expected == 1
      try rig.settle()
      #expect(rig.compositor.inhibitors == expected)
    }
    // Where nobody can be asked, nobody is.
    let other = try Rig()
    other.panel.inhibitsIdle = true
    try other.settle()
    other.expectScreenIsRight()
  }

  @Test func framesThatTookTooLongAreCounted() throws {
    let rig = try Rig { $0.refreshRate = 60_000 }
    try rig.settle()
    #expect(rig.panel.lateFrameCount == 0 && rig.panel.outputName == "TEST-1")
    final class Slow: LayerDelegate {
      func draw(_ layer: Layer, in bitmap: Bitmap, clip: PixelRect) {
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
