/// The runtime for the tables, emitted for both sides: a shared source text for two modules that import different C
/// libraries.
let tablesRunTime = #"""
  /// A request or an event, for libwayland.
  struct MessageDescription {
    let name: String
    let signature: String
    /// An interface's name for each argument that is an object of one kind.
    let types: [String?]
  }

  struct InterfaceDescription {
    let name: String
    let version: Int32
    let requests: [MessageDescription]
    let events: [MessageDescription]
  }

  /// The tables that libwayland reads, made once and never freed: libwayland keeps pointers into them.
  struct InterfaceTables: @unchecked Sendable {
    private let interfaces: [String: UnsafeMutablePointer<wl_interface>]

    init(_ descriptions: [InterfaceDescription]) {
      var interfaces: [String: UnsafeMutablePointer<wl_interface>] = [:]
      // All of them first: they point at each other, in circles too.
      for description in descriptions { interfaces[description.name] = .allocate(capacity: 1) }
      for description in descriptions {
        func messages(_ list: [MessageDescription]) -> UnsafePointer<wl_message> {
          let table = UnsafeMutablePointer<wl_message>.allocate(capacity: max(list.count, 1))
          for (index, message) in list.enumerated() {
            let types = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: max(message.types.count, 1))
            for (place, type) in message.types.enumerated() {
              (types + place).initialize(to: type.flatMap { interfaces[$0] }.map { UnsafePointer($0) })
            }
            (table + index).initialize(
              to: wl_message(name: copy(message.name), signature: copy(message.signature), types: types))
          }
          return UnsafePointer(table)
        }
        interfaces[description.name]!.initialize(
          to: wl_interface(
            name: copy(description.name), version: description.version,
            method_count: Int32(description.requests.count), methods: messages(description.requests),
            event_count: Int32(description.events.count), events: messages(description.events)))
      }
      self.interfaces = interfaces
    }

    subscript(name: String) -> UnsafePointer<wl_interface> { UnsafePointer(interfaces[name]!) }
  }

  private func copy(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    return UnsafePointer(memory.baseAddress!)
  }
  """#
