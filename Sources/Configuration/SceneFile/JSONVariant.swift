/// A variant of an object, selected by a key that no other variant has.
///
/// `Model` is the Swift value that is read or written.
struct JSONVariant<Model>: Sendable {
  /// The variant's keys. The first one selects the variant.
  let keys: [String]
  let read: @Sendable (JSONObject, inout DocumentReader) -> Model
  /// Returns a model's members, or `nil` if it is of another variant.
  let write: @Sendable (Model) -> JSONMembers?

  /// Creates a variant.
  ///
  /// - Parameters:
  ///   - defaults: The values of omitted keys.
  ///   - make: Creates a model from the values that were read.
  ///   - values: Returns the values to write, or `nil` if the model is of another variant.
  init<Value: Sendable>(
    _ defaults: Value, _ fields: [JSONField<Value>], make: @escaping @Sendable (Value) -> Model,
    values: @escaping @Sendable (Model) -> Value?
  ) {
    keys = fields.map(\.key)
    read = { object, reader in
      var value = defaults
      reader.read(object, into: &value, fields)
      return make(value)
    }
    write = { values($0).map { fields.members(of: $0) } }
  }
}

extension Array {
  /// Returns a model's members, or `nil` if it is of no variant.
  func members<Model>(of model: Model) -> JSONMembers? where Element == JSONVariant<Model> {
    lazy.compactMap { $0.write(model) }.first
  }

  /// Reads an object with the first key of exactly one variant. A key of another variant is an error.
  func read<Model>(_ object: JSONObject, _ reader: inout DocumentReader) throws(Diagnostic) -> Model
  where Element == JSONVariant<Model> {
    let candidates = filter { object[$0.keys[0]] != nil }
    guard candidates.count == 1 else {
      let found = candidates.isEmpty ? "none of them" : candidates.map { $0.keys[0] }.joined(separator: " and ")
      throw object.json.diagnostic(found: found, expected: "one of \(map { $0.keys[0] }.joined(separator: ", "))")
    }
    let selected = candidates[0]
    for variant in self {
      for key in variant.keys where !selected.keys.contains(key) {
        if let json = object[key] { throw json.diagnostic(expected: "this key only together with \(variant.keys[0])") }
      }
    }
    return selected.read(object, &reader)
  }
}
