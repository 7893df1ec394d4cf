import JSON

/// The areas of a house and their entities, as Home Assistant's registries have them.
struct House {
  struct Area {
    let id, name: String
    let icon: String?
  }

  struct Entity {
    let id: String
    /// The id of its area; `nil` without one.
    let area: String?
    /// The id of its device; `nil` without one.
    let device: String?
    let state: EntityState

    var domain: String { HomeAssistant.domain(of: id) }
    var name: String { state.attributes["friendly_name"]?.text ?? id }
  }

  /// The areas, by name.
  let areas: [Area]
  /// The entities that aren't hidden, disabled, diagnostic, for configuration, or about backups, by name.
  let entities: [Entity]
  let temperatureUnit: String
  /// Home Assistant's texts for kinds of entities and their states, in the language of the house.
  let texts: HouseTexts

  /// Reads the results of the commands `config/area_registry/list`, `config/device_registry/list`,
  /// `config/entity_registry/list`, `get_states` and `get_config`.
  ///
  /// - Parameters:
  ///   - areas: The areas.
  ///   - devices: The devices, which give their entities an area.
  ///   - registry: The entities with their areas and devices.
  ///   - states: The states of all entities.
  ///   - configuration: The house's units.
  ///   - texts: The texts for kinds and states.
  init(
    areas: JSONValue, devices: JSONValue, registry: JSONValue, states: JSONValue, configuration: JSONValue,
    texts: HouseTexts
  ) {
    self.texts = texts
    self.areas = Self.objects(areas).compactMap { area in
      guard let id = area["area_id"]?.text, let name = area["name"]?.text else { return nil }
      return Area(id: id, name: name, icon: area["icon"]?.text)
    }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    var areasOfDevices: [String: String] = [:]
    for device in Self.objects(devices) {
      if let id = device["id"]?.text { areasOfDevices[id] = device["area_id"]?.text }
    }
    var (areasOfEntities, devicesOfEntities): ([String: String], [String: String]) = ([:], [:])
    var left: Set<String> = []
    for entity in Self.objects(registry) {
      guard let id = entity["entity_id"]?.text else { continue }
      devicesOfEntities[id] = entity["device_id"]?.text
      areasOfEntities[id] = entity["area_id"]?.text ?? devicesOfEntities[id].flatMap { areasOfDevices[$0] }
      // The backups of Home Assistant concern its administrator.
      if entity["platform"]?.text == "backup" { left.insert(id) }
      if ["hidden_by", "disabled_by", "entity_category"].contains(where: { entity[$0]?.text != nil }) {
        left.insert(id)
      }
    }
    let known = Set(self.areas.map(\.id))
    entities = Self.objects(states).compactMap { state in
      guard let id = state["entity_id"]?.text, isEntity(id), !left.contains(id) else { return nil }
      var attributes: [String: JSONValue] = [:]
      if case .object(let members)? = state["attributes"] {
        attributes = Dictionary(members.all.map { ($0.name, $0.value) }) { $1 }
      }
      let entityState = EntityState(state: state["state"]?.text ?? "", attributes: attributes)
      let area = areasOfEntities[id].flatMap { known.contains($0) ? $0 : nil }
      return Entity(id: id, area: area, device: devicesOfEntities[id], state: entityState)
    }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    let units = if case .object(let members) = configuration { members["unit_system"] } else { JSONValue?.none }
    temperatureUnit = if case .object(let units)? = units { units["temperature"]?.text ?? "°C" } else { "°C" }
  }

  private static func objects(_ json: JSONValue) -> [JSONMembers] {
    guard case .array(let elements) = json else { return [] }
    return elements.compactMap { if case .object(let members) = $0 { members } else { nil } }
  }
}
