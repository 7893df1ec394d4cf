import Events
import Geometry
import Glibc
import TestCompositor
import Testing
import Views
import Wayland

@testable import PanelKit

/// Compositors and devices that do what they shouldn't, and go on.
@Suite(.serialized) struct FaultTests {
  private func rig(_ prepare: (TestCompositor) -> Void = { _ in }) throws -> Rig {
    let rig = try Rig.rich(prepare)
    try rig.settle()
    return rig
  }

  // MARK: Fingers

  /// A seat's fingers have its own numbers: those of another one's are others, and so is the pointer.
  @Test func twoSeatsAreTwoHands() throws {
    let rig = try rig()
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
    #expect(rig.button.isHighlighted, "another one's cancel")
    rig.compositor.removeSeat()
    try rig.settle()
    #expect(rig.button.isHighlighted, "another one's end")
    first.up(0)
    first.frame()
    try rig.settle()
    #expect(rig.presses == 1 && !rig.button.isHighlighted && !rig.window.isTouched)
  }

  /// Ids are arbitrary: the one that a pointer has here is a finger's there.
  @Test(arguments: [-1, .min, .max, -2, 0] as [Int32])
  func aFingerOfAnyNumberBesideThePointer(_ id: Int32) throws {
    let rig = try rig()
    rig.seat.send([.touch, .pointer])
    try rig.settle()
    let pointer = try #require(rig.seat.pointer)
    pointer.sendEnter(serial: 1, surface: rig.surface.resource, surfaceX: 10, surfaceY: 10)
    pointer.sendButton(serial: 2, time: 2, button: 0x110, state: .pressed)
    pointer.sendFrame()
    rig.seat.down(id, 110, 110, on: rig.surface)
    rig.seat.frame()
    pointer.sendMotion(time: 3, surfaceX: 300, surfaceY: 300)
    pointer.sendButton(serial: 4, time: 4, button: 0x110, state: .released)
    pointer.sendFrame()
    try rig.settle()
    #expect(rig.button.isHighlighted)
    rig.seat.up(id)
    rig.seat.frame()
    try rig.settle()
    #expect(rig.presses == 1 && !rig.window.isTouched)
  }

