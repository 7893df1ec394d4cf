import Raster
import Scenes
import Text

/// Reads nodes: of a scene file, and of what a configuration has on its faces. Limits and faults are those of the file.
struct NodeReader {
  /// No tree may have more nodes, or more of them in one another.
  static let mostNodes = 5000
  static let deepest = 100
  /// The longest side of a layer's bounds, in points.
  static let longestSide = 16384.0
  /// The shortest side but none at all, in points: no screen shows it, and what is drawn is divided by it.
  static let shortestSide = 0.001
  /// In all texts together: laying them out takes half a second.
  static let mostCharacters = 100_000

  /// The keys that `inspect` computes; when a file is read they are ignored.
  static let computed = ["corners", "facing", "accessibilityLabel"]
  static let keys = [
    "name", "class", "frame", "bounds", "position", "anchorPoint", "anchorPointZ", "zPosition", "transform",
    "sublayerTransform", "opacity", "hidden", "userInteractionEnabled", "doubleSided", "backgroundColor",
    "cornerRadius", "borderWidth", "borderColor", "masksToBounds", "gradient", "shadow", "contents", "gravity",
    "text", "button", "chart", "children",
  ]

  var faults: [FileFault] = []
  /// Of the buttons of the scene, or of the face.
  var names = ButtonNames()
  private var count = 0
  private var characters = 0
  /// Those that a text may show, a button go by and an action set.
  var values: [String: ValueDefinition] = [:]
  /// That the pictures still to come may have together.
  private var mostPixels = PNG.mostPixels

  /// - Parameter node: has what the file doesn't say.
  mutating func read(_ place: JSONPlace, over node: SceneDescription.Node = .init()) -> SceneDescription.Node {
    read(place, over: node, depth: 0)
  }

  private mutating func read(
    _ place: JSONPlace, over base: SceneDescription.Node, depth: Int
  ) -> SceneDescription.Node {
    var node = base
    guard isWithinBounds(place, depth), let object = place.object(Self.keys, ignoring: Self.computed, &faults) else {
      return node
    }
    faults.read(object["name"], into: &node.name) { place throws(FileFault) in
      place.isNull ? nil : try place.name()
    }
    faults.read(object["class"], into: &node.transformsOnly) { place throws(FileFault) in
      try place.choice(LayerClass.self) == .transform
    }
    readGeometry(object, &node)
    readLook(object, &node)
    if let contents = object["contents"] { readContents(contents, &node) }
    readText(object, &node)
    readButton(object, &node)
    readChart(object, &node)
    if node.followedFile != nil, node.text != nil || node.button != nil, let contents = object["contents"] {
      faults.append(contents.fault("a picture that is followed in a node of its own"))
    }
    if node.transformsOnly, node.text != nil || node.button != nil || node.gradient != nil {
      faults.append(
        FileFault(
          place.file, place.path, found: "a transform with a picture", expected: "no text, button or gradient in it"))
    }
    var children: [JSONPlace] = []
    faults.read(object["children"], into: &children) { place throws(FileFault) in try place.array() }
    for child in children { node.children.append(read(child, over: .init(), depth: depth + 1)) }
    return node
  }

  private enum LayerClass: String, CaseIterable { case layer, transform }

  /// False for a node that isn't read; for the first one that is too many there is a fault.
  private mutating func isWithinBounds(_ place: JSONPlace, _ depth: Int) -> Bool {
    count += 1
    if count == Self.mostNodes + 1 {
      faults.append(
        FileFault(place.file, place.path, found: "node \(count)", expected: "at most \(Self.mostNodes) nodes"))
    }
    guard count <= Self.mostNodes, faults.count < JSONPlace.mostFaults else { return false }
    guard depth < Self.deepest else {
      faults.append(
        FileFault(place.file, place.path, found: "level \(depth + 1)", expected: "at most \(Self.deepest) levels"))
      return false
    }
    return true
  }

  // MARK: What is measured over all nodes

  mutating func readPicture(_ place: JSONPlace, into node: inout SceneDescription.Node) {
    do throws(FileFault) {
      let picture = try place.picture(atMost: mostPixels)
      mostPixels -= picture.width * picture.height
      (node.contents, node.contentsPath) = (picture, place.resolved(try place.string()))
    } catch {
      faults.append(error)
    }
  }

  /// Words to be shown, with values among them.
  mutating func words(_ place: JSONPlace) -> LiveText {
    var text = ""
    faults.read(place, into: &text) { place throws(FileFault) in try place.text() }
    let before = characters
    characters += text.unicodeScalars.count
    if before <= Self.mostCharacters, characters > Self.mostCharacters {
      faults.append(place.fault("at most \(Self.mostCharacters) characters in all texts"))
    }
    do throws(LiveText.Fault) {
      let words = try LiveText(template: text)
      for name in words.names { checkValue(name, at: place) }
      return words
    } catch {
      faults.append(FileFault(place.file, place.path, found: error.found, expected: error.expected))
      return LiveText()
    }
  }
}
