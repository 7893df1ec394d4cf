import JSON
import PanelSystem

/// A tile of a page: a use of a template of `PanelTiles`.
struct PanelTile {
  /// The kinds of entities that have a tile, in the order of a page. Entities without an area have a page for each line,
  /// with the title and the icon of its first kind.
  static let sections = [
    ["light"],
    ["switch", "input_boolean", "fan", "humidifier", "vacuum", "lawn_mower", "lock", "valve"],
    ["scene", "script", "button", "input_button"],
    ["climate", "water_heater"],
    ["cover"],
    ["media_player"],
    ["camera"],
    ["sensor", "binary_sensor", "weather", "person", "alarm_control_panel", "counter"],
    ["number", "input_number", "select", "input_select"],
  ]
  private static let domains = sections.flatMap { $0 }
  /// The text of a value without a reading.
  private static let dash: JSONValue = "–"
  private static let maximumSampleLength = 200

  let entity: House.Entity
  let template: String
  let arguments: [JSONMembers.Member]
  /// The number of values that the template defines.
  let valueCount: Int

  /// The position of the tile's kind on a page.
  var rank: Int { Self.domains.firstIndex(of: entity.domain) ?? .max }

  /// Creates the tile of an entity; `nil` if its kind has none.
  ///
  /// - Parameters:
  ///   - entity: The entity with its state, which becomes the sample of the tile's values.
  ///   - name: The name of the value and the control.
  ///   - title: The text on the tile.
  ///   - house: The unit of temperatures, and texts for states.
  init?(_ entity: House.Entity, name: String, title: String, in house: House) {
    guard let content = Self.content(entity, house) else { return nil }
    (self.entity, template) = (entity, content.template)
    valueCount = content.samples.count
    var common: [JSONMembers.Member] = [("name", .string(name)), ("title", .string(title))]
    if template != "weather" { common.append(("icon", .string(Self.icon(entity)))) }
    common.append(("entity", .string(entity.id)))
    for (index, sample) in content.samples.enumerated() { common.append(("sample\(index + 1)", sample)) }
    arguments = common + content.arguments
  }

  /// The node that uses the template.
  var node: JSONValue { ["template": .string(template), "with": .object(JSONMembers(arguments))] }

  /// Whether an entity has a tile.
  static func exists(for entity: House.Entity) -> Bool {
    guard domains.contains(entity.domain) else { return false }
    // A person without a device has no place.
    guard entity.domain != "person" || entity.state.isKnown else { return false }
    // A time isn't readable as Home Assistant sends it.
    return entity.domain != "sensor" || entity.state.attributes["device_class"]?.text != "timestamp"
  }

  /// A template with a sample for each of its values.
  private typealias Content = (template: String, samples: [JSONValue], arguments: [JSONMembers.Member])

