import Foundation
import TestCompositor
import TestSupport

/// Test compositors behind a socket, for the real program: a new one for each client, on a thread.
final class SocketCompositor: @unchecked Sendable {
  let directory: TemporaryDirectory
  private let listener: Int32
  private let lock = NSLock()
  private var compositor: TestCompositor?
  private var count = 0
  private var pastErrors: [String] = []
  private var isOver = false

  /// Changes each new compositor before its client's first request.
  private let prepare: (TestCompositor) -> Void

  init(prepare: @escaping (TestCompositor) -> Void = { _ in }) throws {
    self.prepare = prepare
    directory = try TemporaryDirectory()
    listener = try UnixSocket.bound(to: directory.file("wayland"))
    Thread.detachNewThread { [self] in serve() }
  }

  deinit { close(listener) }

  /// Ends the thread, which retains this object.
  func stop() { lock.withLock { isOver = true } }

  /// The number of clients so far.
  var connections: Int { lock.withLock { count } }

  /// The protocol errors of all clients.
  var errors: [String] { lock.withLock { pastErrors + (compositor?.errors ?? []) } }

  /// Changes the current compositor, and sends the resulting events.
  ///
  /// - Returns: `nil` if no client is connected.
  @discardableResult func with<Result>(_ body: (TestCompositor) throws -> Result) rethrows -> Result? {
    try lock.withLock {
      guard let compositor, compositor.isConnected else { return nil }
      defer { compositor.dispatch() }
      return try body(compositor)
    }
  }

  func withTouchScreen(_ body: (TestSeat, TestSurface) -> Void) {
    with { if let seat = $0.seat, let surface = $0.surface { body(seat, surface) } }
  }

  /// Waits until the client shows a picture and has bound the touch screen.
  func waitForPicture() throws {
    try waitUntil("a picture") { with { $0.surface?.shownBuffer != nil && $0.seat?.touch != nil } ?? false }
  }

  /// Drops the recorded commits, which would fill the memory within an hour.
  func forgetCommits() { with { $0.surface?.forgetCommits() } }

  private func serve() {
    while true {
      let descriptor: Int32? = lock.withLock { isOver ? nil : compositor?.descriptor ?? -1 }
      guard let descriptor else { break }
      var descriptors = [listener, descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // The timeout bounds the delay of `stop`.
      guard poll(&descriptors, 2, 50) > 0 else { continue }
      lock.withLock {
        if descriptors[0].revents != 0 { acceptClient() }
        compositor?.dispatch()
      }
    }
    lock.withLock { compositor = nil }
  }

  private func acceptClient() {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return }
    pastErrors += compositor?.errors ?? []
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    var globals = TestCompositor.Globals()
    (globals.fractionalScale, globals.idleInhibit, globals.decoration) = (true, true, true)
    let new = TestCompositor(globals, serving: client)
    prepare(new)
    compositor = new
    count += 1
  }
}
