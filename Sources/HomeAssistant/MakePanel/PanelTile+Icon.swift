extension PanelTile {
  /// The icons of kinds of entities.
  static let icons = [
    "alarm_control_panel": "shield-home", "binary_sensor": "checkbox-blank-circle-outline",
    "button": "gesture-tap-button",
    "camera": "cctv", "climate": "thermostat", "cover": "window-shutter", "fan": "fan", "humidifier": "air-humidifier",
    "input_boolean": "toggle-switch-outline", "input_button": "gesture-tap-button", "input_number": "ray-vertex",
    "input_select": "format-list-bulleted", "lawn_mower": "robot-mower", "light": "lightbulb", "lock": "lock",
    "media_player": "speaker", "number": "ray-vertex", "scene": "palette", "script": "script-text",
    "select": "format-list-bulleted", "person": "account", "counter": "counter", "water_heater": "water-boiler",
    "sensor": "eye", "siren": "bullhorn", "switch": "power-plug", "vacuum": "robot-vacuum", "valve": "pipe-valve",
  ]
  private static let iconsOfClasses = [
    "battery": "battery", "carbon_dioxide": "molecule-co2", "carbon_monoxide": "molecule-co", "connectivity": "wifi",
    "door": "door", "energy": "lightning-bolt", "garage": "garage", "garage_door": "garage", "gas": "fire",
    "humidity": "water-percent", "illuminance": "brightness-5", "moisture": "water", "motion": "motion-sensor",
    "occupancy": "home", "power": "flash", "pressure": "gauge", "smoke": "smoke-detector",
    "temperature": "thermometer", "tv": "television", "window": "window-closed",
  ]

  /// Returns the icon that the owner has chosen, or one for the kind of entity.
  static func icon(_ entity: House.Entity) -> String {
    let deviceClass = entity.state.attributes["device_class"]?.text ?? ""
    return chosenIcon(entity.state.attributes["icon"]?.text)
      ?? "mdi:" + (iconsOfClasses[deviceClass] ?? icons[entity.domain] ?? "home-assistant")
  }

  /// Returns an icon of Home Assistant; `nil` for one of another collection.
  static func chosenIcon(_ name: String?) -> String? {
    guard let name, name.hasPrefix("mdi:"), name.utf8.count > 4 else { return nil }
    let isPlain = name.dropFirst(4).utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    return isPlain ? name : nil
  }
}
