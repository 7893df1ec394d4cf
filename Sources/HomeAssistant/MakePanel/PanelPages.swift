import JSON
import PanelSystem

/// The files of a panel that shows a house: pages for each area, and pages by kind for the entities without an area, with a
/// tile for each entity.
struct PanelPages {
  private static let maximumTiles = 16
  /// A panel has at most 32 scene files, one of which is the first page.
  private static let maximumPages = 31
  /// A panel has at most 1,024 values, of which the first page and the owner need some.
  private static let maximumValues = 1000
  /// The maximum length of a value's name is 40 characters; templates append up to 12.
  private static let maximumNameLength = 28
  private static let maximumTitleLength = 60
  private static let reservedNames: Set = ["home", "homeassistant", "kiosk", "mqtt", "pictures", "tiles"]

  private struct Page {
    let name, title, icon: String
    var tiles: [PanelTile] = []
  }

  /// The entities of an area, or of some kinds, which have as many pages as they need.
  private struct Group {
    let id, title, icon: String
    var tiles: [PanelTile] = []
    var pages: [Page] = []
  }

  /// The entity whose weather the first page shows.
  private let weather: House.Entity?
  private let house: House
  private var pages: [Page] = []
  private var valueCount = 0
  private var valueNames: Set<String> = []
  private var pageNames = reservedNames
  /// The entities for which there is no room.
  private var left: [String] = []
  /// The entities whose kind has no tile.
  private let other: [String]
  /// The number of entities with a tile or without room that have no area.
  private let countWithoutArea: Int

  /// - Parameter house: The areas and entities.
  init(_ house: House) {
    self.house = house
    weather = house.entities.first { $0.domain == "weather" }
    let entities = house.entities.filter(PanelTile.exists)
    other = house.entities.filter { !PanelTile.exists(for: $0) }.map(\.id)
    countWithoutArea = entities.count { $0.area == nil }
    var groups: [Group] = []
    for area in house.areas {
      let icon = PanelTile.chosenIcon(area.icon) ?? "mdi:home-outline"
      let tiles = entities.filter { $0.area == area.id }.compactMap { tile($0, in: area.name) }
      groups.append(Group(id: area.id, title: Self.text(area.name), icon: icon, tiles: Self.inOrder(tiles)))
    }
    for domains in PanelTile.sections {
      let all = entities.filter { $0.area == nil && domains.contains($0.domain) }
      let tiles = all.compactMap { tile($0, in: nil) }
      let icon = "mdi:" + (PanelTile.icons[domains[0]] ?? "home-outline")
      let title = Self.text(house.texts.title(of: domains[0]))
      groups.append(Group(id: domains[0], title: title, icon: icon, tiles: Self.inOrder(tiles)))
    }
    fill(&groups)
    pages = groups.flatMap(\.pages)
  }

  /// The order of a page: by kind, then by template, so that equal tiles are next to each other. The tiles of a device follow
  /// its first one.
  private static func inOrder(_ tiles: [PanelTile]) -> [PanelTile] {
    let sorted = tiles.enumerated().sorted {
      ($0.element.rank, $0.element.template, $0.offset) < ($1.element.rank, $1.element.template, $1.offset)
    }.map(\.element)
    var first: [String: Int] = [:]
    var positions: [(first: Int, own: Int)] = []
    for (index, tile) in sorted.enumerated() {
      let device = tile.entity.device ?? tile.entity.id
      first[device] = first[device] ?? index
      positions.append((first[device] ?? index, index))
    }
    return positions.sorted { $0 < $1 }.map { sorted[$0.own] }
  }

  /// Divides the entities of all groups into pages. The first page of each group takes precedence over second ones.
  private mutating func fill(_ groups: inout [Group]) {
    var pageCount = 0
    while groups.contains(where: { !$0.tiles.isEmpty }) {
      for index in groups.indices where !groups[index].tiles.isEmpty {
        let (group, number) = (groups[index], groups[index].pages.count + 1)
        let tiles = group.tiles.prefix(Self.maximumTiles)
        groups[index].tiles.removeFirst(tiles.count)
        var page = Page(
          name: pageName(group.id, number), title: number == 1 ? group.title : "\(group.title) \(number)",
          icon: group.icon)
        for tile in tiles {
          if pageCount < Self.maximumPages, valueCount + tile.valueCount <= Self.maximumValues {
            page.tiles.append(tile)
            valueCount += tile.valueCount
          } else {
            left.append(tile.entity.id)
          }
        }
        guard !page.tiles.isEmpty else { continue }
        groups[index].pages.append(page)
        pageCount += 1
      }
    }
  }

