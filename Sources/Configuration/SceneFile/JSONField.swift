/// A key of an object in a file, with functions that read its value into a Swift value, the owner, and write it back.
///
/// `inspect` and the reader use the same table, so they support the same keys.
struct JSONField<Owner>: Sendable {
  typealias Read =
    @Sendable (
      _ json: LocatedJSON, _ object: JSONObject, _ owner: inout Owner, _ reader: inout DocumentReader
    ) throws(Diagnostic) -> Void

  let key: String
  /// Returns the value to write, or `nil` to omit the key.
  let write: @Sendable (Owner) -> JSONValue?
  let read: Read

  /// Creates a key with a custom reader and writer. The default writer omits the key.
  init(_ key: String, write: @escaping @Sendable (Owner) -> JSONValue? = { _ in nil }, read: @escaping Read) {
    (self.key, self.write, self.read) = (key, write, read)
  }

  init<Value>(_ key: String, _ path: WritableKeyPath<Owner, Value> & Sendable, _ format: JSONFormat<Value>) {
    self.init(
      key, write: { format.write($0[keyPath: path]) },
      read: { json, _, owner, reader throws(Diagnostic) in
        owner[keyPath: path] = try format.read(json, &reader)
      })
  }

  /// Creates a key that is omitted when its value is the default.
  init<Value: Equatable & Sendable>(
    _ key: String, _ path: WritableKeyPath<Owner, Value> & Sendable, _ format: JSONFormat<Value>,
    omittedIf defaultValue: Value
  ) {
    let field = Self(key, path, format)
    self.init(key, write: { $0[keyPath: path] == defaultValue ? nil : field.write($0) }, read: field.read)
  }

  /// Creates a key that is omitted when its value is `nil`.
  static func optional<Value>(
    _ key: String, _ path: WritableKeyPath<Owner, Value?> & Sendable, _ format: JSONFormat<Value>
  ) -> Self {
    Self(
      key, write: { $0[keyPath: path].map(format.write) },
      read: { json, _, owner, reader throws(Diagnostic) in
        owner[keyPath: path] = try format.read(json, &reader)
      })
  }
}

extension Array {
  /// Returns an owner's members, sorted by key.
  func members<Owner>(of owner: Owner) -> JSONMembers where Element == JSONField<Owner> {
    JSONMembers(compactMap { field in field.write(owner).map { (field.key, $0) } }.sorted { $0.0 < $1.0 })
  }
}

extension DocumentReader {
  /// Reads an object's members. An error in one member doesn't prevent reading the others.
  mutating func read<Owner>(
    _ object: JSONObject, into owner: inout Owner, _ fields: [JSONField<Owner>], required: [String] = []
  ) {
    for field in fields {
      do throws(Diagnostic) {
        if let json = object[field.key] {
          try field.read(json, object, &owner, &self)
        } else if required.contains(field.key) {
          _ = try object.required(field.key)
        }
      } catch {
        errors.append(error)
      }
    }
  }
}
