import Emulation
import Glibc
import PanelEvents
import PanelGeometry
import PanelKit
import PanelRaster
import PanelViews
import PanelWayland
import TestCompositor
import Testing

/// Codes of keys and buttons, from linux/input-event-codes.h.
enum EventCode {
  static let escape: UInt32 = 1
  static let tab: UInt32 = 15
  static let q: UInt32 = 16
  static let enter: UInt32 = 28
  static let l: UInt32 = 38
  static let space: UInt32 = 57
  static let f11: UInt32 = 87
  static let up: UInt32 = 103
  static let left: UInt32 = 105
  static let right: UInt32 = 106
  static let down: UInt32 = 108
  static let leftButton: UInt32 = 0x110
  static let rightButton: UInt32 = 0x111
}

/// A panel with one button and its own compositor, in one thread.
final class Rig {
  let compositor: TestCompositor
  let loop: EventLoop
  let window: Window
  let panel: Panel
  let button = Control(name: "button", frame: Rect(100, 100, 80, 40))
  private let relay: Relay?
  private(set) var presses = 0
  private(set) var touches: [String] = []
  private(set) var isReady = false
  private(set) var log: [String] = []

  /// - Parameters:
  ///   - relay: connects the panel and the compositor; `nil` for a direct connection.
  ///   - settles: false to return before the panel has received any event.
  ///   - prepare: changes the compositor before the panel connects.
  ///   - configure: changes the panel's options.
  init(
    _ globals: TestCompositor.Globals = TestCompositor.Globals(), windowed: Size? = nil, screen: String? = nil,
    scale: Double? = 1, allowsQuit: Bool = false, relay: Relay? = nil, settles: Bool = true,
    prepare: (TestCompositor) -> Void = { _ in },
    configure: (inout PanelOptions) -> Void = { _ in }
  ) throws {
    self.relay = relay
    compositor = TestCompositor(globals, serving: relay?.compositorEnd)
    prepare(compositor)
    loop = try EventLoop()
    let root = View(name: "root")
    root.layer.backgroundColor = Color(hex: 0x202838)
    button.layer.backgroundColor = Color(hex: 0x35B68B)
    root.addSubview(button)
    window = Window(root, size: Size(10, 10), scale: 1, threads: 1)
    var options = PanelOptions(
      title: "Test", appID: "test", windowedSize: windowed, allowsQuit: allowsQuit, compositorTimeout: 0)
    options.output = screen
    options.scale = scale
    configure(&options)
    panel = try Panel(window: window, loop: loop, options: options)
    button.addAction(for: .primaryActionTriggered) { [unowned self] _ in presses += 1 }
    window.onTouch = { [unowned self] touch, _ in touches.append(touch.phase.rawValue) }
    panel.onReady = { [unowned self] in isReady = true }
    panel.log = { [unowned self] in log.append($1) }
    try panel.start(try Display(fileDescriptor: relay?.clientEnd ?? compositor.clientDescriptor))
    if settles { try settle() }
  }

  /// Creates a rig with all globals in their newest versions and a small screen.
  static func withAllGlobals(_ prepare: (TestCompositor) -> Void = { _ in }) throws -> Rig {
    let globals = TestCompositor.Globals.with {
      ($0.compositor, $0.seat, $0.outputManager) = (6, 8, 2)
      ($0.fractionalScale, $0.idleInhibit, $0.decoration) = (true, true, true)
    }
    let rig = try Rig(globals, settles: false) {
      $0.size = (200, 160)
      prepare($0)
    }
    rig.panel.inhibitsIdle = true
    try rig.settle()
    return rig
  }

  var surface: TestSurface { compositor.surface! }
  var seat: TestSeat { compositor.seat! }

  /// Lets both sides run until neither has anything more to do, or the connection is lost.
  func settle() throws {
    var quietRounds = 0
    for _ in 0..<400 where quietRounds < 3 && panel.isConnected {
      compositor.dispatch()
      relay?.forward()
      let handledEvent = try loop.runOnce(timeout: 0)
      // The panel also reads while it prepares to wait.
      let isQuiet = !handledEvent && !Self.isReadable(compositor.descriptor)
      quietRounds = isQuiet ? quietRounds + 1 : 0
    }
  }

  private static func isReadable(_ descriptor: Int32) -> Bool {
    var descriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0 && descriptor.revents & Int16(POLLIN) != 0
  }

