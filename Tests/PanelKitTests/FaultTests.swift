import CPangoCairo
import Glibc
import PanelEvents
import PanelGeometry
import PanelViews
import PanelWayland
import TestCompositor
import Testing

@testable import PanelKit

/// Compositors and devices that misbehave and continue.
@Suite(.serialized) struct FaultTests {
  // MARK: Fingers

  /// Touch ids of different seats, and the pointer, are independent.
  @Test func seatsAreIndependent() throws {
    let rig = try Rig.withAllGlobals()
    let first = rig.seat
    rig.compositor.addSeat()
    try rig.settle()
    let second = rig.seat
    first.down(0, 110, 110, on: rig.surface)
    first.frame()
    try rig.settle()
    second.down(0, 10, 10, on: rig.surface)
    second.frame()
    second.motion(0, 300, 300)
    second.frame()
    try rig.settle()
    #expect(rig.button.isHighlighted && rig.touches == ["began", "began", "moved"])
    second.up(0)
    second.down(7, 10, 10, on: rig.surface)
    second.frame()
    second.cancel()
    try rig.settle()
    #expect(rig.button.isHighlighted, "the other seat must not cancel it")
    rig.compositor.removeSeat()
    try rig.settle()
    #expect(rig.button.isHighlighted, "removing the other seat must not cancel it")
    first.up(0)
    first.frame()
    try rig.settle()
    #expect(rig.presses == 1 && !rig.button.isHighlighted && !rig.window.isTouched)
  }

