import Scenes
import Text

extension NodeReader {
  static let textKeys = ["string", "font", "size", "weight", "color", "align", "alignment", "lines"]

  mutating func readText(_ object: JSONObject, _ node: inout SceneDescription.Node) {
    guard let place = object["text"], let object = place.object(Self.textKeys, &faults) else { return }
    var text = SceneDescription.Text()
    if let string = object.needed("string", &faults) { text.string = words(string) }
    faults.read(object["font"], into: &text.font.family) { place throws(FileFault) in try place.family() }
    faults.read(object["size"], into: &text.font.size) { place throws(FileFault) in try place.number(1...2000) }
    faults.read(object["weight"], into: &text.font.weight) { place throws(FileFault) in try place.integer(100...1000) }
    faults.read(object["color"], into: &text.color) { place throws(FileFault) in try place.color() }
    let alignment = object["align"] ?? object["alignment"]
    faults.read(alignment, into: &text.alignment) { place throws(FileFault) in try place.choice(TextAlignment.self) }
    if object["align"] != nil, let second = object["alignment"] { faults.append(second.fault("align alone")) }
    faults.read(object["lines"], into: &text.lines) { place throws(FileFault) in
      try place.integer(1...JSONPlace.mostLines)
    }
    node.text = text
  }

  /// The node's button, which has the node's name.
  mutating func readButton(_ object: JSONObject, _ node: inout SceneDescription.Node) {
    guard let place = object["button"] else { return }
    guard node.text == nil else { return faults.append(place.fault("either text or a button")) }
    guard let button = place.object(ButtonDescription.keys, &faults) else { return }
    var description = ButtonDescription(name: names.take(node.name, at: object["name"], &faults))
    node.name = description.name
    _ = button.needed("title", &faults)
    readButton(button, into: &description)
    node.button = description
  }

  /// What a button has on a face as in a scene file, but its name.
  mutating func readButton(_ object: JSONObject, into button: inout ButtonDescription) {
    if let title = object["title"] { button.title = words(title) }
    readConditions(object, into: &button)
    faults.read(object["accessibleName"], into: &button.accessibilityLabel) { place throws(FileFault) in
      try place.text()
    }
    faults.read(object["confirm"], into: &button.needsHold) { place throws(FileFault) in
      guard case .string("Hold") = place.value else { throw place.fault("Hold") }
      return true
    }
    guard let place = object["action"] else { return }
    do throws(FileFault) {
      button.action = try Action.read(place, &faults)
      if case .set(let changes) = button.action {
        for name in changes.keys.sorted() { checkValue(name, at: place, isSet: true) }
      }
    } catch {
      faults.append(error)
    }
  }
}

extension ButtonDescription {
  /// In a scene file and on a face.
  package static let keys = ["title", "accessibleName", "action", "confirm", "enabled", "style"]
}

/// The names of the buttons of a scene, or of a face: each is known by its own.
struct ButtonNames {
  private var taken: Set<String> = []
  private var count = 0

  /// - Parameter name: `nil` for one that is given none: "button", "button2" and so on, by its place.
  mutating func take(_ name: String?, at place: JSONPlace?, _ faults: inout [FileFault]) -> String {
    count += 1
    if let name {
      if let place, !taken.insert(name).inserted { faults.append(place.fault("a name that no other button here has")) }
      return name
    }
    var number = count
    func own() -> String { number == 1 ? "button" : "button\(number)" }
    while !taken.insert(own()).inserted { number += 1 }
    return own()
  }
}
