/// A value in a JSON file, with its path for error messages.
package struct JSONPlace {
  package let value: JSONValue
  /// The value's JSONPath, such as `$.root.children[2]`.
  package let path: String
  package let file: String

  package init(value: JSONValue, path: String = "$", file: String) {
    (self.value, self.path, self.file) = (value, path, file)
  }

  package func fault(_ expected: String) -> Diagnostic { fault(found: value.found, expected) }

  func fault(found: String, _ expected: String) -> Diagnostic { Diagnostic(file, path, found: found, expected: expected) }

  /// Returns the fault of an unknown member, with a suggestion if a known name is similar.
  package func unknown(_ name: String, among known: some Collection<String>) -> Diagnostic {
    let place = "\(path).\(name.shortened(to: 40))"
    if let near = name.nearest(among: known) {
      return Diagnostic(file, place, "found an unknown key; did you mean \(near)?")
    }
    return Diagnostic(file, place, found: "an unknown key", expected: known.sorted().alternatives)
  }

  package func object() throws(Diagnostic) -> JSONObject {
    guard case .object(let members) = value else { throw fault("an object") }
    return JSONObject(members: members, place: self)
  }

  /// Resolves another file's path relative to the directory of this file.
  func resolved(_ path: String) -> String {
    path.hasPrefix("/") ? path : (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + path
  }

  package func array() throws(Diagnostic) -> [JSONPlace] {
    guard case .array(let values) = value else { throw fault("an array") }
    return values.enumerated().map { JSONPlace(value: $1, path: "\(path)[\($0)]", file: file) }
  }

  package func bool() throws(Diagnostic) -> Bool {
    guard case .bool(let bool) = value else { throw fault("true or false") }
    return bool
  }
}

/// A JSON object's members, with the object's place.
package struct JSONObject {
  package let members: JSONMembers
  package let place: JSONPlace

  /// The place of a member; `nil` if the object has no such member.
  package subscript(_ name: String) -> JSONPlace? {
    members[name].map { JSONPlace(value: $0, path: "\(place.path).\(name)", file: place.file) }
  }

  package func required(_ name: String) throws(Diagnostic) -> JSONPlace {
    guard let member = self[name] else {
      throw Diagnostic(place.file, "\(place.path).\(name)", found: "nothing", expected: "this key")
    }
    return member
  }
}
