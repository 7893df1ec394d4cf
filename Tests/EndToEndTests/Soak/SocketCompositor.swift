import Foundation
import System
import TestCompositor
import Testing

/// Test compositors behind a socket, one after the other as clients come, served by a thread of their own: for the real
/// program.
final class SocketCompositor: @unchecked Sendable {
  let directory: Scratch
  private let listener: Int32
  private let lock = NSLock()
  private var compositor: TestCompositor?
  private var count = 0
  private var broken: [String] = []
  private var isOver = false

  init() throws {
    directory = try Scratch()
    listener = SocketClient.make(blocking: true)
    let bound = SocketClient.with(directory.path + "/wayland") { bind(listener, $0, $1) }
    guard bound == 0, listen(listener, 4) == 0 else { throw SystemError("bind", errno) }
    Thread.detachNewThread { [self] in serve() }
  }

  deinit { close(listener) }

  /// Its thread, which holds it, ends soon after.
  func stop() { lock.withLock { isOver = true } }

  var environment: [String: String] {
    [
      "XDG_RUNTIME_DIR": directory.path, "RUNTIME_DIRECTORY": directory.path, "WAYLAND_DISPLAY": "wayland",
      "STATE_DIRECTORY": directory.path + "/state",
    ]
  }

  /// The number of clients so far.
  var connections: Int { lock.withLock { count } }

  /// The rules that clients broke so far.
  var errors: [String] { lock.withLock { broken + (compositor?.errors ?? []) } }

  /// Does something with the compositor that has a client, and sends what came of it; `nil` where there is none.
  @discardableResult func with<Result>(_ body: (TestCompositor) throws -> Result) rethrows -> Result? {
    try lock.withLock {
      guard let compositor, compositor.isConnected else { return nil }
      defer { compositor.dispatch() }
      return try body(compositor)
    }
  }

  /// Waits until there is a picture, and a seat to touch it by.
  func waitForPicture() throws {
    try eventually("a picture") {
      with { $0.surface?.current != nil && $0.seat?.touch != nil } ?? false
    }
  }

  /// Forgets what was committed, which an hour's memory couldn't hold.
  func forget() { with { $0.surface?.forget() } }

  private func serve() {
    while true {
      let own: Int32? = lock.withLock { isOver ? nil : compositor?.descriptor ?? -1 }
      guard let own else { break }
      var descriptors = [listener, own].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      // An end that was asked for is seen in so many milliseconds.
      guard poll(&descriptors, 2, 50) > 0 else { continue }
      lock.withLock {
        if descriptors[0].revents != 0 { take() }
        compositor?.dispatch()
      }
    }
    lock.withLock { compositor = nil }
  }

  private func take() {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return }
    broken += compositor?.errors ?? []
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    var globals = TestCompositor.Globals()
    (globals.fractionalScale, globals.idleInhibit, globals.decoration) = (true, true, true)
    compositor = TestCompositor(globals, serving: client)
    count += 1
  }
}
