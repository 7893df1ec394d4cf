import ControlProtocol
import JSON

/// The message that announces the panel to Home Assistant, as one device with entities for each value and button.
struct Discovery {
  /// The maximum number of earlier entities that are removed. The message is retained, so other clients can write it.
  private static let maximumRemovals = 1000
  /// The maximum length of all entities, in bytes. With the removals, the message stays below `MQTTClient.maximumPacketSize`,
  /// so that the next start reads it back.
  static let maximumLength = 180_000

  private let topics: Topics
  private let name: String
  private let hasScreenshots, permitsControl: Bool
  /// The platforms of all entities that were announced, by their keys. Home Assistant removes an entity that is announced
  /// with nothing but its platform.
  private var announcedPlatforms: [String: JSONValue] = [:]
  /// The number of entities that the last message has no room for.
  private(set) var omittedCount = 0

  init(_ configuration: BridgeConfiguration, _ topics: Topics) {
    (self.topics, name, hasScreenshots) = (topics, configuration.name, configuration.publishesScreenshots)
    permitsControl = configuration.permitsControl
  }

  /// Reads the retained message of an earlier start, so that the next message removes what the panel no longer has.
  ///
  /// - Returns: True if the message has entities that weren't announced since.
  mutating func adopt(_ payload: [UInt8]) -> Bool {
    guard case .object(let message)? = try? JSONValue.read(payload, name: ""),
      case .object(let components)? = message["components"]
    else { return false }
    let countBefore = announcedPlatforms.count
    for (key, component) in components.all.prefix(Self.maximumRemovals) {
      // Home Assistant has removed what only has a platform.
      guard case .object(let members) = component, members.all.count > 1,
        let platform = members["platform"]?.text
      else { continue }
      if announcedPlatforms[key] == nil { announcedPlatforms[key] = .string(platform) }
    }
    return announcedPlatforms.count > countBefore
  }

  /// Returns the message for a panel's current values and buttons.
  mutating func message(for panel: PanelState) -> JSONValue {
    let panelOwn = panelEntities + screenEntities(of: panel) + pageEntities(panel.pages)
    let all = panelOwn + buttonEntities(panel.buttons) + panel.values.map(entity)
    var length = 0
    let entities = all.prefix { entity in
      length += entity.key.utf8.count + JSONValue.object(JSONMembers(entity.members)).singleLine.utf8.count + 4
      return length <= Self.maximumLength
    }
    omittedCount = all.count - entities.count
    for entity in entities { announcedPlatforms[entity.key] = entity.members.first?.value }
    let keys = Set(entities.map(\.key))
    // The removals come first: a new entity may take the name of a removed one.
    let removed = announcedPlatforms.filter { !keys.contains($0.key) }.sorted { $0.key < $1.key }
    let removals = removed.map { ($0.key, ["platform": $0.value] as JSONValue) }
    let components = entities.map { ($0.key, JSONValue.object(JSONMembers($0.members))) }
    return [
      "device": [
        "identifiers": .array([.string("cube-kiosk-\(name)")]), "name": .string(name), "model": "CubeKiosk",
        "manufacturer": "CubeKiosk",
        "sw_version": .string(panel.version),
      ],
      "origin": ["name": "cube-kiosk-mqtt", "sw_version": .string(panel.version)],
      "availability_topic": .string(topics.availability),
      "payload_available": "true", "payload_not_available": "false", "qos": .integer(1),
      "components": .object(JSONMembers(removals + components)),
    ]
  }

  private typealias Entity = (key: String, members: [JSONMembers.Member])

  // MARK: Values

