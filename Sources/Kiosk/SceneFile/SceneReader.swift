import Geometry
import Layers
import Raster
import Scenes
import Text

/// Reads scene files: the format that `inspect` prints, and what it leaves out.
struct SceneReader {
  /// No file may be larger, in bytes; no tree may have more nodes, or more of them in one another. As `inspect` prints
  /// them a node takes three thousand bytes, by hand a hundred.
  static let largestFile = 4 << 20
  static let mostNodes = 5000
  static let deepest = 100
  /// The longest side of a layer's bounds, in points.
  static let longestSide = 16384.0
  /// The shortest side but none at all, in points: no screen shows it, and what is drawn is divided by it.
  static let shortestSide = 0.001
  /// In all texts together: laying them out takes half a second.
  static let mostCharacters = 100_000

  static let exitCode: Int32 = 78

  /// The keys that `inspect` computes; when a file is read they are ignored.
  static let computed: Set = ["corners", "frame", "facing", "accessibilityLabel"]
  static let sceneKeys: Set = ["name", "size", "fit", "root"]
  static let nodeKeys: Set = [
    "name", "class", "bounds", "position", "anchorPoint", "anchorPointZ", "zPosition", "transform",
    "sublayerTransform", "opacity", "hidden", "userInteractionEnabled", "doubleSided", "backgroundColor",
    "cornerRadius", "borderWidth", "borderColor", "masksToBounds", "gradient", "shadow", "contents", "gravity",
    "text", "button", "children",
  ]

  private let file: String
  private var count = 0
  private var characters = 0
  /// That the pictures still to come may have together.
  private var mostPixels = PNG.mostPixels

  static func read(_ path: String) throws(FileFault) -> SceneDescription {
    try read(try JSONValue.read(path, largest: largestFile), name: path)
  }

  static func read(_ bytes: [UInt8], name: String) throws(FileFault) -> SceneDescription {
    try read(try JSONValue.read(bytes, name: name), name: name)
  }

  private static func read(_ value: JSONValue, name: String) throws(FileFault) -> SceneDescription {
    var reader = SceneReader(file: name)
    return try reader.scene(JSONPlace(value: value, path: "$", file: name))
  }

  private init(file: String) { self.file = file }

  // MARK: Scene

  private mutating func scene(_ place: JSONPlace) throws(FileFault) -> SceneDescription {
    let object = try place.object(Self.sceneKeys)
    let sizePlace = try object.required("size")
    let size = try sizePlace.numbers(2)
    guard size.allSatisfy((1...Self.longestSide).contains) else {
      throw sizePlace.fault("two numbers from 1 to \(Int(Self.longestSide))")
    }
    var name = "scene"
    if let given = object["name"] { name = try given.text() }
    var scene = SceneDescription(
      name: name, size: Size(size[0], size[1]), root: try node(try object.required("root"), depth: 0))
    if let fit = object["fit"] { scene.fits = try fit.bool() }
    return scene
  }

  // MARK: Node

  private mutating func node(_ place: JSONPlace, depth: Int) throws(FileFault) -> SceneDescription.Node {
    count += 1
    guard count <= Self.mostNodes else {
      throw FileFault(file, place.path, found: "node \(count)", expected: "at most \(Self.mostNodes) nodes")
    }
    guard depth < Self.deepest else {
      throw FileFault(file, place.path, found: "level \(depth + 1)", expected: "at most \(Self.deepest) levels")
    }
    let object = try place.object(Self.nodeKeys, ignoring: Self.computed)
    var node = SceneDescription.Node()
    if let name = object["name"], !isNull(name) { node.name = try name.name() }
    if let kind = object["class"] { node.transformsOnly = try kind.choice(LayerClass.self) == .transform }
    try geometry(object, &node)
    try look(object, &node)
    if let text = object["text"] { node.text = try self.text(text) }
    if let button = object["button"] {
      guard node.text == nil else { throw button.fault("either text or a button") }
      node.button = try self.button(button)
    }
    guard !node.transformsOnly || (node.text == nil && node.button == nil && node.gradient == nil) else {
      throw FileFault(
        file, place.path, found: "a transform with a picture", expected: "no text, button or gradient in it")
    }
    if let children = object["children"] {
      for child in try children.array() { node.children.append(try self.node(child, depth: depth + 1)) }
    }
    return node
  }

  private enum LayerClass: String, CaseIterable { case layer, transform }

  private func isNull(_ place: JSONPlace) -> Bool {
    if case .null = place.value { true } else { false }
  }

