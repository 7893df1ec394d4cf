import Scenes

/// Reads `values`: where each comes from, and how it is shown.
struct ValuesReader {
  static let most = 64
  /// Of those that come from commands.
  static let mostCommands = 16
  /// In the map of a value; among its colours.
  static let mostWords = 100
  static let mostColors = 16

  static let sourceKeys = ["command", "file", "set", "time"]
  static let commandKeys = ["interval", "stream"]
  static let lookKeys = ["unit", "format", "map", "staleAfter", "range", "colors"]
  static var keys: [String] { sourceKeys + commandKeys + lookKeys }

  private var faults: [FileFault] = []

  /// - Returns: all of them, by their names; of one with a fault little more than that it is there.
  static func read(_ place: JSONPlace, _ faults: inout [FileFault]) -> [String: ValueDefinition] {
    var reader = ValuesReader()
    let definitions = reader.readAll(place)
    faults += reader.faults
    return definitions
  }

  private mutating func readAll(_ place: JSONPlace) -> [String: ValueDefinition] {
    guard case .object(let members) = place.value else {
      faults.append(place.fault("an object"))
      return [:]
    }
    let names = members.keys.filter { !$0.hasPrefix("//") }
    if names.count > Self.most {
      faults.append(
        FileFault(place.file, place.path, found: "\(names.count) values", expected: "at most \(Self.most)"))
    }
    let object = JSONObject(members: members, place: place)
    var definitions: [String: ValueDefinition] = [:]
    var commands = 0
    for name in names.prefix(Self.most) {
      guard let place = object[name] else { continue }
      do throws(FileFault) {
        guard LiveText.isName(name) else {
          throw FileFault(
            place.file, place.path, found: "'\(name.shortened(to: LiveText.longestName))'",
            expected: "a name of at most \(LiveText.longestName) \(LiveText.nameCharacters)")
        }
        let definition = try read(place)
        switch definition.source {
        case .command, .stream:
          commands += 1
          guard commands <= Self.mostCommands else {
            throw FileFault(place.file, place.path, "expected at most \(Self.mostCommands) values from commands")
          }
        default: break
        }
        definitions[name] = definition
      } catch {
        faults.append(error)
        // Whoever shows it has no fault.
        definitions[name] = ValueDefinition(.set(nil))
      }
    }
    return definitions
  }

  private mutating func read(_ place: JSONPlace) throws(FileFault) -> ValueDefinition {
    guard let object = place.object(Self.keys, &faults) else { return ValueDefinition(.set(nil)) }
    let given = Self.sourceKeys.filter { object[$0] != nil }
    guard given.count == 1, let key = given.first, let source = object[key] else {
      throw FileFault(
        place.file, place.path, found: given.isEmpty ? "none of them" : given.joined(separator: " and "),
        expected: "one of \(Self.sourceKeys.joined(separator: ", "))")
    }
    for name in Self.commandKeys where key != "command" {
      if let extra = object[name] { throw extra.fault("this with a command only") }
    }
    var definition = ValueDefinition(try self.source(key, source, object))
    if key == "set", case .array = source.value { definition.choices = try source.readings() }
    // Each for itself, so that all are told at once.
    func attempt(_ name: String, _ read: (JSONPlace) throws(FileFault) -> Void) {
      guard let place = object[name] else { return }
      do throws(FileFault) { try read(place) } catch { faults.append(error) }
    }
    attempt("unit") { place throws(FileFault) in definition.unit = try place.text() }
    attempt("format") { place throws(FileFault) in definition.decimals = try place.integer(0...6) }
    attempt("staleAfter") { place throws(FileFault) in definition.staleAfter = try place.number(0.1...1e7) }
    attempt("map") { place throws(FileFault) in definition.map = try Self.map(place) }
    attempt("range") { place throws(FileFault) in definition.range = try Self.range(place) }
    attempt("colors") { place throws(FileFault) in definition.colors = try Self.colors(place) }
    return definition
  }

  private func source(
    _ key: String, _ place: JSONPlace, _ object: JSONObject
  ) throws(FileFault) -> ValueDefinition.Source {
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

  // MARK: Its look

  private static func map(_ place: JSONPlace) throws(FileFault) -> [String: String] {
    let object = try place.object()
    guard object.members.all.count <= mostWords else { throw place.fault("at most \(mostWords) words") }
    var map: [String: String] = [:]
    for name in object.members.keys { map[name] = try object[name]?.text() }
    return map
  }

  private static func range(_ place: JSONPlace) throws(FileFault) -> ClosedRange<Double> {
    let numbers = try place.numbers(2)
    guard numbers[0] < numbers[1] else { throw place.fault("the least and the greatest number") }
    return numbers[0]...numbers[1]
  }

  private static func colors(_ place: JSONPlace) throws(FileFault) -> [ValueDefinition.Threshold] {
    let places = try place.array()
    guard places.count <= mostColors else { throw place.fault("at most \(mostColors) colours") }
    var colors: [ValueDefinition.Threshold] = []
    for place in places {
      var faults: [FileFault] = []
      let object = place.object(["from", "color"], &faults)
      guard let object, faults.isEmpty else { throw faults[0] }
      colors.append(
        .init(from: try object.required("from").number(), color: try object.required("color").color()))
    }
    return colors.sorted { $0.from < $1.from }
  }
}
