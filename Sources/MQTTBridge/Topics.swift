/// The panel's MQTT topics.
struct Topics {
  /// The topic above all topics of the panel, with a slash at its end.
  let base: String
  /// The topic of the message to Home Assistant; `nil` to announce nothing.
  let discovery: String?

  init(_ configuration: BridgeConfiguration) {
    base = "\(configuration.topic)/\(configuration.name)/"
    let name = "cube-kiosk-\(configuration.name)"
    discovery = configuration.discovery.isEmpty ? nil : "\(configuration.discovery)/device/\(name)/config"
  }

  var availability: String { base + "online" }
  var state: String { base + "state" }
  var event: String { base + "event" }
  var screenshot: String { base + "screenshot" }

  func set(_ value: String) -> String { base + "set/" + value }
  var press: String { base + "press" }
  var command: String { base + "command" }
}
