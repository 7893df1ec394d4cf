/// The panel's MQTT topics.
struct Topics {
  /// The topic above all topics of the panel, with a slash at its end.
  let base: String
  /// The topic of the message to Home Assistant; `nil` to announce nothing.
  let discovery: String?
  /// Home Assistant publishes `online` here after each start; `nil` without `discovery`.
  let homeAssistantStatus: String?
  private let permitsControl: Bool

  init(_ configuration: BridgeConfiguration) {
    permitsControl = configuration.permitsControl
    base = "\(configuration.topic)/\(configuration.name)/"
    let name = "cube-kiosk-\(configuration.name)"
    let isAnnounced = !configuration.discovery.isEmpty
    discovery = isAnnounced ? "\(configuration.discovery)/device/\(name)/config" : nil
    homeAssistantStatus = isAnnounced ? "\(configuration.discovery)/status" : nil
  }

  var availability: String { base + "online" }
  var state: String { base + "state" }
  var event: String { base + "event" }
  var screenshot: String { base + "screenshot" }

  /// Whether a topic is one of `subscribed`.
  func isOwn(_ topic: String) -> Bool {
    subscribed.contains(topic) || permitsControl && topic.hasPrefix(set(""))
  }

  func set(_ value: String) -> String { base + "set/" + value }
  var press: String { base + "press" }
  var page: String { base + "page" }
  var message: String { base + "message" }
  var command: String { base + "command" }

  /// The topics to subscribe to. The panel's own message to Home Assistant is among them: it says what the previous
  /// announcement had.
  var subscribed: [String] {
    [discovery, homeAssistantStatus].compactMap { $0 } + [message]
      + (permitsControl ? [set("+"), press, page, command] : [])
  }
}
