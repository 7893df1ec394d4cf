import Foundation
import Scenes
import TestSupport
import Testing

@testable import Configuration

/// The manual's pages as text.
enum Manual {
  static let sources = Formats.directory.appendingPathComponent("..")

  static func read(_ path: String) throws -> String {
    try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
  }

  /// The samples of a page or a Markdown file: the texts between the marks, without troff's escapes.
  static func samples(_ path: String, from start: String = ".EX\n", to end: String = "\n.EE") throws -> [String] {
    try read(path).components(separatedBy: start).dropFirst().map {
      $0.components(separatedBy: end)[0].replacingOccurrences(of: "\\-", with: "-")
        .replacingOccurrences(of: "\\(:u", with: "ü").replacingOccurrences(of: "\\e", with: "\\")
    }
  }

  /// The keys of an object in the schemas, such as `node/text`, that `inspect` doesn't compute.
  static func keys(of path: String) throws -> [String: JSONValue] {
    var owner = JSONValue.object(try Documents.schemaDefinitions(read))
    for name in path.split(separator: "/") {
      owner = owner.dictionary[String(name)] ?? owner.properties[String(name)] ?? .null
    }
    return owner.properties.filter { !(DocumentReader.computedKeys + ["$schema"]).contains($0.key) }
  }
}

/// Samples and tables of the manual and of README.md.
@Suite struct ManualTests {
  /// Each file with samples, and the marks around them. Not in the attribute of the test, where a closure crashes Swift
  /// 6.0.
  private static let sampleFiles =
    (Documents.pages + ["cube-kiosk-panel.7"]).map { ("Manual/\($0)", ".EX\n", "\n.EE") }
    + [("../README.md", "```json\n", "\n```")]

  /// Each sample that is a whole file passes check-config.
  @Test(arguments: sampleFiles)
  func sampleFilesAreValid(_ path: String, _ start: String, _ end: String) throws {
    let directory = try TemporaryDirectory()
    let samples = try Manual.samples(path, from: start, to: end).filter { $0.hasPrefix("{") && !$0.hasPrefix("{\"ok") }
    let filesWithSamples: Set = [
      "kiosk.json.5", "cube-kiosk-scene.5", "cube-kiosk-values.5", "cube-kiosk-panel.7", "README.md",
    ]
    #expect(samples.isEmpty != filesWithSamples.contains(URL(fileURLWithPath: path).lastPathComponent))
    // Other samples show the scene file of cube-kiosk-scene(5) under this name.
    try directory.write(try Manual.samples("Manual/cube-kiosk-scene.5")[0], to: "panel.json")
    for sample in samples {
      let file = try directory.write(sample, to: "sample.json")
      guard !sample.contains("\"words\"") else {
        var errors: [Diagnostic] = []
        _ = LanguageReader.read(file, &errors)
        #expect(errors == [], "\(sample)")
        continue
      }
      let (options, errors) = FileChecker.read(file)
      #expect(errors == [], "\(sample)")
      // The sample's nodes fit on the panels that check-config checks.
      let warnings = ConfigurationWarnings.settingsAndScenes(options, of: file, now: 0)
      #expect(warnings.filter { $0.contains("$.root") } == [], "\(sample)")
      #expect(ConfigurationWarnings.accessibility(file, options) == [], "\(sample)")
      #expect(try Formats.schema(options.scene == file ? "scene" : "kiosk").errors(ofFile: file) == [])
    }
  }

  /// Each object of the schemas has a table with all of its keys, each once.
  @Test func everyKeyIsInOneTable() throws {
    var tables: [String: [String]] = [:]
    for page in Documents.pages {
      for line in try Manual.read("Manual/\(page)").split(separator: "\n") where line.hasPrefix(".\\\" MEMBERS ") {
        let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
        tables[words[2], default: []] += words[3...]
      }
    }
    for (path, names) in tables where path != "button" {
      #expect(try names.sorted() == Manual.keys(of: path).keys.sorted(), "\(path)")
    }
    // Conditions are documented as styles without a color, and a face's buttons as a node's buttons with a name.
    let objectsWithoutTable = try Documents.schemaDefinitions(Manual.read).keys.filter {
      try !Manual.keys(of: $0).isEmpty && tables[$0] == nil
    }
    #expect(objectsWithoutTable.sorted() == ["action", "condition", "faces", "idle", "maintenance", "speech"])
    #expect(try Set(Manual.keys(of: "button").keys).subtracting(Manual.keys(of: "node/button").keys) == ["name"])
  }

