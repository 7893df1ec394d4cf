import Testing

@testable import Configuration

/// A default in the schema, and so in the manual, is the program's: a file with it is printed as one without the key.
@Suite struct SchemaDefaultsTests {
  /// The required members of each object in a node that has defaults.
  private static let objects: [String: String] = [
    "text": #""string": "a""#, "icon": #""name": "mdi:home""#, "button": #""title": "a""#, "chart": #""value": "v""#,
    "gradient": ##""colors": ["#000000", "#FFFFFF"]"##, "shadow": "", "stack": "", "grid": "", "scroll": "",
    "list": #""value": "v", "row": {}"#, "switch": #""value": "v""#, "keypad": #""value": "v""#,
    "field": #""value": "v""#,
  ]

  private func printed(
    node: String = "", in container: String = #""stack": {}, "#, value: String = #""initial": "1""#, scene: String = ""
  ) throws -> String {
    var options = Options()
    options.setSceneDescription(
      try SceneReader.scene(
        #"""
        {"size": [100, 100], \#(scene)"values": {"v": {\#(value)}}, "root": {\#(container)"children": [{\#(node)}]}}
        """#))
    return options.inspection(now: 0)
  }

  /// The members of an object in the schemas that have defaults, as JSON.
  private func defaults(of path: String) throws -> [(key: String, member: String)] {
    try Manual.keys(of: path).compactMap { key, schema in
      schema.dictionary["default"].map { (key, "\"\(key)\": \($0.singleLine)") }
    }
  }

  @Test func defaultsOfNodesAreTrue() throws {
    let (node, nodeOutside) = (try printed(), try printed(in: ""))
    let ofNode = try defaults(of: "node")
    for (key, member) in ofNode {
      // A container doesn't arrange a node with a position.
      let isPlaced = key == "position" || key == "bounds"
      let isSame = isPlaced ? try printed(node: member, in: "") == nodeOutside : try printed(node: member) == node
      #expect(isSame, "\(member)")
    }
    var count = ofNode.count
    for (name, required) in Self.objects {
      let object = try printed(node: "\"\(name)\": {\(required)}")
      for (_, member) in try defaults(of: "node/\(name)") {
        let members = required.isEmpty ? member : "\(required), \(member)"
        #expect(try printed(node: "\"\(name)\": {\(members)}") == object, "\(name): \(member)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  /// The default of a source's key needs the source.
  @Test func defaultsOfValuesAreTrue() throws {
    for (key, member) in try defaults(of: "value") {
      let isOfCommand = key == "interval" || key == "stream"
      let source = isOfCommand ? #""command": ["true"]"# : key == "member" ? #""from": "a:b""# : #""initial": "1""#
      #expect(try printed(value: "\(source), \(member)") == printed(value: source), "\(member)")
    }
    let alert = #""initial": "1", "alert": {"above": 1, "title": "a""#
    for (_, member) in try defaults(of: "message") {
      #expect(try printed(value: "\(alert), \(member)}") == printed(value: "\(alert)}"), "\(member)")
    }
  }

  @Test func defaultsOfSceneFilesAreTrue() throws {
    for (_, member) in try defaults(of: "scene") {
      #expect(try printed(scene: "\(member), ") == printed(), "\(member)")
    }
  }

  /// A default of a setting is what the program has without it, unless it is in words, such as "from the locale".
  @Test func defaultsOfSettingsAreTrue() {
    var count = 0
    for setting in Options.settings where setting.takesValue && setting.option != "size" && setting.option != "socket" {
      guard let text = setting.defaultText, text != "none", text != "never" else { continue }
      var options = Options()
      guard setting.parseArgument(&options, text) else { continue }
      let isSame = "\(options)" == "\(Options())"
      #expect(isSame, "\(setting.key ?? setting.usage): \(text)")
      count += 1
    }
    #expect(count > 12)
  }
}
