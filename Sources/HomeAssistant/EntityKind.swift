/// A kind of entity that controls can change, with the services that the changes call.
struct EntityKind {
  /// The form in which a service expects a number or a text.
  enum Form {
    case number, text, boolean
    /// A percentage that the service expects as a fraction of 1.
    case fraction
  }

  /// A part of an entity that a control can change.
  struct Property {
    /// The attribute; `nil` for the state.
    let attribute: String?
    let service: String
    /// The name of the new reading in the service's data.
    let key: String
    let form: Form
    /// The service that 0 calls instead.
    var serviceForZero: String?
  }

  /// The services that texts of a control call for the state.
  let words: [String: String]
  let properties: [Property]

  private init(words: [String: String] = [:], _ properties: [Property] = []) {
    (self.words, self.properties) = (words, properties)
  }

  private static func property(
    _ attribute: String?, _ service: String, _ key: String, _ form: Form = .number, zero: String? = nil
  ) -> Property {
    Property(attribute: attribute, service: service, key: key, form: form, serviceForZero: zero)
  }

  private static let onOff = ["on": "turn_on", "off": "turn_off"]

  /// The kinds that have something to change, by their domain.
  static let all: [String: EntityKind] = [
    "automation": EntityKind(words: onOff),
    "climate": EntityKind(
      words: ["on": "turn_on"],
      [
        property(nil, "set_hvac_mode", "hvac_mode", .text),
        property("temperature", "set_temperature", "temperature"),
        property("target_temp_low", "set_temperature", "target_temp_low"),
        property("target_temp_high", "set_temperature", "target_temp_high"),
        property("humidity", "set_humidity", "humidity"),
        property("fan_mode", "set_fan_mode", "fan_mode", .text),
        property("preset_mode", "set_preset_mode", "preset_mode", .text),
        property("swing_mode", "set_swing_mode", "swing_mode", .text),
      ]),
    "cover": EntityKind(
      words: [
        "open": "open_cover", "on": "open_cover", "closed": "close_cover", "off": "close_cover", "stop": "stop_cover",
      ],
      [
        property("current_position", "set_cover_position", "position"),
        property("current_tilt_position", "set_cover_tilt_position", "tilt_position"),
      ]),
    "fan": EntityKind(
      words: onOff,
      [
        property("percentage", "set_percentage", "percentage"),
        property("preset_mode", "set_preset_mode", "preset_mode", .text),
        property("oscillating", "oscillate", "oscillating", .boolean),
      ]),
    "humidifier": EntityKind(
      words: onOff,
      [property("humidity", "set_humidity", "humidity"), property("mode", "set_mode", "mode", .text)]),
    "input_boolean": EntityKind(words: onOff),
    "input_number": EntityKind([property(nil, "set_value", "value")]),
    "input_select": EntityKind([property(nil, "select_option", "option", .text)]),
    "input_text": EntityKind([property(nil, "set_value", "value", .text)]),
    "lawn_mower": EntityKind(words: ["mowing": "start_mowing", "docked": "dock", "paused": "pause"]),
    "light": EntityKind(
      words: onOff,
      [
        property("brightness", "turn_on", "brightness_pct", zero: "turn_off"),
        property("color_temp_kelvin", "turn_on", "color_temp_kelvin"),
        property("effect", "turn_on", "effect", .text),
      ]),
    "lock": EntityKind(
      words: ["locked": "lock", "on": "lock", "unlocked": "unlock", "off": "unlock", "open": "open"]),
    "media_player": EntityKind(
      words: onOff.merging(["playing": "media_play", "paused": "media_pause"]) { $1 },
      [
        property("volume_level", "volume_set", "volume_level", .fraction),
        property("is_volume_muted", "volume_mute", "is_volume_muted", .boolean),
        property("source", "select_source", "source", .text),
        property("sound_mode", "select_sound_mode", "sound_mode", .text),
      ]),
    "number": EntityKind([property(nil, "set_value", "value")]),
    "remote": EntityKind(words: onOff),
    "select": EntityKind([property(nil, "select_option", "option", .text)]),
    "siren": EntityKind(words: onOff),
    "switch": EntityKind(words: onOff),
    "text": EntityKind([property(nil, "set_value", "value", .text)]),
    "vacuum": EntityKind(
      words: [
        "cleaning": "start", "on": "start", "docked": "return_to_base", "off": "return_to_base", "paused": "pause",
      ],
      [property("fan_speed", "set_fan_speed", "fan_speed", .text)]),
    "valve": EntityKind(
      words: [
        "open": "open_valve", "on": "open_valve", "closed": "close_valve", "off": "close_valve", "stop": "stop_valve",
      ],
      [property("current_position", "set_valve_position", "position")]),
    "water_heater": EntityKind(
      words: onOff,
      [
        property(nil, "set_operation_mode", "operation_mode", .text),
        property("temperature", "set_temperature", "temperature"),
      ]),
  ]
}
