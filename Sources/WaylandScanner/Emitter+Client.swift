extension Emitter {
  func emitClient(_ interface: Interface, into out: inout Writer) {
    let type = typeName(interface.name)
    out.doc(interface.summary, " Bound at version \(interface.version) at most.")
    out.line("public final class \(type): Proxy {")
    out.line(
      "public override class var interface: UnsafePointer<wl_interface> { protocolTables[\"\(interface.name)\"] }")
    emitEnums(of: interface, into: &out)
    if !interface.events.isEmpty {
      out.lines("", "public enum Event {")
      for event in interface.events {
        out.doc(event.summary, event.since > 1 ? " Since version \(event.since)." : "")
        out.line(caseDeclaration(event, in: interface))
      }
      out.lines("}", "", "/// Called for each event, with arrays and strings that are valid until it returns.")
      out.line("public var onEvent: ((Event) -> Void)?")
      out.line()
      emitDispatch(interface.events, type: type, handler: "onEvent", of: interface, into: &out)
    }
    for (opcode, request) in interface.requests.enumerated() {
      emitRequest(request, opcode: opcode, of: interface, into: &out)
    }
    out.line("}")
  }

  private func emitRequest(_ request: Message, opcode: Int, of interface: Interface, into out: inout Writer) {
    let new = request.arguments.first { $0.kind == .newID }
    let isGeneric = new.map { $0.interface == nil } ?? false
    var parameters: [String] = []
    var values: [String] = []
    for argument in request.arguments {
      let name = memberName(argument.name)
      if argument.kind == .newID {
        if isGeneric {
          parameters += ["as type: T.Type", "version: UInt32"]
          values += ["wl_argument(s: T.interface.pointee.name)", "wl_argument(u: version)"]
        }
        values.append("wl_argument(n: 0)")
        continue
      }
      parameters.append("\(name): \(sentType(argument, in: interface))")
      values.append(writing(argument, name: name))
    }
    let result = new.map { $0.interface.map(typeName) ?? "T" }
    out.line()
    out.doc(
      request.summary,
      request.since == 1
        ? ""
        : request.isDestructor
          ? " Since version \(request.since); before it, on this side alone."
          : " Since version \(request.since): throws where an older one is bound.")
    let throwing = request.since > 1 && !request.isDestructor ? " throws(TooNewRequest)" : ""
    out.line(
      "\(result == nil ? "" : "@discardableResult ")public func \(memberName(request.name))\(isGeneric ? "<T: Proxy>" : "")(\(parameters.joined(separator: ", ")))\(throwing)\(result.map { " -> \($0)" } ?? "") {"
    )
    if request.since > 1 {
      // Destroying an object must work at any bound version; an older compositor just isn't notified.
      out.line(
        request.isDestructor
          ? "guard version >= \(request.since) else { return forget() }"
          : "try require(\(request.since), for: \"\(request.name)\")")
    }
    let strings = request.arguments.filter { $0.kind == .string }.map { memberName($0.name) }
    let arrays = request.arguments.filter { $0.kind == .array }.map { memberName($0.name) }
    for name in strings { out.line("\(result == nil ? "" : "return ")withCString(\(name)) { \(name) in") }
    for name in arrays { out.line("\(result == nil ? "" : "return ")withArray(\(name)) { \(name) in") }
    out.line("withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: \(max(values.count, 1))) { arguments in")
    for (index, value) in values.enumerated() {
      out.line("arguments.initializeElement(at: \(index), to: \(value))")
    }
    let flag = request.isDestructor ? ", destroys: true" : ""
    if let result {
      out.line(
        "return \(result)(adopting: sendNew(\(opcode), \"\(request.name)\", arguments, interface: \(result).interface, version: version), madeBy: self)"
      )
    } else {
      out.line("send(\(opcode), \"\(request.name)\", arguments\(flag))")
    }
    out.line("}")
    for _ in strings + arrays { out.line("}") }
    out.line("}")
  }

  private func writing(_ argument: Argument, name: String) -> String {
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
    case .object:
      return argument.isNullable ? "wl_argument(o: \(name)?.object)" : "wl_argument(o: \(name).object)"
    case .newID: return "wl_argument(n: 0)"
    }
  }
}
