import JSON

/// The panel's state as a client knows it, from the status and the events since.
package struct PanelState {
  package struct Value {
    package let name: String
    package fileprivate(set) var reading: JSONValue
    /// Whether the reading is too old to be true.
    package fileprivate(set) var isStale: Bool
    /// Whether clients can set the value.
    package let isSettable: Bool
    /// The texts that the value can be set to; empty for any text.
    package let choices: [String]
    package let unit: String?
    /// The minimum and the maximum of a number.
    package let range: [Double]?
    /// Whether a reading can have several lines.
    package let hasLines: Bool
    /// Whether the value is the time, which changes without anything happening.
    package let isTime: Bool
  }

  package struct Button: Equatable {
    package let address: String
    package let title: String
    /// Whether a finger has to hold it.
    package let needsHold: Bool

    package init(address: String, title: String, needsHold: Bool) {
      (self.address, self.title, self.needsHold) = (address, title, needsHold)
    }
  }

  package private(set) var values: [Value] = []
  package private(set) var buttons: [Button] = []
  /// The names of the pages.
  package private(set) var pages: [String] = []
  package private(set) var version = ""
  /// The name of the value that sets the brightness, in percent; `nil` without one.
  package private(set) var brightness: String?
  package private(set) var idle: JSONValue = .null
  package private(set) var scene: JSONValue = .null
  package private(set) var page: JSONValue = .null

  /// Reads a status.
  package init(_ status: JSONObject) throws(Diagnostic) {
    version = try status.required("version").string()
    (idle, scene) = (status.members["idle"] ?? .null, status.members["scene"] ?? .null)
    page = status.members["page"] ?? .null
    brightness = try status["brightness"]?.string()
    for item in try status["addresses"]?.array() ?? [] {
      let item = try item.object()
      let address = try item.required("address").string()
      switch try item.required("kind").string() {
      case "page": pages.append(address)
      case "button":
        buttons.append(
          Button(
            address: address, title: try item["title"]?.string() ?? address, needsHold: item.members["hold"] != nil))
      default: break
      }
    }
    guard let all = try status["values"]?.object() else { return }
    for name in all.members.keys {
      let value = try all.required(name).object()
      var choices: [String] = []
      if case .array(let texts)? = value.members["set"] { choices = texts.compactMap(\.text) }
      var range: [Double]?
      if let bounds = value["range"] { range = try bounds.numbers(2) }
      values.append(
        Value(
          name: name, reading: value.members["value"] ?? .null, isStale: Self.isStale(value),
          isSettable: value.members["set"] != nil, choices: choices, unit: try value["unit"]?.string(), range: range,
          hasLines: value.members["lines"] != nil, isTime: value.members["time"] != nil))
    }
  }

  private static func isStale(_ json: JSONObject) -> Bool {
    if case .bool(true)? = json.members["stale"] { true } else { false }
  }

  /// Applies an event.
  ///
  /// - Returns: False if the event doesn't change the state.
  package mutating func apply(_ event: JSONObject) -> Bool {
    switch event.members["event"]?.text {
    case "value":
      guard let index = values.firstIndex(where: { $0.name == event.members["name"]?.text }) else { return false }
      (values[index].reading, values[index].isStale) = (event.members["value"] ?? .null, Self.isStale(event))
    case "idle": idle = event.members["state"] ?? .null
    case "scene":
      (scene, page) = (event.members["scene"] ?? .null, event.members["page"] ?? .null)
    default: return false
    }
    return true
  }

  /// Returns a text as the value can be set to it: line breaks become spaces if the value has only one line.
  package func text(_ text: String, for name: String) -> String {
    let hasLines = values.first { $0.name == name }?.hasLines == true
    return hasLines ? text : String(text.map { $0 == "\n" ? " " : $0 })
  }
}
