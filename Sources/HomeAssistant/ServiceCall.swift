import ControlProtocol
import JSON

/// A call of a Home Assistant service.
struct ServiceCall {
  let domain, service: String
  /// The entity to which the service is applied; `nil` if the data have it.
  let entity: String?
  var data: [JSONMembers.Member] = []

  /// The members of the command `call_service`.
  var members: [JSONMembers.Member] {
    var members: [JSONMembers.Member] = [("domain", .string(domain)), ("service", .string(service))]
    if let entity { members.append(("target", ["entity_id": .string(entity)])) }
    if !data.isEmpty { members.append(("service_data", .object(JSONMembers(data)))) }
    return members
  }
}

extension ServiceCall {
  /// Reads a call of a button, such as `light.turn_on`.
  ///
  /// - Parameters:
  ///   - name: The service, with its domain.
  ///   - message: The panel's message, with the entity as `target`, and `data`.
  /// - Throws: A `Refusal` that says what is expected.
  init(_ name: String, _ message: JSONObject) throws(Refusal) {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
      throw Refusal("found '\(name.shortened(to: 40))'; expected a service such as light.turn_on")
    }
    if message["payload"] != nil { throw Refusal("\(name): found a payload; expected data") }
    self.init(domain: String(parts[0]), service: String(parts[1]), entity: message["target"]?.value.text)
    switch message["data"]?.value {
    case nil: break
    case .object(let members)?: data = members.all
    default: throw Refusal("\(name): expected an object as data")
    }
  }
}
