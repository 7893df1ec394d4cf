import Foundation
import JSON
import PanelSystem
import TestSupport
import Testing

@testable import HomeAssistant

@Suite struct MakePanelTests {
  private static func json(_ text: String) -> JSONValue {
    (try? JSONValue.read(Array(text.utf8), name: "test")) ?? .null
  }

  private static func house(
    _ areas: String, devices: String = "[]", registry: String, states: String, texts: String = "{}"
  ) -> House {
    House(
      areas: json(areas), devices: json(devices), registry: json(registry), states: json(states),
      configuration: json(#"{"unit_system":{"temperature":"°F"}}"#), texts: HouseTexts([json(texts)]))
  }

  private static let kitchen = #"{"area_id":"kitchen","name":"Kitchen","icon":"mdi:stove"}"#

  @Test func registriesAreRead() {
    let house = Self.house(
      "[\(Self.kitchen)]", devices: #"[{"id":"d","area_id":"kitchen"},{"id":"e","area_id":null}]"#,
      registry: #"""
        [{"entity_id":"light.a","device_id":"d"},{"entity_id":"light.b","area_id":"kitchen","device_id":"e"},
          {"entity_id":"light.hidden","hidden_by":"user"},{"entity_id":"sensor.signal","entity_category":"diagnostic"},
          {"entity_id":"light.c","device_id":"e","entity_category":null,"area_id":"deleted"}]
        """#,
      states: #"""
        [{"entity_id":"light.b","state":"on","attributes":{"friendly_name":"Kitchen Ceiling"}},
          {"entity_id":"light.a","state":"off","attributes":{}},{"entity_id":"light.hidden","state":"on"},
          {"entity_id":"sensor.signal","state":"7"},{"entity_id":"light.c","state":"on"},{"entity_id":"sun.sun","state":"up"}]
        """#)
    #expect(house.areas.map(\.name) == ["Kitchen"] && house.temperatureUnit == "°F")
    #expect(house.entities.map(\.id) == ["light.b", "light.a", "light.c", "sun.sun"])
    #expect(house.entities.map(\.area) == ["kitchen", "kitchen", nil, nil])
    #expect(house.entities.map(\.device) == ["e", "d", "e", nil])
  }

  private static func files(_ house: House) -> [String: String] {
    Dictionary(uniqueKeysWithValues: PanelPages(house).files.map { ($0.name, $0.text) })
  }

  /// A house with entities of one kind in each area.
  private static func house(areaCount: Int, entityCount: Int, domain: String = "light", attributes: String = "{}")
    -> House
  {
    let areas = (0..<areaCount).map { #"{"area_id":"a\#($0)","name":"Area \#(100 + $0)"}"# }
    var (registry, states): ([String], [String]) = ([], [])
    for area in 0..<areaCount {
      for entity in 0..<entityCount {
        registry.append(#"{"entity_id":"\#(domain).e\#(area)_\#(entity)","area_id":"a\#(area)"}"#)
        states.append(#"{"entity_id":"\#(domain).e\#(area)_\#(entity)","state":"on","attributes":\#(attributes)}"#)
      }
    }
    func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
    return Self.house(list(areas), registry: list(registry), states: list(states))
  }

  @Test func firstPagesOfAreasTakePrecedence() throws {
    let pages = PanelPages(Self.house(areaCount: 40, entityCount: 18))
    let files = Self.files(Self.house(areaCount: 40, entityCount: 18))
    #expect(files.count == 31 + 3)
    #expect(try #require(files["a7.json"]).components(separatedBy: "\"entity\":\"light.").count == 16 + 1)
    let home = try #require(files["home.json"])
    #expect(home.contains("light.e7_8, light.e7_9") && !home.contains("light.e7_1,"))
    #expect(pages.summary.first == "31 pages with 496 tiles")
    #expect(pages.summary[1].hasPrefix("224 entities have no tile, because a panel has at most 31 pages"))
  }

  @Test func areasContinueOnFurtherPages() throws {
    let files = Self.files(Self.house(areaCount: 2, entityCount: 18))
    #expect(
      Set(files.keys) == ["a0.json", "a0-2.json", "a1.json", "a1-2.json", "home.json", "kiosk.json", "tiles.json"])
    let page = try #require(files["a1-2.json"])
    #expect(page.components(separatedBy: "\"entity\":\"light.").count == 2 + 1 && page.contains("\"Area 101 2\""))
  }

  private static let german = #"""
    {"resources":{"component.light.title":"Leuchte","component.cover.title":"Abdeckung",
      "component.cover.entity_component._.state.open":"Geöffnet","component.cover.entity_component._.name":"Abdeckung",
      "component.binary_sensor.entity_component._.state.on":"An",
      "component.binary_sensor.entity_component.door.state.on":"Offen"}}
    """#

  @Test func entitiesWithoutAnAreaHavePagesByKind() throws {
    let house = Self.house(
      "[]", registry: "[]",
      states: #"""
        [{"entity_id":"cover.a","state":"open","attributes":{}},{"entity_id":"light.a","state":"on","attributes":{}},
          {"entity_id":"fan.a","state":"on","attributes":{}},{"entity_id":"sun.sun","state":"up","attributes":{}},
          {"entity_id":"binary_sensor.a","state":"on","attributes":{"device_class":"door"}},
          {"entity_id":"binary_sensor.b","state":"on","attributes":{"device_class":"none"}},
          {"entity_id":"sensor.next","state":"2026-11-27T12:00:00+00:00","attributes":{"device_class":"timestamp"}}]
        """#,
      texts: Self.german)
    let pages = PanelPages(house)
    let names = pages.files.map(\.name)
    #expect(
      names == ["tiles.json", "light.json", "switch.json", "cover.json", "sensor.json", "home.json", "kiosk.json"])
    let files = Self.files(house)
    let home = try #require(files["home.json"])
    #expect(home.contains("\"title\":\"Leuchte\"") && home.contains("\"title\":\"Switch\""))
    #expect(home.contains(#""//Entities without a tile": "sensor.next, sun.sun""#))
    #expect(
      try #require(files["cover.json"]).contains(#""words":{"open":"Geöffnet"},"open":"Geöffnet","closed":"Closed""#))
    let sensors = try #require(files["sensor.json"])
    #expect(sensors.contains(#""words":{"on":"Offen"}"#) && sensors.contains(#""words":{"on":"An"}"#))
    #expect(pages.summary.count == 4 && pages.summary[2].hasPrefix("5 entities have no area"))
    #expect(pages.summary[1].hasPrefix("2 entities have no tile, because of their kind"))
  }

  @Test func devicesStayTogether() throws {
    let house = Self.house(
      "[\(Self.kitchen)]", devices: #"[{"id":"d","area_id":"kitchen"}]"#,
      registry: #"""
        [{"entity_id":"switch.b","device_id":"d"},{"entity_id":"sensor.b","device_id":"d"},
          {"entity_id":"switch.a","area_id":"kitchen"},{"entity_id":"switch.c","area_id":"kitchen"},
          {"entity_id":"light.z","area_id":"kitchen"},{"entity_id":"sensor.a","area_id":"kitchen"},
          {"entity_id":"light.a","area_id":"kitchen"}]
        """#,
      states: #"""
        [{"entity_id":"switch.b","state":"on"},{"entity_id":"sensor.b","state":"x"},{"entity_id":"switch.a","state":"on"},
          {"entity_id":"switch.c","state":"on"},{"entity_id":"light.z","state":"on","attributes":{"supported_color_modes":["hs"]}},
          {"entity_id":"sensor.a","state":"x"},{"entity_id":"light.a","state":"on"}]
        """#)
    let page = try #require(Self.files(house)["kitchen.json"])
    let order = page.components(separatedBy: #""entity":""#).dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(order == ["light.z", "light.a", "switch.a", "switch.b", "sensor.b", "switch.c", "sensor.a"])
  }

  @Test func tilesHaveSamples() throws {
    func samples(_ domain: String, _ state: String, _ attributes: String) throws -> String {
      let house = Self.house(
        "[]", registry: "[]", states: #"[{"entity_id":"\#(domain).x","state":"\#(state)","attributes":\#(attributes)}]"#
      )
      let entity = try #require(house.entities.first)
      let tile = try #require(PanelTile(entity, name: "x", title: "X", in: house))
      return tile.arguments.filter { $0.name.hasPrefix("sample") }.map(\.value.singleLine).joined(separator: " ")
    }
    let dimmer = #"{"supported_color_modes":["hs"],"brightness":128}"#
    #expect(try samples("light", "on", dimmer) == #""on" 50"#)
    #expect(try samples("light", "unavailable", dimmer) == #""–" "–""#)
    #expect(try samples("sensor", "21.5", #"{"unit_of_measurement":"°C"}"#) == "[21.5,21.5]")
    #expect(try samples("sensor", "unknown", #"{"unit_of_measurement":"°C"}"#) == #""–""#)
    #expect(try samples("sensor", "{x}", "{}") == #""(x)""#)
    let range = #"{"temperature":null,"current_temperature":20.5,"target_temp_low":19,"target_temp_high":24}"#
    #expect(try samples("climate", "heat_cool", range) == #""heat_cool" 20.5 "–" 19 24"#)
  }

  @Test func valuesAreLimited() {
    let files = Self.files(Self.house(areaCount: 31, entityCount: 16, domain: "media_player"))
    let text = files.values.joined()
    #expect(text.components(separatedBy: #""template":"media""#).count - 1 == 1000 / 3)
  }

  @Test func filesAreJSON() throws {
    let files = Self.files(Self.house(areaCount: 2, entityCount: 3))
    for (name, text) in files {
      let json = try JSONValue.read(Array(PanelFile(text).text.utf8), name: name)
      guard case .object(let members) = json else { return #expect(Bool(false), "\(name)") }
      #expect(members.keys.first == "//make-panel")
    }
    #expect(Set(files.keys) == ["a0.json", "a1.json", "home.json", "kiosk.json", "tiles.json"])
  }

  @Test func namesAreUnique() throws {
    let name = String(repeating: "long_", count: 12)
    let house = Self.house(
      #"[{"area_id":"home","name":"{Home}"},{"area_id":"küche","name":"Küche"},{"area_id":"k_che","name":"K"}]"#,
      registry: #"""
        [{"entity_id":"light.\#(name)1","area_id":"home"},{"entity_id":"light.\#(name)2","area_id":"home"},
          {"entity_id":"light.x","area_id":"küche"},{"entity_id":"light.y","area_id":"k_che"}]
        """#,
      states: #"""
        [{"entity_id":"light.\#(name)1","state":"on","attributes":{"friendly_name":"{home} lamp \"1\""}},
          {"entity_id":"light.\#(name)2","state":"on","attributes":{}},{"entity_id":"light.x","state":"on","attributes":{}},
          {"entity_id":"light.y","state":"on","attributes":{}}]
        """#)
    let files = Self.files(house)
    let home = try #require(files["home-page.json"])
    #expect(
      home.contains(#""name":"light-long_long_long_long_lo""#)
        && home.contains(#""name":"light-long_long_long_long_-2""#))
    #expect(home.contains(#""title":"lamp \"1\"""#) && home.contains(#""string": "(Home)""#))
    #expect(files["k-che.json"] != nil && files["k-che-page.json"] != nil)
  }

  /// Each use gives a template all of its parameters, and nothing else.
  @Test func tilesHaveTheirArguments() throws {
    let bytes = Array(PanelFile(PanelTiles.text).text.utf8)
    guard case .object(let file) = try JSONValue.read(bytes, name: "tiles.json"),
      case .object(let templates)? = file["templates"]
    else { return #expect(Bool(false)) }
    let kinds = [
      ("light", #"{"supported_color_modes":["hs"]}"#), ("light", #"{"supported_color_modes":["onoff"]}"#),
      ("fan", #"{"percentage":50}"#), ("switch", "{}"), ("cover", "{}"), ("cover", #"{"current_position":7}"#),
      ("valve", "{}"), ("cover", #"{"device_class":"garage"}"#),
      ("climate", #"{"temperature":20,"min_temp":5}"#), ("climate", "{}"), ("climate", #"{"target_temp_low":7}"#),
      ("camera", "{}"), ("scene", "{}"), ("water_heater", #"{"temperature":50}"#), ("person", "{}"),
      ("script", "{}"),
      ("button", "{}"), ("input_button", "{}"), ("lock", "{}"), ("media_player", "{}"), ("binary_sensor", "{}"),
      ("sensor", #"{"unit_of_measurement":"W"}"#), ("sensor", "{}"), ("weather", "{}"), ("vacuum", "{}"),
      ("lawn_mower", "{}"), ("number", #"{"min":1,"max":1}"#), ("select", "{}"),
    ]
    let empty = Self.house("[]", registry: "[]", states: "[]")
    var used: Set<String> = []
    for (domain, text) in kinds {
      guard case .object(let attributes) = Self.json(text) else { continue }
      let state = EntityState(state: "", attributes: Dictionary(attributes.all.map { ($0.name, $0.value) }) { $1 })
      let entity = House.Entity(id: "\(domain).x", area: nil, device: nil, state: state)
      let tile = try #require(PanelTile(entity, name: "x", title: "X", in: empty), "\(domain)")
      guard case .object(let template)? = templates[tile.template],
        case .array(let parameters)? = template["parameters"]
      else { return #expect(Bool(false), "\(domain)") }
      #expect(Set(parameters.compactMap(\.text)) == Set(tile.arguments.map(\.name)), "\(domain)")
      // The tile for the weather has the values of another template.
      let source = if case .object(let sky)? = templates["sky"], tile.template == "weather" { sky } else { template }
      let values = if case .object(let values)? = source["values"] { values.keys.count } else { 0 }
      #expect(tile.valueCount == values, "\(domain)")
      used.insert(tile.template)
    }
    let parts: Set = ["row", "buttons", "card", "head", "command", "held", "target", "sky"]
    #expect(used.union(parts) == Set(templates.keys))
  }

  @Test func editedFilesAreRecognized() throws {
    let directory = try TemporaryDirectory()
    #expect(try !PanelFile.isEdited(directory.file("none.json")))
    let text = PanelFile("  \"scene\": \"home.json\"\n}\n").text
    #expect(try !PanelFile.isEdited(directory.write(text, to: "a.json")))
    #expect(try PanelFile.isEdited(directory.write(text.replacingOccurrences(of: "home", with: "hall"), to: "b.json")))
    #expect(try PanelFile.isEdited(directory.write("{}\n", to: "c.json")))
    #expect(try PanelFile.isEdited(directory.write("", to: "d.json")))
  }
}
