import PanelRaster
import PanelText
import Scenes

/// Reads the nodes of a scene file, or of all faces in a configuration. Its limits apply to the whole file.
struct NodeReader {
  /// The maximum number of nodes.
  static let maximumNodes = 5000
  /// The maximum nesting depth of nodes.
  static let maximumDepth = 100
  /// The longest side of a layer's bounds, in points.
  static let longestSide = 16384.0
  /// The shortest nonzero side, in points: no screen shows a shorter one, and rendering divides by it.
  static let shortestSide = 0.001
  /// The maximum number of characters in all texts together, whose layout takes half a second.
  static let maximumCharacters = 100_000

  /// The keys that `inspect` computes. The reader ignores them.
  static let computed = ["corners", "facing", "accessibilityLabel"]
  static let keys = SceneDescription.Node.fields.map(\.key)

  var faults: [Diagnostic] = []
  /// The names of the buttons of the scene or the current face.
  var names = ButtonNames()
  private var count = 0
  private var characters = 0
  /// The defined values, to which texts, conditions and actions may refer.
  var values: [String: ValueDefinition] = [:]
  /// The number of pixels left for the remaining pictures.
  private var pixelsLeft = PNG.mostPixels

  private var depth = 0
  /// The number of faults before the current node.
  private var faultsBefore = 0
  /// Whether a member of the current node had a fault, so that members that depend on it can't be checked.
  var hasFaultInNode: Bool { faults.count > faultsBefore }

  /// Reads a node and its descendants.
  ///
  /// - Parameter base: The node with the defaults for omitted keys.
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

  /// Returns `false` if the node exceeds a limit. Only the first of too many nodes adds a fault.
  private mutating func isWithinBounds(_ place: JSONPlace) -> Bool {
    count += 1
    if count == Self.maximumNodes + 1 {
      faults.append(place.fault(found: "node \(count)", "at most \(Self.maximumNodes) nodes"))
    }
    guard count <= Self.maximumNodes, faults.count < JSONPlace.maximumFaults else { return false }
    guard depth < Self.maximumDepth else {
      faults.append(place.fault(found: "level \(depth + 1)", "at most \(Self.maximumDepth) levels"))
      return false
    }
    return true
  }

  // MARK: Limits across all nodes

  mutating func picture(_ place: JSONPlace) throws(Diagnostic) -> SceneDescription.Picture {
    let picture = try place.picture(atMost: pixelsLeft)
    pixelsLeft -= picture.width * picture.height
    return .init(place.resolved(try place.string()), picture)
  }

  /// Reads a text to display, which may contain values.
  mutating func liveText(_ place: JSONPlace) throws(Diagnostic) -> LiveText {
    let text = try place.text()
    let before = characters
    characters += text.unicodeScalars.count
    if before <= Self.maximumCharacters, characters > Self.maximumCharacters {
      faults.append(place.fault("at most \(Self.maximumCharacters) characters in all texts"))
    }
    do throws(LiveText.Fault) {
      let words = try LiveText(template: text)
      for name in words.names { checkValue(name, at: place) }
      return words
    } catch {
      throw place.fault(found: error.found, error.expected)
    }
  }

  /// Adds a fault if a value isn't defined.
  ///
  /// - Parameter isSet: Whether an action sets the value, which then needs `set` as its source.
  mutating func checkValue(_ name: String, at place: JSONPlace, isSet: Bool = false) {
    guard let definition = values[name] else {
      let found = "found '\(name.shortened(to: LiveText.longestName))', which is no value"
      let near = name.nearest(among: values.keys).map { "; did you mean \($0)?" }
      let expected = values.isEmpty ? "one that \"values\" defines" : values.keys.sorted().alternatives
      return faults.append(Diagnostic(place.file, at: place.path, found + (near ?? "; expected \(expected)")))
    }
    guard isSet else { return }
    if case .set = definition.source { return }
    faults.append(place.fault(found: "'\(name)', which is read", "a value that has \"set\""))
  }
}
