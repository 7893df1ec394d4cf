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
    (Documents.pages + ["cube-kiosk-panel.7", "cube-kiosk-protocol.7", "cube-kiosk-homeassistant.8"])
    .map { ("Manual/\($0)", ".EX\n", "\n.EE") } + [("../README.md", "```json\n", "\n```")]

  /// Each sample that is a whole file passes check-config.
  @Test(arguments: sampleFiles)
  func sampleFilesAreValid(_ path: String, _ start: String, _ end: String) throws {
    let directory = try TemporaryDirectory()
    let samples = try Manual.samples(path, from: start, to: end).filter {
      $0.hasPrefix("{") && !$0.hasPrefix("{\"ok") && !$0.hasPrefix("{ \"url\"")
    }
    let filesWithSamples: Set = [
      "kiosk.json.5", "cube-kiosk-scene.5", "cube-kiosk-values.5", "cube-kiosk-panel.7", "cube-kiosk-protocol.7",
      "cube-kiosk-homeassistant.8", "README.md",
    ]
    #expect(samples.isEmpty != filesWithSamples.contains(URL(fileURLWithPath: path).lastPathComponent))
    // Other samples show the scene file of cube-kiosk-scene(5) under this name.
    try directory.write(try Manual.samples("Manual/cube-kiosk-scene.5")[0], to: "panel.json")
    // Those of cube-kiosk-panel(7) name other samples of the page.
    let pages = ["ha:light.hall": "home.json", "Welcome": "welcome.json"]
    for sample in samples where path.hasSuffix("cube-kiosk-panel.7") {
      if let name = pages.first(where: { sample.contains($0.key) })?.value { try directory.write(sample, to: name) }
    }
    try directory.write("$y$j9T$CXDqeLvwKzy/D2tsiNHhD1$135aSPldrQXQsva1aQGnEpDU0aTOPe/hns5jyKjB6U.", to: "pin")
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

  /// Each sample that is a part of a file is valid in one. Lines that begin with a key are separate samples.
  @Test func partsOfFilesAreValid() throws {
    let directory = try TemporaryDirectory()
    let names: [(name: String, members: String)] = [
      ("inside", ""), ("outside", ""), ("open", #", "lines": 9"#), ("done", #", "lines": 9"#),
    ]
    let values = names.map { #""\#($0.name)": {"initial": ""\#($0.members)}"# }.joined(separator: ", ")
    let adapters = ["homeassistant", "mqtt", "pictures"].map { "cube-kiosk-\($0).8" }
    var count = 0
    for page in Documents.pages + adapters {
      for sample in try Manual.samples("Manual/\(page)") where sample.hasPrefix("\"") {
        for part in ("\n" + sample).components(separatedBy: "\n\"").dropFirst().map({ "\"" + $0 }) {
          let node = part.contains("{line}") ? #""list": {"value": "open", "row": {\#(part)}}"# : part
          let file =
            part.hasPrefix("\"values\"")
            ? #"{\#(part), "root": {}}"# : #"{"values": {\#(values)}, "root": {\#(node)}}"#
          #expect(FileChecker.read(try directory.write(file, to: "part.json")).errors == [], "\(page): \(part)")
          count += 1
        }
      }
    }
    #expect(count > 8)
  }

  /// A page that refers to a section of itself or another page, such as LAYOUT in cube-kiosk-scene(5).
  @Test func sectionsExist() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Manual.sources.path + "/Manual")
      .filter { $0.last?.isNumber == true }
    var sections: [String: Set<String>] = [:]
    for page in pages {
      let lines = try Manual.read("Manual/\(page)").split(separator: "\n").filter { $0.hasPrefix(".S") }
      sections[page] = Set(lines.map { $0.dropFirst(4).replacing("\"", with: "").uppercased() })
    }
    var count = 0
    for page in pages {
      // Troff's macros at the beginnings of lines, fonts and escapes aren't part of the text.
      let text = try Manual.read("Manual/\(page)").replacing("\\-", with: "-").replacing(/\n\.S[HS] .*/, with: ".")
        .replacing(/\n\.(B|BR|I) |\n/, with: " ")
        .replacing("\"", with: "").replacing(/\\f./, with: "")
      for match in text.matches(of: /([A-Z]{3,}(?: [A-Z-]{2,})*) in (cube-kiosk[a-z-]*|kiosk\.json) ?\((\d)\)/) {
        #expect(sections["\(match.2).\(match.3)"]?.contains(String(match.1)) == true, "\(page): \(match.0)")
        count += 1
      }
      for match in text.matches(of: /see ([A-Z]{3,}(?: [A-Z-]{2,})*)[.,:;)]/) {
        #expect(sections[page]?.contains(String(match.1)) == true, "\(page): \(match.0)")
        count += 1
      }
    }
    #expect(count > 30)
  }

  @Test func everyControlIsInTheTableOfSizes() throws {
    let page = try Manual.read("Manual/cube-kiosk-scene.5")
    let table = page.components(separatedBy: "Node@Width@Height\n").last?.components(separatedBy: ".TE").first ?? ""
    let nodes = table.components(separatedBy: "\n").compactMap { $0.components(separatedBy: "@").first }
    let names = Set(nodes.flatMap { $0.components(separatedBy: ", ") })
    let kinds = Set(SceneDescription.ControlDescription.Kind.allCases.map(\.rawValue))
    #expect(kinds.subtracting(names) == [])
  }

  /// Each object of the schemas has a table with all of its keys, each once and with an example.
  @Test func everyKeyIsInOneTable() throws {
    var tables: [String: [String]] = [:]
    for page in Documents.pages {
      for line in try Manual.read("Manual/\(page)").split(separator: "\n") where line.hasPrefix(".\\\" MEMBERS ") {
        let words = line.prefix { $0 != ":" }.split(separator: " ").map(String.init)
        // Objects that share keys are separated by commas.
        for path in words[2].split(separator: ",") { tables[String(path), default: []] += words[3...] }
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

  /// Each key of kiosk.json is in one table, once.
  @Test func everySettingIsInOneTable() throws {
    var names: [String] = []
    for page in Documents.pages {
      for table in try Manual.read("Manual/\(page)").components(separatedBy: "\n.\\\" KEYS").dropFirst() {
        for line in table.components(separatedBy: "\n.\\\" end")[0].split(separator: "\n") where line.hasPrefix("\\fB")
        {
          let words = line.dropFirst(3).components(separatedBy: "\\fR: ")
          if words.count > 1 { names.append(words[0]) }
        }
      }
    }
    #expect(names.sorted() == Options.settings.filter { !$0.isDeprecated }.compactMap(\.key).sorted())
  }

  /// Each key of an adapter's configuration is described once in its page, at the beginning of a paragraph.
  @Test(arguments: ["mqtt", "homeassistant", "pictures"]) func everyKeyOfAnAdapterIsInItsPage(_ name: String) throws {
    let page = try Manual.read("Manual/cube-kiosk-\(name).8")
    let section = page.components(separatedBy: "\n.SH CONFIGURATION\n")[1].components(separatedBy: "\n.SH ")[0]
    let tags = section.components(separatedBy: "\n.TP\n").dropFirst().map { $0.split(separator: "\n")[0] }
    let words = tags.flatMap {
      $0.split(separator: " ").dropFirst().filter { $0 != "\", \"" && $0 != "\"," && $0 != "\"" }
    }
    let text = try Manual.read("Formats/\(name).schema.json")
    let schema = try JSONValue.read(Array(text.utf8), name: name)
    let keys = schema.properties.flatMap { key, member -> [String] in
      let inner = key == "pictures" ? member.dictionary["additionalProperties"]?.properties.keys.map { $0 } ?? [] : []
      return [key] + inner
    }
    #expect(words.map { String($0) }.sorted() == keys.filter { $0 != "$schema" }.sorted())
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
}
