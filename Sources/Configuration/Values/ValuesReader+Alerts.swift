import Scenes

extension ValuesReader {
  /// Reads the alerts of values, once all values are defined.
  static func readAlerts(
    _ values: [(name: String, json: LocatedJSON)], _ definitions: inout [String: ValueDefinition],
    _ reader: inout DocumentReader
  ) {
    let known = reader.values
    defer { reader.values = known }
    reader.values.merge(definitions) { $1 }
    for (name, json) in values {
      guard let members = try? json.object(), let json = members["alert"] else { continue }
      do throws(Diagnostic) {
        definitions[name]?.alert = try JSONFormat<ValueDefinition.Alert>.alert.read(json, &reader)
        if let stale = try json.object()["stale"] { try definitions[name]?.checkStale(stale) }
      } catch {
        reader.errors.append(error)
      }
    }
  }
}

extension JSONFormat<ValueDefinition.Alert> {
  /// A message with the keys of a comparison.
  static let alert = Self(
    { alert in
      let comparison = ValueComparison.allFields.members(of: alert.comparison).all
      return .object(JSONMembers(comparison + Message.fields.members(of: alert.message).all))
    },
    read: { json, reader throws(Diagnostic) in
      var alert = Value(ValueComparison(), Message(title: LiveText()))
      let keys = ValueComparison.allFields.map(\.key) + Message.fields.map(\.key)
      guard let object = json.object(keys, &reader.errors) else { return alert }
      reader.read(object, into: &alert.message, Message.fields, required: ["title"])
      alert.message.checkNames(json, &reader)
      try alert.comparison.read(object, found: "no comparison", &reader)
      return alert
    })
}
