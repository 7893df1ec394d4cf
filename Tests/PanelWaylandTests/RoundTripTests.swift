import Glibc
import TestCompositor
import Testing

@testable import PanelWayland

/// The client's bindings against the server's, through libwayland on both sides.
@Suite struct RoundTripTests {
  private let compositor: TestCompositor
  private let display: Display
  private let registry: WlRegistry
  private final class Offers { var list: [(name: UInt32, interface: String, version: UInt32)] = [] }
  private let offers = Offers()

  init() throws {
    var globals = TestCompositor.Globals()
    globals.compositor = 3
    compositor = TestCompositor(globals)
    display = try Display(fileDescriptor: compositor.clientDescriptor)
    registry = display.wlDisplay.getRegistry()
    registry.onEvent = { [offers] event in
      if case .global(let name, let interface, let version) = event { offers.list.append((name, interface, version)) }
    }
    try settle()
  }

  /// Lets both sides run until neither has anything to send.
  private func settle() throws {
    for _ in 0..<4 {
      _ = try display.flush()
      compositor.dispatch()
      var descriptor = pollfd(fd: display.fileDescriptor, events: Int16(POLLIN), revents: 0)
      if poll(&descriptor, 1, 0) > 0 { try display.readEvents() }
    }
  }

  private func bind<T: Proxy>(_ type: T.Type) throws -> T {
    let offer = try #require(offers.list.first { $0.interface == String(cString: type.interface.pointee.name) })
    return registry.bind(name: offer.name, as: type, version: offer.version)
  }

  @Test func fixedPointNumbersAreClamped() {
    let numbers: [Double] = [1.5, 1e300, -.infinity, .nan]
    let expected: [Int32] = [384, 8_388_607 * 256, -8_388_608 * 256, 0]
    #expect(numbers.map { PanelWayland.fixed($0) } == expected)
  }

  @Test func stringsArraysAndNewObjectsArrive() throws {
    #expect(offers.list.contains { $0.interface == "wl_compositor" && $0.version == 3 })
    let surface = try bind(WlCompositor.self).createSurface()
    let wmBase = try bind(XdgWmBase.self)
    let window = wmBase.getXdgSurface(surface: surface)
    let toplevel = window.getToplevel()
    toplevel.setTitle(title: "Würfel 立方体")
    toplevel.setFullscreen(output: nil)
    var configures: [UInt32] = []
    var states: [UInt32] = []
    toplevel.onEvent = { event in
      if case .configure(_, _, let array) = event { states = Array(array.bindMemory(to: UInt32.self)) }
    }
    window.onEvent = { event in
      if case .configure(let serial) = event { configures.append(serial) }
    }
    surface.commit()
    try settle()
    #expect(compositor.surface?.title == "Würfel 立方体")
    #expect(compositor.surface?.isFullscreen == true)
    #expect(configures == compositor.surface?.sentSerials)
    #expect(states == [XdgToplevel.State.fullscreen.rawValue])
  }

  @Test func eventsCarryObjectsAndFixedPointNumbers() throws {
    let surface = try bind(WlCompositor.self).createSurface()
    let touch = try bind(WlSeat.self).getTouch()
    try settle()
    var locations: [(Double, Double)] = []
    var target: WlSurface?
    touch.onEvent = { event in
      if case .down(_, _, let surface, _, let x, let y) = event {
        target = surface
        locations.append((x, y))
      }
    }
    compositor.seat?.down(0, 12.5, -3.25, on: try #require(compositor.surface))
    try settle()
    #expect(target === surface)
    #expect(locations.first?.0 == 12.5 && locations.first?.1 == -3.25)
  }

  @Test func requestNewerThanTheBoundVersionThrows() throws {
    let surface = try bind(WlCompositor.self).createSurface()
    #expect(throws: TooNewRequest(interface: "wl_surface", request: "damage_buffer", since: 4, bound: 3)) {
      try surface.damageBuffer(x: 0, y: 0, width: 1, height: 1)
    }
    #expect(
      "\(TooNewRequest(interface: "wl_surface", request: "damage_buffer", since: 4, bound: 3))"
        == "wl_surface.damage_buffer needs version 4; version 3 is bound")
    // The connection still works.
    surface.commit()
    try settle()
    #expect(compositor.surface?.commits.count == 1)
  }

  @Test func destroyedObjectReceivesNoEvents() throws {
    let seat = try bind(WlSeat.self)
    let touch = seat.getTouch()
    let surface = try bind(WlCompositor.self).createSurface()
    try settle()
    var events = 0
    touch.onEvent = { _ in events += 1 }
    // The event is on its way when the object is destroyed.
    compositor.seat?.down(0, 1, 1, on: try #require(compositor.surface))
    touch.release()
    #expect(touch.isDestroyed)
    try settle()
    #expect(events == 0 && compositor.seat?.touch == nil)
    withExtendedLifetime(surface) {}
  }

  /// A descriptor is closed with its last reference, even if there is no handler.
  @Test func receivedDescriptorsAreClosed() throws {
    let keyboard = try bind(WlSeat.self).getKeyboard()
    try settle()
    let name = "round-trip-\(getpid())"
    compositor.seat?.sendKeymap("no handler", name: name)
    try settle()
    #expect(TestSeat.openMemoryFiles(named: name) == 0)
    var kept: PanelWayland.ReceivedDescriptor?
    keyboard.onEvent = { if case .keymap(_, let file, _) = $0 { kept = file } }
    for _ in 0..<3 { compositor.seat?.sendKeymap("the last one is kept", name: name) }
    try settle()
    #expect(TestSeat.openMemoryFiles(named: name) == 1)
    #expect(kept?.read(atMost: 8) == Array("the last".utf8))
    kept = nil
    #expect(TestSeat.openMemoryFiles(named: name) == 0)
  }

  @Test func handlerMayReleaseItsObject() throws {
    var callback: WlCallback? = display.wlDisplay.sync()
    var isDone = false
    callback?.onEvent = { _ in
      callback = nil
      isDone = true
    }
    try settle()
    #expect(isDone && callback == nil)
  }

  @Test func protocolErrorHasInterfaceAndCode() throws {
    let surface = try bind(WlCompositor.self).createSurface()
    let window = try bind(XdgWmBase.self).getXdgSurface(surface: surface)
    let toplevel = window.getToplevel()
    window.ackConfigure(serial: 4711)
    #expect(throws: Display.Failure.protocolError(interface: "xdg_surface", code: 4, object: window.id)) {
      try settle()
    }
    withExtendedLifetime(toplevel) {}
  }

  @Test func lostCompositorThrows() throws {
    compositor.disconnect()
    #expect(throws: Display.Failure.self) { try settle() }
  }

  @Test func missingSocketThrows() {
    #expect(throws: Display.Failure.unreachable(ENOENT)) { try Display(name: "/nonexistent/wayland") }
  }
}
