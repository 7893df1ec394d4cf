import CWaylandClient

/// A request that the bound version of an interface doesn't have yet.
public struct TooNewRequest: Error, Equatable, CustomStringConvertible {
  public let interface: String
  public let request: String
  /// The version from which the request is there.
  public let since: UInt32
  /// The version that is bound.
  public let bound: UInt32

  public init(interface: String, request: String, since: UInt32, bound: UInt32) {
    (self.interface, self.request, self.since, self.bound) = (interface, request, since, bound)
  }

  public var description: String { "\(interface).\(request) needs version \(since); version \(bound) is bound" }
}

/// An object of the protocol, on the client's side. Every interface is a subclass, made by the scanner.
///
/// It belongs to whoever keeps it: when it goes, the object on this side goes, without a word to the compositor. A
/// destructor request says that word. An object that is destroyed takes no further request: that is a mistake in the
/// program, and stops it with a message that names both.
open class Proxy {
  open class var interface: UnsafePointer<wl_interface> {
    preconditionFailure("every interface has its own table")
  }

  private var pointer: OpaquePointer?
  /// Every object keeps its connection: libwayland's objects must not outlive it.
  private let connection: Connection

  /// The version that is bound.
  public let version: UInt32

  /// - Parameters:
  ///   - pointer: libwayland's object, which becomes this one's.
  ///   - other: the object whose request or event made it, and whose connection is this one's.
  required public init(adopting pointer: OpaquePointer, madeBy other: Proxy) {
    self.pointer = pointer
    connection = other.connection
    version = wl_proxy_get_version(pointer)
    wl_proxy_add_dispatcher(pointer, dispatchEvent, dispatcherMark, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The display, which is libwayland's own and handles its events itself.
  init(_ connection: Connection) {
    pointer = connection.pointer
    self.connection = connection
    version = wl_proxy_get_version(connection.pointer)
  }

  deinit { forget() }

  /// True once it can't be used any more.
  public final var isDestroyed: Bool { pointer == nil }

  /// The number of the object in this connection, for messages.
  public final var id: UInt32 { pointer.map { wl_proxy_get_id($0) } ?? 0 }

  /// Called with each event; the scanner's subclasses make it typed.
  open func dispatch(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  // MARK: For the scanner's code

  final func forget() {
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
    let pointer = live(request)
    if destroys { self.pointer = nil }
    _ = wl_proxy_marshal_array_flags(
      pointer, opcode, nil, version, destroys ? destroyFlag : 0, arguments.baseAddress)
  }

  final func sendNew(
    _ opcode: UInt32, _ request: StaticString, _ arguments: UnsafeMutableBufferPointer<wl_argument>,
    interface: UnsafePointer<wl_interface>, version: UInt32
  ) -> OpaquePointer {
    let pointer = live(request)
    guard let new = wl_proxy_marshal_array_flags(pointer, opcode, interface, version, 0, arguments.baseAddress) else {
      preconditionFailure("out of memory in \(interfaceName).\(request)")
    }
    return new
  }

  /// The pointer that libwayland takes for an argument that is an object.
  final var object: OpaquePointer { live("as an argument") }

  /// The object of a pointer in an event; `nil` for one that was destroyed here or isn't of this library.
  static func existing(_ object: OpaquePointer?) -> Self? {
    guard let object, wl_proxy_get_listener(object) == dispatcherMark, let data = wl_proxy_get_user_data(object) else {
      return nil
    }
    return Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue() as? Self
  }

  private final var interfaceName: String { String(cString: type(of: self).interface.pointee.name) }

  private final func live(_ request: StaticString) -> OpaquePointer {
    guard let pointer else { preconditionFailure("\(interfaceName) is destroyed: \(request)") }
    return pointer
  }
}

private let destroyFlag: UInt32 = 1  // WL_MARSHAL_FLAG_DESTROY, a macro

/// Tells our objects from anyone else's.
private nonisolated(unsafe) let dispatcherMark = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

private func dispatchEvent(
  _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
  _ message: UnsafePointer<wl_message>?,
  _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  guard let target, let arguments, let data = wl_proxy_get_user_data(OpaquePointer(target)) else { return 0 }
  // Kept alive here: the handler may let go of the object that it is called for.
  let proxy = Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
  withExtendedLifetime(proxy) { proxy.dispatch(opcode, arguments) }
  return 0
}

// MARK: - Arguments

/// The wire's number: of 24 bits and eight binary places. What isn't a number is 0.
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
