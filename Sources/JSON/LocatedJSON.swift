/// A value in a JSON file, with its path for error messages.
package struct LocatedJSON {
  package let value: JSONValue
  /// The value's JSONPath, such as `$.root.children[2]`.
  package let path: String
  package let file: String
  /// Reads the files that this one names.
  package let files: SourceFiles
  /// The use of the template that contains the value; `nil` outside of templates.
  package let use: TemplateUse?

  package init(
    value: JSONValue, path: String = "$", file: String, files: SourceFiles = SourceFiles(checksum: nil),
    use: TemplateUse? = nil
  ) {
    (self.value, self.path, self.file, self.files, self.use) = (value, path, file, files, use)
  }

  /// Reads a file.
  ///
  /// - Parameter maximumSize: In bytes.
  package init(contentsOf file: String, maximumSize: Int, _ files: SourceFiles) throws(Diagnostic) {
    let bytes: [UInt8]
    do {
      bytes = try files.read(file, upTo: maximumSize)
    } catch {
      throw Diagnostic(files.location(of: file), error.reason)
    }
    self.init(value: try JSONValue.read(bytes, name: file), file: file, files: files)
  }

  /// Whether the value is null.
  package var isNull: Bool { if case .null = value { true } else { false } }

  package func diagnostic(expected: String) -> Diagnostic {
    diagnostic(found: value.shortDescription, expected: expected)
  }

  package func diagnostic(found: String, expected: String) -> Diagnostic {
    diagnostic("found \(found); expected \(expected)")
  }

  /// Returns an error at the value. If the value is in a template, the error also names the place that uses it.
  package func diagnostic(_ reason: String) -> Diagnostic {
    Diagnostic(file, at: path, reason, in: use)
  }

  /// Resolves another file's path relative to the directory of this file.
  package func resolved(_ path: String) -> String {
    path.hasPrefix("/") ? path : file.directory + path
  }

  /// Locates a value within this value.
  ///
  /// - Parameter step: The JSONPath of the inner value, relative to this value.
  fileprivate func child(_ value: JSONValue, at step: String) -> LocatedJSON {
    LocatedJSON(value: value, path: path + step, file: file, files: files, use: use)
  }
}

/// The use of a template, by a node.
package final class TemplateUse: Sendable, CustomStringConvertible {
  package let template: String
  /// The template's use that contains this one; `nil` for a use outside of templates.
  package let outer: TemplateUse?
  private let location: String

  package init(of template: String, at json: LocatedJSON) {
    (self.template, outer, location) = (template, json.use, "\(json.file): \(json.path)")
  }

  /// The names of the template and of those around it.
  package var names: [String] { [template] + (outer?.names ?? []) }

  /// The end of an error message in the template.
  package var description: String { ", used at \(location)\(outer.map { "\($0)" } ?? "")" }
}

// MARK: Objects

/// A JSON object's members, with the object itself for error messages.
package struct JSONObject {
  package let members: JSONMembers
  package let json: LocatedJSON

  package init(members: JSONMembers, json: LocatedJSON) { (self.members, self.json) = (members, json) }

  /// A member; `nil` if the object has no such member.
  package subscript(_ name: String) -> LocatedJSON? { members[name].map { json.child($0, at: ".\(name)") } }

  package func required(_ name: String) throws(Diagnostic) -> LocatedJSON {
    guard let member = self[name] else {
      throw json.child(.null, at: ".\(name)").diagnostic(found: "nothing", expected: "this key")
    }
    return member
  }
}

extension LocatedJSON {
  /// The number of errors after which further errors aren't reported: the file is probably of another kind.
  package static let maximumErrors = 100

  package func object() throws(Diagnostic) -> JSONObject {
    guard case .object(let members) = value else { throw diagnostic(expected: "an object") }
    return JSONObject(members: members, json: self)
  }

  /// Returns the members of an object. Adds an error and returns `nil` if the value isn't an object.
  ///
  /// An unknown member adds an error and doesn't prevent reading the others. Names that start with `//` are comments,
  /// and the top-level `$schema` is for editors.
  ///
  /// - Parameters:
  ///   - known: The names of the members that the caller reads.
  ///   - ignored: The names of other members that aren't errors.
  ///   - errors: Receives the errors.
  package func object(_ known: [String], ignoring ignored: [String] = [], _ errors: inout [Diagnostic]) -> JSONObject? {
    guard case .object(let members) = value else {
      errors.append(diagnostic(expected: "an object"))
      return nil
    }
    let unknown = Set(members.keys).subtracting(known).subtracting(ignored).filter {
      !$0.hasPrefix("//") && !(path == "$" && $0 == "$schema")
    }
    for name in unknown.sorted().prefix(Self.maximumErrors) {
      let member = child(.null, at: ".\(name.shortened(to: 40))")
      let suggestion = name.nearest(among: known).map { "; did you mean \($0)?" }
      let names = Set(known).sorted()
      // A longer list doesn't help to find the key that was meant.
      let list = names.count > 20 ? "one of \(names.count) others, which the manual lists" : names.alternatives
      let reason = "found an unknown key" + (suggestion ?? "; expected \(list)")
      errors.append(member.diagnostic(reason))
    }
    return JSONObject(members: members, json: self)
  }

  /// Reads an object whose keys are arbitrary names, without comments.
  package func dictionary<Value>(
    _ read: (_ name: String, LocatedJSON) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> [String: Value] {
    var values: [String: Value] = [:]
    for (name, value) in try object().members.all where !name.hasPrefix("//") {
      values[name] = try read(name, child(value, at: ".\(name)"))
    }
    return values
  }
}

// MARK: Arrays, numbers, booleans

extension LocatedJSON {
  /// The largest magnitude of a number in a file. Unlimited numbers could break the renderer.
  package static let maximumNumber = 1e7

  /// - Parameter expected: The array in words, for the error.
  package func array(_ expected: String = "an array") throws(Diagnostic) -> [LocatedJSON] {
    guard case .array(let values) = value else { throw diagnostic(expected: expected) }
    return values.enumerated().map { child($1, at: "[\($0)]") }
  }

  package func bool() throws(Diagnostic) -> Bool {
    guard case .bool(let bool) = value else { throw diagnostic(expected: "true or false") }
    return bool
  }

  package func number(
    _ range: ClosedRange<Double> = -maximumNumber...maximumNumber
  ) throws(Diagnostic) -> Double {
    guard case .number(let number) = value, range.contains(number) else {
      let bounds = [range.lowerBound, range.upperBound].map { JSONValue.number($0).shortDescription }
      let isDefault = range == -Self.maximumNumber...Self.maximumNumber
      throw diagnostic(expected: isDefault ? "a number" : "a number from \(bounds[0]) to \(bounds[1])")
    }
    return number
  }

  /// Reads a whole number. A number with a fraction is an error; it isn't rounded.
  package func integer(_ range: ClosedRange<Int>) throws(Diagnostic) -> Int {
    guard case .number(let number) = value, let integer = Int(exactly: number), range.contains(integer) else {
      throw diagnostic(expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return integer
  }

  package func numbers(_ count: Int) throws(Diagnostic) -> [Double] {
    guard case .array(let values) = value, values.count == count else { throw diagnostic(expected: "\(count) numbers") }
    var numbers: [Double] = []
    for element in try array() { numbers.append(try element.number()) }
    return numbers
  }
}
