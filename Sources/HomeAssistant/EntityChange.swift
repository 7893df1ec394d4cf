import ControlProtocol
import JSON

/// A change of a control that shows an entity.
struct EntityChange {
  let entity: String
  /// The path of the reading in the value: empty or `/state` for the state, or `/attributes/NAME`.
  let member: String
  let text: String

  /// Returns the call that a change leads to.
  ///
  /// - Parameter state: The entity's state, if it is known.
  /// - Throws: A `Refusal` that says what is expected.
  func call(_ state: EntityState?) throws(Refusal) -> ServiceCall {
    let domain = domain(of: entity)
    guard let kind = EntityKind.all[domain] else { throw Refusal("\(entity) can't be changed") }
    let attribute = try attribute(kind)
    if attribute == nil, let service = kind.words[text] {
      return ServiceCall(domain: domain, service: service, entity: entity)
    }
    guard let property = kind.properties.first(where: { $0.attribute == attribute }) else {
      throw Refusal("\(entity): found '\(text.shortened(to: 40))'; expected \(kind.words.keys.sorted().alternatives)")
    }
    let value = try value(property)
    if let service = property.serviceForZero, case .number(0) = value {
      return ServiceCall(domain: domain, service: service, entity: entity)
    }
    var data: [JSONMembers.Member] = [(property.key, value)]
    // The service expects both ends of a range.
    let others = ["target_temp_low": "target_temp_high", "target_temp_high": "target_temp_low"]
    if let other = others[property.key], let end = state?.attributes[other] { data.append((other, end)) }
    return ServiceCall(domain: domain, service: property.service, entity: entity, data: data)
  }

  /// The attribute that the member names; `nil` for the state.
  private func attribute(_ kind: EntityKind) throws(Refusal) -> String? {
    guard !member.isEmpty, member != "/state" else { return nil }
    let attributes = kind.properties.compactMap(\.attribute)
    if let attribute = attributes.first(where: { member == "/attributes/\($0)" }) { return attribute }
    let members = attributes.map { "/attributes/\($0)" }
    let suggestion = member.nearest(among: members).map { "; did you mean \($0)?" }
    let expected = "; expected \((["no member"] + members).alternatives)"
    throw Refusal("\(entity): \(member) can't be changed\(suggestion ?? expected)")
  }

  private func value(_ property: EntityKind.Property) throws(Refusal) -> JSONValue {
    switch property.form {
    case .text: return .string(text)
    case .boolean:
      switch text {
      case "on", "true": return true
      case "off", "false": return false
      default: throw Refusal("\(entity): found '\(text.shortened(to: 40))'; expected on or off")
      }
    case .number, .fraction:
      guard let number = Double(text), number.isFinite else {
        throw Refusal("\(entity): found '\(text.shortened(to: 40))'; expected a number")
      }
      return .number(property.form == .fraction ? number / 100 : number)
    }
  }
}
