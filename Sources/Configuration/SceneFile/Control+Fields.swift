import Scenes

extension SceneDescription.Node {
  static let controlKeys = SceneDescription.ControlDescription.Kind.allCases.map(\.rawValue)
  /// The keys that aren't allowed in the row of a list.
  static let keysOutsideRows = ["list"] + controlKeys.filter { $0 != "switch" }

  /// The keys of controls and displays, one for each kind.
  static let controls = SceneDescription.ControlDescription.Kind.allCases.map { kind in
    let fields = SceneDescription.ControlDescription.fields(of: kind)
    return JSONField<Self>(
      kind.rawValue,
      write: { node in
        node.control.flatMap { $0.kind == kind ? .object(fields.members(of: $0)) : nil }
      },
      read: { json, object, node, reader in
        var control = SceneDescription.ControlDescription(kind)
        if control.setsValue {
          control.isNamed = node.name != nil
          // A control without a name gets a generated one, as a button does.
          node.name = reader.buttonNames.register(
            node.name, kind: kind.rawValue, at: object["name"], &reader.errors)
        }
        if let object = json.object(fields.map(\.key), &reader.errors) {
          reader.read(object, into: &control, fields, required: ["value"])
          if let action = object["action"], reader.values[control.valueName]?.adapterAddress != nil {
            let expected = "no action, because the adapter of \(control.valueName) gets the change"
            reader.errors.append(action.diagnostic(expected: expected))
          }
          if kind == .field, let json = object["value"], let choices = reader.values[control.valueName]?.choices,
            !control.entry.isLimited(to: choices)
          {
            let found = "'\(control.valueName)', whose \"initial\" is a list"
            let expected = "a value with one text as its \"initial\", because people can type others"
            reader.errors.append(json.diagnostic(found: found, expected: expected))
          }
        }
        node.control = control
      })
  }
}

extension SceneDescription.ControlDescription {
  fileprivate static func fields(of kind: Kind) -> [JSONField<Self>] {
    switch kind {
    case .switch: settingFields + [JSONField("off", \.off, .reading), JSONField("on", \.on, .reading)]
    case .slider, .stepper: settingFields + rangeFields
    case .gauge: displayFields + [.optional("caption", \.caption, .liveText)]
    case .progress: displayFields
    case .keypad: settingFields + [JSONField("digits", \.digits, .integer(1...12))]
    case .field: settingFields + entryFields
    case .search:
      [
        JSONField("value", \.valueName, .valueName), .optional("accessibleName", \.accessibilityLabel, .text),
        .optional("placeholder", \.entry.placeholder, .text),
      ]
    }
  }

  private static let displayFields: [JSONField<Self>] = [
    JSONField("value", \.valueName, .valueName), .optional("range", \.range, .range),
  ]

  private static let settingFields: [JSONField<Self>] = [
    JSONField("value", \.valueName, .settableName), .optional("accessibleName", \.accessibilityLabel, .text),
    .optional("enabled", \.enabledCondition, .condition), .optional("action", \.action, .action),
  ]

  /// The kind comes first, because the meaning of `maximum` depends on it.
  private static let entryFields: [JSONField<Self>] = [
    JSONField("kind", \.entry.kind, .choice(), omittedIf: .text),
    .optional("placeholder", \.entry.placeholder, .text),
    JSONField(
      "secure", write: { $0.entry.isSecure ? true : nil },
      read: { json, _, control, reader throws(Diagnostic) in
        control.entry.isSecure = try json.bool()
        guard control.entry.isSecure, case .set? = reader.values[control.valueName]?.source ?? .set(nil) else {
          guard control.entry.isSecure else { return }
          throw json.diagnostic(expected: "a value with \"initial\" for a secure field, which never sets it")
        }
      }),
    .optional("minimum", \.entry.minimum, .number()),
    JSONField(
      "maximum", write: { $0.entry.maximum.map(JSONValue.integerIfWhole) },
      read: { json, _, control, _ throws(Diagnostic) in
        guard control.entry.kind == .number else {
          control.entry.maximum = Double(try json.integer(1...1000))
          return
        }
        let (maximum, minimum) = (try json.number(), control.entry.minimum ?? -.infinity)
        control.entry.maximum = maximum
        guard maximum > minimum else {
          throw json.diagnostic(
            expected: "a number above the minimum, \(JSONValue.integerIfWhole(minimum).singleLine)")
        }
      }),
    JSONField("decimals", \.entry.decimals, .integer(0...6), omittedIf: 0),
    .optional("pattern", \.entry.pattern, .pattern), .optional("patternText", \.entry.patternText, .text),
    JSONField("scan", \.entry.takesScans, .bool, omittedIf: false),
  ]

  private static let rangeFields: [JSONField<Self>] = [
    .optional("minimum", \.minimum, .number()),
    JSONField(
      "maximum", write: { $0.maximum.map(JSONValue.integerIfWhole) },
      read: { json, _, control, _ throws(Diagnostic) in
        let (maximum, minimum) = (try json.number(), control.minimum ?? 0)
        control.maximum = maximum
        guard maximum > minimum else {
          throw json.diagnostic(
            expected: "a number above the minimum, \(JSONValue.integerIfWhole(minimum).singleLine)")
        }
      }),
    .optional("step", \.step, .number(1e-6...LocatedJSON.maximumNumber)),
  ]
}

extension JSONFormat<TextPattern> {
  fileprivate static let pattern = Self(
    { .string($0.source) },
    read: { json, _ throws(Diagnostic) in
      guard let pattern = TextPattern(try json.text()) else {
        throw json.diagnostic(expected: "an extended regular expression, see regex(7)")
      }
      return pattern
    })
}

extension JSONFormat<String> {
  /// A reading that a control sets its value to.
  fileprivate static let reading = Self(JSONValue.string) { json, _ throws(Diagnostic) in try json.reading() }

  /// The name of a value that can be set.
  fileprivate static let settableName = Self(JSONValue.string) { json, reader throws(Diagnostic) in
    let name = try json.string()
    reader.checkValue(name, at: json, mustBeSettable: true, acceptsAdapters: true)
    return name
  }
}

extension JSONFormat<SceneDescription.List> {
  private static let fields: [JSONField<Value>] = [
    JSONField("value", \.valueName, .valueName),
    JSONField(
      "row", write: { $0.row.first.map(JSONFormat<SceneDescription.Node>.node.write) },
      read: { json, _, list, reader in list.row = [reader.readRow(json)] }),
    JSONField("separator", \.hasSeparators, .bool), .optional("empty", \.emptyText, .liveText),
  ]

  static let list = object(
    {
      var list = Value()
      list.parse = { ListLine(parsing: $0) }
      return list
    }, fields, required: ["value", "row"])
}
