import JSON

/// A topic whose messages are a value of the panel, the address of which is `mqtt:` and the topic.
struct TopicAddress {
  /// The maximum length of a payload, in bytes. The panel's lines have at most 64 KiB.
  static let maximumPayload = 32768

  let topic: String

  /// - Returns: `nil` for wildcards, which would be several values, and for what the broker would refuse.
  init?(_ address: String) {
    let isTopic = address.unicodeScalars.allSatisfy { $0.isPrintable && $0 != "+" && $0 != "#" }
    guard isTopic, !address.isEmpty, !address.hasPrefix("$share/") else { return nil }
    topic = address
  }

  /// Returns a payload as the panel's value. An object or an array is JSON, of which the panel takes a member; any other
  /// text is a text, since 007 and 1e3 are no numbers to the device that sent them. An empty payload, with which a retained
  /// message is deleted, is null.
  ///
  /// - Returns: `nil` if the payload isn't a text of at most `maximumPayload` bytes.
  static func value(of payload: [UInt8]) -> JSONValue? {
    guard payload.count <= maximumPayload, let text = String(validating: payload, as: UTF8.self) else { return nil }
    if text.isEmpty { return .null }
    let isJSON = text.first.map("{[".contains) == true
    return isJSON ? (try? JSONValue.read(payload, name: topicName)) ?? .string(text) : .string(text)
  }

  private static let topicName = "payload"

  /// The topic that changes the device whose state this topic has, by the habits of Tasmota (`stat/lamp/POWER` and
  /// `cmnd/lamp/POWER`), of ESPHome (`lamp/switch/relay/state` and `…/command`) and, for all others, of Zigbee2MQTT
  /// (`zigbee2mqtt/lamp` and `zigbee2mqtt/lamp/set`).
  var commandTopic: String {
    if topic.hasPrefix("stat/") { return "cmnd/" + topic.dropFirst("stat/".count) }
    if topic.hasSuffix("/state") { return topic.dropLast("/state".count) + "/command" }
    return topic + "/set"
  }

  /// Returns the payload of a change: the text, or an object with the member that the control's value takes.
  ///
  /// - Parameters:
  ///   - text: The text that the control was set to.
  ///   - member: A JSON pointer (RFC 6901); `nil` for the whole payload.
  static func payload(_ text: String, member: String?) -> String {
    guard let member, let pointer = JSONPointer(member) else { return text }
    // Zigbee2MQTT expects numbers, true and false, as it reports them.
    let json: JSONValue =
      switch try? JSONValue.read(Array(text.utf8), name: topicName) {
      case .number(let number): .integerIfWhole(number)
      case .integer(let number): .integer(number)
      case .bool(let isTrue): .bool(isTrue)
      default: .string(text)
      }
    return pointer.objects(around: json).singleLine
  }
}
