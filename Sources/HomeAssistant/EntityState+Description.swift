import JSON

extension EntityState {
  /// Describes the value for the panel: ranges, steps, units, options and the kind of control. `nil` without any of them.
  ///
  /// - Parameters:
  ///   - domain: The kind of entity, such as `light`.
  ///   - temperatureUnit: The unit of temperatures in the house.
  func description(of domain: String, temperatureUnit: String?) -> JSONValue? {
    let kind = EntityKind.all[domain]
    var members: [JSONMembers.Member] = []
    if kind?.words["on"] != nil, kind?.words["off"] != nil {
      members.append(("kind", "switch"))
    } else if !options.isEmpty {
      members.append(("options", .array(options.map(JSONValue.string))))
    }
    members += ownRange
    if let unit = attributes["unit_of_measurement"]?.text { members.append(("unit", .string(unit))) }
    var parts: [JSONMembers.Member] = []
    for property in kind?.properties ?? [] {
      guard let attribute = property.attribute, attributes[attribute] != nil else { continue }
      let part = part(attribute, of: domain, property, temperatureUnit)
      if !part.isEmpty { parts.append(("/attributes/\(attribute)", .object(JSONMembers(part)))) }
    }
    if !parts.isEmpty { members.append(("members", .object(JSONMembers(parts)))) }
    return members.isEmpty ? nil : .object(JSONMembers(members))
  }

  /// The options of the state.
  private var options: [String] { texts("options") + texts("hvac_modes") + texts("operation_list") }

  /// The range of a number entity.
  private var ownRange: [JSONMembers.Member] { range("min", "max") + step("step") }

  private func part(
    _ attribute: String, of domain: String, _ property: EntityKind.Property, _ temperatureUnit: String?
  ) -> [JSONMembers.Member] {
    let percent: [JSONMembers.Member] = [("range", .numbers([0, 100])), ("unit", "%")]
    switch attribute {
    case "temperature", "target_temp_low", "target_temp_high":
      let unit: [JSONMembers.Member] = temperatureUnit.map { [("unit", .string($0))] } ?? []
      return range("min_temp", "max_temp") + step("target_temp_step") + unit
    case "humidity": return range("min_humidity", "max_humidity") + [("unit", "%")]
    case "color_temp_kelvin": return range("min_color_temp_kelvin", "max_color_temp_kelvin") + [("unit", "K")]
    case "percentage": return percent + step("percentage_step")
    case "brightness", "current_position", "current_tilt_position", "volume_level":
      return percent + [("step", .integer(1))]
    default:
      let lists = [
        "effect": "effect_list", "fan_mode": "fan_modes", "preset_mode": "preset_modes", "swing_mode": "swing_modes",
        "mode": "available_modes", "source": "source_list", "sound_mode": "sound_mode_list",
        "fan_speed": "fan_speed_list",
      ]
      if property.form == .boolean { return [("kind", "switch")] }
      let options = lists[attribute].map(texts) ?? []
      return options.isEmpty ? [] : [("options", .array(options.map(JSONValue.string)))]
    }
  }

  private func range(_ minimum: String, _ maximum: String) -> [JSONMembers.Member] {
    guard case .number(let minimum)? = attributes[minimum], case .number(let maximum)? = attributes[maximum],
      minimum < maximum
    else { return [] }
    return [("range", .numbers([minimum, maximum]))]
  }

  private func step(_ name: String) -> [JSONMembers.Member] {
    guard case .number(let step)? = attributes[name], step > 0 else { return [] }
    return [("step", .integerIfWhole(step))]
  }

  private func texts(_ name: String) -> [String] {
    guard case .array(let texts)? = attributes[name] else { return [] }
    return texts.compactMap(\.text)
  }
}
