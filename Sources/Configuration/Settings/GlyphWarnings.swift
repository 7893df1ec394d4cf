import PanelText
import Scenes

/// Characters and icons that no installed font has.
extension ConfigurationWarnings {
  /// Returns the warnings for the texts and icons in a configuration or a scene file, and in the scene files that it
  /// shows. The readings of values aren't known, apart from their words.
  ///
  /// - Parameters:
  ///   - file: The checked file. Warnings about other files start with their paths.
  ///   - options: The options from the file.
  ///   - font: The font of icons; `nil` if it isn't installed.
  package static func glyphs(_ file: String, _ options: Options, icons font: IconFont? = .installed) -> [String] {
    var icons = IconCheck(font, options.values.definitions)
    let lines = Set([file] + options.sceneFiles.keys).sorted().flatMap { path -> [String] in
      guard
        let json = try? LocatedJSON(contentsOf: path, maximumSize: SceneReader.maximumFileSize, options.files)
      else { return [] }
      icons.templates = json.templates
      return json.glyphWarnings(&icons).map { path == file ? $0 : "\(path): \($0)" }
        + json.templateUses.flatMap { icons.warningsOfTemplates(usedIn: $0) }.map {
          $0.file == file ? "\($0.location): \($0.reason)" : "\($0)"
        }
    }
    return (icons.needsFont && font == nil ? [missingFont] : []) + lines
  }

  private static let missingFont =
    "icons: their font isn't installed, so question marks take their place; expected the package \(IconFont.package)"
}

/// Looks for the icons of a file in the font.
private struct IconCheck {
  /// The maximum number of names of an icon whose name contains values.
  private static let maximumNameCount = 200

  private let font: IconFont?
  private let definitions: [String: ValueDefinition]
  /// True after an icon was found in a file.
  private(set) var needsFont = false
  /// The templates of the current file.
  var templates = Templates()
  private var reported: Set<String> = []

  init(_ font: IconFont?, _ definitions: [String: ValueDefinition]) {
    (self.font, self.definitions) = (font, definitions)
  }

  /// Returns a warning for each name that an icon can have and the font lacks.
  mutating func warnings(_ json: LocatedJSON) -> [Diagnostic] {
    guard let template = try? json.string(), let name = try? LiveText(template: template) else { return [] }
    needsFont = true
    guard let font else { return [] }
    let names = name.combinations(upTo: Self.maximumNameCount) { definitions[$0]?.knownTexts ?? [] }
    return Set(names).sorted().filter { !$0.isEmpty }.compactMap { name in
      // A template is used several times.
      guard let reason = font.reasonForMissing(name),
        reported.insert("\(json.file) \(json.path) \(name)").inserted
      else { return nil }
      return json.diagnostic(reason)
    }
  }

  /// Returns the warnings for the nodes and values of the templates that a node and its descendants use.
  mutating func warningsOfTemplates(usedIn node: LocatedJSON) -> [Diagnostic] {
    var result = warningsOfNodes(usedIn: node)
    for value in templates.values(usedIn: node) { result += warnings(in: value.json) }
    return result
  }

  private mutating func warningsOfNodes(usedIn node: LocatedJSON) -> [Diagnostic] {
    // The errors were reported when the file was read.
    var errors: [Diagnostic] = []
    guard let node = templates.expanded(node, &errors), let object = try? node.object() else { return [] }
    var result = node.use == nil ? [] : warnings(in: node)
    for child in (try? object["children"]?.array()) ?? [] { result += warningsOfNodes(usedIn: child) }
    if let row = try? object["list"]?.object()["row"] { result += warningsOfNodes(usedIn: row) }
    return result
  }

  /// Returns the warnings for the icons in a JSON value, except in nodes that it contains.
  private mutating func warnings(in json: LocatedJSON) -> [Diagnostic] {
    guard let object = try? json.object() else { return ((try? json.array()) ?? []).flatMap { warnings(in: $0) } }
    var result: [Diagnostic] = []
    for key in object.members.keys where !key.hasPrefix("//") && key != "children" && key != "row" {
      guard let member = object[key] else { continue }
      result += key == "icon" ? warnings((try? member.object()["name"]) ?? member) : warnings(in: member)
    }
    return result
  }
}

