/// A value in a JSON file, with its path for error messages.
package struct JSONPlace {
  package let value: JSONValue
  /// The value's JSONPath, such as `$.root.children[2]`.
  package let path: String
  package let file: String

  package init(value: JSONValue, path: String = "$", file: String) {
    (self.value, self.path, self.file) = (value, path, file)
  }

  /// Whether the value is null.
  var isNull: Bool { if case .null = value { true } else { false } }

  package func fault(_ expected: String) -> Diagnostic { fault(found: value.found, expected) }

  func fault(found: String, _ expected: String) -> Diagnostic {
    Diagnostic(file, at: path, "found \(found); expected \(expected)")
  }

  /// Resolves another file's path relative to the directory of this file.
  func resolved(_ path: String) -> String {
    path.hasPrefix("/") ? path : (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + path
  }

  /// The place of a value within this value.
  ///
  /// - Parameter step: The JSONPath of the other value, relative to this value.
  fileprivate func place(of value: JSONValue, at step: String) -> JSONPlace {
    JSONPlace(value: value, path: path + step, file: file)
  }
}

// MARK: Objects

/// A JSON object's members, with the object's place.
package struct JSONObject {
  package let members: JSONMembers
  package let place: JSONPlace

  /// The place of a member; `nil` if the object has no such member.
  package subscript(_ name: String) -> JSONPlace? { members[name].map { place.place(of: $0, at: ".\(name)") } }

  package func required(_ name: String) throws(Diagnostic) -> JSONPlace {
    guard let member = self[name] else {
      throw place.place(of: .null, at: ".\(name)").fault(found: "nothing", "this key")
    }
    return member
  }
}

extension JSONPlace {
  /// The number of faults at which reading stops: the file is probably the wrong one.
  static let maximumFaults = 100

  package func object() throws(Diagnostic) -> JSONObject {
    guard case .object(let members) = value else { throw fault("an object") }
    return JSONObject(members: members, place: self)
  }

  /// Returns the members of an object, or adds a fault and returns `nil` for any other value.
  ///
  /// An unknown member adds a fault and doesn't prevent reading the others. Names that start with `//` are comments,
  /// and the top-level `$schema` is for editors.
  ///
  /// - Parameter ignored: Unknown members that aren't faults.
  func object(_ known: [String], ignoring ignored: [String] = [], _ faults: inout [Diagnostic]) -> JSONObject? {
    guard case .object(let members) = value else {
      faults.append(fault("an object"))
      return nil
    }
    let unknown = Set(members.keys).subtracting(known).subtracting(ignored).filter {
      !$0.hasPrefix("//") && !(path == "$" && $0 == "$schema")
    }
    for name in unknown.sorted().prefix(Self.maximumFaults) {
      let place = place(of: .null, at: ".\(name.shortened(to: 40))")
      let near = name.nearest(among: known).map { "; did you mean \($0)?" }
      let reason = "found an unknown key" + (near ?? "; expected \(known.sorted().alternatives)")
      faults.append(Diagnostic(file, at: place.path, reason))
    }
    return JSONObject(members: members, place: self)
  }

  /// Reads an object whose keys are arbitrary names.
  ///
  /// - Parameter read: Reads a member. Returns `nil` to skip it.
  package func dictionary<Value>(
    _ read: (_ name: String, JSONPlace) throws(Diagnostic) -> Value?
  ) throws(Diagnostic) -> [String: Value] {
    var values: [String: Value] = [:]
    for (name, value) in try object().members.all { values[name] = try read(name, place(of: value, at: ".\(name)")) }
    return values
  }
}

// MARK: Arrays, numbers, booleans

extension JSONPlace {
  /// The largest magnitude of a number in a file. Unlimited numbers could break the renderer.
  static let maximumNumber = 1e7

  package func array() throws(Diagnostic) -> [JSONPlace] {
    guard case .array(let values) = value else { throw fault("an array") }
    return values.enumerated().map { place(of: $1, at: "[\($0)]") }
  }

  package func bool() throws(Diagnostic) -> Bool {
    guard case .bool(let bool) = value else { throw fault("true or false") }
    return bool
  }

  package func number(
    _ range: ClosedRange<Double> = -maximumNumber...maximumNumber
  ) throws(Diagnostic) -> Double {
    guard case .number(let number) = value, range.contains(number) else {
      let bounds = [range.lowerBound, range.upperBound].map { JSONValue.number($0).found }
      let isDefault = range == -Self.maximumNumber...Self.maximumNumber
      throw fault(isDefault ? "a number" : "a number from \(bounds[0]) to \(bounds[1])")
    }
    return number
  }

  /// Reads a whole number. A number with a fraction is a fault; it isn't rounded.
  package func integer(_ range: ClosedRange<Int>) throws(Diagnostic) -> Int {
    guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
      throw fault("a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  func numbers(_ count: Int) throws(Diagnostic) -> [Double] {
    guard case .array(let values) = value, values.count == count else { throw fault("\(count) numbers") }
    var numbers: [Double] = []
    for place in try array() { numbers.append(try place.number()) }
    return numbers
  }
}
