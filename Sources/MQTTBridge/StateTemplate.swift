import JSON

/// The templates with which Home Assistant reads a value from the message of the panel's state.
///
/// A sensor with a unit, or a number, keeps its last state and logs an error for any reading that isn't a number. Readings
/// are therefore unknown if the entity can't show them.
struct StateTemplate {
  /// The maximum length of a state in Home Assistant.
  static let maximumLength = 255

  /// The expression for the reading; `none` without one.
  private let reading: String

  /// - Parameter name: The value's name.
  init(_ name: String) { reading = "value_json['values'].get(\(JSONValue.string(name).singleLine))" }

  /// The text of a switch or a select; unknown without one.
  var choice: String { "{{ \(reading) }}" }

  /// A text, cut to the maximum length; unknown without one.
  var text: String { "{% set x = \(reading) %}{{ x[:\(Self.maximumLength)] if x is string else none }}" }

  /// A text, cut to the maximum length. Text entities can't be unknown: they would show the text None.
  var textOrEmpty: String { "{{ (\(reading) or '')[:\(Self.maximumLength)] }}" }

  /// A JSON object with the whole text if it is too long for a state.
  var longTextAttribute: String {
    let isLong = "x is string and x | length > \(Self.maximumLength)"
    return "{% set x = \(reading) %}{{ ({'text': x} if \(isLong) else {}) | tojson }}"
  }

  /// A number, unknown for other readings.
  ///
  /// - Parameter range: The minimum and the maximum that the entity accepts; `nil` for any number.
  func number(in range: [Double]?) -> String {
    // is_number also accepts what the panel shows as text, such as 1_000 and numbers in other scripts.
    var condition = "x is string and x is match('[-+.0-9eE]+$') and x | is_number"
    if let range { condition += " and \(Self.text(range[0])) <= x | float <= \(Self.text(range[1]))" }
    return "{% set x = \(reading) %}{{ x if \(condition) else none }}"
  }

  /// A number without a range, or an empty text, which changes nothing.
  var numberOrEmpty: String { "{% set x = \(reading) %}{{ x if x is string and x | is_number else '' }}" }

  private static func text(_ number: Double) -> String { JSONValue.integerIfWhole(number).singleLine }
}
