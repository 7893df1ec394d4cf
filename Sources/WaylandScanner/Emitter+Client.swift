extension Emitter {
  func emitClient(_ interface: Interface, into out: inout Writer) {
    out.doc(interface.summary, " Bound at version \(interface.version) at most.")
    out.lines(
      "public final class \(typeName(interface.name)): Proxy {",
      "public override class var interface: UnsafePointer<wl_interface> { protocolTables[\"\(interface.name)\"] }")
    emitEnums(of: interface, into: &out)
    if !interface.events.isEmpty { emitReceivedMessages(interface.events, of: interface, into: &out) }
    for (opcode, request) in interface.requests.enumerated() {
      emitRequest(request, opcode: opcode, of: interface, into: &out)
    }
    out.line("}")
  }

  private func emitRequest(_ request: Message, opcode: Int, of interface: Interface, into out: inout Writer) {
    let newObject = request.arguments.first { $0.kind == .newID }
    // Only for wl_registry.bind: its new_id names no interface.
    let isGeneric = newObject.map { $0.interface == nil } ?? false
    var parameters: [String] = []
    var values: [String] = []
    for argument in request.arguments {
      if argument.kind != .newID {
        parameters.append("\(memberName(argument.name)): \(sentType(argument, in: interface))")
      } else if isGeneric {
        parameters += ["as type: T.Type", "version: UInt32"]
        values += ["wl_argument(s: T.interface.pointee.name)", "wl_argument(u: version)"]
      }
      values.append(sentExpression(argument))
    }
    let result = newObject.map { $0.interface.map(typeName) ?? "T" }
    let (since, canThrow) = (request.since, request.since > 1 && !request.isDestructor)
    out.line()
    out.doc(
      request.summary,
      since == 1
        ? ""
        : " Since version \(since)"
          + (canThrow
            ? "; throws if an older version is bound." : "; with an older version, only destroys the local object."))
    out.line(
      "\(result == nil ? "" : "@discardableResult ")public func \(memberName(request.name))\(isGeneric ? "<T: Proxy>" : "")(\(parameters.joined(separator: ", ")))\(canThrow ? " throws(TooNewRequest)" : "")\(result.map { " -> \($0)" } ?? "") {"
    )
    if canThrow {
      out.line("try require(\(since), for: \"\(request.name)\")")
    } else if since > 1 {
      // Destroying an object must work at any bound version; an older compositor just isn't notified.
      out.line("guard version >= \(since) else { return destroyLocally() }")
    }
    emitArguments(of: request, returns: result != nil, into: &out) { out in
      out.line("withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: \(max(values.count, 1))) { arguments in")
      for (index, value) in values.enumerated() {
        out.line("arguments.initializeElement(at: \(index), to: \(value))")
      }
      let call = "(\(opcode), \"\(request.name)\", arguments"
      out.line(
        result.map {
          "return \($0)(adopting: sendNew\(call), interface: \($0).interface, version: version), madeBy: self)"
        } ?? "send\(call)\(request.isDestructor ? ", destroys: true" : ""))")
      out.line("}")
    }
    out.line("}")
  }
}