  private func entity(_ value: PanelState.Value) -> Entity {
    var (platform, members): (String, [JSONMembers.Member]) = ("sensor", [])
    let hasLongChoice = value.choices.contains { $0.unicodeScalars.count > StateTemplate.maximumLength }
    if value.isSettable, permitsControl {
      if Set(value.choices) == ["on", "off"] {
        (platform, members) = ("switch", [("payload_on", "on"), ("payload_off", "off")])
      } else if !value.choices.isEmpty, !hasLongChoice {
        (platform, members) = ("select", [("options", .array(value.choices.map(JSONValue.string)))])
      } else if let range = value.range, value.choices.isEmpty {
        platform = "number"
        members = [("min", .number(range[0])), ("max", .number(range[1])), ("step", .number(0.001)), ("mode", "box")]
      } else {
        (platform, members) = ("text", [("max", .integer(StateTemplate.maximumLength))])
      }
      members.append(("command_topic", .string(topics.set(value.name))))
    }
    // Other entities have no unit in Home Assistant.
    let unit = ["sensor", "number"].contains(platform) ? value.unit : nil
    if let unit {
      members.append(("unit_of_measurement", .string(unit)))
      if let quantity = MeasuredQuantity(unit: unit) { members += quantity.members(isSensor: platform == "sensor") }
    }
    // Otherwise Home Assistant's log of activities has a line for each minute.
    if value.isTime { members.append(("enabled_by_default", false)) }
    let template = StateTemplate(value.name)
    let state: String
    switch platform {
    case "number": state = template.number(in: value.range)
    case "sensor" where unit != nil: state = template.number(in: nil)
    case "sensor", "text":
      state = platform == "text" ? template.textOrEmpty : template.text
      members += [
        ("json_attributes_topic", .string(topics.state)),
        ("json_attributes_template", .string(template.longTextAttribute)),
      ]
    default: state = template.choice
    }
    // A value whose kind changes is another entity: Home Assistant doesn't change the platform of one.
    return stateEntity("\(platform)-\(value.name)", platform, value.name, state, members)
  }

  // MARK: Buttons

  private func buttonEntities(_ buttons: [PanelState.Button]) -> [Entity] {
    buttons.flatMap { button in
      let isUnique = buttons.count { $0.title == button.title } == 1
      return entities(button, isUnique ? button.title : "\(button.title) (\(button.address))")
    }
  }

  /// A button to press, an event for presses at the panel, and a trigger that the editor for automations offers.
  ///
  /// - Parameter label: differs from that of all other buttons.
  private func entities(_ button: PanelState.Button, _ label: String) -> [Entity] {
    let key = Self.key(button.address)
    let address = JSONValue.string(button.address).singleLine
    let isPress = "value_json.event == 'press' and value_json.address == \(address)"
    let event: [JSONMembers.Member] = [
      ("state_topic", .string(topics.event)), ("event_types", .array(["press"])), ("device_class", "button"),
      ("value_template", .string("{{ dict(value_json, event_type='press') | tojson if \(isPress) else '' }}")),
      Self.alwaysAvailable,
    ]
    let trigger: [JSONMembers.Member] = [
      ("platform", "device_automation"), ("automation_type", "trigger"), ("type", "button_short_press"),
      ("subtype", .string(label)), ("topic", .string(topics.event)), ("payload", "press"),
      ("value_template", .string("{{ 'press' if \(isPress) else '' }}")),
    ]
    let reports: [Entity] = [makeEntity("event-\(key)", "event", label, event), ("trigger-\(key)", trigger)]
    guard permitsControl else { return reports }
    return [buttonEntity("button-\(key)", label, topics.press, button.address, isEnabled: !button.needsHold)] + reports
  }

