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
    (Documents.pages + ["cube-kiosk-panel.7", "cube-kiosk-protocol.7"]).map { ("Manual/\($0)", ".EX\n", "\n.EE") }
    + [("../README.md", "```json\n", "\n```")]

  /// Each sample that is a whole file passes check-config.
  @Test(arguments: sampleFiles)
  func sampleFilesAreValid(_ path: String, _ start: String, _ end: String) throws {
    let directory = try TemporaryDirectory()
    let samples = try Manual.samples(path, from: start, to: end).filter { $0.hasPrefix("{") && !$0.hasPrefix("{\"ok") }
    let filesWithSamples: Set = [
      "kiosk.json.5", "cube-kiosk-scene.5", "cube-kiosk-values.5", "cube-kiosk-panel.7", "cube-kiosk-protocol.7",
      "README.md",
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

  /// Each object of the schemas has a table with all of its keys, each once and with an example.
  @Test func everyKeyIsInOneTable() throws {
    var tables: [String: [String]] = [:]
    for page in Documents.pages {
      for line in try Manual.read("Manual/\(page)").split(separator: "\n") where line.hasPrefix(".\\\" MEMBERS ") {
        let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
        tables[words[2], default: []] += words[3...]
      }
    }
    // A style has the keys of a condition, too.
    tables["style", default: []] += tables["condition"] ?? []
    for (path, names) in tables where path != "button" {
      let keys = try Manual.keys(of: path)
      #expect(names.sorted() == keys.keys.sorted(), "\(path)")
      #expect(keys.values.allSatisfy { $0.dictionary["examples"] != nil }, "\(path)")
    }
    // A face's buttons are documented as a node's buttons with a name.
    let objectsWithoutTable = try Documents.schemaDefinitions(Manual.read).keys.filter {
      try !Manual.keys(of: $0).isEmpty && tables[$0] == nil
    }
    #expect(objectsWithoutTable.sorted() == ["action", "adapterPicture", "faces", "idle", "maintenance", "speech"])
    #expect(try Set(Manual.keys(of: "button").keys).subtracting(Manual.keys(of: "node/button").keys) == ["name"])
  }

  /// An alert is a comparison and a message in one object.
  @Test func alertHasTheKeysOfAMessage() throws {
    let keys = try Set(Manual.keys(of: "value/alert").keys)
    let comparisons = try Set(Manual.keys(of: "condition").keys).subtracting(["when", "not", "all", "any"])
    #expect(try keys == comparisons.union(Manual.keys(of: "message").keys))
  }

  @Test(arguments: ["kiosk", "scene"]) func examplesOfKeysAreValid(_ name: String) throws {
    #expect(try Formats.schema(name).errorsOfExamples == [])
  }

  @Test(arguments: Options.settings.compactMap(\.key)) func exampleOfSettingIsValid(_ key: String) throws {
    func example(_ key: String) throws -> JSONValue {
      try #require(Options.settings.first { $0.key == key }?.example, "no example")
    }
    let names = key.split(separator: ".").map(String.init)
    var members = [names[names.count - 1]: try example(key)]
    // The PIN is required if the object exists.
    let pin = try example("maintenance.pin")
    if key.hasPrefix("maintenance."), key != "maintenance.pinFile" { members["pin"] = pin }
    if key == "brightness" { members["values"] = ["light": ["initial": .null]] }
    if key == "volume" { members["values"] = ["loudness": ["initial": .null]] }
    var object: [String: JSONValue] = names.count > 1 ? [names[0]: .object(members)] : members
    if key == "idle.wakeOn" { object["values"] = ["presence": ["initial": .null]] }
    let text = JSONValue.object(JSONMembers(sortingByName: object)).singleLine
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "kiosk.json")
    try directory.write(pin.text ?? "", to: "pin")
    try directory.write(#"{"templates": {}}"#, to: "parts.json")
    #expect(ConfigurationReader.read(file).errors == [], "\(text)")
    #expect(try Formats.schema("kiosk").errors(ofFile: file) == [])
  }

  @Test func examplesOfActionsAreValid() throws {
    var lines = ValueDefinition(.set(nil))
    lines.maximumLines = 2
    let values = [
      "lamp": ValueDefinition(.set(nil)), "log": lines, "notes": lines, "now": ValueDefinition(.time("%H:%M")),
    ]
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
