import JSON

/// The panel's state, from its status and the events since.
struct PanelState {
  struct Value {
    let name: String
    var reading: JSONValue
    /// Whether the reading is too old to be true.
    var isStale: Bool
    /// Whether clients can set the value.
    let isSettable: Bool
    /// The texts that the value can be set to; empty for any text.
    let choices: [String]
    let unit: String?
    /// The minimum and the maximum of a number.
    let range: [Double]?
    /// Whether a reading can have several lines.
    let hasLines: Bool
  }

  struct Button: Equatable {
    let address: String
    let title: String
    /// Whether a finger has to hold it.
    let needsHold: Bool
  }

  private(set) var values: [Value] = []
  private(set) var buttons: [Button] = []
  /// The names of the pages.
  private(set) var pages: [String] = []
  private(set) var version = ""
  private var idle: JSONValue = .null
  private var scene: JSONValue = .null
  private var page: JSONValue = .null

  /// Reads a status.
  init(_ status: JSONObject) throws(Diagnostic) {
    version = try status.required("version").string()
    (idle, scene) = (status.members["idle"] ?? .null, status.members["scene"] ?? .null)
    page = status.members["page"] ?? .null
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
          hasLines: value.members["lines"] != nil))
    }
  }

  private static func isStale(_ json: JSONObject) -> Bool {
    if case .bool(true)? = json.members["stale"] { true } else { false }
  }

  /// Applies an event.
  ///
  /// - Returns: False if the event doesn't change the state.
  mutating func apply(_ event: JSONObject) -> Bool {
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

  /// The payload of the state's topic. A stale reading is null, like one that the value never had.
  var json: JSONValue {
    let readings = JSONMembers(values.map { ($0.name, $0.isStale ? .null : $0.reading) })
    return ["values": .object(readings), "idle": idle, "scene": scene, "page": page]
  }

  /// Returns a text as the value can be set to it: line breaks become spaces if the value has only one line.
  func text(_ text: String, for name: String) -> String {
    let hasLines = values.first { $0.name == name }?.hasLines == true
    return hasLines ? text : text.replacing("\n", with: " ")
  }
}

extension JSONValue {
  /// The string; `nil` for other values.
  var text: String? { if case .string(let text) = self { text } else { nil } }
}
