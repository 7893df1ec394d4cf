import JSON

/// A state as Home Assistant has it.
struct EntityState {
  var state: String
  var attributes: [String: JSONValue]

  /// Whether the entity has a reading. The others are the words for a device that doesn't answer, and for no reading yet.
  var isKnown: Bool { state != "unavailable" && state != "unknown" }
}

/// The states of the subscribed entities, which `subscribe_entities` sends: first all of them, then only differences.
struct EntityStates {
  private(set) var all: [String: EntityState] = [:]

  /// Applies the message of an event.
  ///
  /// - Returns: The entities whose state changed, was added or was removed.
  mutating func apply(_ event: JSONValue) -> Set<String> {
    guard case .object(let parts) = event else { return [] }
    var changed: Set<String> = []
    for (entity, new) in Self.members(parts["a"]) {
      all[entity] = EntityState(state: new["s"]?.text ?? "", attributes: Self.attributes(new["a"]))
      changed.insert(entity)
    }
    for (entity, difference) in Self.members(parts["c"]) {
      guard var state = all[entity] else { continue }
      if case .object(let additions)? = difference["+"] {
        state.state = additions["s"]?.text ?? state.state
        state.attributes.merge(Self.attributes(additions["a"])) { $1 }
      }
      if case .object(let removals)? = difference["-"], case .array(let names)? = removals["a"] {
        for name in names.compactMap(\.text) { state.attributes[name] = nil }
      }
      all[entity] = state
      changed.insert(entity)
    }
    if case .array(let removed)? = parts["r"] {
      for entity in removed.compactMap(\.text) {
        all[entity] = nil
        changed.insert(entity)
      }
    }
    return changed
  }

  /// The members of an object whose values are objects.
  private static func members(_ json: JSONValue?) -> [(name: String, value: JSONMembers)] {
    guard case .object(let members)? = json else { return [] }
    return members.all.compactMap { name, value in
      if case .object(let value) = value { (name, value) } else { nil }
    }
  }

  private static func attributes(_ json: JSONValue?) -> [String: JSONValue] {
    guard case .object(let members)? = json else { return [:] }
    return Dictionary(members.all.map { ($0.name, $0.value) }) { $1 }
  }
}
