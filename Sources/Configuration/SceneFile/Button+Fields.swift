import PanelRaster
import Scenes

extension ButtonDescription {
  /// The keys of a button in a scene file. A button on a face has these and a name.
  static let fields: [JSONField<Self>] = [
    .optional("title", \.title, .liveText), JSONField("lines", \.lines, .integer(1...10), omittedIf: 1),
    JSONField(
      "icon", write: { $0.icon.map(JSONFormat.icon.write) },
      read: { json, object, button, reader throws(Diagnostic) in
        button.icon = try JSONFormat.icon.read(json, &reader)
        // Without a title, the icon is alone.
        if object["title"] == nil { button.title = LiveText() }
      }),
    .optional("enabled", \.enabledCondition, .condition),
    JSONField(
      "style", write: { $0.styles.isEmpty ? nil : .oneOrMore($0.styles.map(JSONFormat.style.write)) },
      read: { json, _, button, reader throws(Diagnostic) in
        var elements = [json]
        if case .array = json.value { elements = try json.array() }
        if elements.count > maximumStyles {
          reader.errors.append(json.diagnostic(expected: "at most \(maximumStyles) styles"))
        }
        for element in elements.prefix(maximumStyles) {
          button.styles.append(try JSONFormat.style.read(element, &reader))
        }
      }),
    .optional("accessibleName", \.accessibilityLabel, .text),
    JSONField("confirm", \.needsHold, .confirmation, omittedIf: false), JSONField("action", \.action, .action),
  ]
  package static let keys = fields.map(\.key)
  private static let maximumStyles = 16
}

extension JSONFormat<Bool> {
  /// The word "Hold", which makes a button need to be held.
  fileprivate static let confirmation = Self(
    { _ in "Hold" },
    read: { json, _ throws(Diagnostic) in
      guard case .string("Hold") = json.value else { throw json.diagnostic(expected: "Hold") }
      return true
    })
}

extension JSONFormat<Action> {
  static let action = Self(\.json) { json, reader throws(Diagnostic) in
    let action = try Action.read(json, &reader.errors)
    action.checkNames(json, &reader)
    return action
  }
}

extension Action {
  /// Adds an error for each unknown value.
  ///
  /// - Parameter json: the place of the action.
  func checkNames(_ json: LocatedJSON, _ reader: inout DocumentReader) {
    switch self {
    case .set(let changes):
      for name in changes.keys.sorted() {
        reader.checkValue(name, at: json, mustBeSettable: true, acceptsAdapters: true)
      }
      reader.checkNames(inActionTexts: json.actionTexts)
      reader.passedTexts += PassedText.all(in: changes, at: json)
    case .append(let lines), .remove(let lines):
      for name in lines.keys.sorted() { reader.checkValue(name, at: json, mustBeSettable: true, mustHaveLines: true) }
      reader.checkNames(inActionTexts: json.actionTexts)
    case .command(let command):
      reader.checkNames(inActionTexts: json.actionTexts)
      reader.passedTexts += PassedText.all(in: command, at: json)
    case .call(let call):
      reader.checkNames(inActionTexts: json.actionTexts)
      reader.passedTexts += PassedText.all(in: call, at: json)
    case .message(let message):
      if let json = (try? json.object())?["message"] { message.checkNames(json, &reader) }
    case .sequence(let actions):
      for (action, json) in zip(actions, (try? json.array()) ?? []) { action.checkNames(json, &reader) }
    default: break
    }
  }
}

// MARK: Styles

extension JSONFormat<ButtonDescription.Style> {
  private static let fields: [JSONField<Value>] = [JSONField("color", \.color, .color)]

  /// Accepts an object with a color and, optionally, a condition's keys.
  fileprivate static let style = Self(
    { style in
      let condition = style.condition?.members ?? []
      return .object(JSONMembers(fields.members(of: style).all + condition))
    },
    read: { json, reader throws(Diagnostic) in
      var style = Value(nil, color: .black)
      guard let object = json.object(ValueCondition.keys + ["color"], &reader.errors) else {
        return style
      }
      reader.read(object, into: &style, fields, required: ["color"])
      if ValueCondition.keys.contains(where: { object[$0] != nil }) {
        style.condition = try ValueCondition.read(object, &reader)
      }
      return style
    })
}

extension LocatedJSON {
  /// Reads the texts that a condition compares a value with, or that an action sets it to: one reading, or an array of 1
  /// to 100.
  package func readings() throws(Diagnostic) -> [String] {
    guard case .array(let values) = value else { return [try reading()] }
    guard (1...100).contains(values.count) else { throw diagnostic(expected: "1 to 100 values") }
    var readings: [String] = []
    for element in try array() { readings.append(try element.reading()) }
    return readings
  }
}

/// The names of the buttons and controls of a scene or a face, which must be unique.
struct ButtonNames {
  private var taken: Set<String> = []
  private var counts: [String: Int] = [:]

  /// Registers a button and returns its name.
  ///
  /// - Parameters:
  ///   - name: The configured name; `nil` for a generated name: "button", "button2" and so on.
  ///   - kind: The generated name of the first button or control of its kind.
  mutating func register(
    _ name: String?, kind: String = "button", at json: LocatedJSON?, _ errors: inout [Diagnostic]
  ) -> String {
    counts[kind, default: 0] += 1
    if let name {
      if let json, !taken.insert(name).inserted {
        let parameter = json.use == nil ? "" : ", such as one with a parameter of the template"
        errors.append(json.diagnostic(expected: "a name that no other button or control here has\(parameter)"))
      }
      return name
    }
    var number = counts[kind] ?? 1
    func candidate() -> String { number == 1 ? kind : "\(kind)\(number)" }
    while !taken.insert(candidate()).inserted { number += 1 }
    return candidate()
  }
}
