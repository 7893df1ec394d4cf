import PanelGeometry
import PanelSystem
import Scenes

/// Reads `kiosk.json` according to the table of settings, and collects all errors in one pass.
package struct ConfigurationReader {
  /// The default path of the configuration.
  package static let path = "/etc/cube-kiosk/kiosk.json"
  /// The maximum file size, in bytes.
  package static let maximumFileSize = 1 << 20

  /// Obsolete keys that nothing replaces. They are ignored, so that a panel keeps running after an upgrade.
  private static let obsoleteKeys = ["quality"]

  /// The objects that need exactly one of several keys.
  static let alternatives = ["maintenance": ["pin", "pinFile"]]

  package private(set) var options = Options()
  package private(set) var errors: [Diagnostic] = []

  /// Reads a configuration and the scene files it refers to.
  ///
  /// - Parameter files: Reads the file and those that it names.
  /// - Returns: The defaults, overridden by the file, and all errors.
  package static func read(
    _ path: String, _ files: SourceFiles = SourceFiles()
  ) -> (options: Options, errors: [Diagnostic]) {
    var reader = ConfigurationReader()
    reader.options.files = files
    // On a configured panel, visitors can't leave the scene unless the file permits it.
    reader.options.permissions = []
    reader.options.explainsTaps = false
    do throws(Diagnostic) {
      let json = try LocatedJSON(contentsOf: path, maximumSize: maximumFileSize, files)
      let members = if case .object(let members) = json.value { members } else { JSONMembers([]) }
      if members["root"] != nil {
        throw json.diagnostic(found: "a scene file", expected: "a configuration, which may name one as its \"scene\"")
      }
      if members["faces"] != nil {
        // Custom faces are meant to be used: the visible view takes the tap, and no bar covers the scene.
        (reader.options.touchFix, reader.options.showsBar) = (.depth, false)
      }
      reader.read(json, under: "")
    } catch {
      reader.errors.append(error)
    }
    reader.errors += reader.options.readSceneFiles()
    reader.checkValueNames(path)
    return (reader.options, reader.errors.mergingUses)
  }

  /// Adds an error for each setting that names a value which no file defines.
  private mutating func checkValueNames(_ path: String) {
    var names = DocumentReader()
    names.values = options.values.definitions
    for (key, name) in [("brightness", options.brightness), ("volume", options.volume)] {
      guard let name else { continue }
      names.checkValue(name, at: LocatedJSON(value: .string(name), path: "$.\(key)", file: path))
    }
    if let json = options.wakeConditionJSON {
      do throws(Diagnostic) {
        options.wakeCondition = try JSONFormat.condition.read(json, &names)
      } catch {
        names.errors.append(error)
      }
    }
    errors += names.errors
  }

  /// Reads an object and the objects nested in it.
  ///
  /// - Parameter prefix: The common prefix of the object's keys, including the last dot; empty for the whole file.
  private mutating func read(_ json: LocatedJSON, under prefix: String) {
    let names = Self.names(under: prefix)
    let obsoleteNames = prefix.isEmpty ? Self.obsoleteKeys : []
    let deprecatedKeys = Options.settings.filter(\.isDeprecated).compactMap(\.key)
    let offeredNames = names.filter { !deprecatedKeys.contains(prefix + $0) }
    guard let object = json.object(offeredNames, ignoring: obsoleteNames + deprecatedKeys, &errors) else { return }
    for name in obsoleteNames where object[name] != nil {
      options.obsoleteKeyWarnings.append("$.\(name): no longer used; remove it")
    }
    for name in names {
      let key = prefix + name
      guard let setting = Options.settings.first(where: { $0.key == key }) else {
        if let inner = object[name] { read(inner, under: key + ".") }
        continue
      }
      if let value = object[name] {
        setting.read(&options, value, &errors)
        if setting.isDeprecated { options.obsoleteKeyWarnings.append("$.\(key): \(setting.help)") }
      }
    }
    for (group, names) in Self.alternatives where prefix == group + "." {
      let given = names.filter { object[$0] != nil }
      guard given.count != 1 else { continue }
      let found = given.isEmpty ? "neither" : "both"
      errors.append(json.diagnostic(found: found, expected: "either \(names.joined(separator: " or "))"))
    }
  }

  /// Returns the member names at one level, in the table's order.
  ///
  /// - Parameter prefix: The common prefix of the keys, including the last dot; empty for the top level.
  package static func names(under prefix: String) -> [String] {
    var names: [String] = []
    for key in Options.settings.compactMap(\.key) where key.hasPrefix(prefix) {
      let name = String(key.dropFirst(prefix.count).prefix { $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }
}

// MARK: Values found only in the configuration

extension ValueFormat<String> {
  /// Accepts the name of a built-in scene or the path of a scene file.
  static let scene: Self = {
    let expected = SceneCatalog.names.joined(separator: ", ") + " or a .json file"
    let isKnown: @Sendable (String) -> Bool = { SceneCatalog.names.contains($0) || $0.hasSuffix(".json") }
    return Self(
      expected: expected, operand: "NAME|FILE", choices: SceneCatalog.names, allowsOtherValues: true,
      isFile: true, schema: ["type": .string("string"), "title": "a built-in scene's name, or a .json file"],
      parse: { isKnown($0) ? $0 : nil },
      read: { json throws(Diagnostic) in
        let name = try json.string()
        guard isKnown(name) else { throw json.diagnostic(expected: expected) }
        return name.hasSuffix(".json") ? json.resolved(name) : name
      })
  }()
}

extension ValueFormat<String> {
  /// Accepts a PIN hash. Errors never quote an invalid value, since it may be the PIN itself.
  static let pin = Self(
    expected: "a hash by cube-kiosk hash-pin", operand: "HASH",
    schema: ["type": .string("string"), "pattern": .string("^\\$"), "title": "hash"],
    parse: { PINHash.validity(of: $0) == .valid ? $0 : nil },
    read: { json throws(Diagnostic) in
      let hash = if case .string(let hash) = json.value { hash } else { "" }
      switch PINHash.validity(of: hash) {
      case .valid: return hash
      case .invalid: throw json.diagnostic(found: "something else", expected: "a hash by cube-kiosk hash-pin")
      case .tooExpensive:
        throw json.diagnostic(
          found: "a hash that takes too long to check", expected: "at most \(PINHash.maximumCostText)")
      }
    })
}

extension ValueFormat<String> {
  /// Accepts the path of a file whose first line is a PIN hash.
  static let pinFile = Self(
    expected: "a file", operand: "FILE", isFile: true, schema: ["type": .string("string"), "title": "path"],
    parse: { _ in nil },
    read: { json throws(Diagnostic) in
      let path = try json.string()
      let expected = "a file with a hash by cube-kiosk hash-pin in its first line"
      let bytes: [UInt8]
      do throws(SystemError) {
        bytes = try json.files.read(json.resolved(path), upTo: 4096)
      } catch {
        throw json.diagnostic(found: "'\(path)' (\(error.reason))", expected: expected)
      }
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let hash = LocatedJSON(value: .string(String(decoding: line, as: UTF8.self)), path: json.path, file: json.file)
      do throws(Diagnostic) {
        return try ValueFormat.pin.read(hash)
      } catch {
        throw json.diagnostic(found: "'\(path)'", expected: expected)
      }
    })
}

extension ValueFormat<IdleSettings.DailyHours> {
  /// Accepts two times of day.
  static let dailyHours = Self(
    expected: expected, operand: "TIMES",
    schema: [
      "type": .string("array"), "minItems": .number(2), "maxItems": .number(2),
      "items": .object(["type": .string("string"), "pattern": .string("^[0-9]{2}:[0-9]{2}$")]),
      "title": "[from, to], each HH:MM",
    ],
    parse: { _ in nil },
    read: { json throws(Diagnostic) in
      let elements = try json.array(expected)
      guard elements.count == 2 else { throw json.diagnostic(expected: expected) }
      let hours = IdleSettings.DailyHours(from: try minuteOfDay(elements[0]), to: try minuteOfDay(elements[1]))
      guard hours.from != hours.to else { throw json.diagnostic(expected: "2 times that differ") }
      return hours
    })

  private static let expected = "an array of 2 times of the day, such as [\"22:00\", \"06:30\"]"

  /// Reads a time such as 22:00, and returns its minutes since midnight.
  private static func minuteOfDay(_ json: LocatedJSON) throws(Diagnostic) -> Int {
    let parts = try json.string().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { throw json.diagnostic(expected: "a time of the day, such as 22:00") }
    return hour * 60 + minute
  }
}

extension Setting {
  /// The condition that wakes the panel. It is read after all files, which define its values.
  static let wakeCondition = Setting(
    key: "idle.wakeOn", schema: ["$ref": .string("#/$defs/condition")],
    example: ["when": "presence", "is": "on"],
    "a condition that wakes the panel when it becomes true, see CONDITIONS in cube-kiosk-scene(5)",
    details:
      "It doesn't keep the panel awake: the time without input starts again. Each member of any wakes the panel by itself."
  ) { options, json, _ in options.wakeConditionJSON = json }

  /// Creates the setting for an idle transition's action.
  static func idleHook(_ transition: IdleTransition, _ help: String) -> Self {
    Setting(
      key: "idle.\(transition.rawValue)",
      schema: ["$ref": .string("#/$defs/action"), "title": "object with command or unit"],
      example: ["unit": .string("cube-kiosk-backlight@\(transition.environmentValue).service")], help
    ) { options, json, errors in
      do throws(Diagnostic) {
        let action = try Action.read(json, &errors)
        switch action {
        case .command, .unit: options.idleHooks[transition] = action
        default: throw json.diagnostic(expected: "an object with command or unit")
        }
      } catch {
        errors.append(error)
      }
    }
  }
}
