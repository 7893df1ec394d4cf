import Events
import Geometry
import Glibc
import PanelKit
import TestCompositor
import Testing
import Views

/// Compositors that are there and of no use.
@Suite struct ReconnectTests {
  /// The number of connections that a panel makes in a second that it is given, and the end of that.
  private func run(
    wait: Double, serve: (Int32) -> TestCompositor?
  ) throws -> (connections: Int, log: [String], exitCode: Int32, seconds: Double) {
    let listener = try Listener()
    let loop = try EventLoop()
    var options = PanelOptions(title: "Test", appID: "test", wait: wait)
    options.socket = listener.path
    let window = Window(View(name: "root"), size: Size(10, 10), scale: 1, threads: 1)
    let panel = try Panel(window: window, loop: loop, options: options)
    var log: [String] = []
    panel.log = { log.append($1) }
    var connections = 0
    var compositor: TestCompositor?
    let start = EventLoop.now
    panel.open()
    while log.last?.contains("gave up") != true {
      if let client = listener.accept() {
        connections += 1
        compositor = serve(client)
      }
      compositor?.dispatch()
      if let surface = compositor?.surface, surface.current != nil {
        surface.resource.postError(WlSurfaceResource.Error.invalidSize.rawValue, "not this one")
      }
      try loop.turn(waiting: 2_000_000)
      try #require(connections < 50, "it neither waits nor gives up")
    }
    return (connections, log, try loop.run(), Double(EventLoop.now - start) / 1e9)
  }

  /// 50, 100, 200 and 400 ms lie between the tries, and the last one is at the time's end.
  @Test func itAcceptsAndCloses() throws {
    let result = try run(wait: 1) {
      close($0)
      return nil
    }
    #expect(result.exitCode == Panel.noCompositorExitCode && result.seconds >= 1)
    #expect((3...6).contains(result.connections))
    #expect(result.log.count == 2, "said once, and the end")
  }

  @Test func itEndsEachConnectionAtTheFirstFrame() throws {
    let result = try run(wait: 1) { TestCompositor(serving: $0) }
    #expect(result.exitCode == Panel.noCompositorExitCode && result.seconds >= 1)
    #expect((3...6).contains(result.connections))
    #expect(result.log.last?.hasPrefix("protocol error 2 of wl_surface") == true)
  }
}
