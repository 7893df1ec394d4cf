import CWaylandClient
import Glibc
import System

/// A connection to a compositor, for a loop that never blocks in it.
///
/// Before each wait: `prepareRead`, `flush`. After it: `readEvents` where the descriptor was ready (also when it hung
/// up), else the preparation stays good for the next wait.
public final class Display {
  /// The reason that a connection can't be made, or is over.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// No compositor listens there. With an errno value.
    case unreachable(Int32)
    /// The compositor went, or the connection to it broke. With an errno value.
    case lost(Int32)
    /// The compositor says that a rule was broken, and ended the connection.
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

  public let display: WlDisplay
  private let connection: Connection
  private var pointer: OpaquePointer { connection.pointer }
  private var isPrepared = false

  /// Connects to a socket by its name; by `WAYLAND_DISPLAY`, else `wayland-0`, without one.
  public convenience init(name: String? = nil) throws(Failure) {
    errno = 0
    guard let pointer = wl_display_connect(name) else { throw .unreachable(errno == 0 ? ENOENT : errno) }
    self.init(pointer)
  }

  /// Takes over a socket that is connected already.
  public convenience init(fileDescriptor: Int32) throws(Failure) {
    guard let pointer = wl_display_connect_to_fd(fileDescriptor) else { throw .unreachable(errno) }
    self.init(pointer)
  }

  private init(_ pointer: OpaquePointer) {
    connection = Connection(pointer)
    display = WlDisplay(connection)
  }

  /// The connection ends with its last object.
  deinit {
    if isPrepared { wl_display_cancel_read(pointer) }
  }

  public var fileDescriptor: Int32 { wl_display_get_fd(pointer) }

  /// Handles what has arrived until nothing is left, and then makes ready to read more.
  public func prepareRead() throws(Failure) {
    guard !isPrepared else { return }
    while wl_display_prepare_read(pointer) != 0 {
      guard wl_display_dispatch_pending(pointer) >= 0 else { throw failure }
    }
    isPrepared = true
  }

  /// Sends what was requested. False when the compositor takes no more just now: wait until the descriptor is writable.
  public func flush() throws(Failure) -> Bool {
    if wl_display_flush(pointer) >= 0 { return true }
    if errno == EAGAIN { return false }
    // What the compositor said last, why it ended the connection, is still to be read.
    if errno == EPIPE { return true }
    throw failure
  }

  /// Reads what has arrived and handles it.
  public func readEvents() throws(Failure) {
    try prepareRead()
    isPrepared = false
    guard wl_display_read_events(pointer) >= 0, wl_display_dispatch_pending(pointer) >= 0 else { throw failure }
  }

  /// Waits until the compositor has handled everything. For start-up and tests: it blocks.
  public func roundtrip() throws(Failure) {
    if isPrepared {
      wl_display_cancel_read(pointer)
      isPrepared = false
    }
    guard wl_display_roundtrip(pointer) >= 0 else { throw failure }
  }

  private var failure: Failure {
    let code = wl_display_get_error(pointer)
    // Whether something of ours was still unread makes no difference.
    guard code == EPROTO else { return .lost(code == 0 || code == ECONNRESET ? EPIPE : code) }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let error = wl_display_get_protocol_error(pointer, &interface, &object)
    return .protocolError(
      interface: interface.map { String(cString: $0.pointee.name) } ?? "an unknown object", code: error,
      object: object)
  }
}

/// libwayland's side of a connection, open as long as anything uses it.
final class Connection {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { wl_display_disconnect(pointer) }
}
