import Glibc
import PanelEvents
import PanelGeometry
import PanelViews
import TestCompositor
import TestSupport
import Testing

@testable import PanelKit

@Suite struct ReconnectBackoffTests {
  @Test func delayDoublesUntilTheDeadline() {
    var backoff = ReconnectBackoff(at: 0, timeout: 1)
    var time: UInt64 = 0
    var delays: [UInt64] = []
    while let next = backoff.nextAttempt(after: time) {
      delays.append((next - time) / 1_000_000)
      time = next
    }
    #expect(delays == [50, 100, 200, 400, 250])
    backoff = ReconnectBackoff(at: time, timeout: 0)
    #expect(backoff.nextAttempt(after: time) == nil)
  }

  @Test func onlyAStableConnectionResetsTheDeadline() {
    let second: UInt64 = 1_000_000_000
    var backoff = ReconnectBackoff(at: 0, timeout: 3)
    var time: UInt64 = 0
    var attempts = 0
    while let next = backoff.nextAttempt(after: time), attempts < 20 {
      attempts += 1
      time = next
      _ = backoff.recordConnectionEnd(at: time, uptime: 0)
    }
    #expect(time == 3 * second && attempts == 7, "delays must be 50, 100, … 800, 1000 ms and the remaining time")
    // An unstable connection's uptime doesn't count as time without a compositor.
    backoff = ReconnectBackoff(at: 0, timeout: 3)
    var isStable: [Bool] = []
    var delays: [UInt64?] = []
    let ends: [(now: UInt64, uptime: UInt64)] = [
      (0, 0),  // The first failure.
      (4, 3_950_000_000),  // Unstable: the delay doubles, and the deadline is extended by the uptime.
      (8, 0),  // Beyond the extended deadline.
      (20, 5 * second),  // Stable: the delay and the deadline start again.
      (23, 0),  // Three seconds later, at the new deadline.
    ]
    for (now, uptime) in ends {
      isStable.append(backoff.recordConnectionEnd(at: now * second, uptime: uptime))
      delays.append(backoff.nextAttempt(after: now * second).map { ($0 - now * second) / 1_000_000 })
    }
    #expect(isStable == [false, false, false, true, false])
    #expect(delays == [50, 100, nil, 50, nil])
  }
}

/// Compositors that accept connections and end them.
@Suite struct ReconnectTests {
  /// Runs a panel until it gives up.
  private func run(
    serve: (Int32) -> TestCompositor?
  ) throws -> (connections: Int, log: [String], exitCode: Int32, seconds: Double) {
    let listener = try Listener()
    let loop = try EventLoop()
    var options = PanelOptions(title: "Test", appID: "test", compositorTimeout: 1)
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
      if let surface = compositor?.surface, surface.shownBuffer != nil {
        surface.resource.postError(WlSurfaceResource.Error.invalidSize.rawValue, "rejected")
      }
      try loop.runOnce(timeout: 2_000_000)
      try #require(connections < 50, "the panel must wait or give up")
    }
    return (connections, log, try loop.run(), Double(EventLoop.now - start) / 1e9)
  }

  /// The attempts follow after 50, 100, 200 and 400 ms, and at the deadline.
  @Test func panelGivesUpIfConnectionsAreClosed() throws {
    let result = try run {
      disconnect($0)
      return nil
    }
    #expect(result.exitCode == Panel.noCompositorExitCode && result.seconds >= 1)
    #expect((3...6).contains(result.connections))
    #expect(result.log.count == 2, "the reason must be logged once")
  }

  @Test func panelGivesUpIfEachFirstFrameIsRejected() throws {
    let result = try run { TestCompositor(serving: $0) }
    #expect(result.exitCode == Panel.noCompositorExitCode && result.seconds >= 1)
    #expect((3...6).contains(result.connections))
    #expect(result.log.last?.hasPrefix("protocol error 2 of wl_surface") == true)
  }
}

/// A compositor's listening socket.
private final class Listener {
  let path = "/tmp/cube-kiosk-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private let fd: Int32

  init() throws {
    fd = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(fd, $0, length) }
    }
    try #require(result == 0 && listen(fd, 16) == 0)
  }

  deinit {
    close(fd)
    unlink(path)
  }

  /// Accepts the next client, if one is waiting.
  func accept() -> Int32? {
    let client = Glibc.accept(fd, nil, nil)
    return client < 0 ? nil : client
  }
}
