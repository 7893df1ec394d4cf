import JSON

extension EntityState {
  /// The maximum length of a value for the panel, in bytes. A line to the panel has at most 64 KiB.
  private static let maximumLength = 32768

  /// The value that the panel gets: the state and the attributes, of which brightness, speed and volume are percentages.
  ///
  /// - Parameter domain: The kind of entity, such as `light`.
  func value(of domain: String) -> JSONValue {
    var attributes = attributes
    switch domain {
    case "light" where attributes["brightness"] != nil:
      attributes["brightness"] = percentage(of: "brightness", maximum: 255)
    case "fan" where attributes["percentage"] != nil:
      attributes["percentage"] = percentage(of: "percentage", maximum: 100)
    case "media_player" where attributes["volume_level"] != nil:
      attributes["volume_level"] = percentage(of: "volume_level", maximum: 1)
    default: break
    }
    func json(_ attributes: [String: JSONValue]) -> JSONValue {
      ["state": .string(state), "attributes": JSONValue.object(JSONMembers(sortingByName: attributes)).canonical]
    }
    let value = json(attributes)
    // Long attributes are lists, such as those of a forecast, of which a panel shows no part.
    guard value.singleLine.utf8.count > Self.maximumLength else { return value }
    return json(attributes.filter { $0.value.singleLine.utf8.count < 1000 })
  }

  /// An attribute in percent. Only what is off has 0, also if the attribute is null because of that.
  private func percentage(of name: String, maximum: Double) -> JSONValue {
    guard case .number(let level)? = attributes[name], level > 0, state != "off" else { return .integer(0) }
    return .number(max((level / maximum * 100).rounded(), 1))
  }
}
