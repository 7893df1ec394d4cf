import Scenes

/// Reads `values`: the source and the presentation of each value.
enum ValuesReader {
  static let most = 64
  /// The maximum number of values from commands.
  static let mostCommands = 16

  static let sourceKeys = ["command", "file", "set", "time"]
  static let commandKeys = ["interval", "stream"]
  static let keys = sourceKeys + commandKeys + ValueDefinition.lookFields.map(\.key)

  /// Reads all values.
  ///
  /// - Returns: The definitions by name. A value with a fault may have a placeholder definition.
  static func read(_ place: JSONPlace, _ faults: inout [Diagnostic]) -> [String: ValueDefinition] {
    var reader = NodeReader()
    defer { faults += reader.faults }
    do throws(Diagnostic) {
      return try readAll(place, &reader)
    } catch {
      reader.faults.append(error)
      return [:]
    }
  }

  fileprivate static func readAll(
    _ place: JSONPlace, _ reader: inout NodeReader
  ) throws(Diagnostic) -> [String: ValueDefinition] {
    let object = try place.object()
    let names = object.members.keys.filter { !$0.hasPrefix("//") }
    if names.count > most {
      reader.faults.append(place.fault(found: "\(names.count) values", "at most \(most)"))
    }
    var definitions: [String: ValueDefinition] = [:]
    var commands = 0
    for name in names.prefix(most) {
      guard let place = object[name] else { continue }
      do throws(Diagnostic) {
        guard LiveText.isName(name) else {
          throw place.fault(
            found: "'\(name.shortened(to: LiveText.longestName))'",
            "a name of at most \(LiveText.longestName) \(LiveText.nameCharacters)")
        }
        let definition = try read(place, &reader)
        switch definition.source {
        case .command, .stream:
          commands += 1
          guard commands <= mostCommands else {
            throw Diagnostic(place.file, place.path, "expected at most \(mostCommands) values from commands")
          }
        default: break
        }
        definitions[name] = definition
      } catch {
        reader.faults.append(error)
        // Define the value anyway, so that texts that show it have no fault.
        definitions[name] = ValueDefinition(.set(nil))
      }
    }
    return definitions
  }

  private static func read(_ place: JSONPlace, _ reader: inout NodeReader) throws(Diagnostic) -> ValueDefinition {
    guard let object = place.object(keys, &reader.faults) else { return ValueDefinition(.set(nil)) }
    let given = sourceKeys.filter { object[$0] != nil }
    guard given.count == 1, let key = given.first, let source = object[key] else {
      throw place.fault(
        found: given.isEmpty ? "none of them" : given.joined(separator: " and "),
        "one of \(sourceKeys.joined(separator: ", "))")
    }
    for name in commandKeys where key != "command" {
      if let extra = object[name] { throw extra.fault("this with a command only") }
    }
    var definition = ValueDefinition(try self.source(key, source, object))
    if key == "set", case .array = source.value { definition.choices = try source.readings() }
    reader.read(object, into: &definition, ValueDefinition.lookFields)
    return definition
  }

  private static func source(
    _ key: String, _ place: JSONPlace, _ object: JSONObject
  ) throws(Diagnostic) -> ValueDefinition.Source {
    switch key {
    case "command":
      let words = try Action.arguments(place)
      guard let stream = object["stream"], try stream.bool() else {
        return .command(words, interval: try object["interval"]?.number(0.1...86400) ?? 30)
      }
      if let interval = object["interval"] { throw interval.fault("either an interval or a stream") }
      return .stream(words)
    case "file":
      let path = try place.string()
      guard !path.isEmpty, !path.hasSuffix("/") else { throw place.fault("a file's path") }
      return .file(place.resolved(path))
    case "time":
      let format = try place.text()
      guard !format.isEmpty else { throw place.fault("a time as strftime(3) writes it, such as %H:%M") }
      return .time(format)
    default:
      switch place.value {
      case .bool(true): return .set(nil)
      case .string: return .set(try place.text())
      case .array: return .set(try place.readings().first)
      default: throw place.fault("true, what it is at first in quotes, or all that it can be in brackets")
      }
    }
  }
}

extension ValueDefinition {
  static let lookFields: [JSONField<Self>] = [
    .optional("unit", \.unit, .text), .optional("format", \.decimals, .integer(0...6)),
    .optional("staleAfter", \.staleAfter, .number(0.1...1e7)),
    JSONField("map", \.map, .map(atMost: 100), unless: [:]), .optional("range", \.range, .range),
    JSONField(
      "colors", write: { $0.colors.isEmpty ? nil : JSONFormat.thresholds.write($0.colors) },
      read: {
        place, _, definition, reader throws(Diagnostic) in
        definition.colors = try JSONFormat.thresholds.read(place, &reader).sorted { $0.from < $1.from }
      }),
  ]

  fileprivate var json: JSONValue {
    let members: [JSONMembers.Member] =
      switch source {
      case .command(let words, let interval):
        [("command", .array(words.map(JSONValue.string))), ("interval", .shortest(interval))]
      case .stream(let words): [("command", .array(words.map(JSONValue.string))), ("stream", true)]
      case .file(let path): [("file", .string(path.absolutePath))]
      case .set where !choices.isEmpty: [("set", .array(choices.map(JSONValue.string)))]
      case .set(let first): [("set", first.map(JSONValue.string) ?? true)]
      case .time(let format): [("time", .string(format))]
      }
    return .object(JSONMembers(members + Self.lookFields.members(of: self).all))
  }
}

extension JSONFormat<[String: ValueDefinition]> {
  static let values = Self(
    { values in
      .object(JSONMembers(values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }, read: { place, reader throws(Diagnostic) in try ValuesReader.readAll(place, &reader) })
}

extension JSONFormat<[String: String]> {
  fileprivate static func map(atMost most: Int) -> Self {
    Self(
      { map in
        .object(JSONMembers(map.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
      },
      read: { place, _ throws(Diagnostic) in
        let object = try place.object()
        guard object.members.all.count <= most else { throw place.fault("at most \(most) words") }
        var map: [String: String] = [:]
        for name in object.members.keys { map[name] = try object[name]?.text() }
        return map
      })
  }
}

extension JSONFormat<ClosedRange<Double>> {
  fileprivate static let range = Self(
    { .numbers([$0.lowerBound, $0.upperBound]) },
    read: { place, _ throws(Diagnostic) in
      let numbers = try place.numbers(2)
      guard numbers[0] < numbers[1] else { throw place.fault("the least and the greatest number") }
      return numbers[0]...numbers[1]
    })
}

extension JSONFormat<[ValueDefinition.Threshold]> {
  private static let fields: [JSONField<ValueDefinition.Threshold>] = [
    JSONField("from", \.from, .number()), JSONField("color", \.color, .color),
  ]

  fileprivate static let thresholds = array(
    of: .object({ .init(from: 0, color: .black) }, fields, required: ["from", "color"]), count: 0...16,
    "at most 16 colors")
}
