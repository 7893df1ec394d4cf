import PanelGeometry
import Scenes

/// A description of the values that a setting accepts, for the documentation, the completions and the schema.
struct ValueSyntax: Sendable {
  /// The expected values, for error messages, such as "book, camera or off".
  let expected: String
  /// The operand's name in `--help`, in capitals; empty for a flag.
  var operand = ""
  /// The accepted words. If `allowsOtherValues`, other values are valid too.
  var choices: [String] = []
  /// Whether values other than `choices` are valid too.
  var allowsOtherValues = false
  /// Whether shell completion offers file names.
  var isFile = false
  /// The JSON Schema for the value.
  let schema: [String: JSONValue]

  var isFlag: Bool { schema["type"]?.text == "boolean" }

  /// Returns a valid value that isn't the default, if the syntax lists the values.
  ///
  /// - Parameter defaultText: The default as in the manual. It begins with the value, such as "true, or false if the file
  ///   has faces".
  func example(except defaultText: String) -> JSONValue? {
    if isFlag { return .bool(!defaultText.hasPrefix("true")) }
    let words = schema["enum"]?.elements ?? choices.map(JSONValue.string)
    return words.first { !defaultText.hasPrefix($0.text ?? $0.canonical.singleLine) }
  }
}

/// Reads the values of a setting from the command line and from JSON.
struct ValueFormat<Value>: Sendable {
  let syntax: ValueSyntax
  /// Parses a command-line value; returns `nil` if it is invalid.
  let parse: @Sendable (String) -> Value?
  /// Reads a value from a file, or throws if it is invalid.
  let read: @Sendable (LocatedJSON) throws(Diagnostic) -> Value

  init(
    expected: String, operand: String = "", choices: [String] = [], allowsOtherValues: Bool = false,
    isFile: Bool = false,
    schema: [String: JSONValue], parse: @escaping @Sendable (String) -> Value?,
    read: @escaping @Sendable (LocatedJSON) throws(Diagnostic) -> Value
  ) {
    syntax = ValueSyntax(
      expected: expected, operand: operand, choices: choices, allowsOtherValues: allowsOtherValues, isFile: isFile,
      schema: schema)
    (self.parse, self.read) = (parse, read)
  }

  /// Creates a format that converts arguments of the command line to JSON values, so that both are checked in one
  /// place.
  ///
  /// - Parameters:
  ///   - jsonValue: Converts an argument to a JSON value; by default, a string.
  ///   - accept: Converts a JSON value to a value; returns `nil` if it is invalid.
  init(
    _ syntax: ValueSyntax, jsonValue: @escaping @Sendable (String) -> JSONValue? = { .string($0) },
    accept: @escaping @Sendable (JSONValue) -> Value?
  ) {
    self.syntax = syntax
    parse = { jsonValue($0).flatMap(accept) }
    read = { json throws(Diagnostic) in
      guard let value = accept(json.value) else { throw json.diagnostic(expected: syntax.expected) }
      return value
    }
  }

  private init<Wrapped>(_ format: ValueFormat<Wrapped>) where Value == Wrapped? {
    syntax = format.syntax
    // Without `map`, the `nil` of an invalid text would become a valid value, `.some(nil)`.
    parse = { text in format.parse(text).map(Optional.some) }
    read = { json throws(Diagnostic) in try format.read(json) }
  }

  /// Returns a format for an optional setting.
  static func optional<Wrapped>(_ format: ValueFormat<Wrapped>) -> Self where Value == Wrapped? { Self(format) }
}

extension ValueFormat where Value: Sendable {
  /// Accepts one of several words.
  static func choice(_ operand: String, _ values: [(word: String, value: Value)]) -> Self {
    let words = values.map(\.word)
    let schema = ["enum": JSONValue.array(words.map(JSONValue.string))]
    return Self(ValueSyntax(expected: words.alternatives, operand: operand, choices: words, schema: schema)) { json in
      values.first { $0.word == json.text }?.value
    }
  }

  /// Accepts an enumeration's raw values.
  static func choice(_ operand: String) -> Self where Value: CaseIterable & RawRepresentable<String> {
    choice(operand, Value.allCases.map { ($0.rawValue, $0) })
  }

  /// Accepts a text, parsed the same way on the command line and in a file.
  static func parsed(
    _ operand: String, _ expected: String, choices: [String] = [], isFile: Bool = false,
    _ parse: @escaping @Sendable (String) -> Value?
  ) -> Self {
    let schema: [String: JSONValue] = ["type": "string", "minLength": .number(1), "title": .string(expected)]
    return Self(
      ValueSyntax(
        expected: expected, operand: operand, choices: choices, allowsOtherValues: true, isFile: isFile, schema: schema)
    ) { $0.text.flatMap(parse) }
  }
}

extension ValueFormat<Bool> {
  /// A flag: on the command line its presence sets `value`; a file has true or false.
  static func flag(_ value: Bool = true) -> Self {
    Self(
      expected: "true or false", schema: ["type": .string("boolean")], parse: { _ in value },
      read: { json throws(Diagnostic) in try json.bool() })
  }
}

