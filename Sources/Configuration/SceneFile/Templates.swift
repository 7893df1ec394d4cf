import Scenes

/// The templates of a scene file or a configuration, and of the files that it includes. A node `{ "template": NAME,
/// "with": { … } }` is replaced by a template's node, with the arguments in place of `${parameter}`.
struct Templates {
  /// The maximum number of included files.
  static let maximumFileCount = 16
  /// The maximum number of templates that are used within each other.
  static let maximumDepth = 4
  /// The maximum size of all expanded nodes and values, in bytes of their texts. Each JSON value counts as 16 bytes.
  static let maximumSize = SceneReader.maximumFileSize

  static let keys = ["parameters", "node", "values"]
  /// The keys of a node that uses a template.
  static let useKeys = ["template", "with"]

  private struct Template {
    var parameters: [String]
    var node: LocatedJSON
    var values: LocatedJSON?
    var file: String
    /// Whether the definition has an error. Uses are then empty nodes, without further errors.
    var isInvalid = false
  }

  private var templates: [String: Template] = [:]
  private var remainingSize = maximumSize

  /// Returns the errors in a file that others include.
  static func errors(in file: LocatedJSON) -> [Diagnostic] {
    var (templates, errors) = (Templates(), [Diagnostic]())
    templates.readFile(file, &errors)
    return errors
  }

  // MARK: Definitions

  /// Reads `include`: the paths of files with templates.
  mutating func include(_ json: LocatedJSON, _ errors: inout [Diagnostic]) throws(Diagnostic) {
    let elements = try json.array("an array of at most \(Self.maximumFileCount) files")
    guard elements.count <= Self.maximumFileCount else {
      throw json.diagnostic(expected: "at most \(Self.maximumFileCount) files")
    }
    for element in elements {
      do throws(Diagnostic) {
        let path = element.resolved(try element.string())
        readFile(
          try LocatedJSON(contentsOf: path, maximumSize: SceneReader.maximumFileSize, element.files), &errors)
      } catch {
        errors.append(error)
      }
    }
  }

  private mutating func readFile(_ file: LocatedJSON, _ errors: inout [Diagnostic]) {
    do throws(Diagnostic) {
      if let object = file.object(["templates"], &errors) { try define(try object.required("templates"), &errors) }
    } catch {
      errors.append(error)
    }
  }

  /// Reads `templates`.
  mutating func define(_ json: LocatedJSON, _ errors: inout [Diagnostic]) throws(Diagnostic) {
    let object = try json.object()
    for name in object.members.keys where !name.hasPrefix("//") {
      guard let json = object[name] else { continue }
      do throws(Diagnostic) {
        try Self.checkName(name, of: json)
        if let file = templates[name]?.file {
          throw json.diagnostic(found: "another template than in \(file)", expected: "a name of its own")
        }
        templates[name] = Template(
          parameters: [], node: LocatedJSON(value: [:], file: json.file), file: json.file, isInvalid: true)
        if let template = try template(json, &errors) { templates[name] = template }
      } catch {
        errors.append(error)
      }
    }
  }

  private func template(_ json: LocatedJSON, _ errors: inout [Diagnostic]) throws(Diagnostic) -> Template? {
    if case .object(let members) = json.value, members["node"] == nil,
      members.keys.contains(where: DocumentReader.keys.contains)
    {
      throw json.diagnostic(found: "keys of a node", expected: "them in its node: { \"node\": { … } }")
    }
    guard let object = json.object(Self.keys, &errors) else { return nil }
    var parameters: [String] = []
    for element in try object["parameters"]?.array() ?? [] {
      let name = try element.string()
      try Self.checkName(name, of: element)
      guard !parameters.contains(name) else { throw element.diagnostic(expected: "each parameter once") }
      parameters.append(name)
    }
    let template = Template(
      parameters: parameters, node: try object.required("node"), values: object["values"], file: json.file)
    for part in [template.node, template.values].compactMap({ $0 }) {
      for name in Set(part.value.parameterNames).subtracting(parameters).sorted() {
        let known = parameters.isEmpty ? "" : "\(parameters.map { "${\($0)}" }.alternatives), or "
        let suggestion = name.nearest(among: parameters).map { "; did you mean ${\($0)}?" }
        let expected = "; expected \(known)$${ for a literal ${"
        errors.append(part.diagnostic("found ${\(name)}, which isn't in \"parameters\"" + (suggestion ?? expected)))
      }
    }
    return template
  }

  private static func checkName(_ name: String, of json: LocatedJSON) throws(Diagnostic) {
    guard !LiveText.isName(name) else { return }
    throw json.diagnostic(
      found: "'\(name.shortened(to: LiveText.maximumNameLength))'",
      expected: "a name of at most \(LiveText.maximumNameLength) \(LiveText.nameCharacters)")
  }

  // MARK: Uses

