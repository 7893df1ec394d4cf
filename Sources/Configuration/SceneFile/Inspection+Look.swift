import Layers
import Scenes
import Text
import Views

extension Inspection {
  /// The layer's look, as scene files have it; a property that has its default isn't written. A picture in memory has
  /// no path, and is left out.
  static func look(_ layer: Layer, _ view: View?, _ pictures: Pictures) -> [JSONMembers.Member] {
    var members: [JSONMembers.Member] = []
    if layer.cornerRadius != 0 { members.append(("cornerRadius", .shortest(layer.cornerRadius))) }
    if layer.borderWidth != 0 {
      members += [("borderColor", .numbers(layer.borderColor)), ("borderWidth", .shortest(layer.borderWidth))]
    }
    if layer.masksToBounds { members.append(("masksToBounds", true)) }
    if let contents = layer.contents, let path = pictures[ObjectIdentifier(contents)] {
      members.append(("contents", .string(path)))
    }
    if layer.contentsGravity != .resize { members.append(("gravity", .string(layer.contentsGravity.rawValue))) }
    if let layer = layer as? GradientLayer, layer.colors.count > 1 { members.append(("gradient", gradient(layer))) }
    if layer.shadowOpacity > 0 { members.append(("shadow", shadow(layer))) }
    if let label = view as? Label, !label.text.isEmpty { members.append(("text", text(label))) }
    // A cube's button isn't a scene file's: it looks like its face.
    if let button = view as? ActionButton, button.face == nil { members.append(("button", self.button(button))) }
    return members
  }

  private static func button(_ button: ActionButton) -> JSONValue {
    let title = button.title == nil ? "" : LiveText(button.shownTitle).template
    var members: [JSONMembers.Member] = [("action", button.action.json), ("title", .string(title))]
    if let name = button.accessibilityLabel, name != title { members.append(("accessibleName", .string(name))) }
    if button.needsHold { members.append(("confirm", "Hold")) }
    return .object(JSONMembers(members.sorted { $0.name < $1.name }))
  }

  private static func gradient(_ layer: GradientLayer) -> JSONValue {
    var members: [JSONMembers.Member] = [
      ("colors", .array(layer.colors.map(JSONValue.numbers))),
      ("endPoint", .numbers([layer.endPoint.x, layer.endPoint.y])),
    ]
    if let locations = layer.locations { members.append(("locations", .numbers(locations))) }
    return .object(JSONMembers(members + [("startPoint", .numbers([layer.startPoint.x, layer.startPoint.y]))]))
  }

  private static func shadow(_ layer: Layer) -> JSONValue {
    [
      "color": .numbers(layer.shadowColor), "offset": .numbers([layer.shadowOffset.x, layer.shadowOffset.y]),
      "opacity": .shortest(layer.shadowOpacity), "radius": .shortest(layer.shadowRadius),
    ]
  }

  private static func text(_ label: Label) -> JSONValue {
    // The words that its values have now, so that what is printed can be read without them.
    var members: [JSONMembers.Member] = [
      ("align", .string(label.alignment.rawValue)), ("color", .numbers(label.color)),
      ("size", .shortest(label.font.size)), ("string", .string(LiveText(label.text).template)),
      ("weight", .integer(label.font.weight)),
    ]
    if label.font.family != Font(size: 1).family { members.append(("font", .string(label.font.family))) }
    if label.lines > 1 { members.append(("lines", .integer(label.lines))) }
    return .object(JSONMembers(members.sorted { $0.name < $1.name }))
  }
}