extension ValueFormat<Double> {
  /// Accepts a number in a range.
  ///
  /// - Parameter expected: The description for error messages, with the unit if there is one.
  static func number(_ operand: String, _ range: ClosedRange<Double>, _ expected: String? = nil) -> Self {
    let expected = expected ?? "a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)"
    let schema: [String: JSONValue] = [
      "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
    ]
    return Self(
      ValueSyntax(expected: expected, operand: operand, schema: schema),
      jsonValue: { Double($0).map(JSONValue.number) },
      accept: { json in if case .number(let number) = json, range.contains(number) { number } else { nil } })
  }
}

extension ValueFormat<Double?> {
  /// Accepts a number in a range, or `auto` for `nil`.
  static func numberOrAuto(_ operand: String, _ range: ClosedRange<Double>) -> Self {
    let number = ValueFormat<Double>.number(operand, range)
    let expected = "\(number.syntax.expected), or auto"
    return Self(
      ValueSyntax(
        expected: expected, operand: "\(operand)|auto", choices: ["auto"], allowsOtherValues: true,
        schema: ["anyOf": .array([.object(number.syntax.schema), ["enum": .array(["auto"])]])]),
      jsonValue: { $0 == "auto" ? .string($0) : Double($0).map(JSONValue.number) },
      accept: { json in
        switch json {
        case .string("auto"): .some(nil)
        case .number(let number) where range.contains(number): number
        default: nil
        }
      })
  }
}

extension ValueFormat<Int> {
  /// Accepts a whole number in a range.
  static func integer(_ operand: String, _ range: ClosedRange<Int>) -> Self {
    let schema: [String: JSONValue] = [
      "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
    ]
    return Self(
      ValueSyntax(
        expected: "a whole number from \(range.lowerBound) to \(range.upperBound)", operand: operand, schema: schema),
      jsonValue: JSONValue.wholeNumber
    ) { json in
      if case .number(let number) = json, let whole = Int(exactly: number), range.contains(whole) { whole } else { nil }
    }
  }
}

extension ValueFormat<String> {
  /// Accepts any text that isn't empty.
  static func text(_ operand: String, _ expected: String, isFile: Bool = false) -> Self {
    parsed(operand, expected, isFile: isFile) { $0.isEmpty ? nil : $0 }
  }

  /// Accepts a path.
  static func file(_ expected: String = "a file") -> Self { text("FILE", expected, isFile: true) }
}

extension ValueFormat<Point> {
  /// Accepts a location on the panel, in points.
  static let point = parsed("X,Y", "a place in points, such as 608,158") { text in
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Options.number(String($0), -1e6...1e6)
    }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
    return Point(x, y)
  }
}

extension ValueFormat<(name: String, raw: String)> {
  /// Accepts the name and the text of one of the scene's live values.
  static let assignment = parsed("NAME=VALUE", "a value's name, = and a text") { text in
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    if parts[1].isEmpty { return (String(parts[0]), "") }
    // A live value can have several lines.
    guard let raw = ValueLine.text(parts[1].utf8, lines: .max) else { return nil }
    return (String(parts[0]), raw)
  }
}

extension ValueFormat<QuarterTurns> {
  /// Accepts 0, 90, 180 or 270 degrees.
  static let turns: Self = {
    let degrees = QuarterTurns.allCases.map { "\($0.rawValue)" }
    let schema = ["enum": JSONValue.array(QuarterTurns.allCases.map { .number(Double($0.rawValue)) })]
    return Self(
      ValueSyntax(
        expected: degrees.alternatives + " degrees, clockwise", operand: "DEGREES", choices: degrees, schema: schema),
      jsonValue: JSONValue.wholeNumber
    ) { json in
      if case .number(let number) = json { Int(exactly: number).flatMap(QuarterTurns.init) } else { nil }
    }
  }()
}

extension JSONValue {
  @Sendable fileprivate static func wholeNumber(_ text: String) -> JSONValue? { Int(text).map { .number(Double($0)) } }
}

extension ValueFormat<Size> {
  /// Accepts the size of a picture or a panel, in points.
  ///
  /// - Parameter most: The maximum width times height.
  static func size(atMost most: Int) -> Self {
    parsed("WxH", Options.expectedSize(atMost: most)) { Options.size($0, atMost: most) }
  }
}

extension ValueFormat<ViewAngle> {
  /// Accepts an orientation of the cube.
  static let angle = parsed(
    "VIEW", "face-on, corner-on, face-1 to face-6, or AX,AY in radians", choices: ["face-on", "corner-on"] + faceNames
  ) { ViewAngle($0) }
}

private let faceNames = (1...6).map { "face-\($0)" }

extension ViewAngle {
  /// Parses face-on, corner-on, face-1 to face-6, or two comma-separated angles in radians; `nil` for any other text.
  package init?(_ text: String) {
    switch text {
    case "face-on": self = .faceOn
    case "corner-on": self = .cornerOn
    default:
      if let index = faceNames.firstIndex(of: text) {
        self = .faces[index]
        return
      }
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard parts.count == 2, let x = parts[0], let y = parts[1], abs(x) <= 1e6, abs(y) <= 1e6 else { return nil }
      self.init(x: x, y: y)
    }
  }
}

extension Double {
  /// The number as text, without a decimal point if it is whole.
  package var shortText: String { Int(exactly: self).map(String.init) ?? String(self) }
}