  /// Lets both sides run until the condition holds.
  func run(until condition: () -> Bool) throws {
    let end = EventLoop.now + Emulation.extended(10_000_000_000)
    while !condition() {
      try #require(EventLoop.now < end, "not in time")
      compositor.dispatch()
      try loop.runOnce(timeout: 2_000_000)
    }
  }

  /// Lets both sides run for a time in nanoseconds.
  func run(for time: UInt64) throws {
    let end = EventLoop.now + time
    try run { EventLoop.now >= end }
  }

  /// Lets both sides run until the connection is lost, and returns the program's exit code.
  func runUntilExit() throws -> Int32 {
    try run { !panel.isConnected }
    return try loop.run()
  }

  /// Moves the button, and lets both sides run after each step.
  func moveButton(steps: Int = 1, check: () -> Void = {}) throws {
    for _ in 0..<steps {
      button.layer.position.x += 10
      try settle()
      check()
    }
  }

  // MARK: Input

  /// Replaces the seat's devices.
  func setDevices(_ devices: WlSeatResource.Capability) throws {
    seat.sendCapabilities(devices)
    try settle()
  }

  /// Puts finger 0 on the button.
  func touchButton() throws {
    seat.down(0, 110, 110, on: surface)
    seat.frame()
    try settle()
  }

  /// Taps a point, the button by default, without a `frame` after the up.
  func tap(_ id: Int32 = 0, _ x: Double = 110, _ y: Double = 110) throws {
    seat.down(id, x, y, on: surface)
    seat.frame()
    seat.up(id)
    try settle()
  }

  /// Presses the button with a finger, the pointer and the space key.
  func pressWithAllDevices() throws {
    try setDevices([.touch, .pointer, .keyboard])
    seat.focusKeyboard(on: surface, keymap: InputTests.usKeymap)
    seat.key(EventCode.tab, down: true)
    seat.key(EventCode.space, down: true)
    seat.pointer?.sendEnter(serial: 1, surface: surface.resource, surfaceX: 110, surfaceY: 110)
    seat.pointer?.sendButton(serial: 2, time: 2, button: EventCode.leftButton, state: .pressed)
    seat.pointer?.sendFrame()
    try touchButton()
  }

  // MARK: Checks

  /// The window's current picture, drawn from scratch.
  func expectedPixels() -> [UInt32] {
    let bitmap = Bitmap(width: window.pixelSize.width, height: window.pixelSize.height)
    window.draw(into: bitmap, clip: Region(bitmap.bounds))
    return UnsafeBufferPointer(start: bitmap.pixels, count: bitmap.width * bitmap.height).map { $0 | 0xFF00_0000 }
  }

  func expectScreenIsRight(_ comment: Comment? = nil) {
    let isRight = surface.shownBuffer?.pixels.map { $0 | 0xFF00_0000 } == expectedPixels()
    #expect(isRight, comment)
    if surface.isFullscreen { #expect(surface.hasConfiguredSize, comment) }
  }

  func expectSize(_ width: Int, _ height: Int, _ comment: Comment? = nil) {
    #expect(surface.shownBuffer?.width == width && surface.shownBuffer?.height == height, comment)
  }

  /// Makes the compositor behave normally again, with a new seat and a new output.
  func restoreCompositor() throws {
    compositor.removeSeat()
    compositor.removeOutput("TEST-1")
    try settle()
    compositor.addOutput("TEST-1")
    compositor.addSeat()
    (surface.firesCallbacks, surface.releasesBuffers) = (true, true)
    surface.releaseAll()
    surface.resource.sendPreferredBufferScale(factor: 1)
    surface.resource.sendPreferredBufferTransform(transform: .normal)
    surface.fractional?.sendPreferredScale(scale: 120)
    surface.configure(width: compositor.size.width, height: compositor.size.height)
    surface.fireCallbacks()
    try settle()
  }

  /// Expects that nothing is pressed, the picture is right, and a tap presses once.
  func expectHealth(_ comment: Comment) throws {
    #expect(!button.isHighlighted && !window.isTouched, comment)
    expectSize(compositor.size.width, compositor.size.height, comment)
    expectScreenIsRight(comment)
    let before = presses
    try tap(3, button.center.x, button.center.y)
    #expect(presses == before + 1, comment)
  }
}

extension TestCompositor {
  /// The number of the client's objects of an interface.
  func count(_ interface: String) -> Int { objects.count { $0.interface == interface } }
}

extension TestCompositor.Globals {
  static func with(_ change: (inout Self) -> Void) -> Self {
    var globals = Self()
    change(&globals)
    return globals
  }
}
