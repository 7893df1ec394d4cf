import Geometry
import Raster

/// The format of a type of value in a scene file. The writer's output reads back to the same value.
struct JSONFormat<Value>: Sendable {
  let write: @Sendable (Value) -> JSONValue
  let read: @Sendable (JSONPlace, inout NodeReader) throws(Diagnostic) -> Value

  init(
    _ write: @escaping @Sendable (Value) -> JSONValue,
    read: @escaping @Sendable (JSONPlace, inout NodeReader) throws(Diagnostic) -> Value
  ) {
    (self.write, self.read) = (write, read)
  }
}

// MARK: Simple values

extension JSONFormat<Bool> {
  static let bool = Self(JSONValue.bool) { place, _ throws(Diagnostic) in try place.bool() }
}

extension JSONFormat<Double> {
  static func number(_ range: ClosedRange<Double> = -JSONPlace.largest...JSONPlace.largest) -> Self {
    Self(JSONValue.shortest) { place, _ throws(Diagnostic) in try place.number(range) }
  }
}

extension JSONFormat<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self(JSONValue.integer) { place, _ throws(Diagnostic) in try place.integer(range) }
  }
}

extension JSONFormat<String> {
  static let text = Self(JSONValue.string) { place, _ throws(Diagnostic) in try place.text() }
  static let name = Self(JSONValue.string) { place, _ throws(Diagnostic) in try place.name() }
  static let family = Self(JSONValue.string) { place, _ throws(Diagnostic) in try place.family() }
  /// The name of a value, which must be defined.
  static let valueName = Self(JSONValue.string) { place, reader throws(Diagnostic) in
    let name = try place.string()
    if !name.isEmpty { reader.checkValue(name, at: place) }
    return name
  }
}

extension JSONFormat<Color> {
  static let color = Self(JSONValue.numbers) { place, _ throws(Diagnostic) in try place.color() }
}

extension JSONFormat<Point> {
  static let point = Self({ .numbers([$0.x, $0.y]) }, read: { place, _ throws(Diagnostic) in try place.point() })
}

extension JSONFormat<Transform3D> {
  static let transform = Self(
    { .numbers($0.elements) },
    read: { place, reader throws(Diagnostic) in
      try place.transform(&reader.faults)
    })
}

extension JSONFormat where Value: RawRepresentable<String> & CaseIterable & Sendable {
  static func choice() -> Self {
    Self({ .string($0.rawValue) }, read: { place, _ throws(Diagnostic) in try place.choice(Value.self) })
  }
}

// MARK: Compound values

extension JSONFormat {
  /// Returns a format that also accepts null, for `nil`.
  static func orNull<Wrapped>(_ format: JSONFormat<Wrapped>) -> Self where Value == Wrapped? {
    Self(
      { $0.map(format.write) ?? .null },
      read: { place, reader throws(Diagnostic) in
        place.isNull ? nil : try format.read(place, &reader)
      })
  }

  /// Returns the format of an array.
  ///
  /// - Parameter expected: The expected value in words, for an array of another length.
  static func array<Element>(
    of format: JSONFormat<Element>, count: ClosedRange<Int> = 0...Int.max, _ expected: String = ""
  ) -> Self where Value == [Element] {
    Self(
      { .array($0.map(format.write)) },
      read: { place, reader throws(Diagnostic) in
        let places = try place.array()
        guard count.contains(places.count) else { throw place.fault(expected) }
        var values: [Element] = []
        for place in places { values.append(try format.read(place, &reader)) }
        return values
      })
  }

  /// Returns the format of an object. A fault in one member doesn't prevent reading the others.
  static func object(
    _ new: @escaping @Sendable () -> Value, _ fields: [JSONField<Value>], required: [String] = []
  ) -> Self {
    Self(
      { .object(fields.members(of: $0)) },
      read: { place, reader throws(Diagnostic) in
        var value = new()
        if let object = place.object(fields.map(\.key), &reader.faults) {
          reader.read(object, into: &value, fields, required: required)
        }
        return value
      })
  }
}