  /// A valid file around an object, for checking the examples of the object's keys.
  struct KeyContext: CustomTestStringConvertible, Sendable {
    /// The object's path in the schemas, such as `node/text`.
    let path: String
    /// Other members of the object that it requires.
    var members: [String: JSONValue] = [:]
    /// Returns a file with the object.
    let file: @Sendable (JSONValue) -> JSONValue
    var testDescription: String { path }

    static func scene(_ root: JSONValue) -> JSONValue {
      ["size": .numbers([9, 9]), "values": .object(values), "root": root]
    }

    static let values = Dictionary(
      uniqueKeysWithValues: ["lamp", "shift", "temperature", "room"].map { ($0, ["set": true] as JSONValue) })
    static let all = [
      KeyContext(path: "scene", members: ["size": .numbers([9, 9]), "root": [:]]) { $0 },
      KeyContext(path: "node") { node in
        // Some keys are for children of a container, some for containers.
        let isContainer = node.dictionary["margins"] != nil
        let child = isContainer ? .object(node.dictionary.merging(["stack": [:]]) { $1 }) : node
        return scene(["stack": [:], "children": .array([child])])
      },
      KeyContext(path: "node/stack") { scene(["stack": $0]) }, KeyContext(path: "node/grid") { scene(["grid": $0]) },
      KeyContext(path: "node/scroll") { scene(["scroll": $0]) },
      KeyContext(path: "node/list", members: ["value": "lamp", "row": [:]]) { scene(["list": $0]) },
      KeyContext(path: "node/switch", members: ["value": "lamp"]) { scene(["switch": $0]) },
      KeyContext(path: "node/slider", members: ["value": "lamp"]) { scene(["slider": $0]) },
      KeyContext(path: "node/stepper", members: ["value": "lamp"]) { scene(["stepper": $0]) },
      KeyContext(path: "node/gauge", members: ["value": "lamp"]) { scene(["gauge": $0]) },
      KeyContext(path: "node/progress", members: ["value": "lamp"]) { scene(["progress": $0]) },
      KeyContext(path: "node/keypad", members: ["value": "lamp"]) { scene(["keypad": $0]) },
      KeyContext(path: "node/text", members: ["string": ""]) { scene(["text": $0]) },
      KeyContext(path: "node/chart", members: ["value": "lamp"]) { scene(["chart": $0]) },
      KeyContext(path: "node/gradient", members: ["colors": .array(["#000000", "#FFFFFF"])]) {
        scene(["gradient": $0])
      },
      KeyContext(path: "node/shadow") { scene(["shadow": $0]) },
      KeyContext(path: "node/button", members: ["title": ""]) { scene(["button": $0]) },
      KeyContext(path: "step") { scene(["transform": .array([$0])]) },
      KeyContext(path: "style", members: ["when": "lamp", "is": "on", "color": "#FFFFFF"]) {
        scene(["button": ["title": "", "style": $0]])
      },
      KeyContext(path: "value") { value in
        let source: [String: JSONValue] = value.isSource ? [:] : ["command": .array(["true"])]
        return ["values": ["a": .object(value.dictionary.merging(source) { $1 })]]
      },
      KeyContext(path: "face") { ["values": .object(values), "faces": ["1": $0]] },
      KeyContext(path: "button", members: ["action": "light"]) {
        ["values": .object(values), "faces": ["1": ["buttons": .array([$0])]]]
      },
    ]
  }

