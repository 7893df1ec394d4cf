import PanelGeometry
import PanelRaster

/// The format of a type of value in a file. The writer's output reads back to the same value.
struct JSONFormat<Value>: Sendable {
  let write: @Sendable (Value) -> JSONValue
  let read: @Sendable (LocatedJSON, inout DocumentReader) throws(Diagnostic) -> Value

  init(
    _ write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (LocatedJSON, inout DocumentReader) throws(Diagnostic) -> Value
  ) {
    (self.write, self.read) = (write, read)
  }
}

// MARK: Simple values

extension JSONFormat<Bool> {
  static let bool = Self(JSONValue.bool) { json, _ throws(Diagnostic) in try json.bool() }
}

extension JSONFormat<Double> {
  static func number(_ range: ClosedRange<Double> = -LocatedJSON.maximumNumber...LocatedJSON.maximumNumber) -> Self {
    Self(JSONValue.integerIfWhole) { json, _ throws(Diagnostic) in try json.number(range) }
  }
}

extension JSONFormat<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(JSONValue.integer) { json, _ throws(Diagnostic) in try json.integer(range) }
  }
}

extension JSONFormat<String> {
  static let text = Self(JSONValue.string) { json, _ throws(Diagnostic) in try json.text() }
  /// A name, which is a component of a path such as `root/cube/face5`.
  static let name = Self(JSONValue.string) { json, _ throws(Diagnostic) in
    let name = try json.text()
    guard !name.isEmpty, !name.contains("/"), name.isPrintable else {
      throw json.diagnostic(expected: "a name of at least one character, without slashes or control characters")
    }
    return name
  }
  /// A font family, or a comma-separated list of them.
  static let family = string("a font's family, such as Inter") {
    $0.isPrintable && (1...200).contains($0.unicodeScalars.count)
  }
  /// The name of a defined value, or an empty string for no value.
  static let valueName = Self(JSONValue.string) { json, reader throws(Diagnostic) in
    let name = try json.string()
    if !name.isEmpty { reader.checkValue(name, at: json) }
    return name
  }

  /// Returns the format of a string that satisfies a condition.
  static func string(_ expected: String, _ isValid: @escaping @Sendable (String) -> Bool) -> Self {
    Self(JSONValue.string) { json, _ throws(Diagnostic) in
      let string = try json.string()
      guard isValid(string) else { throw json.diagnostic(expected: expected) }
      return string
    }
  }
}

extension String {
  fileprivate var isPrintable: Bool { unicodeScalars.allSatisfy { $0.isPrintable && $0 != "\t" } }
}

extension JSONFormat<Color> {
  /// A color: "#35B68B", "#35B68B80" with alpha, or an array of four numbers from 0 to 1.
  static let color = Self(JSONValue.numbers) { json, _ throws(Diagnostic) in
    if case .array = json.value {
      let parts = try json.numbers(4)
      guard parts.allSatisfy((0...1).contains) else {
        throw json.diagnostic(expected: "red, green, blue, alpha from 0 to 1")
      }
      return Color(parts[0], parts[1], parts[2], parts[3])
    }
    guard case .string(let text) = json.value, text.hasPrefix("#"), [7, 9].contains(text.utf8.count),
      text.utf8.dropFirst().allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let hex = UInt32(text.dropFirst(), radix: 16)
    else {
      throw json.diagnostic(
        expected: "a color such as \"#35B68B\", with an alpha \"#35B68B80\", or 4 numbers from 0 to 1")
    }
    return text.utf8.count == 7 ? Color(hex: hex) : Color(hex: hex >> 8).withAlphaComponent(Double(hex & 0xFF) / 255)
  }
}

extension JSONFormat<Point> {
  static let point = Self(
    { .numbers([$0.x, $0.y]) },
    read: { json, _ throws(Diagnostic) in
      let coordinates = try json.numbers(2)
      return Point(coordinates[0], coordinates[1])
    })
}

extension JSONFormat<Transform3D> {
  static let transform = Self(
    { .numbers($0.elements) },
    read: { json, reader throws(Diagnostic) in
      try json.transform(&reader.errors)
    })
}

extension JSONFormat where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static func choice() -> Self {
    Self({ .string($0.rawValue) }, read: { json, _ throws(Diagnostic) in try json.choice(Value.self) })
  }
}

// MARK: Compound values

extension JSONFormat {
  /// Returns a format that also accepts null, for `nil`.
  static func orNull<Wrapped>(_ format: JSONFormat<Wrapped>) -> Self where Value == Wrapped? {
    Self(
      { $0.map(format.write) ?? .null },
      read: { json, reader throws(Diagnostic) in
        json.isNull ? nil : try format.read(json, &reader)
      })
  }

  /// Returns the format of an array.
  ///
  /// - Parameters:
  ///   - count: The allowed numbers of elements.
  ///   - expected: The message for any other number of elements, such as "2 to 256 colors".
  static func array<Element>(
    of format: JSONFormat<Element>, count: ClosedRange<Int> = 0...Int.max, _ expected: String = ""
  ) -> Self where Value == [Element] {
    Self(
      { .array($0.map(format.write)) },
      read: { json, reader throws(Diagnostic) in
        let elements = try json.array("an array" + (expected.isEmpty ? "" : " of \(expected)"))
        guard count.contains(elements.count) else { throw json.diagnostic(expected: expected) }
        var values: [Element] = []
        for element in elements { values.append(try format.read(element, &reader)) }
        return values
      })
  }

  /// Returns the format of an object. An error in one member doesn't prevent reading the others.
  static func object(
    _ new: @escaping @Sendable () -> Value, _ fields: [JSONField<Value>], required: [String] = []
  ) -> Self {
    Self(
      { .object(fields.members(of: $0)) },
      read: { json, reader throws(Diagnostic) in
        var value = new()
        if let object = json.object(fields.map(\.key), &reader.errors) {
          reader.read(object, into: &value, fields, required: required)
        }
        return value
      })
  }
}