extension IconFont {
  /// Returns what is wrong with the name of an icon that the font lacks, with the nearest name; `nil` for one that it has.
  func reasonForMissing(_ name: String) -> String? {
    guard !contains(Icon(name)) else { return nil }
    let suggestion = nearest(to: name).map { "; did you mean \($0)?" } ?? "; expected the name of one"
    return "found '\(name.shortened(to: 80))', which isn't an icon of the installed font\(suggestion)"
  }

  /// Returns the most similar name; if none is similar, the shortest one with the same words.
  private func nearest(to name: String) -> String? {
    let word = name.hasPrefix(Icon.prefix) ? name : Icon.prefix + name
    let (names, parts) = (names, Set(word.dropFirst(Icon.prefix.count).split(separator: "-")))
    return word.nearest(among: names)
      ?? names.filter { parts.isSubset(of: $0.dropFirst(Icon.prefix.count).split(separator: "-")) }
      .min { ($0.count, $0) < ($1.count, $1) }
  }
}

extension ValueDefinition {
  /// The texts that the value is known to have: those of its choices and of its mapped readings.
  fileprivate var knownTexts: [String] {
    (choices + map.keys.sorted()).map { text(of: $0, decimalSeparator: ".") }
  }
}

extension LocatedJSON {
  /// The templates that a file defines and includes.
  fileprivate var templates: Templates {
    var (templates, errors) = (Templates(), [Diagnostic]())
    guard let object = try? object() else { return templates }
    if let json = object["include"] { try? templates.include(json, &errors) }
    if let json = object["templates"] { try? templates.define(json, &errors) }
    return templates
  }

  /// The nodes of a file that may use templates: the root of a scene file, and the contents of faces.
  fileprivate var templateUses: [LocatedJSON] {
    let object = try? object()
    let faces = try? object?["faces"]?.object()
    return [object?["root"]].compactMap { $0 } + (1...6).compactMap { try? faces?["\($0)"]?.object()["content"] }
  }

  /// The keys of texts that may contain values.
  private static let textKeys: Set = ["string", "title", "caption"]

  /// Returns the warnings for the value and the values nested in it.
  fileprivate func glyphWarnings(_ icons: inout IconCheck) -> [String] {
    switch value {
    case .array: return ((try? array()) ?? []).flatMap { $0.glyphWarnings(&icons) }
    case .object(let members):
      let object = JSONObject(members: members, json: self)
      var lines: [String] = []
      for key in members.keys where !key.hasPrefix("//") && key != "$schema" {
        guard let member = object[key] else { continue }
        switch key {
        case "icon":
          lines += icons.warnings((try? member.object()["name"]) ?? member).map { "\($0.location): \($0.reason)" }
        // A template's argument may be a part of an icon's name.
        case "map", "with": lines += member.missingCharacterWarnings
        // A node's text is an object, a message's isn't.
        case "text" where (try? member.string()) != nil: lines += member.missingCharacterWarnings
        case "label" where isFace: lines += member.missingCharacterWarnings
        case _ where Self.textKeys.contains(key): lines += member.missingCharacterWarnings
        default: lines += member.glyphWarnings(&icons)
        }
      }
      return lines
    default: return []
    }
  }

  /// True for an object of a face, whose label is shown. Other labels are spoken only.
  private var isFace: Bool {
    let parts = path.split(separator: ".")
    return parts.count == 3 && parts[1] == "faces"
  }

  /// The warnings for a text, or for the members of an object.
  private var missingCharacterWarnings: [String] {
    if case .object(let members) = value {
      let object = JSONObject(members: members, json: self)
      return members.keys.filter { !$0.hasPrefix("//") }.flatMap { object[$0]?.missingCharacterWarnings ?? [] }
    }
    guard let string = try? string() else { return [] }
    // A name in braces is ASCII, which all fonts have.
    let missing = TextLayout.missingCharacters(in: string)
    guard !missing.isEmpty else { return [] }
    let list = missing.prefix(3).map { "'\($0)' (\($0.codePoints))" } + (missing.count > 3 ? ["others"] : [])
    let pronoun = missing.count == 1 ? "it is" : "they are"
    return [
      "\(path): no installed font has \(list.conjunction), so \(pronoun) shown as \(missing.count == 1 ? "a box" : "boxes")"
    ]
  }
}

extension Character {
  /// The code points of the character, such as "U+1F1E9 U+1F1EA".
  fileprivate var codePoints: String {
    unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }.joined(separator: " ")
  }
}

extension [String] {
  /// The words as an English list: "a, b and c".
  fileprivate var conjunction: String {
    count < 2 ? first ?? "" : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}