  /// Returns a name as part of a key: Home Assistant splits keys at spaces.
  private static func key(_ name: String) -> String {
    let bytes = name.utf8.map { byte -> String in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains(scalar))
      return isPlain ? String(scalar) : "%" + String(byte, radix: 16, uppercase: true)
    }
    return bytes.joined()
  }

  /// The last press doesn't end with the panel. An event that becomes available again looks like a new one to an
  /// automation.
  private static let alwaysAvailable: JSONMembers.Member = ("availability_template", "{{ 'true' }}")

  // MARK: Pages

  /// A choice of the page, if there are several.
  private func pageEntities(_ pages: [String]) -> [Entity] {
    guard pages.count > 1, permitsControl else { return [] }
    let members: [JSONMembers.Member] = [
      ("command_topic", .string(topics.page)), ("options", .array(pages.map(JSONValue.string))),
    ]
    return [stateEntity("page", "select", "Page", "{{ value_json['page'] }}", members)]
  }

  // MARK: The panel

  /// The screen as a light, whether a visitor is there, and messages on the glass.
  private func screenEntities(of panel: PanelState) -> [Entity] {
    var light: [JSONMembers.Member] = [
      ("command_topic", .string(topics.command)), ("payload_on", "wake"), ("payload_off", "sleep"),
      ("state_topic", .string(topics.state)),
      ("state_value_template", "{{ 'sleep' if value_json['idle'] == 'dark' else 'wake' }}"),
    ]
    // Home Assistant can set the brightness if clients can set its value.
    if let name = panel.brightness, panel.values.contains(where: { $0.name == name && $0.isSettable }) {
      light += [
        ("brightness_command_topic", .string(topics.set(name))), ("brightness_scale", .integer(100)),
        ("brightness_state_topic", .string(topics.state)),
        ("brightness_value_template", .string(StateTemplate(name).numberOrEmpty)),
      ]
    }
    let occupancy: [JSONMembers.Member] = [
      ("state_topic", .string(topics.state)), ("device_class", "occupancy"),
      ("value_template", "{{ 'ON' if value_json['idle'] == 'active' else 'OFF' }}"),
    ]
    var entities: [Entity] = [
      makeEntity("occupancy", "binary_sensor", "In use", occupancy),
      makeEntity("message", "notify", "Message", [("command_topic", .string(topics.message))]),
    ]
    if permitsControl { entities.append(makeEntity("light", "light", "Screen", light)) }
    return entities
  }

  /// The entities that every panel has.
  private var panelEntities: [Entity] {
    let event: [JSONMembers.Member] = [
      ("state_topic", .string(topics.event)), ("event_types", .array(["press", "result"])),
      ("value_template", "{{ dict(value_json, event_type=value_json.event) | tojson }}"), Self.alwaysAvailable,
    ]
    let image: [JSONMembers.Member] = [("image_topic", .string(topics.screenshot)), ("content_type", "image/png")]
    let diagnostic: [JSONMembers.Member] = [("entity_category", "diagnostic")]
    var entities: [Entity] = [
      stateEntity("idle", "sensor", "Idle state", "{{ value_json['idle'] }}", diagnostic),
      stateEntity("scene", "sensor", "Scene", "{{ value_json['scene'] }}", diagnostic),
      makeEntity("presses", "event", "Presses", event),
    ]
    if permitsControl {
      entities.append(buttonEntity("wake", "Wake", topics.command, "wake"))
      entities.append(buttonEntity("sleep", "Sleep", topics.command, "sleep"))
    }
    if hasScreenshots {
      entities.append(makeEntity("picture", "image", "Screen", image))
      entities.append(buttonEntity("screenshot", "Take a screenshot", topics.command, "screenshot"))
    }
    return entities
  }

  /// Creates an entity whose state is a part of the state's message.
  private func stateEntity(
    _ key: String, _ platform: String, _ label: String, _ template: String, _ members: [JSONMembers.Member]
  ) -> Entity {
    let state: [JSONMembers.Member] = [
      ("state_topic", .string(topics.state)), ("value_template", .string(template)),
    ]
    return makeEntity(key, platform, label, state + members)
  }

  /// - Parameter isEnabled: false for a button that acts only if a finger holds it: one click would do it here.
  private func buttonEntity(
    _ key: String, _ label: String, _ topic: String, _ payload: String, isEnabled: Bool = true
  ) -> Entity {
    let command: [JSONMembers.Member] = [("command_topic", .string(topic)), ("payload_press", .string(payload))]
    return makeEntity(key, "button", label, command + (isEnabled ? [] : [("enabled_by_default", false)]))
  }

  private func makeEntity(
    _ key: String, _ platform: String, _ label: String, _ members: [JSONMembers.Member]
  ) -> Entity {
    let identifier = JSONValue.string("cube-kiosk-\(name)-\(key)")
    return (key, [("platform", .string(platform)), ("name", .string(label)), ("unique_id", identifier)] + members)
  }
}
