import JSON

/// A tile of a page: a use of a template of `PanelTiles`.
struct PanelTile {
  /// The order of kinds on a page. Kinds that aren't in it have no tile.
  private static let domains = [
    "light", "switch", "input_boolean", "fan", "cover", "valve", "climate", "camera", "scene", "script", "button",
    "input_button", "lock", "media_player", "binary_sensor", "sensor", "weather", "vacuum", "lawn_mower", "humidifier",
    "input_number", "number", "input_select", "select", "siren", "alarm_control_panel",
  ]

  let template: String
  let arguments: [JSONMembers.Member]
  /// The number of values that the template defines.
  let valueCount: Int
  /// The position of the tile's kind on a page; tiles of a kind are in the order of their names.
  let rank: Int

  /// Creates the tile of an entity; `nil` if its kind has none.
  ///
  /// - Parameters:
  ///   - name: The name of the value and the control.
  ///   - title: The text on the tile.
  ///   - unit: The unit of temperatures.
  init?(_ entity: House.Entity, name: String, title: String, unit: String) {
    guard let rank = Self.domains.firstIndex(of: entity.domain), let content = Self.content(entity, unit: unit) else {
      return nil
    }
    (self.rank, template, valueCount) = (rank, content.template, content.valueCount)
    var common: [JSONMembers.Member] = [("name", .string(name)), ("title", .string(title))]
    if template != "weather" { common.append(("icon", .string(Self.icon(entity)))) }
    arguments = common + [("entity", .string(entity.id))] + content.arguments
  }

  /// The node that uses the template.
  var node: JSONValue { ["template": .string(template), "with": .object(JSONMembers(arguments))] }

  private typealias Content = (template: String, arguments: [JSONMembers.Member], valueCount: Int)

  private static func content(_ entity: House.Entity, unit: String) -> Content? {
    let attributes = entity.state.attributes
    switch entity.domain {
    case "light" where isDimmable(attributes): return ("dimmer", [("member", "/attributes/brightness")], 2)
    case "fan" where attributes["percentage"] != nil: return ("dimmer", [("member", "/attributes/percentage")], 2)
    case "light", "switch", "input_boolean", "fan", "humidifier", "siren": return ("switch", [], 1)
    case "cover": return (attributes["current_position"] == nil ? "cover" : "position", [], 1)
    case "valve":
      return commands("Open", "valve.open_valve", "Close", "valve.close_valve", ["open": "Open", "closed": "Closed"])
    case "climate":
      guard case .number? = attributes["temperature"] else { return ("state", [("words", [:])], 1) }
      let limits = limits(attributes, "min_temp", "max_temp", "target_temp_step", otherwise: (7, 35, 0.5))
      return ("climate", [("unit", .string(unit))] + limits, 2)
    case "camera": return ("camera", [], 0)
    case "scene": return ("button", [("call", "ha:scene.turn_on")], 0)
    case "script": return ("button", [("call", "ha:script.turn_on")], 0)
    case "button": return ("button", [("call", "ha:button.press")], 0)
    case "input_button": return ("button", [("call", "ha:input_button.press")], 0)
    case "lock": return ("lock", [], 1)
    case "media_player": return ("media", [], 3)
    case "binary_sensor": return ("state", [("words", words(attributes["device_class"]?.text ?? ""))], 1)
    case "sensor":
      if attributes["device_class"]?.text == "timestamp" { return nil }
      let isNumber = attributes["unit_of_measurement"] != nil || attributes["state_class"] != nil
      return isNumber ? ("chart", [], 1) : ("state", [("words", [:])], 1)
    case "weather": return ("weather", [("unit", .string(unit))], 2)
    case "vacuum":
      return commands(
        "Start", "vacuum.start", "Dock", "vacuum.return_to_base", ["docked": "Docked", "cleaning": "Cleaning"])
    case "lawn_mower":
      return commands(
        "Mow", "lawn_mower.start_mowing", "Dock", "lawn_mower.dock", ["docked": "Docked", "mowing": "Mowing"])
    case "input_number", "number":
      return ("number", limits(attributes, "min", "max", "step", otherwise: (0, 100, 1)), 1)
    case "input_select", "select":
      return ("select", [("call", .string("ha:\(entity.domain).select_next"))], 1)
    case "alarm_control_panel": return ("state", [("words", [:])], 1)
    default: return nil
    }
  }

  private static func commands(
    _ first: JSONValue, _ firstCall: String, _ second: JSONValue, _ secondCall: String, _ words: JSONValue
  ) -> Content {
    let calls: [JSONMembers.Member] = [
      ("words", words), ("first", first), ("firstCall", .string("ha:" + firstCall)), ("second", second),
      ("secondCall", .string("ha:" + secondCall)),
    ]
    return ("commands", calls, 1)
  }

  private static func isDimmable(_ attributes: [String: JSONValue]) -> Bool {
    guard case .array(let modes)? = attributes["supported_color_modes"] else { return false }
    return modes.contains { $0.text != "onoff" && $0.text != "unknown" }
  }

  private static func limits(
    _ attributes: [String: JSONValue], _ minimum: String, _ maximum: String, _ step: String,
    otherwise: (minimum: Double, maximum: Double, step: Double)
  ) -> [JSONMembers.Member] {
    func number(_ name: String, _ otherwise: Double) -> Double {
      if case .number(let number)? = attributes[name], abs(number) < 1e7 { number } else { otherwise }
    }
    let (low, step) = (number(minimum, otherwise.minimum), number(step, otherwise.step))
    let high = number(maximum, otherwise.maximum)
    return [
      ("minimum", .integerIfWhole(low)), ("maximum", .integerIfWhole(high > low ? high : low + 1)),
      ("step", .integerIfWhole(step >= 1e-6 ? step : 1)),
    ]
  }

  /// The words for off and on of a binary sensor.
  private static func words(_ deviceClass: String) -> JSONValue {
    switch deviceClass {
    case "door", "garage_door", "opening", "window": ["off": "Closed", "on": "Open"]
    case "motion", "occupancy", "presence", "vibration", "sound": ["off": "Clear", "on": "Detected"]
    case "moisture": ["off": "Dry", "on": "Wet"]
    case "smoke", "gas", "carbon_monoxide", "problem", "safety", "tamper": ["off": "OK", "on": "Alarm"]
    case "lock": ["off": "Locked", "on": "Unlocked"]
    case "connectivity": ["off": "Disconnected", "on": "Connected"]
    default: ["off": "Off", "on": "On"]
    }
  }
}