  private func geometry(_ object: JSONObject, _ node: inout SceneDescription.Node) throws(FileFault) {
    if let bounds = object["bounds"] {
      let n = try bounds.numbers(4)
      guard n[2...].allSatisfy({ $0 == 0 || (Self.shortestSide...Self.longestSide).contains($0) }) else {
        throw bounds.fault(
          "x, y, width, height, the last two 0 or from \(Self.shortestSide) to \(Int(Self.longestSide))")
      }
      node.bounds = Rect(n[0], n[1], n[2], n[3])
    }
    if let position = object["position"] { node.position = try point(position) }
    if let anchor = object["anchorPoint"] { node.anchorPoint = try point(anchor) }
    if let z = object["anchorPointZ"] { node.anchorPointZ = try z.number() }
    if let z = object["zPosition"] { node.zPosition = try z.number() }
    if let transform = object["transform"] { node.transform = Transform3D(elements: try transform.numbers(16)) }
    if let transform = object["sublayerTransform"] {
      node.sublayerTransform = Transform3D(elements: try transform.numbers(16))
    }
    if let hidden = object["hidden"] { node.isHidden = try hidden.bool() }
    if let enabled = object["userInteractionEnabled"] { node.isUserInteractionEnabled = try enabled.bool() }
    if let sides = object["doubleSided"] { node.isDoubleSided = try sides.bool() }
  }

  private mutating func look(_ object: JSONObject, _ node: inout SceneDescription.Node) throws(FileFault) {
    if let opacity = object["opacity"] { node.opacity = try opacity.number(0...1) }
    if let color = object["backgroundColor"], !isNull(color) { node.backgroundColor = try self.color(color) }
    if let radius = object["cornerRadius"] { node.cornerRadius = try radius.number(0...Self.longestSide) }
    if let width = object["borderWidth"] { node.borderWidth = try width.number(0...Self.longestSide) }
    if let color = object["borderColor"] { node.borderColor = try self.color(color) }
    if let masks = object["masksToBounds"] { node.masksToBounds = try masks.bool() }
    if let gradient = object["gradient"] { node.gradient = try self.gradient(gradient) }
    if let shadow = object["shadow"] { node.shadow = try self.shadow(shadow) }
    if let contents = object["contents"] {
      let picture = try contents.picture(atMost: mostPixels)
      mostPixels -= picture.width * picture.height
      node.contents = picture
    }
    if let gravity = object["gravity"] { node.gravity = try gravity.choice(ContentsGravity.self) }
  }

  private func gradient(_ place: JSONPlace) throws(FileFault) -> SceneDescription.Gradient {
    let object = try place.object(["colors", "locations", "startPoint", "endPoint"])
    var gradient = SceneDescription.Gradient()
    let colors = try object.required("colors")
    for color in try colors.array() { gradient.colors.append(try self.color(color)) }
    guard (2...256).contains(gradient.colors.count) else { throw colors.fault("2 to 256 colours") }
    if let locations = object["locations"] {
      var numbers: [Double] = []
      for location in try locations.array() {
        let number = try location.number(0...1)
        guard number >= numbers.last ?? 0 else { throw location.fault("a number not below the one before") }
        numbers.append(number)
      }
      guard numbers.count == gradient.colors.count else {
        throw locations.fault("as many as colours, \(gradient.colors.count)")
      }
      gradient.locations = numbers
    }
    if let start = object["startPoint"] { gradient.startPoint = try point(start) }
    if let end = object["endPoint"] { gradient.endPoint = try point(end) }
    return gradient
  }

  private func shadow(_ place: JSONPlace) throws(FileFault) -> SceneDescription.Shadow {
    let object = try place.object(["color", "opacity", "radius", "offset"])
    var shadow = SceneDescription.Shadow()
    if let color = object["color"] { shadow.color = try self.color(color) }
    if let opacity = object["opacity"] { shadow.opacity = try opacity.number(0...1) }
    if let radius = object["radius"] { shadow.radius = try radius.number(0...1000) }
    if let offset = object["offset"] { shadow.offset = try point(offset) }
    return shadow
  }

  private mutating func text(_ place: JSONPlace) throws(FileFault) -> SceneDescription.Text {
    let object = try place.object(["string", "size", "weight", "color", "alignment"])
    var text = SceneDescription.Text()
    text.string = try words(try object.required("string"))
    if let size = object["size"] { text.size = try size.number(1...2000) }
    if let weight = object["weight"] { text.weight = try weight.integer(100...1000) }
    if let color = object["color"] { text.color = try self.color(color) }
    if let alignment = object["alignment"] { text.alignment = try alignment.choice(TextAlignment.self) }
    return text
  }

  private mutating func button(_ place: JSONPlace) throws(FileFault) -> SceneDescription.Button {
    let object = try place.object(["title", "action"])
    var button = SceneDescription.Button()
    button.title = try words(try object.required("title"))
    if let action = object["action"] { button.action = try action.text() }
    return button
  }

  private mutating func words(_ place: JSONPlace) throws(FileFault) -> String {
    let text = try place.text()
    characters += text.unicodeScalars.count
    guard characters <= Self.mostCharacters else {
      throw place.fault("at most \(Self.mostCharacters) characters in all texts")
    }
    return text
  }

  // MARK: Values

  private func point(_ place: JSONPlace) throws(FileFault) -> Point {
    let n = try place.numbers(2)
    return Point(n[0], n[1])
  }

  private func color(_ place: JSONPlace) throws(FileFault) -> Color {
    let n = try place.numbers(4)
    guard n.allSatisfy((0...1).contains) else { throw place.fault("red, green, blue, alpha from 0 to 1") }
    return Color(n[0], n[1], n[2], n[3])
  }
}
