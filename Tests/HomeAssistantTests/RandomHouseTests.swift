import Configuration
import Foundation
import JSON
import PanelSystem
import SeededRandom
import TestSupport
import Testing

@testable import HomeAssistant

/// Writes the pages of random houses, and reads them as `check-config` does.
@Suite struct RandomHouseTests {
  private static let kinds = PanelTile.sections.flatMap { $0 } + ["sun", "todo", "update", ""]
  private static let texts = [
    "Lamp", "", " ", "{value}", "${name}", "$${x", "}", "\"quoted\" \\", "Küche", "厨房", "مطبخ", "👩‍👩‍👧", "a\nb\tc",
    "../etc", "mdi:", "mdi:{x} y", "x/y", "//", "<b>", String(repeating: "long name ", count: 30), "\u{202E}x", "–",
  ]

  /// Any value of an attribute.
  private static func json(_ random: inout SeededRandom) -> JSONValue {
    switch Int.random(in: 0...7, using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .number([0, -1, 1e-9, 0.5, 21.5, 100, 255, 1e7, 1e300, -1e18][Int.random(in: 0..<10, using: &random)])
    case 3: .array(texts.map(JSONValue.string))
    case 4: ["a": .number(1)]
    default: .string(text(&random))
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    texts[Int.random(in: 0..<texts.count, using: &random)]
  }

  private static let attributes = [
    "friendly_name", "icon", "device_class", "unit_of_measurement", "state_class", "brightness", "percentage",
    "supported_color_modes", "current_position", "temperature", "current_temperature", "target_temp_low", "min_temp",
    "max_temp", "target_temp_step", "min", "max", "step", "options", "media_title", "volume_level",
  ]

  private static func house(_ random: inout SeededRandom) -> House {
    var (areas, devices, registry, states): ([JSONValue], [JSONValue], [JSONValue], [JSONValue]) = ([], [], [], [])
    for index in 0..<Int.random(in: 0...40, using: &random) {
      let icon: JSONValue = Bool.random(using: &random) ? "mdi:sofa" : json(&random)
      areas.append(["area_id": .string("\(text(&random))\(index)"), "name": .string(text(&random)), "icon": icon])
    }
    func area(_ random: inout SeededRandom) -> JSONValue {
      guard case .object(let area)? = areas.randomElement(using: &random) else { return .null }
      return area["area_id"] ?? .null
    }
    for index in 0..<20 { devices.append(["id": .string("d\(index)"), "area_id": area(&random)]) }
    for index in 0..<Int.random(in: 0...600, using: &random) {
      // Home Assistant has only plain ids.
      let name = Int.random(in: 0...9, using: &random) == 0 ? text(&random) : "long_name_of_an_entity_"
      let id = "\(kinds[Int.random(in: 0..<kinds.count, using: &random)]).\(name)\(index)"
      let device: JSONValue =
        Bool.random(using: &random) ? .string("d\(Int.random(in: 0...25, using: &random))") : .null
      registry.append([
        "entity_id": .string(id), "device_id": device, "area_id": Bool.random(using: &random) ? area(&random) : .null,
      ])
      var members: [JSONMembers.Member] = []
      for name in attributes where Int.random(in: 0...2, using: &random) == 0 { members.append((name, json(&random))) }
      let numbers = ["on", "off", "unavailable", "unknown", "21.5", "1e400", "nan", "-0"]
      let state = Bool.random(using: &random) ? text(&random) : numbers.randomElement(using: &random) ?? ""
      states.append([
        "entity_id": .string(id), "state": .string(state), "attributes": .object(JSONMembers(members)),
      ])
    }
    return House(
      areas: .array(areas), devices: .array(devices), registry: .array(registry), states: .array(states),
      configuration: ["unit_system": ["temperature": json(&random)]], texts: HouseTexts())
  }

  private static func strings(_ json: JSONValue) -> Set<String> {
    switch json {
    case .string(let text): [text]
    case .array(let values): values.reduce(into: []) { $0.formUnion(strings($1)) }
    case .object(let members): members.all.reduce(into: []) { $0.formUnion(strings($1.value)) }
    default: []
    }
  }

  private static func tileCount(_ json: JSONValue) -> Int {
    switch json {
    case .array(let values): return values.reduce(0) { $0 + tileCount($1) }
    case .object(let members):
      let own = if case .object(let arguments)? = members["with"], arguments["entity"] != nil { 1 } else { 0 }
      return members.all.reduce(own) { $0 + tileCount($1.value) }
    default: return 0
    }
  }

  @Test func pagesOfRandomHousesAreValid() throws {
    var random = SeededRandom()
    for _ in 0..<5 {
      let house = Self.house(&random)
      let directory = try TemporaryDirectory()
      var (entities, comments): (Set<String>, String) = ([], "")
      let files = PanelPages(house).files
      #expect(files.count <= 31 + 3)
      for (name, text) in files {
        try directory.write(PanelFile(text).text, to: name)
        let json = try JSONValue.read(Array(PanelFile(text).text.utf8), name: name)
        guard case .object(let members) = json else { continue }
        if name != "home.json" {
          entities.formUnion(Self.strings(json))
          #expect(Self.tileCount(json) <= 16 || name == "tiles.json")
        } else {
          comments = members.all.filter { $0.name.hasPrefix("//Entities") }.compactMap(\.value.text).joined(
            separator: ", ")
        }
      }
      let left = Set(comments.components(separatedBy: ", "))
      for entity in house.entities {
        #expect(entities.contains(entity.id) != left.contains(entity.id), "\(entity.id)")
      }
      let errors = FileChecker.read(directory.file("kiosk.json")).errors
      #expect(errors.isEmpty, "\(errors.prefix(5))")
    }
  }
}