  /// Touch ids are arbitrary, and may equal the window's id for the pointer.
  @Test(arguments: [-1, .min, .max, -2, 0] as [Int32])
  func touchIdNeverCollidesWithThePointer(_ id: Int32) throws {
    let rig = try Rig.withAllGlobals()
    rig.seat.sendCapabilities([.touch, .pointer])
    try rig.settle()
    let pointer = try #require(rig.seat.pointer)
    pointer.sendEnter(serial: 1, surface: rig.surface.resource, surfaceX: 10, surfaceY: 10)
    pointer.sendButton(serial: 2, time: 2, button: EventCode.leftButton, state: .pressed)
    pointer.sendFrame()
    rig.seat.down(id, 110, 110, on: rig.surface)
    rig.seat.frame()
    pointer.sendMotion(time: 3, surfaceX: 300, surfaceY: 300)
    pointer.sendButton(serial: 4, time: 4, button: EventCode.leftButton, state: .released)
    pointer.sendFrame()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.seat.up(id)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.presses == 1 && !rig.window.isTouched)
  }

  @Test func fingersOutsideTheSurfaceLeaveNothingPressed() throws {
    let rig = try Rig.withAllGlobals()
    let places = [0, 8_388_607, -8_388_608, 200, -1, 0.00390625]
    for round in 0..<3 {
      for id in 0..<100 {
        rig.seat.down(Int32(id), places[id % 6], places[(id / 6 + round) % 6], on: rig.surface)
        if id % 7 == 0 { rig.seat.frame() }
      }
      for id in 0..<100 { rig.seat.motion(Int32(id), places[(id + round) % 6], places[id % 5]) }
      try rig.settle()
      for id in 0..<100 where id % 3 != round { rig.seat.up(Int32(id)) }
      rig.seat.down(50, 20, 20, on: rig.surface)
      rig.seat.cancel()
      try rig.settle()
      #expect(!rig.window.isTouched && !rig.button.isHighlighted)
    }
    try rig.expectHealth("afterwards")
  }

  /// Devices disappear and return at each moment of a press, as with a loose plug.
  @Test func flickeringDevicesLeaveNothingPressed() throws {
    let rig = try Rig.withAllGlobals()
    try rig.setDevices([.touch, .pointer, .keyboard])
    for step in 0..<1000 {
      rig.seat.down(0, 110, 110, on: rig.surface)
      if step % 2 == 0 { rig.seat.frame() }
      if step % 3 == 0 { try rig.settle() }
      rig.seat.sendCapabilities([])
      if step % 5 == 0 { try rig.settle() }
      rig.seat.sendCapabilities([.touch, .pointer, .keyboard])
      if step % 10 == 0 {
        rig.compositor.removeSeat()
        rig.compositor.addSeat()
      }
      try rig.settle()
      #expect(!rig.button.isHighlighted && !rig.window.isTouched, "after \(step)")
    }
    #expect(rig.presses == 0 && rig.panel.isConnected && rig.log.isEmpty)
    for interface in ["wl_seat", "wl_touch", "wl_pointer", "wl_keyboard"] {
      #expect(rig.compositor.count(interface) == 1, "\(interface)")
    }
    try rig.expectHealth("afterwards")
  }

  @Test func panelStartsWithoutASeat() throws {
    let rig = try Rig(.with { $0.seat = nil })
    #expect(rig.isReady && rig.log.isEmpty)
    rig.expectScreenIsRight()
  }

  // MARK: Outputs

  /// Outputs come, go, and change mode, scale and transform while a finger is on a button.
  @Test func outputChangesKeepTheTouch() throws {
    let rig = try Rig.withAllGlobals()
    try rig.touchButton()
    for step in 0..<100 {
      switch step % 5 {
      case 0: rig.compositor.addOutput("TEST-\(step)")
      case 1: rig.compositor.outputTransform = .init(rawValue: UInt32(step % 8))
      case 2: rig.compositor.size = (200 + step % 3, 160 + step % 4)
      case 3: rig.compositor.outputScale = Int32(1 + step % 3)
      default: rig.compositor.removeOutput("TEST-\(step - 4)")
      }
      rig.compositor.sendOutputProperties()
      if step % 4 == 0 { rig.surface.configure(width: rig.compositor.size.width, height: rig.compositor.size.height) }
      try rig.settle()
      #expect(rig.button.isHighlighted, "step \(step)")
      #expect(rig.surface.commits.last?.transform == rig.compositor.outputTransform, "step \(step)")
      rig.expectScreenIsRight("step \(step)")
    }
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1 && rig.panel.isConnected && rig.log.isEmpty)
    (rig.compositor.outputTransform, rig.compositor.size, rig.compositor.outputScale) = (.normal, (200, 160), 1)
    try rig.restoreCompositor()
    try rig.expectHealth("afterwards")
    #expect(rig.compositor.count("wl_output") == 1 && rig.compositor.count("wl_shm_pool") == 1)
  }

  @Test func buffersOfPreviousSizesAreReleased() throws {
    let rig = try Rig.withAllGlobals()
    rig.surface.releasesBuffers = false
    for step in 0..<200 {
      rig.surface.configure(width: 1 + step * 7 % 300, height: 1 + step * 13 % 200)
      try rig.settle()
      if step % 10 == 0 { rig.expectScreenIsRight("step \(step)") }
      if step % 3 == 0 { rig.surface.releaseAll() }
    }
    rig.surface.releaseAll()
    try rig.restoreCompositor()
    try rig.expectHealth("afterwards")
    #expect(rig.compositor.count("wl_shm_pool") == 1 && rig.compositor.count("wl_buffer") <= 3)
  }

  /// From an eighth to eight, in steps of a 120th.
  @Test func everyFractionalScaleIsFollowed() throws {
    let rig = try Rig.withAllGlobals { $0.size = (40, 24) }
    for parts in (15 as UInt32)...960 {
      rig.surface.fractional?.sendPreferredScale(scale: parts)
      try rig.settle()
      let scale = Double(parts) / 120
      rig.expectSize(Int(clamping: (40 * scale).rounded()), Int(clamping: (24 * scale).rounded()), "\(parts)")
    }
    rig.expectScreenIsRight()
    #expect(rig.panel.isConnected && rig.log.isEmpty)
  }

  /// The protocol requires the format. A compositor without it ends the connection, which is logged.
  @Test func missingPixelFormatIsLogged() throws {
    let rig = try Rig { $0.formats = [.argb8888] }
    #expect(try rig.runUntilExit() == Panel.noCompositorExitCode)
    #expect(rig.log.last?.hasPrefix("protocol error 0 of wl_shm") == true, "\(rig.log)")
  }

  // MARK: Frames

  @Test func repeatedCallbacksAndReleasesAreHarmless() throws {
    let rig = try Rig.withAllGlobals()
    rig.surface.firesCallbacks = false
    rig.surface.releasesBuffers = false
    for step in 0..<30 {
      rig.button.layer.position.x = 100 + Double(step)
      try rig.settle()
      for object in rig.compositor.objects where ["wl_callback", "wl_buffer"].contains(object.interface) {
        for event in object.events { object.send(event, event.arguments.map { _ in .bits(0) }) }
      }
      rig.surface.fireCallbacks()
      rig.surface.releaseAll()
      try rig.settle()
      rig.expectScreenIsRight("step \(step)")
    }
    #expect(rig.panel.isConnected && rig.log.isEmpty)
  }

  // MARK: The end of a connection

  /// The compositor dies after each of its messages, from the first to a tap and a new size.
  @Test func compositorMayDieAfterAnyMessage() throws {
    var (count, isComplete) = (0, false)
    while !isComplete {
      let relay = try Relay()
      relay.messagesLeft = count
      isComplete = try runSession(through: relay)
      count += 1
      try #require(count < 500, "the session never completes")
    }
    #expect(count > 30, "a session has more messages")
  }

  /// - Returns: true if the whole session came through.
  private func runSession(through relay: Relay) throws -> Bool {
    let rig = try Rig(relay: relay)
    if rig.compositor.surface != nil, rig.compositor.seat != nil {
      for _ in 0..<3 {
        try rig.touchButton()
        rig.seat.motion(0, 111, 111)
        rig.seat.frame()
        rig.seat.up(0)
        rig.seat.frame()
        try rig.settle()
      }
      rig.surface.configure(width: 300, height: 200)
      try rig.settle()
    }
    if rig.panel.isConnected {
      relay.cut()
      #expect(
        rig.presses == 3,
        "after \(relay.messagesPassed), \(String(describing: relay.messagesLeft)) left: \(rig.touches), \(rig.log)")
      try rig.settle()
    }
    let code = try rig.loop.run()
    #expect(code == Panel.noCompositorExitCode && rig.log.count == 1, "after \(relay.messagesPassed): \(rig.log)")
    #expect(!rig.button.isHighlighted && !rig.window.isTouched, "after \(relay.messagesPassed)")
    return relay.messagesLeft.map { $0 > 0 } ?? true
  }

  @Test func libraryMessagesAreLogged() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
    defer { for fd in ends { close(fd) } }
    let application = try Application(
      View(name: "root"), options: PanelOptions(title: "Test", compositorTimeout: 0),
      log: Log(level: .warning, fd: ends[1]))
    // libwayland has the text of a protocol error, which it doesn't pass to the program.
    for _ in 1...2 {
      let rig = try Rig()
      rig.surface.resource.postError(WlSurfaceResource.Error.invalidSize.rawValue, "text of an\u{1B} error")
      _ = try rig.runUntilExit()
    }
    // Pango replaces the invalid text.
    pango_layout_set_text(pango_layout_new(pango_font_map_create_context(pango_cairo_font_map_new())), "\u{80}a", 1)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(ends[0], &buffer, buffer.count)
    let lines = String(decoding: buffer[..<max(count, 0)], as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.first?.hasPrefix("cube-kiosk: libwayland: wl_surface") == true)
    #expect(lines.first?.contains("text of an") == true && lines.first?.contains("\u{1B}") == false)
    #expect(lines.last?.hasPrefix("cube-kiosk: Pango: Invalid UTF-8 string") == true)
    withExtendedLifetime(application) {}
  }

  /// A protocol error of any object is logged with its interface.
  @Test func protocolErrorsNameTheirInterface() throws {
    let full = try Rig.withAllGlobals()
    try full.setDevices([.touch, .pointer, .keyboard])
    var reported: Set<String> = []
    // libwayland reports the display's own errors.
    for index in 1..<full.compositor.objects.count {
      let rig = try Rig.withAllGlobals()
      try rig.pressWithAllDevices()
      let objects = rig.compositor.objects
      let (display, object) = (objects[0], objects[index])
      let error = try #require(display.events.first { $0.name == "error" })
      display.send(error, [.object(object), .bits(UInt32(index)), .string("for a test")])
      #expect(try rig.runUntilExit() == Panel.noCompositorExitCode)
      #expect(
        rig.log.last?.hasPrefix("protocol error \(index) of \(object.interface)@\(object.id)") == true, "\(rig.log)")
      #expect(!rig.button.isHighlighted && !rig.window.isTouched && rig.presses == 0, "\(object.interface)")
      reported.insert(object.interface)
    }
    #expect(reported.count > 18, "most interfaces must be covered: \(reported)")
  }
}
