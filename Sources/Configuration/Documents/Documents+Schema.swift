import Scenes

extension Documents {
  private typealias Members = [String: JSONValue]

  static func sceneSchema(_ read: (String) throws -> String) throws -> String {
    var (root, definitions) = try schema("Formats/scene.schema.json", read)
    definitions["action"] = action
    root["properties"] = .object((root["properties"]?.dictionary ?? [:]).merging(editorKey) { $1 })
    root["$defs"] = .object(definitions)
    return JSONValue.object(root).canonical.multiline
  }

  /// Editors use this key to find a file's schema.
  private static let editorKey: Members = [
    "$schema": ["description": "This schema's path or address, for editors; ignored.", "type": "string"]
  ]

  static func configurationSchema(_ read: (String) throws -> String) throws -> String {
    var (root, definitions) = try schema("Formats/kiosk.schema.json", read)
    root["properties"] = .object(properties(under: "", &definitions).merging(editorKey) { $1 })
    // The contents of a face use the scene file's format.
    definitions.merge(try schema("Formats/scene.schema.json", read).definitions) { $1 }
    definitions["action"] = action
    definitions["button"] = faceButton(definitions)
    root["$defs"] = .object(definitions)
    return JSONValue.object(root).canonical.multiline
  }

  /// Returns the schema of a button on a face. It is a node's button with a name, and only the action is required.
  private static func faceButton(_ definitions: Members) -> JSONValue {
    var button = definitions["node"]?.properties["button"]?.dictionary ?? [:]
    var properties = button["properties"]?.dictionary ?? [:]
    properties["name"] = definitions["button"]?.properties["name"]
    (button["description"], button["anyOf"]) = (nil, nil)
    (button["properties"], button["required"]) = (.object(properties), .array([.string("action")]))
    return .object(button)
  }

  /// Returns the definitions of all objects in both schemas; the scene file itself is `scene`.
  static func schemaDefinitions(_ read: (String) throws -> String) throws -> [String: JSONValue] {
    func parse(_ text: String) throws -> Members { try JSONValue.read(Array(text.utf8), name: "schema").dictionary }
    var definitions = try parse(configurationSchema(read))["$defs"]?.dictionary ?? [:]
    definitions["scene"] = .object(try parse(sceneSchema(read)))
    return definitions
  }

  private static func schema(
    _ path: String, _ read: (String) throws -> String
  ) throws -> (root: Members, definitions: Members) {
    let root = try JSONValue.read(Array(read(path).utf8), name: path).dictionary
    guard let definitions = root["$defs"] else { throw UnresolvedReference(name: "$defs") }
    return (root, definitions.dictionary)
  }

  /// The schema of an action, from `Action.kinds`.
  private static var action: JSONValue {
    var properties: Members = [:]
    for kind in Action.kinds {
      if kind.schema != nil { properties[kind.name] = .object(kind.documentedSchema) }
      for (name, var extra) in kind.extras {
        // Several kinds have a timeout, each with its own description.
        let descriptions = [properties[name]?.dictionary, extra].compactMap { $0?["description"]?.text }
        extra["description"] = .string(descriptions.joined(separator: " "))
        properties[name] = .object(extra)
      }
    }
    let words = Action.kinds.filter { $0.schema == nil }.map { JSONValue.string($0.name) }
    let keys = Action.kinds.filter { $0.schema != nil }.map(\.name).alternatives
    let sequence: JSONValue = [
      "type": "array", "items": ["$ref": "#/$defs/action"], "minItems": .integer(1),
      "maxItems": .integer(Action.maximumSteps),
    ]
    let forms = "a word, an object with one of the keys \(keys), or an array of at most \(Action.maximumSteps) of these"
    let object: JSONValue = ["type": "object", "properties": .object(properties)]
    return [
      "title": "action, or array of actions",
      "description": .string("The effect of a button: \(forms), which are performed in order until one fails."),
      "anyOf": .array([["enum": .array(words)], object, sequence]),
    ]
  }

  /// Returns the schemas of the members at one level. Nested objects are added to `definitions` and referenced.
  private static func properties(under prefix: String, _ definitions: inout Members) -> Members {
    var properties: Members = [:]
    for name in ConfigurationReader.names(under: prefix) {
      let key = prefix + name
      if let setting = Options.settings.first(where: { $0.key == key }) {
        properties[name] = .object(setting.documentedSchema)
      } else {
        var group = definitions[name]?.dictionary ?? [:]
        group["type"] = "object"
        group["properties"] = .object(self.properties(under: key + ".", &definitions))
        if let names = ConfigurationReader.alternatives[key] {
          group["anyOf"] = .array(names.map { ["required": .array([.string($0)])] })
        }
        definitions[name] = .object(group)
        properties[name] = ["$ref": .string("#/$defs/\(name)")]
      }
    }
    return properties
  }
}

extension JSONValue {
  static func object(_ members: [String: JSONValue]) -> JSONValue {
    .object(JSONMembers(members.map { ($0, $1) }))
  }

  var elements: [JSONValue] { if case .array(let values) = self { values } else { [] } }

  /// An object's members; empty for any other value.
  var dictionary: [String: JSONValue] {
    guard case .object(let members) = self else { return [:] }
    return Dictionary(uniqueKeysWithValues: members.all.map { ($0.name, $0.value) })
  }

  /// The properties of a schema's object, or of all of its alternatives.
  var properties: [String: JSONValue] {
    let direct = dictionary["properties"]?.dictionary ?? [:]
    return dictionary["anyOf"]?.elements.reduce(direct) { $0.merging($1.properties) { $1 } } ?? direct
  }

  /// The JSON on one line, with spaces after colons and commas.
  var readableLine: String {
    switch self {
    case .array(let values): "[" + values.map(\.readableLine).joined(separator: ", ") + "]"
    case .object(let members):
      "{ "
        + members.all.map { "\(JSONValue.string($0.name).singleLine): \($0.value.readableLine)" }.joined(
          separator: ", ") + " }"
    default: singleLine
    }
  }
}
