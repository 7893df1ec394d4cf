import JSON

/// Home Assistant's texts for kinds of entities and their states, as `frontend/get_translations` returns them.
struct HouseTexts {
  /// The maximum number of texts in a value's map.
  private static let maximumMapCount = 100

  private var titles: [String: String] = [:]
  /// The texts for states, by kind of entity and device class, such as `cover._`.
  private var states: [String: [String: String]] = [:]

  /// - Parameter results: The results for the categories `title` and `entity_component`.
  init(_ results: [JSONValue] = []) {
    for result in results {
      guard case .object(let members) = result, case .object(let resources)? = members["resources"] else { continue }
      for (key, value) in resources.all {
        let parts = key.split(separator: ".").map(String.init)
        if parts.count == 3, parts[2] == "title" { titles[parts[1]] = value.text }
        if parts.count == 6, parts[2] == "entity_component", parts[4] == "state" {
          states["\(parts[1]).\(parts[3])", default: [:]][parts[5]] = value.text
        }
      }
    }
  }

  /// Returns the title of a kind of entity, such as `Light` for `light`.
  func title(of domain: String) -> String { titles[domain] ?? domain.readableOption }

  /// Returns the text for a state of a kind, such as `Closed` for `closed`.
  func text(_ state: String, of domain: String) -> String {
    states["\(domain)._"]?[state] ?? state.readableOption
  }

  /// Returns the texts for all states of a kind, as the map of a value.
  ///
  /// - Parameters:
  ///   - domain: The kind of entity.
  ///   - deviceClass: The class of a sensor, whose states may have their own texts.
  func map(of domain: String, deviceClass: String = "_") -> JSONValue {
    let texts = states["\(domain).\(deviceClass)"] ?? states["\(domain)._"] ?? [:]
    return Self.map(texts)
  }

  /// Returns readable texts for options, as the map of a value.
  static func map(options: [String]) -> JSONValue {
    let changed = options.filter { $0 != $0.readableOption }
    return map(Dictionary(changed.map { ($0, $0.readableOption) }) { $1 })
  }

  private static func map(_ texts: [String: String]) -> JSONValue {
    let members = texts.sorted { $0.key < $1.key }.prefix(maximumMapCount).map { ($0.key, JSONValue.string($0.value)) }
    return .object(JSONMembers(members))
  }
}

extension String {
  /// An option as a text: `light_speed` is `Light speed`.
  var readableOption: String {
    let text = String(map { $0 == "_" ? " " : $0 })
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
