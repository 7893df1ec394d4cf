/// Emits the code that both sides need: libwayland's tables and the enumerations.
struct Emitter {
  enum Side: String { case client, server }

  let protocols: [WireProtocol]
  let side: Side

  func text() -> String {
    var out = Writer()
    out.line("// Made by WaylandScanner from protocols/*.xml.")
    out.line("import \(side == .client ? "CWaylandClient" : "CWaylandServer")")
    out.line()
    out.text(tablesRunTime)
    out.line()
    emitTables(into: &out)
    for interface in protocols.flatMap(\.interfaces) {
      out.line()
      switch side {
      case .client: emitClient(interface, into: &out)
      case .server: emitServer(interface, into: &out)
      }
    }
    return out.text
  }

  private func emitTables(into out: inout Writer) {
    out.line("/// Every interface's messages: name, signature, and the interfaces of its objects.")
    out.line("let protocolTables = InterfaceTables([")
    for interface in protocols.flatMap(\.interfaces) {
      out.line("InterfaceDescription(")
      out.line("name: \"\(interface.name)\", version: \(interface.version),")
      out.line("requests: [\(interface.requests.map(description).joined(separator: ", "))],")
      out.line("events: [\(interface.events.map(description).joined(separator: ", "))]")
      out.line("),")
    }
    out.line("])")
  }

  private func description(_ message: Message) -> String {
    let types = message.arguments.flatMap { argument in
      argument.wireCount == 3 ? ["nil", "nil", "nil"] : [argument.interface.map { "\"\($0)\"" } ?? "nil"]
    }
    return
      "MessageDescription(name: \"\(message.name)\", signature: \"\(message.signature)\", types: [\(types.joined(separator: ", "))])"
  }

  func emitEnums(of interface: Interface, into out: inout Writer) {
    for enumeration in interface.enums {
      let name = typeName(enumeration.name)
      out.line()
      out.doc(enumeration.summary)
      if enumeration.isBitfield {
        out.line("public struct \(name): OptionSet, Hashable, Sendable {")
      } else {
        out.line("public struct \(name): RawRepresentable, Hashable, Sendable {")
      }
      out.lines("public let rawValue: UInt32", "public init(rawValue: UInt32) { self.rawValue = rawValue }")
      for entry in enumeration.entries where !(enumeration.isBitfield && entry.value == 0) {
        out.line("public static let \(memberName(entry.name)) = \(name)(rawValue: \(entry.value))")
      }
      out.line("}")
    }
  }

  /// The Swift type of an argument that is sent.
  func sentType(_ argument: Argument, in interface: Interface) -> String {
    if let name = argument.enumeration { return enumType(name, in: interface) }
    let type =
      switch argument.kind {
      case .int, .fd: "Int32"
      case .uint: "UInt32"
      case .fixed: "Double"
      case .string: "String"
      case .array: "UnsafeRawBufferPointer"
      case .object, .newID: objectType(argument)
      }
    return type + (argument.isNullable ? "?" : "")
  }

  /// The Swift type of a received argument: an object may be destroyed by then, and a descriptor is ours to close.
  func receivedType(_ argument: Argument, in interface: Interface) -> String {
    switch argument.kind {
    case .object: objectType(argument) + "?"
    case .fd: "ReceivedDescriptor"
    default: sentType(argument, in: interface)
    }
  }

  /// The Swift type of an argument's enumeration, as named inside an interface: `format`, `wl_output.transform`.
  private func enumType(_ name: String, in interface: Interface) -> String {
    let parts = name.split(separator: ".").map(String.init)
    let owner = parts.count == 2 ? parts[0] : interface.name
    return typeName(owner) + (side == .server ? "Resource." : ".") + typeName(parts.last ?? name)
  }

  func objectType(_ argument: Argument) -> String {
    switch side {
    case .client: argument.interface.map(typeName) ?? "Proxy"
    case .server: argument.interface.map { typeName($0) + "Resource" } ?? "Resource"
    }
  }

  /// Returns the enumeration case for an event or a request.
  func caseDeclaration(_ message: Message, in interface: Interface) -> String {
    let payload = message.arguments.map { argument in
      argument.kind == .newID && side == .server
        ? "\(memberName(argument.name)): NewObject"
        : "\(memberName(argument.name)): \(receivedType(argument, in: interface))"
    }
    return "case \(memberName(message.name))" + (payload.isEmpty ? "" : "(\(payload.joined(separator: ", ")))")
  }

  /// Returns the expression that reads a received argument from libwayland's array.
  func reading(_ argument: Argument, at index: Int, in interface: Interface) -> String {
    let value = "arguments[\(index)]"
    if let name = argument.enumeration {
      let number = argument.kind == .int ? "UInt32(bitPattern: \(value).i)" : "\(value).u"
      return "\(enumType(name, in: interface))(rawValue: \(number))"
    }
    switch argument.kind {
    case .int: return "\(value).i"
    case .fd: return "ReceivedDescriptor(\(value).h)"
    case .uint: return "\(value).u"
    case .fixed: return "Double(\(value).f) / 256"
    case .string:
      return argument.isNullable
        ? "\(value).s.map { String(cString: $0) }" : "\(value).s.map { String(cString: $0) } ?? \"\""
    case .array: return "bytes(of: \(value).a)"
    case .object: return "\(objectType(argument)).existing(\(value).o)"
    case .newID: return "NewObject(id: \(value).n)"
    }
  }

  /// Emits the dispatch from an opcode to the enumeration case.
  func emitDispatch(
    _ messages: [Message], type: String, handler: String, of interface: Interface, into out: inout Writer
  ) {
    out.line(
      "\(side == .client ? "public " : "")override func dispatch(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {"
    )
    if messages.isEmpty {
      out.line("}")
      return
    }
    out.line("switch opcode {")
    for (opcode, message) in messages.enumerated() {
      let values = message.arguments.enumerated().map { index, argument in
        "\(memberName(argument.name)): \(reading(argument, at: index, in: interface))"
      }
      let made = ".\(memberName(message.name))" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
      if message.arguments.contains(where: { $0.kind == .fd }) {
        // Create the message even without a handler, so that an unused descriptor is closed.
        out.line("case \(opcode):")
        out.line("let message: \(handler == "onEvent" ? "Event" : "Request") = \(made)")
        out.line("\(handler)?(message)")
      } else {
        out.line("case \(opcode): \(handler)?(\(made))")
      }
    }
    out.line("default: break")
    out.line("}")
    out.line("}")
  }
}
