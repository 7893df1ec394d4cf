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
    }
  }

  private static let displayFields: [JSONField<Self>] = [
    JSONField("value", \.valueName, .valueName), .optional("range", \.range, .range),
  ]

  private static let settingFields: [JSONField<Self>] = [
    JSONField("value", \.valueName, .settableName), .optional("accessibleName", \.accessibilityLabel, .text),
    .optional("enabled", \.enabledCondition, .condition), .optional("action", \.action, .action),
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