  /// Lines about all pages, for the terminal.
  var summary: [String] {
    let count = pages.reduce(0) { $0 + $1.tiles.count }
    var lines = ["\(pages.count) pages with \(count) tiles"]
    if !left.isEmpty {
      lines.append(
        "\(left.count) entities have no tile, because a panel has at most \(Self.maximumPages) pages and "
          + "\(Self.maximumValues) values; home.json names them")
    }
    if !other.isEmpty {
      lines.append("\(other.count) entities have no tile, because of their kind; home.json names them")
    }
    if countWithoutArea > 0 {
      lines.append(
        "\(countWithoutArea) entities have no area and are on pages by kind; give their devices an area in Home Assistant, "
          + "under Settings, Devices & services, and run make-panel again")
    }
    lines.append("to show them: systemctl enable --now cube-kiosk-homeassistant cube-kiosk")
    return lines
  }

  /// The names and the contents of all files, without their first line. A file follows those that it names, so that a panel
  /// that runs finds them.
  var files: [(name: String, text: String)] {
    [(PanelTiles.fileName, PanelTiles.text)] + pages.map { ("\($0.name).json", text($0)) }
      + [("home.json", home), ("kiosk.json", kiosk)]
  }

  // MARK: Names

  private mutating func pageName(_ id: String, _ number: Int) -> String {
    let plain = String(id.lowercased().prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    var name = (plain.isEmpty ? "area" : plain) + (number == 1 ? "" : "-\(number)")
    while !pageNames.insert(name).inserted { name += "-page" }
    return name
  }

  private mutating func tile(_ entity: House.Entity, in area: String?) -> PanelTile? {
    PanelTile(entity, name: valueName(entity.id), title: Self.title(entity, in: area), in: house)
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
  static func text(_ text: String, to length: Int = maximumTitleLength) -> String {
    String(text.map { $0 == "{" ? "(" : $0 == "}" ? ")" : $0 }).sanitized.shortened(to: length)
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
      let button: JSONValue = [
        "title": .string(page.title), "icon": .string(page.icon), "style": ["color": "#39435A"],
        "action": ["scene": .string("\(page.name).json")],
      ]
      return ["name": .string(page.name), "height": .integer(72), "button": button]
    }
    let comments = Self.comment("Entities without room", left) + Self.comment("Entities without a tile", other)
    var sky: PanelTile?
    if let weather { sky = PanelTile(weather, name: "sky", title: house.texts.title(of: "weather"), in: house) }
    let weatherNode = sky.map { tile in
      let node: JSONValue = ["template": "sky", "with": .object(JSONMembers(tile.arguments))]
      return ",\n            \(node.singleLine)"
    }
    return """
      \(comments)  "include": ["\(PanelTiles.fileName)"],
        "values": {
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
                {
                  "grow": true, "stack": {},
                  "children": [
                    { "text": { "string": "{clock}", "size": 56, "weight": 300, "align": "leading" } },
                    { "text": { "string": "{date}", "align": "leading", "color": "#AAB2C4" } }
                  ]
                }\(weatherNode ?? "")
              ]
            },
      \(Self.rows(buttons, "buttons"))
          ]
        }
      }

      """
  }

  private func text(_ page: Page) -> String {
    """
      "include": ["\(PanelTiles.fileName)"],
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
                  "icon": "mdi:arrow-left", "style": { "color": "#39435A" },
                  "accessibleName": \(JSONValue.string(house.texts.text("home", of: "person")).singleLine),
                  "action": { "scene": "home.json" }
                }
              },
              { "grow": true, "text": { "string": \(JSONValue.string(page.title).singleLine), "size": 24, "align": "leading" } }
            ]
          },
    \(Self.rows(page.tiles.map(\.node), "row"))
        ]
      }
    }

    """
  }

  private static func comment(_ title: String, _ names: [String]) -> String {
    names.isEmpty ? "" : "  \"//\(title)\": \(JSONValue.string(names.joined(separator: ", ")).singleLine),\n"
  }

  /// Rows of two nodes of equal size in a view that scrolls.
  ///
  /// - Parameter template: The template of a row.
  private static func rows(_ nodes: [JSONValue], _ template: String) -> String {
    var rows: [String] = []
    for start in stride(from: 0, to: nodes.count, by: 2) {
      let pair = nodes[start..<min(start + 2, nodes.count)]
      // The last row has a space next to a single node.
      let all = pair + (pair.count == 2 ? [] : [["grow": true]])
      let lines = all.map { "            \($0.singleLine)" }.joined(separator: ",\n")
      rows.append("          { \"template\": \"\(template)\", \"with\": { \"tiles\": [\n\(lines)\n          ] } }")
    }
    return """
            {
              "grow": true, "scroll": { "spacing": 16 },
              "children": [
      \(rows.joined(separator: ",\n"))
              ]
            }
      """
  }
}
