import CWaylandClient
import Glibc
import PanelSystem

/// A connection to a compositor, for an event loop that must not block in it.
///
/// Before each wait, call `readArrivedEvents` or `prepareRead`, and `flush`. After it, call `readEvents` or
/// `readArrivedEvents` if the descriptor was ready (also after a hang-up); otherwise the preparation stays valid for the
/// next wait.
public final class Display {
  /// The reason that a connection couldn't be made, or was lost.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// No compositor listens on the socket. Has an errno value.
    case unreachable(Int32)
    /// The compositor exited, or the connection broke. Has an errno value.
    case lost(Int32)
    /// The compositor reported a protocol error and closed the connection.
    case protocolError(interface: String, code: UInt32, object: UInt32)

    public var description: String {
      switch self {
      case .unreachable(let code): SystemError("no compositor", code).description
      case .lost(let code): SystemError("the compositor is gone", code).description
      case .protocolError(let interface, let code, let object):
        "protocol error \(code) of \(interface)@\(object)"
      }
    }
  }

  public let wlDisplay: WlDisplay
  private let connection: Connection
  private var pointer: OpaquePointer { connection.pointer }
  private var isPrepared = false

  /// Connects to a socket by name; `nil` uses `WAYLAND_DISPLAY`, or else `wayland-0`.
  public convenience init(name: String? = nil) throws(Failure) {
    errno = 0
    guard let pointer = wl_display_connect(name) else { throw .unreachable(errno == 0 ? ENOENT : errno) }
    self.init(pointer)
  }

  /// Sends libwayland's messages to `LibraryMessages`. They include the text of a protocol error.
  public static func redirectMessages() {
    wl_log_set_text_handler_client { LibraryMessages.receive(from: "libwayland", $0) }
  }

  /// Takes over a socket that is already connected.
  public convenience init(fileDescriptor: Int32) throws(Failure) {
    guard let pointer = wl_display_connect_to_fd(fileDescriptor) else { throw .unreachable(errno) }
    self.init(pointer)
  }

  private init(_ pointer: OpaquePointer) {
    connection = Connection(pointer)
    wlDisplay = WlDisplay(connection)
  }

  /// The connection closes when its last object is released.
  deinit {
    if isPrepared { wl_display_cancel_read(pointer) }
  }

  public var fileDescriptor: Int32 { wl_display_get_fd(pointer) }

  /// Dispatches pending events until the queue is empty, then prepares to read more.
  public func prepareRead() throws(Failure) {
    guard !isPrepared else { return }
    while wl_display_prepare_read(pointer) != 0 {
      guard wl_display_dispatch_pending(pointer) >= 0 else { throw failure }
    }
    isPrepared = true
  }

  /// Sends buffered requests.
  ///
  /// - Returns: `false` if the socket can't take more data now: wait until the descriptor is writable.
  public func flush() throws(Failure) -> Bool {
    if wl_display_flush(pointer) >= 0 { return true }
    if errno == EAGAIN { return false }
    // The compositor's last event, its reason for closing the connection, is still to be read.
    if errno == EPIPE { return true }
    throw failure
  }

  /// Reads and dispatches events.
  public func readEvents() throws(Failure) {
    try prepareRead()
    isPrepared = false
    guard wl_display_read_events(pointer) >= 0, wl_display_dispatch_pending(pointer) >= 0 else { throw failure }
  }

  /// Reads and dispatches everything that has arrived, without waiting, and prepares to read more.
  public func readArrivedEvents() throws(Failure) {
    try prepareRead()
    var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    while poll(&descriptor, 1, 0) > 0 {
      try readEvents()
      try prepareRead()
    }
  }

  private var failure: Failure {
    let code = wl_display_get_error(pointer)
    // ECONNRESET only means that the compositor hadn't read everything; report it as EPIPE.
    guard code == EPROTO else { return .lost(code == 0 || code == ECONNRESET ? EPIPE : code) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let error = wl_display_get_protocol_error(pointer, &interface, &object)
    return .protocolError(
      interface: interface.map { String(cString: $0.pointee.name) } ?? "an unknown object", code: error,
      object: object)
  }
}

/// libwayland's connection, open as long as any object uses it.
final class Connection {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { wl_display_disconnect(pointer) }
}
