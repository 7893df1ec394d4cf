import JSON

/// The message that announces the panel to Home Assistant, as one device with an entity for each value and button.
struct Discovery {
  /// The maximum length of a text in Home Assistant.
  private static let maximumTextLength = 255

  private let topics: Topics
  private let name: String
  private let hasScreenshots: Bool
  /// The platforms of all entities that were announced, by their names. Home Assistant removes an entity that is
  /// announced with nothing but its platform.
  private var announcedPlatforms: [String: JSONValue] = [:]

  init(_ configuration: BridgeConfiguration, _ topics: Topics) {
    (self.topics, name, hasScreenshots) = (topics, configuration.name, configuration.publishesScreenshots)
  }

  /// Returns the message for a panel's current values and buttons.
  mutating func message(for panel: PanelState) -> JSONValue {
    let entities = panel.values.map(entity) + panel.buttons.map(entity) + panelEntities
    for (key, members) in entities { announcedPlatforms[key] = members.first?.value }
    let removed = announcedPlatforms.filter { platform in !entities.contains { $0.key == platform.key } }
    let removals = removed.sorted { $0.key < $1.key }.map { ($0.key, ["platform": $0.value] as JSONValue) }
    let components = entities.map { ($0.key, JSONValue.object(JSONMembers($0.members))) }
    return [
      "device": [
        "identifiers": .array([.string("cube-kiosk-\(name)")]), "name": .string(name), "model": "CubeKiosk",
        "sw_version": .string(panel.version),
      ],
      "origin": ["name": "cube-kiosk-mqtt"], "availability_topic": .string(topics.availability),
      "payload_available": "true", "payload_not_available": "false", "qos": .integer(1),
      "components": .object(JSONMembers(components + removals)),
    ]
  }

  private typealias Entity = (key: String, members: [JSONMembers.Member])

  private func entity(_ value: PanelState.Value) -> Entity {
    var (platform, members): (String, [JSONMembers.Member]) = ("sensor", [])
    if value.isSettable {
      if Set(value.choices) == ["on", "off"] {
        (platform, members) = ("switch", [("payload_on", "on"), ("payload_off", "off")])
      } else if !value.choices.isEmpty {
        (platform, members) = ("select", [("options", .array(value.choices.map(JSONValue.string)))])
      } else if let range = value.range {
        platform = "number"
        members = [("min", .number(range[0])), ("max", .number(range[1])), ("step", .number(0.001)), ("mode", "box")]
      } else {
        (platform, members) = ("text", [("max", .integer(Self.maximumTextLength))])
      }
      members.append(("command_topic", .string(topics.set(value.name))))
    }
    // Other entities have no unit in Home Assistant.
    if let unit = value.unit, ["sensor", "number"].contains(platform) {
      members.append(("unit_of_measurement", .string(unit)))
    }
    // Home Assistant shows null as the text "None" in a text entity, and as unknown in the others.
    let path = "['values']['\(value.name)']" + (platform == "text" ? " or ''" : "")
    return stateEntity("value-\(value.name)", platform, value.name, path, members)
  }

  private func entity(_ button: PanelState.Button) -> Entity {
    let payload: JSONValue = ["face": .integer(button.face), "button": .string(button.name)]
    return buttonEntity(
      "button-\(button.face)-\(button.name)", "\(button.name) (face \(button.face))", topics.press, payload.singleLine)
  }

  /// The entities that every panel has.
  private var panelEntities: [Entity] {
    let event: [JSONMembers.Member] = [
      ("state_topic", .string(topics.event)), ("event_types", .array(["press", "result"])),
      ("value_template", "{{ dict(value_json, event_type=value_json.event) | tojson }}"),
    ]
    let image: [JSONMembers.Member] = [("image_topic", .string(topics.screenshot)), ("content_type", "image/png")]
    let diagnostic: [JSONMembers.Member] = [("entity_category", "diagnostic")]
    return [
      stateEntity("idle", "sensor", "Idle state", "['idle']", diagnostic),
      stateEntity("scene", "sensor", "Scene", "['scene']", diagnostic),
      makeEntity("presses", "event", "Presses", event),
      buttonEntity("wake", "Wake", topics.command, "wake"), buttonEntity("sleep", "Sleep", topics.command, "sleep"),
    ]
      + (hasScreenshots
        ? [
          makeEntity("picture", "image", "Screen", image),
          buttonEntity("screenshot", "Take a screenshot", topics.command, "screenshot"),
        ] : [])
  }

  /// Creates an entity whose state is a part of the state's message.
  private func stateEntity(
    _ key: String, _ platform: String, _ label: String, _ path: String, _ members: [JSONMembers.Member]
  ) -> Entity {
    let state: [JSONMembers.Member] = [
      ("state_topic", .string(topics.state)), ("value_template", .string("{{ value_json\(path) }}")),
    ]
    return makeEntity(key, platform, label, state + members)
  }

  private func buttonEntity(_ key: String, _ label: String, _ topic: String, _ payload: String) -> Entity {
    makeEntity(key, "button", label, [("command_topic", .string(topic)), ("payload_press", .string(payload))])
  }

  private func makeEntity(
    _ key: String, _ platform: String, _ label: String, _ members: [JSONMembers.Member]
  ) -> Entity {
    let identifier = JSONValue.string("cube-kiosk-\(name)-\(key)")
    return (key, [("platform", .string(platform)), ("name", .string(label)), ("unique_id", identifier)] + members)
  }
}
