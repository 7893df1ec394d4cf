import JSON
import PanelSystem

/// The files of a panel that shows a house: a page for each area, with a tile for each entity.
struct PanelPages {
  private static let maximumTiles = 16
  /// A panel has at most 32 scene files, one of which is the first page.
  private static let maximumPages = 31
  /// A panel has at most 1,024 values, of which the first page and the owner need some.
  private static let maximumValues = 1000
  /// The maximum length of a value's name is 40 characters; templates append up to 12.
  private static let maximumNameLength = 28
  private static let reservedNames: Set = ["home", "homeassistant", "kiosk", "mqtt", "pictures", "tiles"]

  private struct Page {
    let name, title: String
    let icon: String?
    var tiles: [PanelTile] = []
    /// The entities for which there is no room.
    var rest: [String] = []
  }

  private var pages: [Page] = []
  /// The areas for which there is no page.
  private var rest: [String] = []
  private var valueCount = 0
  private var valueNames: Set<String> = []

  /// - Parameter house: The areas and entities.
  init(_ house: House) {
    var names = Self.reservedNames
    let areas: [House.Area?] = house.areas + [nil]
    for area in areas {
      let entities = house.entities.filter { $0.area == area?.id }
      guard !entities.isEmpty else { continue }
      var name = Self.fileName(area?.id ?? "other")
      while !names.insert(name).inserted { name += "-page" }
      var page = Page(name: name, title: Self.text(area?.name ?? "Other"), icon: area?.icon)
      let named = entities.compactMap { entity -> (entity: House.Entity, tile: PanelTile)? in
        let title = Self.title(entity, in: area?.name)
        let tile = PanelTile(entity, name: valueName(entity.id), title: title, unit: house.temperatureUnit)
        return tile.map { (entity, $0) }
      }
      let sorted = named.enumerated().sorted { ($0.element.tile.rank, $0.offset) < ($1.element.tile.rank, $1.offset) }
      for (entity, tile) in sorted.map(\.element) {
        if page.tiles.count < Self.maximumTiles, valueCount + tile.valueCount <= Self.maximumValues {
          page.tiles.append(tile)
          valueCount += tile.valueCount
        } else {
          page.rest.append(entity.id)
        }
      }
      guard !page.tiles.isEmpty else { continue }
      if pages.count < Self.maximumPages { pages.append(page) } else { rest.append(page.title) }
    }
  }

  /// The names and the contents of all files, without their first line. A file follows those that it names, so that a panel
  /// that runs finds them.
  var files: [(name: String, text: String)] {
    [(PanelTiles.fileName, PanelTiles.text)] + pages.map { ("\($0.name).json", Self.text($0)) }
      + [("home.json", home), ("kiosk.json", kiosk)]
  }

  // MARK: Names

  private static func fileName(_ id: String) -> String {
    let name = String(id.lowercased().prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    return name.isEmpty ? "area" : name
  }

  /// Returns an unused name of a value.
  private mutating func valueName(_ entity: String) -> String {
    let characters = entity.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" }
    let name = String(characters.prefix(Self.maximumNameLength))
    var (unique, number) = (name, 2)
    while !valueNames.insert(unique).inserted {
      let suffix = "-\(number)"
      unique = String(name.prefix(Self.maximumNameLength - suffix.count)) + suffix
      number += 1
    }
    return unique
  }

  /// The name of an entity, without that of its area at the start.
  private static func title(_ entity: House.Entity, in area: String?) -> String {
    let name = entity.name
    guard let area, name.count > area.count + 1, name.lowercased().hasPrefix(area.lowercased() + " ") else {
      return text(name)
    }
    return text(String(name.dropFirst(area.count + 1)))
  }

  /// A text without the braces around names of values.
  private static func text(_ text: String) -> String {
    String(text.map { $0 == "{" ? "(" : $0 == "}" ? ")" : $0 }).sanitized.shortened(to: 60)
  }

  // MARK: Files

  private var kiosk: String {
    """
      "scene": "home.json",
      "bar": false,
      "//idle": "Returns to the first page two minutes after the last touch.",
      "idle": { "homeAfter": 120 }
    }

    """
  }

  private var home: String {
    let buttons = pages.map { page -> JSONValue in
      let icon = JSONValue.string(page.icon.flatMap { $0.hasPrefix("mdi:") ? $0 : nil } ?? "mdi:home-outline")
      let button: JSONValue = [
        "title": .string(page.title), "icon": icon, "style": ["color": "#39435A"],
        "action": ["scene": .string("\(page.name).json")],
      ]
      return ["name": .string(page.name), "height": .integer(72), "button": button]
    }
    return """
      \(Self.comment("Areas without a page", rest))  "values": {
          "clock": { "time": "%H:%M" },
          "date": { "time": "%A, %e %B" }
        },
        "root": {
          "backgroundColor": "#10141D",
          "stack": { "spacing": 16 },
          "children": [
            {
              "stack": { "axis": "horizontal", "alignment": "center", "spacing": 16 },
              "children": [
                { "grow": true, "text": { "string": "{date}", "align": "leading", "color": "#AAB2C4" } },
                { "label": "Time", "text": { "string": "{clock}", "size": 40, "weight": 300 } }
              ]
            },
      \(Self.columns(buttons))
          ]
        }
      }

      """
  }

  private static func text(_ page: Page) -> String {
    """
    \(comment("Entities without a tile", page.rest))  "include": ["\(PanelTiles.fileName)"],
      "root": {
        "backgroundColor": "#10141D",
        "stack": { "spacing": 16 },
        "children": [
          {
            "stack": { "axis": "horizontal", "alignment": "center", "spacing": 16 },
            "children": [
              {
                "name": "back", "width": 60, "height": 52,
                "button": {
                  "icon": "mdi:arrow-left", "accessibleName": "Back", "style": { "color": "#39435A" },
                  "action": { "scene": "home.json" }
                }
              },
              { "grow": true, "text": { "string": \(JSONValue.string(page.title).singleLine), "size": 24, "align": "leading" } }
            ]
          },
    \(columns(page.tiles.map(\.node)))
        ]
      }
    }

    """
  }

  private static func comment(_ title: String, _ names: [String]) -> String {
    names.isEmpty ? "" : "  \"//\(title)\": \(JSONValue.string(names.joined(separator: ", ")).singleLine),\n"
  }

  /// Two columns of nodes, which are one column on an upright screen, in a view that scrolls.
  private static func columns(_ nodes: [JSONValue]) -> String {
    let half = (nodes.count + 1) / 2
    let columns = [nodes[..<half], nodes[half...]].filter { !$0.isEmpty }.map { nodes in
      let lines = nodes.map { "                \($0.singleLine)" }.joined(separator: ",\n")
      return "              { \"stack\": { \"spacing\": 16 }, \"children\": [\n\(lines)\n              ] }"
    }
    return """
            {
              "grow": true, "scroll": {},
              "children": [
                {
                  "stack": { "axis": "automatic", "spacing": 16, "distribution": "fillEqually" },
                  "children": [
      \(columns.joined(separator: ",\n"))
                  ]
                }
              ]
            }
      """
  }
}