  private static func content(_ entity: House.Entity, _ house: House) -> Content? {
    guard exists(for: entity) else { return nil }
    let (attributes, texts) = (entity.state.attributes, house.texts)
    let unit: JSONMembers.Member = ("unit", .string(house.temperatureUnit))
    let ownUnit: JSONMembers.Member = ("unit", .string(PanelPages.text(attributes["unit_of_measurement"]?.text ?? "")))
    let state = sample(entity)
    func stateTile(_ map: JSONValue) -> Content { ("state", [state], [("words", map)]) }
    func button(_ service: String) -> Content { ("button", [], [("call", .string("ha:\(service)"))]) }
    func level(_ attribute: String) -> Content {
      ("dimmer", [state, sample(entity, attribute)], [("member", .string("/attributes/\(attribute)"))])
    }
    switch entity.domain {
    case "light" where isDimmable(attributes): return level("brightness")
    case "fan" where attributes["percentage"] != nil: return level("percentage")
    case "light", "switch", "input_boolean", "fan", "humidifier": return ("switch", [state], [])
    case "cover" where ["door", "garage", "gate"].contains(attributes["device_class"]?.text):
      // A touch in passing must not open the house.
      return commands(
        entity, texts, ("open", "open_cover", "arrow-up"), ("closed", "close_cover", "arrow-down"), template: "gate")
    case "cover" where attributes["current_position"] != nil:
      return ("position", [sample(entity, "current_position")], [])
    case "cover":
      let words = [("words", texts.map(of: "cover")), ("open", .string(texts.text("open", of: "cover")))]
      let closed: JSONMembers.Member = ("closed", .string(texts.text("closed", of: "cover")))
      return ("cover", [state], words + [closed])
    case "valve":
      return commands(
        entity, texts, ("open", "open_valve", "arrow-up"), ("closed", "close_valve", "arrow-down"), template: "gate")
    case "lock":
      let words = [("words", texts.map(of: "lock")), ("locked", .string(texts.text("locked", of: "lock")))]
      let unlocked: JSONMembers.Member = ("unlocked", .string(texts.text("unlocked", of: "lock")))
      return ("lock", [state], words + [unlocked])
    case "vacuum":
      return commands(entity, texts, ("cleaning", "start", "play"), ("docked", "return_to_base", "home-import-outline"))
    case "lawn_mower":
      return commands(entity, texts, ("mowing", "start_mowing", "play"), ("docked", "dock", "home-import-outline"))
    case "climate", "water_heater": return climate(entity, texts, unit)
    case "camera": return ("camera", [], [])
    case "scene", "script": return button("\(entity.domain).turn_on")
    case "button", "input_button": return button("\(entity.domain).press")
    case "media_player":
      let samples = [state, sample(entity, "media_title"), sample(entity, "volume_level")]
      return ("media", samples, [("words", texts.map(of: "media_player"))])
    case "binary_sensor":
      let deviceClass = attributes["device_class"]?.text ?? "_"
      return stateTile(texts.map(of: "binary_sensor", deviceClass: deviceClass))
    case "sensor", "counter":
      let isNumber = attributes["unit_of_measurement"] != nil || attributes["state_class"] != nil
      guard isNumber || entity.domain == "counter" else {
        return stateTile(HouseTexts.map(options: options(attributes)))
      }
      let number = state.text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
      return ("chart", [number.map { .numbers([$0, $0]) } ?? dash], [ownUnit])
    case "weather":
      let samples = [state, state, sample(entity, "temperature")]
      return ("weather", samples, [("words", texts.map(of: "weather")), unit])
    case "number", "input_number":
      return ("number", [state], [ownUnit] + limits(attributes, "min", "max", "step", otherwise: (0, 100, 1)))
    case "select", "input_select":
      let call = JSONValue.string("ha:\(entity.domain).select_next")
      return ("select", [state], [("words", HouseTexts.map(options: options(attributes))), ("call", call)])
    default: return stateTile(texts.map(of: entity.domain))
    }
  }

  /// Two buttons, each with the state that its service leads to and an icon.
  private static func commands(
    _ entity: House.Entity, _ texts: HouseTexts, _ first: (state: String, service: String, icon: String),
    _ second: (state: String, service: String, icon: String), template: String = "commands"
  ) -> Content {
    let domain = entity.domain
    var arguments: [JSONMembers.Member] = [("words", texts.map(of: domain))]
    for (name, button) in [("first", first), ("second", second)] {
      arguments.append((name, .string(texts.text(button.state, of: domain))))
      arguments.append(("\(name)Icon", .string("mdi:\(button.icon)")))
      arguments.append(("\(name)Call", .string("ha:\(domain).\(button.service)")))
    }
    return (template, [sample(entity)], arguments)
  }

  /// A thermostat has a target, or also two of them in the mode `heat_cool`.
  private static func climate(_ entity: House.Entity, _ texts: HouseTexts, _ unit: JSONMembers.Member) -> Content {
    let attributes = entity.state.attributes
    let hasRange = attributes["target_temp_low"] != nil
    guard hasRange || attributes["temperature"] != nil else {
      return ("state", [sample(entity)], [("words", texts.map(of: entity.domain))])
    }
    let limits = limits(attributes, "min_temp", "max_temp", "target_temp_step", otherwise: (7, 35, 0.5))
    let arguments = [("words", texts.map(of: entity.domain)), unit] + limits
    let samples = [sample(entity), sample(entity, "current_temperature"), sample(entity, "temperature")]
    guard hasRange else { return ("climate", samples, arguments) }
    let range = [sample(entity, "target_temp_low"), sample(entity, "target_temp_high")]
    return ("climateRange", samples + range, arguments)
  }

  /// The present reading of the state or an attribute.
  private static func sample(_ entity: House.Entity, _ attribute: String? = nil) -> JSONValue {
    guard entity.state.isKnown, case .object(let members) = entity.state.value(of: entity.domain) else { return dash }
    var reading = members["state"]
    if let attribute, case .object(let attributes)? = members["attributes"] { reading = attributes[attribute] }
    switch reading {
    case .integer?, .number?: return reading ?? dash
    case .string(let text)?: return text.isEmpty ? dash : .string(PanelPages.text(text, to: maximumSampleLength))
    default: return dash
    }
  }

  private static func options(_ attributes: [String: JSONValue]) -> [String] {
    guard case .array(let options)? = attributes["options"] else { return [] }
    return options.compactMap(\.text)
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
}
