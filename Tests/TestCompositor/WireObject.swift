import CWaylandServer
import Glibc

/// A client's object of any interface, to send it any event of the protocol.
public struct WireObject {
  public struct Event {
    public let name: String
    public let opcode: UInt32
    /// The first version of the interface that has the event.
    public let since: UInt32
    public let arguments: [Argument]
  }

  public struct Argument {
    /// The type as libwayland writes it: `i`, `u`, `f`, `s`, `o`, `n`, `a` or `h`.
    public let typeCode: Character
    public let isNullable: Bool
    /// The interface of an object argument; `nil` if the argument accepts any interface.
    public let interface: String?
  }

  public enum Value {
    /// 32 bits of any type.
    case bits(UInt32)
    case string(String?)
    case array([UInt8])
    case object(WireObject?)
    /// Owned by the caller.
    case descriptor(Int32)
  }

  public let interface: String
  public let id: UInt32
  public let version: UInt32
  fileprivate let pointer: OpaquePointer

  fileprivate init(_ pointer: OpaquePointer) {
    self.pointer = pointer
    interface = String(cString: wl_resource_get_class(pointer))
    id = wl_resource_get_id(pointer)
    version = UInt32(wl_resource_get_version(pointer))
  }

  /// The events of the object's version.
  public var events: [Event] {
    let table = protocolTables[interface].pointee
    return (0..<Int(table.event_count)).map { index in
      let message = table.events[index]
      var (since, arguments, isNullable) = (UInt32(0), [Argument](), false)
      for code in String(cString: message.signature) {
        if let digit = code.wholeNumberValue {
          since = since * 10 + UInt32(digit)
        } else if code == "?" {
          isNullable = true
        } else {
          let type = message.types[arguments.count].map { String(cString: $0.pointee.name) }
          arguments.append(Argument(typeCode: code, isNullable: isNullable, interface: type))
          isNullable = false
        }
      }
      return Event(
        name: String(cString: message.name), opcode: UInt32(index), since: max(since, 1), arguments: arguments)
    }.filter { $0.since <= version }
  }

  /// Sends an event, even if the protocol doesn't allow it in the current state.
  public func send(_ event: Event, _ values: [Value]) {
    precondition(
      values.count == event.arguments.count, "\(interface).\(event.name) takes \(event.arguments.count) arguments")
    var owned: [UnsafeMutableRawPointer] = []
    defer { for memory in owned { free(memory) } }
    var arguments = values.map { value -> wl_argument in
      switch value {
      case .bits(let bits): return wl_argument(u: bits)
      case .string(let text):
        guard let copy = text.flatMap({ strdup($0) }) else { return wl_argument(s: nil) }
        owned.append(copy)
        return wl_argument(s: copy)
      case .array(let bytes):
        let memory = malloc(MemoryLayout<wl_array>.size + max(bytes.count, 1))!
        owned.append(memory)
        let data = memory + MemoryLayout<wl_array>.size
        bytes.withUnsafeBytes { data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(data), byteCount: $0.count) }
        let array = memory.bindMemory(to: wl_array.self, capacity: 1)
        array.initialize(to: wl_array(size: bytes.count, alloc: bytes.count, data: data))
        return wl_argument(a: array)
      case .object(let object): return wl_argument(o: object?.pointer)
      case .descriptor(let fd): return wl_argument(h: fd)
      }
    }
    arguments.append(wl_argument(u: 0))
    wl_resource_post_event_array(pointer, event.opcode, &arguments)
  }
}

extension TestCompositor {
  /// The client's objects, the display first; empty if it is disconnected.
  public var objects: [WireObject] {
    guard let client = liveClient else { return [] }
    var found: [WireObject] = []
    withUnsafeMutablePointer(to: &found) { found in
      wl_client_for_each_resource(
        client,
        { pointer, list in
          list!.assumingMemoryBound(to: [WireObject].self).pointee.append(WireObject(pointer!))
          return WL_ITERATOR_CONTINUE
        }, found)
    }
    return found.sorted { $0.id < $1.id }
  }

  /// Flushes pending events, then writes these bytes to the client's socket, without checks by libwayland.
  public func inject(_ bytes: [UInt8]) {
    guard let client = liveClient else { return }
    wl_client_flush(client)
    send(wl_client_get_fd(client), bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
  }
}
