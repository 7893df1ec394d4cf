extension Emitter {
  func emitServer(_ interface: Interface, into out: inout Writer) {
    let type = typeName(interface.name)
    out.doc(interface.summary, " The server's side.")
    out.line("public final class \(type)Resource: Resource {")
    out.line(
      "public override class var interface: UnsafePointer<wl_interface> { protocolTables[\"\(interface.name)\"] }")
    emitEnums(of: interface, into: &out)
    if !interface.requests.isEmpty {
      out.lines("", "public enum Request {")
      for request in interface.requests {
        out.doc(request.summary)
        out.line(caseDeclaration(request, in: interface))
      }
      out.lines("}", "", "public var onRequest: ((Request) -> Void)?", "")
      emitDispatch(interface.requests, type: type, handler: "onRequest", of: interface, into: &out)
      let destructors = interface.requests.indices.filter { interface.requests[$0].isDestructor }
      out.line("override class func isDestructor(_ opcode: UInt32) -> Bool { \(destructors).contains(Int(opcode)) }")
    }
    for (opcode, event) in interface.events.enumerated() {
      let parameters = event.arguments.map { "\(memberName($0.name)): \(sentType($0, in: interface))" }
      out.line()
      out.doc(event.summary)
      out.line("public func send\(typeName(event.name))(\(parameters.joined(separator: ", "))) {")
      let strings = event.arguments.filter { $0.kind == .string }.map { memberName($0.name) }
      let arrays = event.arguments.filter { $0.kind == .array }.map { memberName($0.name) }
      for name in strings { out.line("withCString(\(name)) { \(name) in") }
      for name in arrays { out.line("withArray(\(name)) { \(name) in") }
      out.line(
        "post(\(opcode), since: \(event.since), [\(event.arguments.map { sending($0) }.joined(separator: ", "))])")
      for _ in strings + arrays { out.line("}") }
      out.line("}")
    }
    out.line("}")
  }

  private func sending(_ argument: Argument) -> String {
    let name = memberName(argument.name)
    if argument.enumeration != nil {
      return argument.kind == .int
        ? "wl_argument(i: Int32(bitPattern: \(name).rawValue))" : "wl_argument(u: \(name).rawValue)"
    }
    switch argument.kind {
    case .int: return "wl_argument(i: \(name))"
    case .uint: return "wl_argument(u: \(name))"
    case .fixed: return "wl_argument(f: fixed(\(name)))"
    case .fd: return "wl_argument(h: \(name))"
    case .string: return "wl_argument(s: \(name))"
    case .array: return "wl_argument(a: \(name))"
    case .object, .newID:
      return argument.isNullable ? "wl_argument(o: \(name)?.object)" : "wl_argument(o: \(name).object)"
    }
  }
}
