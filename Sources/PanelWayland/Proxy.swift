import CWaylandClient

/// A request that the bound version of an interface doesn't support.
public struct TooNewRequest: Error, Equatable, CustomStringConvertible {
  public let interface: String
  public let request: String
  /// The first version that supports the request.
  public let since: UInt32
  /// The version that is bound.
  public let bound: UInt32

  public init(interface: String, request: String, since: UInt32, bound: UInt32) {
    (self.interface, self.request, self.since, self.bound) = (interface, request, since, bound)
  }

  public var description: String { "\(interface).\(request) needs version \(since); version \(bound) is bound" }
}

/// A protocol object on the client side. The scanner generates a subclass for each interface.
///
/// Releasing the last reference destroys the object in this process without notifying the compositor; a destructor
/// request notifies it. Sending a request to a destroyed object is a programming error, which traps with a message that
/// names the interface and the request.
open class Proxy {
  open class var interface: UnsafePointer<wl_interface> {
    preconditionFailure("a generated subclass returns its interface")
  }

  private var pointer: OpaquePointer?
  /// Every object retains its connection, which libwayland's proxies must not outlive.
  private let connection: Connection

  /// The version that is bound.
  public let version: UInt32

  /// - Parameters:
  ///   - pointer: libwayland's proxy, owned by this object from now on.
  ///   - other: the object whose request or event created it, and whose connection it shares.
  required public init(adopting pointer: OpaquePointer, madeBy other: Proxy) {
    self.pointer = pointer
    connection = other.connection
    version = wl_proxy_get_version(pointer)
    wl_proxy_add_dispatcher(pointer, dispatchEvent, dispatcherMark, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Creates the display, whose events libwayland handles itself.
  init(_ connection: Connection) {
    pointer = connection.pointer
    self.connection = connection
    version = wl_proxy_get_version(connection.pointer)
  }

  deinit { destroyLocally() }

  /// True once the object can no longer be used.
  public final var isDestroyed: Bool { pointer == nil }

  /// The object's ID on this connection, for messages; 0 if it is destroyed.
  public final var id: UInt32 { pointer.map { wl_proxy_get_id($0) } ?? 0 }

  /// Called for each event. The generated subclasses make the event typed.
  open func dispatch(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  // MARK: For the scanner's code

  /// Destroys the object in this process without notifying the compositor.
  final func destroyLocally() {
    if let pointer, pointer != connection.pointer { wl_proxy_destroy(pointer) }
    pointer = nil
  }

  final func require(_ since: UInt32, for request: String) throws(TooNewRequest) {
    guard version >= since else {
      throw TooNewRequest(interface: interfaceName, request: request, since: since, bound: version)
    }
  }

  final func send(
    _ opcode: UInt32, _ request: StaticString, _ arguments: UnsafeMutableBufferPointer<wl_argument>,
    destroys: Bool = false
  ) {
    let pointer = checkedPointer(for: request)
    if destroys { self.pointer = nil }
    _ = wl_proxy_marshal_array_flags(
      pointer, opcode, nil, version, destroys ? destroyFlag : 0, arguments.baseAddress)
  }

  final func sendNew(
    _ opcode: UInt32, _ request: StaticString, _ arguments: UnsafeMutableBufferPointer<wl_argument>,
    interface: UnsafePointer<wl_interface>, version: UInt32
  ) -> OpaquePointer {
    let pointer = checkedPointer(for: request)
    guard let new = wl_proxy_marshal_array_flags(pointer, opcode, interface, version, 0, arguments.baseAddress) else {
      preconditionFailure("out of memory in \(interfaceName).\(request)")
    }
    return new
  }

  /// The pointer to pass to libwayland as an object argument.
  final var argumentPointer: OpaquePointer { checkedPointer(for: "use as an argument") }

  /// Returns the object for a pointer in an event; `nil` if it was destroyed by this client or doesn't belong to this
  /// library.
  static func wrapper(of pointer: OpaquePointer?) -> Self? {
    guard let pointer, wl_proxy_get_listener(pointer) == dispatcherMark, let data = wl_proxy_get_user_data(pointer)
    else {
      return nil
    }
    return Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue() as? Self
  }

  private final var interfaceName: String { String(cString: type(of: self).interface.pointee.name) }

  /// Returns the pointer; traps if the object is destroyed.
  private final func checkedPointer(for request: StaticString) -> OpaquePointer {
    guard let pointer else { preconditionFailure("\(interfaceName) is destroyed: \(request)") }
    return pointer
  }
}

private let destroyFlag: UInt32 = 1  // WL_MARSHAL_FLAG_DESTROY, a macro

/// Identifies this library's proxies.
private nonisolated(unsafe) let dispatcherMark = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

private func dispatchEvent(
  _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
  _ message: UnsafePointer<wl_message>?,
  _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  guard let target, let arguments, let data = wl_proxy_get_user_data(OpaquePointer(target)) else { return 0 }
  // Retain the object: its handler may release it.
  let proxy = Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
  withExtendedLifetime(proxy) { proxy.dispatch(opcode, arguments) }
  return 0
}

// MARK: - Arguments

/// Converts to wl_fixed_t, a signed 24.8 fixed-point number. NaN becomes 0.
func fixed(_ value: Double) -> Int32 {
  value.isNaN ? 0 : Int32((min(max(value, -8_388_608), 8_388_607) * 256).rounded())
}

func bytes(of array: UnsafeMutablePointer<wl_array>?) -> UnsafeRawBufferPointer {
  guard let array, array.pointee.size > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
  return UnsafeRawBufferPointer(start: array.pointee.data, count: array.pointee.size)
}

func withCString<R>(_ string: String, _ body: (UnsafePointer<CChar>?) -> R) -> R { string.withCString(body) }

func withCString<R>(_ string: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
  guard let string else { return body(nil) }
  return string.withCString(body)
}

func withArray<R>(_ bytes: UnsafeRawBufferPointer, _ body: (UnsafeMutablePointer<wl_array>?) -> R) -> R {
  var array = wl_array(
    size: bytes.count, alloc: bytes.count, data: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
  return body(&array)
}
