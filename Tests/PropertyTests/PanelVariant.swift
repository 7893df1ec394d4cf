import Foundation
import PanelGeometry
import TestSupport

@testable import Scenes

/// A configuration and a size: one of all combinations of scenes and sizes.
struct PanelVariant: CustomStringConvertible {
  /// A built-in scene or an example.
  let name: String
  let size: Size
  /// The time until the panel shows its first scene again, in seconds; `nil` for never.
  var homeAfter: Double?

  static let sizes = [Size(480, 320), Size(800, 480), Size(600, 1024)]
  private static let examples = ["kiosk", "home", "meeting-room", "machine", "hello", "corner", "picture", "controls"]
  /// The cube, on which most is explained, occurs most often.
  private static let names = SceneCatalog.names + examples + Array(repeating: CubeScene.name, count: 4)
  static let all = names.flatMap { name in sizes.map { PanelVariant(name: name, size: $0) } }

  init(name: String, size: Size) { (self.name, self.size) = (name, size) }

  init(seed: UInt64) {
    self = Self.all[Int(seed % UInt64(Self.all.count))]
    homeAfter = seed / 7 % 3 == 0 ? 60 : nil
  }

  var description: String { "\(name), \(Int(clamping: size.width))×\(Int(clamping: size.height))" }

  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/Formats/examples").standardizedFileURL

  /// In addition to the example's.
  private var settings: String {
    Self.commonSettings + (homeAfter.map { #", "idle": { "homeAfter": \#($0) }"# } ?? "")
  }

  private static let commonSettings = #"""
    "visitors": ["speech", "contrast", "textSize", "reach", "language"], "speech": { "corner": "top-right" },
    "allowScenes": true, "allowExplain": true, "tapFeedback": true
    """#

  /// Writes the configuration and its scene file.
  ///
  /// - Parameter members: additional members of the configuration, as JSON.
  func write(to directory: TemporaryDirectory, adding members: String = "") throws {
    let added = members.isEmpty ? "" : ", " + members
    if SceneCatalog.names.contains(name) {
      try directory.write(#"{ "scene": "\#(name)", \#(settings)\#(added) }"#, to: "kiosk.json")
      return
    }
    let text =
      name == "controls"
      ? Self.controls : try String(contentsOf: Self.directory.appendingPathComponent("\(name).json"), encoding: .utf8)
    var json = try JSONSerialization.jsonObject(with: Data(text.utf8))
    json = Self.repeatable(json)
    if name == "kiosk", var configuration = json as? [String: Any] {
      for (key, value) in try Self.object("{ \(settings)\(added) }") { configuration[key] = value }
      try directory.write(JSONSerialization.data(withJSONObject: configuration), to: "kiosk.json")
      return
    }
    try directory.write(JSONSerialization.data(withJSONObject: json), to: "scene.json")
    try directory.write(#"{ "scene": "scene.json", \#(settings)\#(added) }"#, to: "kiosk.json")
  }

  private static func object(_ text: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }

  /// Returns JSON without what the machine or the time decides: sources of values become texts that are set, and
  /// commands and units do nothing.
  private static func repeatable(_ json: Any) -> Any {
    if let array = json as? [Any] { return array.map(repeatable) }
    guard var object = json as? [String: Any] else { return json }
    if let action = object["action"] as? [String: Any], action["command"] != nil || action["unit"] != nil {
      object["action"] = ["command": ["true"]]
    }
    if let values = object["values"] as? [String: Any] {
      object["values"] = values.mapValues { value -> Any in
        guard var definition = value as? [String: Any] else { return value }
        for key in ["time", "command", "stream", "file"] where definition.removeValue(forKey: key) != nil {
          definition["set"] = key == "time" ? "12:34" : "21"
        }
        for key in ["interval", "staleAfter"] { definition[key] = nil }
        return definition
      }
    }
    if object["contents"] != nil { object["contents"] = directory.appendingPathComponent("meeting-room.png").path }
    return object.mapValues { repeatable($0) }
  }

  /// Every kind of control.
  static let controls = ##"""
    {
      "name": "controls",
      "values": {
        "light": { "set": "on" }, "target": { "set": "20.5", "unit": "°C", "format": 1, "range": [15, 25] },
        "load": { "set": "2.5", "range": [0, 4], "colors": [{ "from": 2, "color": "#F2B33D" }] },
        "code": { "set": "0" }, "line": { "set": "a" },
        "age": { "initial": "" }, "plate": { "initial": "" }, "pin": { "initial": "" },
        "plan": { "set": "a\nb\nc\nb", "lines": 9 }
      },
      "root": {
        "stack": { "axis": "automatic", "spacing": 12, "distribution": "fillEqually" },
        "children": [
          {
            "stack": { "spacing": 6 },
            "children": [
              { "name": "light", "switch": { "value": "light" } },
              { "text": { "string": "Heating to {target}, {light}", "align": "leading" } },
              { "name": "target", "slider": { "value": "target", "minimum": 15, "maximum": 25, "step": 0.5 } },
              {
                "name": "steps",
                "stepper": { "value": "target", "minimum": 15, "maximum": 25, "step": 0.5, "enabled": { "when": "light", "is": "on" } }
              },
              { "progress": { "value": "load" } },
              {
                "name": "load", "height": 44,
                "button": {
                  "title": "Load {load}", "action": { "set": { "load": ["1", "2.5", "3.9"] } },
                  "enabled": { "when": "light", "is": "on" }
                }
              },
              { "name": "go", "height": 44, "button": { "title": "Go", "confirm": "Hold", "action": { "command": ["true"] } } }
            ]
          },
          {
            "stack": { "spacing": 6 },
            "children": [
              { "gauge": { "value": "load", "caption": "Load" }, "height": 60 },
              {
                "grow": true, "name": "plan",
                "list": {
                  "value": "plan",
                  "row": {
                    "height": 44, "stack": { "axis": "horizontal" },
                    "children": [
                      { "grow": true, "text": { "string": "{line}", "align": "leading" } },
                      { "name": "use", "width": 80, "button": { "title": "Use {line}", "action": { "set": { "line": "{line}" } } } }
                    ]
                  }
                }
              },
              { "name": "code", "keypad": { "value": "code", "digits": 3 } },
              { "name": "find", "search": { "value": "plan", "placeholder": "Find" } },
              { "name": "note", "field": { "value": "line", "placeholder": "Note", "maximum": 12 } },
              {
                "name": "age",
                "field": { "value": "age", "placeholder": "Age", "kind": "number", "minimum": 1, "maximum": 99.5, "decimals": 1 }
              },
              {
                "name": "plate",
                "field": { "value": "plate", "placeholder": "Plate", "pattern": "[A-Z]+-[0-9]+", "scan": true }
              },
              {
                "name": "pin",
                "field": { "value": "pin", "placeholder": "PIN", "secure": true, "action": { "command": ["true"], "input": "{pin}" } }
              }
            ]
          }
        ]
      }
    }
    """##
}
