import JSON

/// The physical quantity of a unit, by which Home Assistant converts units and keeps statistics.
///
/// Units that several quantities share, such as % and ppm, only have statistics. The names are those of `SensorDeviceClass`
/// in Home Assistant's `homeassistant/components/sensor/const.py`.
struct MeasuredQuantity {
  /// The device class; `nil` if the unit doesn't say it.
  private let deviceClass: String?
  /// Whether the readings count up, such as those of a meter.
  private let isTotal: Bool

  private static let deviceClasses: [String: [String]] = [
    "temperature": ["°C", "°F", "K"], "power": ["W", "kW", "MW"], "energy": ["Wh", "kWh", "MWh"],
    "illuminance": ["lx"], "atmospheric_pressure": ["hPa", "mbar", "inHg"], "voltage": ["V", "mV"],
    "current": ["A", "mA"], "frequency": ["Hz", "kHz"], "weight": ["kg", "g", "lb"], "sound_pressure": ["dB", "dBA"],
    "speed": ["m/s", "km/h", "mph"], "distance": ["m", "km", "cm", "mm"], "duration": ["s", "min", "h", "d"],
    "volume_flow_rate": ["m³/h", "L/min"], "irradiance": ["W/m²"],
  ]
  private static let classOfUnit = Dictionary(
    uniqueKeysWithValues: deviceClasses.flatMap { name, units in units.map { ($0, name) } })
  /// Units of readings that Home Assistant can average without knowing their quantity.
  private static let otherUnits: Set = ["%", "ppm", "ppb", "µg/m³", "pH", "dBm", "rpm"]

  /// - Parameter unit: As written in the panel's configuration.
  /// - Returns: `nil` for a unit that Home Assistant doesn't know.
  init?(unit: String) {
    deviceClass = Self.classOfUnit[unit]
    isTotal = deviceClass == "energy"
    guard deviceClass != nil || Self.otherUnits.contains(unit) else { return nil }
  }

  /// Returns the options of a sensor or a number.
  func members(isSensor: Bool) -> [JSONMembers.Member] {
    let quantity: [JSONMembers.Member] = deviceClass.map { [("device_class", .string($0))] } ?? []
    // Numbers have no statistics.
    guard isSensor else { return quantity }
    return quantity + [("state_class", isTotal ? "total_increasing" : "measurement")]
  }
}
