/// The source text of `InterfaceTables`, which is emitted into the client and the server bindings: the two modules
/// import different C libraries.
let interfaceTablesSource = #"""
  /// A request or an event. `types` has the interface of each argument, or `nil` for an argument without one.
  struct MessageDescription {
    let name: String
    let signature: String
    let types: [String?]
  }

  struct InterfaceDescription {
    let name: String
    let version: Int32
    let requests: [MessageDescription]
    let events: [MessageDescription]
  }

  /// The tables that libwayland reads. They are never freed, because libwayland keeps pointers to them.
  struct InterfaceTables: @unchecked Sendable {
    private let interfaces: [String: UnsafeMutablePointer<wl_interface>]

    init(_ descriptions: [InterfaceDescription]) {
      // Allocate all interfaces first: they refer to each other, also in cycles.
      let interfaces = Dictionary(
        uniqueKeysWithValues: descriptions.map { ($0.name, UnsafeMutablePointer<wl_interface>.allocate(capacity: 1)) })
      func messages(_ list: [MessageDescription]) -> UnsafePointer<wl_message> {
        copy(
          list.map { message in
            let types = message.types.map { type in type.flatMap { interfaces[$0] }.map { UnsafePointer($0) } }
            return wl_message(
              name: copy(Array(message.name.utf8CString)), signature: copy(Array(message.signature.utf8CString)),
              types: UnsafeMutablePointer(mutating: copy(types)))
          })
      }
      for description in descriptions {
        interfaces[description.name]!.initialize(
          to: wl_interface(
            name: copy(Array(description.name.utf8CString)), version: description.version,
            method_count: Int32(description.requests.count), methods: messages(description.requests),
            event_count: Int32(description.events.count), events: messages(description.events)))
      }
      self.interfaces = interfaces
    }

    subscript(name: String) -> UnsafePointer<wl_interface> { UnsafePointer(interfaces[name]!) }
  }

  private func copy<Element>(_ elements: [Element]) -> UnsafePointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(elements.count, 1))
    _ = memory.initialize(from: elements)
    return UnsafePointer(memory.baseAddress!)
  }
  """#
