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
  static let keys = SceneDescription.Node.fields.map(\.key)

  var faults: [FileFault] = []
  /// Of the buttons of the scene, or of the face.
  var names = ButtonNames()
  private var count = 0
  private var characters = 0
  /// Those that a text may show, a button go by and an action set.
  var values: [String: ValueDefinition] = [:]
  /// That the pictures still to come may have together.
  private var mostPixels = PNG.mostPixels

  private var depth = 0
  /// The number of faults before the node that is being read.
  private var faultsBefore = 0
  /// Whether a member of the node had a fault, so that others can't be judged.
  var hasFaultInNode: Bool { faults.count > faultsBefore }

  /// - Parameter base: has what the file doesn't say.
  mutating func read(_ place: JSONPlace, over base: SceneDescription.Node = .init()) -> SceneDescription.Node {
    var node = base
    guard isWithinBounds(place), let object = place.object(Self.keys, ignoring: Self.computed, &faults) else {
      return node
    }
    if let conflict = SceneDescription.Node.conflict(in: object) { faults.append(conflict) }
    faultsBefore = faults.count
    depth += 1
    read(object, into: &node, SceneDescription.Node.fields)
    depth -= 1
    return node
  }

  /// False for a node that isn't read; for the first one that is too many there is a fault.
  private mutating func isWithinBounds(_ place: JSONPlace) -> Bool {
    count += 1
    if count == Self.mostNodes + 1 {
      faults.append(place.fault(found: "node \(count)", "at most \(Self.mostNodes) nodes"))
    }
    guard count <= Self.mostNodes, faults.count < JSONPlace.mostFaults else { return false }
    guard depth < Self.deepest else {
      faults.append(place.fault(found: "level \(depth + 1)", "at most \(Self.deepest) levels"))
      return false
    }
    return true
  }

  // MARK: What is measured over all nodes

  mutating func picture(_ place: JSONPlace) throws(FileFault) -> SceneDescription.Picture {
    let picture = try place.picture(atMost: mostPixels)
    mostPixels -= picture.width * picture.height
    return .init(place.resolved(try place.string()), picture)
  }

  /// Words to be shown, with values among them.
  mutating func words(_ place: JSONPlace) throws(FileFault) -> LiveText {
    let text = try place.text()
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
      throw place.fault(found: error.found, error.expected)
    }
  }

  /// A value's name has to be defined.
  ///
  /// - Parameter isSet: true if an action sets it.
  mutating func checkValue(_ name: String, at place: JSONPlace, isSet: Bool = false) {
    guard let definition = values[name] else {
      let found = "found '\(name.shortened(to: LiveText.longestName))', which is no value"
      let near = name.nearest(among: values.keys).map { "; did you mean \($0)?" }
      let expected = values.isEmpty ? "one that \"values\" defines" : values.keys.sorted().alternatives
      return faults.append(FileFault(place.file, place.path, found + (near ?? "; expected \(expected)")))
    }
    guard isSet else { return }
    if case .set = definition.source { return }
    faults.append(place.fault(found: "'\(name)', which is read", "a value that has \"set\""))
  }
}
