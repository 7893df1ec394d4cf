import Foundation
import SeededRandom
import TestSupport

/// A random page with fields that shows, copies and passes on what people type, by the rules of scene files.
///
/// Of its values, `pub`, `open` and `log` are public, and get only the text of `pub`.
struct TypedTextPage {
  /// The values of the fields whose texts are private.
  static let privateFields = ["first", "second", "kept", "pin", "served"]
  static let publicField = "pub"
  /// The adapter of `served`, and the address there.
  static let (prefix, served) = ("ad", "name")

  private var random: SeededRandom
  private var nodeCount = 0
  private let directory: TemporaryDirectory
  private var nodes: [[String: Any]] = []
  private var alert: [String: Any] = [:]

  init(_ random: SeededRandom, in directory: TemporaryDirectory) throws {
    (self.random, self.directory) = (random, directory)
    try directory.write(
      """
      tr '\\0' '\\n' < /proc/$$/cmdline >> \(directory.file("arguments"))
      env >> \(directory.file("environment"))
      tee -a \(directory.file("input"))
      echo oops >&2
      exit 3
      """, to: "run")
    nodes = [
      list,
      Self.button("sign", "Sign as {first}", ["append": ["book": "{first}: {second} {pub}"]]),
      Self.button(
        "send", "Send {second}", ["command": ["sh", directory.file("run")], "input": "{first} {second} {pin}"]),
    ]
    for _ in 0..<12 { nodes.append(node) }
    alert = ["is": "1", "title": "Alert \(some)", "text": some]
  }

  /// Writes the configuration.
  ///
  /// - Parameter omitted: the value whose field the page doesn't have.
  func write(without omitted: String? = nil) throws {
    let text: [String: Any] = ["initial": ""]
    let publicText: [String: Any] = ["initial": "", "public": true]
    let values: [String: Any] = [
      "first": text, "second": text, "kept": ["initial": "", "keep": true], "pin": text, "pub": publicText,
      "served": ["from": "\(Self.prefix):\(Self.served)"], "copy": text, "other": text, "open": publicText,
      "book": ["initial": "", "lines": 9], "log": ["initial": "", "lines": 9, "public": true],
      "lamp": ["initial": "off"], "fridge": ["initial": "0", "alert": alert],
    ]
    let fields = (Self.privateFields + [Self.publicField]).filter { $0 != omitted }.map { name -> [String: Any] in
      var field: [String: Any] = ["value": name]
      if name == "pin" { field["secure"] = true }
      return ["name": "f-\(name)", "field": field]
    }
    let root: [String: Any] = ["name": "root", "stack": ["axis": "vertical"], "children": fields + nodes]
    let scene = try JSONSerialization.data(withJSONObject: ["values": values, "root": root])
    try directory.write(scene, to: "scene.json")
    try directory.write(#"{"scene": "scene.json", "idle": {"homeAfter": 60}, "keyboard": ["us"]}"#, to: "kiosk.json")
  }

  // MARK: Texts

  private mutating func element<T>(_ array: [T]) -> T { array[Int.random(in: array.indices, using: &random)] }
  private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 1...count, using: &random) == 1 }

  private var some: String {
    mutating get { "{\(element(Self.privateFields + ["pub", "copy", "other"]))}" }
  }

  private mutating func newName(_ kind: String) -> String {
    nodeCount += 1
    return "\(kind)\(nodeCount)"
  }

  // MARK: Actions

  private mutating func action(inRow: Bool = false, depth: Int = 0) -> Any {
    let count = Int.random(in: 1...3, using: &random)
    return count == 1
      ? step(inRow, depth) : (0..<count).map { _ in step(inRow, depth) }
  }

  private mutating func step(_ inRow: Bool, _ depth: Int) -> [String: Any] {
    let (line, copy) = (inRow && oneIn(2) ? "{line}" : some, element(["copy", "other"]))
    // A list's line is known only when the button is pressed, which is then refused.
    let passed = inRow && oneIn(2) ? "{line}" : "{pub}"
    switch Int.random(in: 0..<(depth == 0 ? 12 : 10), using: &random) {
    case 0: return ["set": [copy: "\(line) + \(some)"]]
    case 1: return ["set": [copy: [line, some]]]
    case 2, 3: return ["append": ["book": "\(line): \(some)"]]
    case 4: return inRow ? ["remove": ["book": "{line}"]] : ["append": ["log": "{pub}"]]
    case 5:
      let arguments = ["sh", directory.file("run")] + (inRow && oneIn(3) ? ["{line}"] : [])
      return ["command": arguments, "input": "\(line) \(some)"]
    case 6: return ["call": "\(Self.prefix):do", "payload": passed]
    case 7: return ["set": ["open": "{pub}"]]
    case 8: return ["set": ["served": passed]]
    case 9: return oneIn(2) ? ["set": ["fridge": ["1", "0"]]] : ["set": ["first": "", "pin": ""]]
    default:
      let button: [String: Any] = ["title": newName("yes"), "action": action(inRow: inRow, depth: 1)]
      return ["message": ["title": "Message \(line)", "text": some, "buttons": [button]]]
    }
  }

  // MARK: Nodes

  private static func button(_ name: String, _ title: String, _ action: Any) -> [String: Any] {
    ["name": name, "height": 44, "button": ["title": title, "action": action]]
  }

  private var node: [String: Any] {
    mutating get {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: return ["text": ["string": "Text \(some) \(some)"]]
      case 1: return ["width": 90, "gauge": ["value": "fridge", "caption": some]]
      case 2: return ["name": newName("find"), "search": ["value": "book"]]
      case 3:
        return ["name": newName("switch"), "switch": ["value": "lamp", "accessibleName": "Lamp", "action": action()]]
      case 4: return list
      default:
        var button: [String: Any] = ["title": "Button \(some)", "action": action()]
        if oneIn(4) { button["enabled"] = ["not": ["when": element(["first", "copy", "pub"]), "is": ""]] }
        return ["name": newName("button"), "height": 44, "button": button] as [String: Any]
      }
    }
  }

  /// A list of what was typed.
  private var list: [String: Any] {
    mutating get {
      var row: [String: Any]
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        row = [
          "stack": ["axis": "horizontal"],
          "children": [
            ["grow": true, "text": ["string": "{line} \(some)"]],
            [
              "name": newName("use"), "width": 80,
              "button": [
                "title": "Use {line} \(some)", oneIn(2) ? "accessibleName" : "//": "Line {line}",
                "action": action(inRow: true),
              ],
            ] as [String: Any],
          ] as [[String: Any]],
        ]
      case 1:
        row = ["name": newName("row"), "text": ["string": "{line} \(some)"], "action": action(inRow: true)]
      default:
        row = [
          "name": newName("rowSwitch"),
          "switch": ["value": "lamp", "accessibleName": "Row {line}", "action": action(inRow: true)] as [String: Any],
        ]
      }
      row["height"] = 48
      return ["name": newName("list"), "height": 150, "list": ["value": "book", "row": row]]
    }
  }
}
