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

  private static func house(_ areas: String, devices: String = "[]", registry: String, states: String) -> House {
    House(
      areas: json(areas), devices: json(devices), registry: json(registry), states: json(states),
      configuration: json(#"{"unit_system":{"temperature":"°F"}}"#))
  }

  private static let kitchen = #"{"area_id":"kitchen","name":"Kitchen","icon":"mdi:stove"}"#

  @Test func registriesAreRead() {
    let house = Self.house(
      "[\(Self.kitchen)]", devices: #"[{"id":"d","area_id":"kitchen"},{"id":"e","area_id":null}]"#,
      registry: #"""
        [{"entity_id":"light.a","device_id":"d"},{"entity_id":"light.b","area_id":"kitchen","device_id":"e"},
          {"entity_id":"light.hidden","hidden_by":"user"},{"entity_id":"sensor.signal","entity_category":"diagnostic"},
          {"entity_id":"light.c","device_id":"e","entity_category":null}]
        """#,
      states: #"""
        [{"entity_id":"light.b","state":"on","attributes":{"friendly_name":"Kitchen Ceiling"}},
          {"entity_id":"light.a","state":"off","attributes":{}},{"entity_id":"light.hidden","state":"on"},
          {"entity_id":"sensor.signal","state":"7"},{"entity_id":"light.c","state":"on"},{"entity_id":"sun.sun","state":"up"}]
        """#)
    #expect(house.areas.map(\.name) == ["Kitchen"] && house.temperatureUnit == "°F")
    #expect(house.entities.map(\.id) == ["light.b", "light.a", "light.c", "sun.sun"])
    #expect(house.entities.map(\.area) == ["kitchen", "kitchen", nil, nil])
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

  @Test func roomIsLimited() throws {
    let files = Self.files(Self.house(areaCount: 40, entityCount: 18))
    #expect(files.count == 31 + 3)
    let page = try #require(files["a7.json"])
    #expect(page.components(separatedBy: "\"template\"").count == 16 + 1)
    #expect(page.contains(#""//Entities without a tile": "light.e7_8, light.e7_9""#))
    let home = try #require(files["home.json"])
    #expect(home.contains(#""//Areas without a page": "Area 131, Area 132, Area 133"#))
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
      ("valve", "{}"),
      ("climate", #"{"temperature":20,"min_temp":5}"#), ("climate", "{}"), ("camera", "{}"), ("scene", "{}"),
      ("script", "{}"),
      ("button", "{}"), ("input_button", "{}"), ("lock", "{}"), ("media_player", "{}"), ("binary_sensor", "{}"),
      ("sensor", #"{"unit_of_measurement":"W"}"#), ("sensor", "{}"), ("weather", "{}"), ("vacuum", "{}"),
      ("lawn_mower", "{}"), ("number", #"{"min":1,"max":1}"#), ("select", "{}"),
    ]
    var used: Set<String> = []
    for (domain, text) in kinds {
      guard case .object(let attributes) = Self.json(text) else { continue }
      let state = EntityState(state: "", attributes: Dictionary(attributes.all.map { ($0.name, $0.value) }) { $1 })
      let entity = House.Entity(id: "\(domain).x", area: nil, state: state)
      let tile = try #require(PanelTile(entity, name: "x", title: "X", unit: "°C"), "\(domain)")
      guard case .object(let template)? = templates[tile.template],
        case .array(let parameters)? = template["parameters"]
      else { return #expect(Bool(false), "\(domain)") }
      #expect(Set(parameters.compactMap(\.text)) == Set(tile.arguments.map(\.name)), "\(domain)")
      let values = if case .object(let values)? = template["values"] { values.keys.count } else { 0 }
      #expect(tile.valueCount == values, "\(domain)")
      used.insert(tile.template)
    }
    #expect(used == Set(templates.keys))
    let time = EntityState(state: "", attributes: ["device_class": "timestamp"])
    #expect(PanelTile(House.Entity(id: "sensor.x", area: nil, state: time), name: "x", title: "X", unit: "") == nil)
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