  /// Returns the node itself, or the node of the template that it uses. Adds an error and returns `nil`
  /// if the template can't be used.
  mutating func expanded(_ json: LocatedJSON, _ errors: inout [Diagnostic]) -> LocatedJSON? {
    guard errors.count < LocatedJSON.maximumErrors else { return nil }
    var node = json
    do throws(Diagnostic) {
      while let expansion = try expansion(of: node, &errors) { node = expansion.node }
      return node
    } catch {
      errors.append(error)
      return nil
    }
  }

  /// Returns the values that the templates define which a node and its descendants use, in their order.
  func values(usedIn node: LocatedJSON) -> [(name: String, json: LocatedJSON)] {
    var (copy, values) = (self, [(name: String, json: LocatedJSON)]())
    copy.collectValues(usedIn: node, into: &values)
    return values
  }

  private mutating func collectValues(
    usedIn node: LocatedJSON, into values: inout [(name: String, json: LocatedJSON)]
  ) {
    // The errors are reported when the node is read.
    var errors: [Diagnostic] = []
    if let expansion = try? expansion(of: node, &errors) {
      if let object = try? expansion.values?.object() {
        values += object.members.keys.compactMap { name in object[name].map { (name, $0) } }
      }
      return collectValues(usedIn: expansion.node, into: &values)
    }
    guard let object = try? node.object() else { return }
    for child in (try? object["children"]?.array()) ?? [] { collectValues(usedIn: child, into: &values) }
    if let row = try? object["list"]?.object()["row"] { collectValues(usedIn: row, into: &values) }
  }

  /// Returns the node and the values of the template that a node uses; `nil` if it uses none.
  private mutating func expansion(
    of json: LocatedJSON, _ errors: inout [Diagnostic]
  ) throws(Diagnostic) -> (node: LocatedJSON, values: LocatedJSON?)? {
    guard case .object(let members) = json.value, members["template"] != nil else { return nil }
    guard let object = json.object(Self.useKeys, &errors) else { return nil }
    let nameJSON = try object.required("template")
    let name = try nameJSON.string()
    guard let template = templates[name] else {
      let found = "found '\(name.shortened(to: LiveText.maximumNameLength))', which isn't in \"templates\""
      let suggestion = name.nearest(among: templates.keys).map { "; did you mean \($0)?" }
      let expected = templates.isEmpty ? "one of \"templates\" or \"include\"" : templates.keys.sorted().alternatives
      throw nameJSON.diagnostic(found + (suggestion ?? "; expected \(expected)"))
    }
    guard !template.isInvalid else { return (template.node, nil) }
    let outer = json.use?.names ?? []
    guard !outer.contains(name) else { throw nameJSON.diagnostic(found: "\(name) in itself", expected: "no cycle") }
    guard outer.count < Self.maximumDepth else {
      throw nameJSON.diagnostic(
        found: "level \(outer.count + 1)", expected: "at most \(Self.maximumDepth) templates within each other")
    }
    let arguments = object["with"] ?? LocatedJSON(value: [:], path: "\(json.path).with", file: json.file, use: json.use)
    guard let with = arguments.object(template.parameters, &errors) else { return nil }
    for parameter in template.parameters { _ = try with.required(parameter) }
    let use = TemplateUse(of: name, at: json)
    func replaced(_ part: LocatedJSON) throws(Diagnostic) -> LocatedJSON {
      let value = try part.value.replacingParameters(with, &remainingSize)
      guard remainingSize >= 0 else {
        throw json.diagnostic(
          found: "templates of more than \(Self.maximumSize >> 20) MiB when used", expected: "fewer or smaller ones")
      }
      return LocatedJSON(value: value, path: part.path, file: part.file, files: part.files, use: use)
    }
    return (try replaced(template.node), try template.values.map(replaced))
  }
}

extension DocumentReader {
  /// Returns the values with those of the templates that nodes use.
  mutating func templateValues(
    of nodes: [LocatedJSON], mergedWith own: [String: ValueDefinition]
  ) -> [String: ValueDefinition] {
    var result = own
    let values = nodes.flatMap { templates.values(usedIn: $0) }.filter { !$0.name.hasPrefix("//") }
    for (name, json) in values {
      do throws(Diagnostic) {
        guard let definition = try ValuesReader.read(name, json, &self) else { continue }
        if let other = result[name], other != definition {
          throw json.diagnostic(
            found: "another definition of \(name)", expected: "the same, or a name with a parameter, such as ${name}")
        }
        let hadLimit = result.exceededLimitText != nil
        result[name] = definition
        if !hadLimit, let limit = result.exceededLimitText { throw json.diagnostic("expected \(limit)") }
      } catch {
        errors.append(error)
        // Define the value anyway, so that texts that show it have no error.
        result[name] = result[name] ?? ValueDefinition(.set(nil))
      }
    }
    ValuesReader.readAlerts(values, &result, &self)
    return result
  }
}
