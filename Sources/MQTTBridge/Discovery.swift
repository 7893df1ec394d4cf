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
    let components = entities.map { key, members in
      let identifier: JSONMembers.Member = ("unique_id", .string("cube-kiosk-\(name)-\(key)"))
      return (key, JSONValue.object(JSONMembers(members + [identifier])))
    }
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
    var members: [JSONMembers.Member] = [
      ("platform", "sensor"), ("name", .string(value.name)), ("state_topic", .string(topics.state)),
      ("value_template", .string("{{ value_json['values']['\(value.name)'] }}")),
    ]
    if let unit = value.unit { members.append(("unit_of_measurement", .string(unit))) }
    guard value.isSettable else { return ("value-\(value.name)", members) }
    members.append(("command_topic", .string(topics.set(value.name))))
    if Set(value.choices) == ["on", "off"] {
      members[0].value = "switch"
      members += [("payload_on", "on"), ("payload_off", "off")]
    } else if !value.choices.isEmpty {
      members[0].value = "select"
      members.append(("options", .array(value.choices.map(JSONValue.string))))
    } else if let range = value.range {
      members[0].value = "number"
      members += [("min", .number(range[0])), ("max", .number(range[1])), ("mode", "box"), ("step", .number(0.001))]
    } else {
      members[0].value = "text"
      members.append(("max", .integer(Self.maximumTextLength)))
    }
    // These have no unit in Home Assistant.
    if value.range == nil || !value.choices.isEmpty { members.removeAll { $0.name == "unit_of_measurement" } }
    return ("value-\(value.name)", members)
  }

  private func entity(_ button: PanelState.Button) -> Entity {
    (
      "button-\(button.face)-\(button.name)",
      [
        ("platform", "button"), ("name", .string("\(button.name) (face \(button.face))")),
        ("command_topic", .string(topics.press)),
        (
          "payload_press",
          .string((["face": .integer(button.face), "button": .string(button.name)] as JSONValue).singleLine)
        ),
      ]
    )
  }

  /// The entities that every panel has.
  private var panelEntities: [Entity] {
    func command(_ name: String, _ label: JSONValue) -> Entity {
      (
        name,
        [
          ("platform", "button"), ("name", label), ("command_topic", .string(topics.command)),
          ("payload_press", .string(name)),
        ]
      )
    }
    func sensor(_ name: String, _ label: JSONValue) -> Entity {
      (
        name,
        [
          ("platform", "sensor"), ("name", label), ("state_topic", .string(topics.state)),
          ("value_template", .string("{{ value_json['\(name)'] }}")), ("entity_category", "diagnostic"),
        ]
      )
    }
    let presses: Entity = (
      "presses",
      [
        ("platform", "event"), ("name", "Presses"), ("state_topic", .string(topics.event)),
        ("event_types", .array(["press", "result"])),
        ("value_template", "{{ dict(value_json, event_type=value_json.event) | tojson }}"),
      ]
    )
    let screenshot: Entity = (
      "picture",
      [
        ("platform", "image"), ("name", "Screen"), ("image_topic", .string(topics.screenshot)),
        ("content_type", "image/png"),
      ]
    )
    return [
      sensor("idle", "Idle state"), sensor("scene", "Scene"), presses, command("wake", "Wake"),
      command("sleep", "Sleep"),
    ]
      + (hasScreenshots ? [screenshot, command("screenshot", "Take a screenshot")] : [])
  }
}
