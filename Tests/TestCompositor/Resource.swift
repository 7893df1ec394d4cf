import CWaylandServer
import Glibc

/// A protocol object on the server side. The scanner generates a subclass for each interface.
///
/// libwayland retains it until the client destroys it or disconnects.
open class Resource {
  open class var interface: UnsafePointer<wl_interface> {
    preconditionFailure("every interface has its own table")
  }

  /// True for requests that destroy the object.
  class func isDestructor(_ opcode: UInt32) -> Bool { false }

  private var pointer: OpaquePointer?
  public let version: UInt32
  /// The test compositor's object for this resource.
  public var attachment: AnyObject?
  /// Called when the object is destroyed, by a request or with its client.
  public var onDestroy: (() -> Void)?

  required public init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    version = UInt32(wl_resource_get_version(pointer))
    wl_resource_set_dispatcher(
      pointer, dispatchRequest, resourceMark, Unmanaged.passRetained(self).toOpaque(),
      { pointer in
        let resource = Unmanaged<Resource>.fromOpaque(wl_resource_get_user_data(pointer)!).takeRetainedValue()
        resource.pointer = nil
        resource.onDestroy?()
      })
  }

  /// Creates the object that a request asks for.
  public static func make(_ new: NewObject, for other: Resource) -> Self {
    let client = wl_resource_get_client(other.checkedPointer)
    return Self(wl_resource_create(client, interface, Int32(other.version), new.id))
  }

  public var isDestroyed: Bool { pointer == nil }

  /// Posts a protocol error, which ends the connection.
  public func postError(_ code: UInt32, _ message: String) {
    guard let pointer else { return }
    // Swift can't call the variadic wl_resource_post_error. The error is an event of the display.
    let client = wl_resource_get_client(pointer)
    guard let display = wl_client_get_object(client, 1) else { return }
    TestCompositor.serving(client)?.errors.append(message)
    message.withCString { text in
      var arguments = [wl_argument(o: pointer), wl_argument(u: code), wl_argument(s: text)]
      wl_resource_post_event_array(display, 0, &arguments)
    }
    wl_client_flush(client)
  }

  public func destroy() {
    if let pointer { wl_resource_destroy(pointer) }
  }

  // MARK: For the scanner's code

  func dispatch(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  var argumentPointer: OpaquePointer { checkedPointer }

  func post(_ opcode: UInt32, since: UInt32, _ arguments: [wl_argument]) {
    guard let pointer, version >= since else { return }
    var arguments = arguments + [wl_argument(u: 0)]
    wl_resource_post_event_array(pointer, opcode, &arguments)
  }

  static func wrapper(of pointer: OpaquePointer?) -> Self? {
    guard let pointer, let data = wl_resource_get_user_data(pointer) else { return nil }
    return Unmanaged<Resource>.fromOpaque(data).takeUnretainedValue() as? Self
  }

  /// The pointer; traps if the object is destroyed.
  private var checkedPointer: OpaquePointer {
    guard let pointer else { preconditionFailure("\(type(of: self)) is destroyed") }
    return pointer
  }
}

/// The ID of an object that a client asks for.
public struct NewObject {
  let id: UInt32
}

/// A descriptor that arrived with a request. It is closed with its last reference.
public final class ReceivedDescriptor {
  public let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { close(number) }
}

private nonisolated(unsafe) let resourceMark = UnsafeRawPointer(
  UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))

private func dispatchRequest(
  _ mark: UnsafeRawPointer?, _ target: UnsafeMutableRawPointer?, _ opcode: UInt32,
  _ message: UnsafePointer<wl_message>?,
  _ arguments: UnsafeMutablePointer<wl_argument>?
) -> Int32 {
  let pointer = OpaquePointer(target!)
  let resource = Unmanaged<Resource>.fromOpaque(wl_resource_get_user_data(pointer)!).takeUnretainedValue()
  resource.dispatch(opcode, arguments!)
  if type(of: resource).isDestructor(opcode), !resource.isDestroyed { resource.destroy() }
  return 0
}

// MARK: - Arguments

func fixed(_ value: Double) -> Int32 { Int32((value * 256).rounded()) }

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