  @Test(arguments: KeyContext.all) func examplesOfKeysAreValid(_ context: KeyContext) throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      Data(contentsOf: Formats.directory.appendingPathComponent("examples/home.png")), to: "photo.png")
    let keys = try Manual.keys(of: context.path)
    #expect(!keys.isEmpty)
    for (name, schema) in keys {
      let example = try #require(schema.dictionary["examples"]?.elements.first, "\(name) has no example")
      let text = context.file(.object(context.members.merging([name: example]) { $1 })).singleLine
      #expect(FileChecker.read(try directory.write(text, to: "a.json")).errors == [], "\(text)")
    }
  }

  @Test(arguments: Options.settings.compactMap(\.key)) func exampleOfSettingIsValid(_ key: String) throws {
    func example(_ key: String) throws -> JSONValue {
      try #require(Options.settings.first { $0.key == key }?.example, "no example")
    }
    let names = key.split(separator: ".").map(String.init)
    var members = [names[names.count - 1]: try example(key)]
    // The PIN is required if the object exists.
    if key.hasPrefix("maintenance.") { members["pin"] = try example("maintenance.pin") }
    let text = (names.count > 1 ? [names[0]: .object(members)] : JSONValue.object(members)).singleLine
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "kiosk.json")
    #expect(ConfigurationReader.read(file).errors == [], "\(text)")
    #expect(try Formats.schema("kiosk").errors(ofFile: file) == [])
  }

  @Test func examplesOfActionsAreValid() throws {
    let values = ["lamp": ValueDefinition(.set(nil))]
    for kind in Action.kinds where kind.name != "scene" {
      var members: [String: JSONValue] = [:]
      members[kind.name] = kind.example
      for (name, extra) in kind.extras { members[name] = extra["examples"]?.elements.first }
      let action = members.isEmpty ? JSONValue.string(kind.name) : .object(members)
      let node: JSONValue = ["button": ["title": "", "action": action]]
      var reader = DocumentReader()
      reader.values = values
      _ = reader.read(
        LocatedJSON(value: try JSONValue.read(Array(node.singleLine.utf8), name: "a.json"), file: "a.json"))
      #expect(reader.errors == [], "\(kind.name)")
    }
  }

  /// The clauses of EN 301 549 V3.2.1, each once. An answer that claims something names a test; `.ci/check-claims`
  /// looks it up.
  @Test func everyClauseIsAnswered() throws {
    let rows = try Manual.read("Manual/cube-kiosk-accessibility.7").components(separatedBy: "\nClause@")[1]
      .components(separatedBy: "\nT}")[..<Self.clauses.count].map { $0.split(separator: "\n") }
    let heads = rows.compactMap { $0.first { $0.hasSuffix("@T{") }?.split(separator: "@").map(String.init) }
    #expect(heads.map(\.first) == Self.clauses)
    for (head, row) in zip(heads, rows) {
      #expect(["met", "in part", "not met", "owner", "none"].contains(head[1]), "\(head)")
      let isClaim = head[1] == "met" || (head[1] == "in part" && head[0] != "5.1.2.1")
      #expect(!isClaim || row.contains { $0.contains("Tests/") }, "\(head)")
    }
  }

  private static let clauses =
    ["5.1.1", "5.1.2.1", "5.1.2.2"] + (1...16).map { "5.1.3.\($0)" }
    + ["5.1.4", "5.1.5", "5.1.6.1", "5.1.6.2", "5.1.7", "5.2", "5.3", "5.4", "5.5.1", "5.5.2", "5.6.1", "5.6.2", "5.7"]
    + ["5.8", "5.9", "8.5"]

  @Test(arguments: TouchFix.allCases) func everyTouchFixIsInTheReadme(_ fix: TouchFix) throws {
    let hasRow = try Manual.read("../README.md").contains("\n| \(fix.title) | `--touch-fix \(fix.rawValue)` | ")
    #expect(hasRow, "it must have a row in README.md's table of touch fixes")
  }
}

extension JSONValue {
  fileprivate var isSource: Bool { ValuesReader.sourceKeys.contains { dictionary[$0] != nil } }
}
