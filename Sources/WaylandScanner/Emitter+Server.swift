extension Emitter {
  func emitServer(_ interface: Interface, into out: inout Writer) {
    out.doc(interface.summary, " The server's side.")
    out.lines(
      "public final class \(typeName(interface.name))Resource: Resource {",
      "public override class var interface: UnsafePointer<wl_interface> { protocolTables[\"\(interface.name)\"] }")
    emitEnums(of: interface, into: &out)
    if !interface.requests.isEmpty {
      emitReceivedMessages(interface.requests, of: interface, into: &out)
      let destructors = interface.requests.indices.filter { interface.requests[$0].isDestructor }
      out.line("override class func isDestructor(_ opcode: UInt32) -> Bool { \(destructors).contains(Int(opcode)) }")
    }
    for (opcode, event) in interface.events.enumerated() {
      let parameters = event.arguments.map { "\(memberName($0.name)): \(sentType($0, in: interface))" }
      out.line()
      out.doc(event.summary)
      out.line("public func send\(typeName(event.name))(\(parameters.joined(separator: ", "))) {")
      emitArguments(of: event, into: &out) { out in
        out.line(
          "post(\(opcode), since: \(event.since), [\(event.arguments.map(sentExpression).joined(separator: ", "))])")
      }
      out.line("}")
    }
    out.line("}")
  }
}