  @Test func aHundredFingersFarAway() throws {
    let rig = try rig()
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

  /// A loose plug, a thousand times, at each moment of a press.
  @Test func aSeatThatFlickers() throws {
    let rig = try rig()
    try rig.plugAllIn()
    for step in 0..<1000 {
      rig.seat.down(0, 110, 110, on: rig.surface)
      if step % 2 == 0 { rig.seat.frame() }
      if step % 3 == 0 { try rig.settle() }
      rig.seat.send([])
      if step % 5 == 0 { try rig.settle() }
      rig.seat.send([.touch, .pointer, .keyboard])
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

  @Test func noSeatAtAll() throws {
    var globals = TestCompositor.Globals()
    globals.seat = nil
    let rig = try Rig(globals)
    try rig.settle()
    #expect(rig.isReady && rig.log.isEmpty)
    rig.expectScreenIsRight()
  }

  // MARK: Screens

  /// They come, go, and change name, mode, scale and transform while a finger is on a button.
  @Test func screensThatChangeInTheMiddleOfAPress() throws {
    let rig = try rig()
    rig.seat.down(0, 110, 110, on: rig.surface)
    rig.seat.frame()
    try rig.settle()
    for step in 0..<100 {
      switch step % 5 {
      case 0: rig.compositor.addOutput("TEST-\(step)")
      case 1: rig.compositor.outputTransform = .init(rawValue: UInt32(step % 8))
      case 2: rig.compositor.size = (200 + step % 3, 160 + step % 4)
      case 3: rig.compositor.outputScale = Int32(1 + step % 3)
      default: rig.compositor.removeOutput("TEST-\(step - 4)")
      }
      rig.compositor.sendOutput()
      if step % 4 == 0 { rig.surface.configure(width: rig.compositor.size.width, height: rig.compositor.size.height) }
      try rig.settle()
      #expect(rig.button.isHighlighted, "step \(step)")
      rig.expectScreenIsRight("step \(step)")
    }
    rig.seat.up(0)
    try rig.settle()
    #expect(rig.presses == 1 && rig.panel.isConnected && rig.log.isEmpty)
    (rig.compositor.outputTransform, rig.compositor.size, rig.compositor.outputScale) = (.normal, (200, 160), 1)
    try rig.heal()
    try rig.expectHealth("afterwards")
    #expect(rig.compositor.count("wl_output") == 1 && rig.compositor.count("wl_shm_pool") == 1)
  }

  /// Another size with each frame, nothing of which is kept.
  @Test func aSizeThatChangesWithEveryFrame() throws {
    let rig = try rig()
    rig.surface.releasesAtOnce = false
    for step in 0..<200 {
      rig.surface.configure(width: 1 + step * 7 % 300, height: 1 + step * 13 % 200)
      try rig.settle()
      if step % 10 == 0 { rig.expectScreenIsRight("step \(step)") }
      // The buffer before is let go of some time later.
      if step % 3 == 0 { rig.surface.releaseAll() }
    }
    rig.surface.releaseAll()
    try rig.heal()
    try rig.expectHealth("afterwards")
    #expect(rig.compositor.count("wl_shm_pool") == 1 && rig.compositor.count("wl_buffer") <= 3)
  }

  /// An eighth to eight, in steps of a 120th.
  @Test func everyFractionOfAScale() throws {
    let rig = try rig { $0.size = (40, 24) }
    for parts in (15 as UInt32)...960 {
      rig.surface.fractional?.sendPreferredScale(scale: parts)
      try rig.settle()
      let scale = Double(parts) / 120
      #expect(rig.surface.current?.width == Int(clamping: (40 * scale).rounded()), "\(parts)")
      #expect(rig.surface.current?.height == Int(clamping: (24 * scale).rounded()), "\(parts)")
    }
    rig.expectScreenIsRight()
    #expect(rig.panel.isConnected && rig.log.isEmpty)
  }

  /// The protocol asks every compositor for both formats; one that hasn't ours ends the connection, and that is said.
  @Test func aCompositorWithoutOurFormat() throws {
    let rig = try Rig { $0.formats = [.argb8888] }
    #expect(try rig.runToItsEnd() == Panel.noCompositorExitCode)
    #expect(rig.log.last?.hasPrefix("protocol error 0 of wl_shm") == true, "\(rig.log)")
  }

  // MARK: Frames

  /// Frame callbacks that come twice, and a buffer that is let go of twice.
  @Test func everythingIsSaidTwice() throws {
    let rig = try rig()
    rig.surface.firesCallbacks = false
    rig.surface.releasesAtOnce = false
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

  /// The compositor dies after each of its messages: from the first one to a tap and what follows.
  @Test func itDiesBetweenAnyTwoMessages() throws {
    var (count, isWhole) = (0, false)
    while !isWhole {
      let relay = try Relay()
      relay.messagesLeft = count
      isWhole = try live(through: relay)
      count += 1
      try #require(count < 500, "it never gets through")
    }
    #expect(count > 30, "\(count)")
  }

  /// - Returns: true when nothing was cut off.
  private func live(through relay: Relay) throws -> Bool {
    let compositor = TestCompositor(serving: relay.compositorEnd)
    let loop = try EventLoop()
    let root = View(name: "root")
    let button = Control(name: "button", frame: Rect(100, 100, 80, 40))
    root.addSubview(button)
    let window = Window(root, size: Size(10, 10), scale: 1, threads: 1)
    let panel = try Panel(window: window, loop: loop, options: PanelOptions(title: "Test", appID: "test"))
    var log: [String] = []
    panel.log = { log.append($1) }
    var presses = 0
    button.addAction(for: .primaryActionTriggered) { _ in presses += 1 }
    try panel.start(try Display(fileDescriptor: relay.clientEnd))
    func settle() throws {
      for _ in 0..<30 {
        compositor.dispatch()
        relay.turn()
        guard panel.isConnected else { return }
        try loop.turn(waiting: 0)
      }
    }
    try settle()
    if let surface = compositor.surface, let seat = compositor.seat {
      for _ in 0..<3 {
        seat.down(0, 110, 110, on: surface)
        seat.frame()
        try settle()
        seat.motion(0, 111, 111)
        seat.frame()
        seat.up(0)
        seat.frame()
        try settle()
      }
      surface.configure(width: 300, height: 200)
      try settle()
    }
    if panel.isConnected {
      relay.cut()
      #expect(presses == 3)
      try settle()
    }
    let code = try loop.run()
    #expect(code == Panel.noCompositorExitCode && log.count == 1, "after \(relay.passed): \(log)")
    #expect(!button.isHighlighted && !window.isTouched, "after \(relay.passed)")
    return relay.messagesLeft.map { $0 > 0 } ?? true
  }

  /// An error of every object that the panel has is told with its interface.
  @Test func anErrorOfEveryInterface() throws {
    let whole = try rig()
    try whole.plugAllIn()
    var told: Set<String> = []
    // The display's own are libwayland's to tell.
    for index in 1..<whole.compositor.objects.count {
      let rig = try rig()
      try rig.pressAll()
      let objects = rig.compositor.objects
      let (display, object) = (objects[0], objects[index])
      let error = try #require(display.events.first { $0.name == "error" })
      display.send(error, [.object(object), .bits(UInt32(index)), .string("for a test")])
      #expect(try rig.runToItsEnd() == Panel.noCompositorExitCode)
      #expect(
        rig.log.last?.hasPrefix("protocol error \(index) of \(object.interface)@\(object.id)") == true, "\(rig.log)")
      #expect(!rig.button.isHighlighted && !rig.window.isTouched && rig.presses == 0, "\(object.interface)")
      told.insert(object.interface)
    }
    #expect(told.count > 18, "\(told)")
  }
}
