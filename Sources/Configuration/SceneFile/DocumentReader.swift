import PanelRaster
import Scenes

/// Reads one JSON document: a scene, a configuration's faces, a value table or a language. Collects the errors and
/// enforces the limits that apply to all nodes together.
struct DocumentReader {
  /// The maximum number of nodes.
  static let maximumNodeCount = 5000
  /// The maximum nesting depth of nodes.
  static let maximumDepth = 100
  /// The maximum side of a layer's bounds, in points.
  static let maximumSide = 16384.0
  /// The minimum nonzero side, in points. Rendering divides by it, and no screen shows a shorter side.
  static let minimumSide = 0.001
  /// The maximum number of characters in all texts together, whose layout takes half a second.
  static let maximumCharacterCount = 100_000

  /// The maximum number of values whose names an error lists.
  private static let maximumListedNames = 40

  /// The keys that `inspect` computes. The reader ignores them.
  static let computedKeys = ["corners", "facing", "accessibilityLabel"]
  static let keys = SceneDescription.Node.fields.map(\.key) + Templates.useKeys

  var errors: [Diagnostic] = []
  /// The values that the actions pass on. Whether people type them is known once all files are read.
  var passedTexts: [PassedText] = []
  /// The names of the buttons of the scene or the current face.
  var buttonNames = ButtonNames()
  private var nodeCount = 0
  private var characterCount = 0
  /// The defined values, to which texts, conditions and actions may refer.
  var values: [String: ValueDefinition] = [:]
  /// The templates that nodes may use.
  var templates = Templates()
  /// The number of pixels that further pictures may have.
  private var remainingPixelCount = PictureDecoder.maximumPixelCount
  /// The pictures that were read, which count once.
  private var pictures: [Bitmap] = []
  /// The longer side of the current node, in points; 0 if its container sets it.
  var pictureSide = 0.0

  private var depth = 0
  /// True in the row of a list, whose texts may contain `{line}`.
  private var isInRow = false
  /// True until the node of a row is read.
  private var isRow = false
  /// True if the current node arranges its children.
  private var isInContainer = false
  /// The number of errors before the current node.
  private var errorCountBeforeNode = 0
  /// Whether a member of the current node had an error, so that members that depend on it can't be checked.
  var hasErrorInNode: Bool { errors.count > errorCountBeforeNode }

  /// Reads a node and its descendants.
  ///
  /// - Parameters:
  ///   - defaults: A node with the values of omitted keys.
  ///   - isArranged: Whether the node gets its frame from a container or the panel, unless it has one.
  mutating func read(
    _ json: LocatedJSON, defaults: SceneDescription.Node = .init(), isArranged: Bool = false
  ) -> SceneDescription.Node {
    var node = defaults
    guard let json = templates.expanded(json, &errors) else { return node }
    guard countNode(json), let object = json.object(Self.keys, ignoring: Self.computedKeys, &errors) else {
      return node
    }
    if let conflict = SceneDescription.Node.conflict(in: object, isArranged: isArranged, isRoot: depth == 0) {
      errors.append(conflict)
    }
    if let action = object["action"] { checkRowAction(action, in: object, isRow: isRow) }
    isRow = false
    if let with = object["with"] {
      errors.append(with.diagnostic(found: "with without template", expected: "both"))
    }
    if isInRow, let key = SceneDescription.Node.keysOutsideRows.first(where: { object[$0] != nil }) {
      let expected = "texts, icons, charts, pictures, buttons and switches only"
      errors.append(json.diagnostic(found: "\(key) in the row of a list", expected: expected))
    }
    node.isArranged = isArranged && SceneDescription.Node.frameKeys.allSatisfy { object[$0] == nil }
    errorCountBeforeNode = errors.count
    let isInContainer = isInContainer
    self.isInContainer = SceneDescription.Node.containerKeys.contains { object[$0] != nil }
    depth += 1
    read(object, into: &node, SceneDescription.Node.fields)
    depth -= 1
    self.isInContainer = isInContainer
    return node
  }

  /// Reads the row of a list.
  mutating func readRow(_ json: LocatedJSON) -> SceneDescription.Node {
    let wasInRow = isInRow
    (isInRow, isRow) = (true, true)
    defer { isInRow = wasInRow }
    return read(json, isArranged: true)
  }

  /// Adds an error if a node can't have an action.
  private mutating func checkRowAction(_ action: LocatedJSON, in object: JSONObject, isRow: Bool) {
    guard isRow else {
      let expected = "it in a button, or in the row of a list"
      errors.append(action.diagnostic(found: "an action of a node", expected: expected))
      return
    }
    let keys = ["button"] + SceneDescription.Node.controlKeys
    guard let key = keys.first(where: { object[$0] != nil }) else { return }
    errors.append(object.json.diagnostic(found: "\(key) and action", expected: "one of them"))
  }

  /// Reads a child of the current node.
  mutating func readChild(_ json: LocatedJSON) -> SceneDescription.Node { read(json, isArranged: isInContainer) }

  /// Counts a node. Returns `false` if the node exceeds a limit. If there are too many nodes, only the first of them adds
  /// an error.
  private mutating func countNode(_ json: LocatedJSON) -> Bool {
    nodeCount += 1
    if nodeCount == Self.maximumNodeCount + 1 {
      errors.append(json.diagnostic(found: "node \(nodeCount)", expected: "at most \(Self.maximumNodeCount) nodes"))
    }
    guard nodeCount <= Self.maximumNodeCount, errors.count < LocatedJSON.maximumErrors else { return false }
    guard depth < Self.maximumDepth else {
      errors.append(json.diagnostic(found: "level \(depth + 1)", expected: "at most \(Self.maximumDepth) levels"))
      return false
    }
    return true
  }

  // MARK: Limits across all nodes

  mutating func picture(_ json: LocatedJSON) throws(Diagnostic) -> SceneDescription.Picture {
    var request = PictureDecoder.Request()
    request.setVectorSide(points: pictureSide)
    let picture = try json.picture(request)
    if !pictures.contains(where: { $0 === picture }) {
      guard picture.pixelCount <= remainingPixelCount else {
        let size = "'\(try json.string())' (\(picture.width)×\(picture.height) pixels)"
        throw json.diagnostic(
          found: size, expected: "at most \(PictureDecoder.maximumPixelCount) pixels in all pictures")
      }
      remainingPixelCount -= picture.pixelCount
      pictures.append(picture)
    }
    return .init(json.resolved(try json.string()), picture)
  }

  /// Reads a text to display, which may contain values.
  mutating func liveText(_ json: LocatedJSON) throws(Diagnostic) -> LiveText {
    let text = try json.text()
    let previousCount = characterCount
    characterCount += text.unicodeScalars.count
    if previousCount <= Self.maximumCharacterCount, characterCount > Self.maximumCharacterCount {
      errors.append(json.diagnostic(expected: "at most \(Self.maximumCharacterCount) characters in all texts"))
    }
    do throws(LiveText.TemplateError) {
      let liveText = try LiveText(template: text)
      checkNames(in: liveText, at: json)
      return liveText
    } catch {
      throw json.diagnostic(found: error.found, expected: error.expected)
    }
  }

  /// Adds an error for each value in a text that isn't defined.
  mutating func checkNames(in text: LiveText, at json: LocatedJSON) {
    for name in text.names { checkName(name, at: json) }
  }

  /// Adds an error if a name is neither that of a value nor, in the row of a list, that of the line or a column.
  mutating func checkName(_ name: String, at json: LocatedJSON) {
    if !isInRow || !LiveText.isLine(name) { checkValue(name, at: json) }
  }

  /// Adds an error if a value isn't defined.
  ///
  /// - Parameters:
  ///   - mustBeSettable: Whether an action or a control sets the value, which then needs `set` as its source.
  ///   - mustHaveLines: Whether an action changes single lines of it.
  ///   - acceptsAdapters: Whether `from` suffices, too, because an adapter gets the change.
  mutating func checkValue(
    _ name: String, at json: LocatedJSON, mustBeSettable: Bool = false, mustHaveLines: Bool = false,
    acceptsAdapters: Bool = false
  ) {
    guard let definition = values[name] else {
      if LiveText.isLine(name), name != LiveText.lineName {
        let found = "'\(name.shortened(to: LiveText.maximumNameLength))' outside of a row"
        return errors.append(json.diagnostic(found: found, expected: "columns of a line in the row of a list only"))
      }
      let found = "found '\(name.shortened(to: LiveText.maximumNameLength))', which isn't defined in \"values\""
      let suggestion = name.nearest(among: values.keys).map { "; did you mean \($0)?" }
      let listsNames = (1...Self.maximumListedNames).contains(values.count)
      let expected = listsNames ? values.keys.sorted().alternatives : "one that \"values\" defines"
      return errors.append(json.diagnostic(found + (suggestion ?? "; expected \(expected)")))
    }
    guard mustBeSettable else { return }
    if mustHaveLines, definition.maximumLines == 1 {
      return errors.append(json.diagnostic(found: "'\(name)', which has one line", expected: "a value with \"lines\""))
    }
    if case .set = definition.source { return }
    if acceptsAdapters, definition.adapterAddress != nil { return }
    let sources = acceptsAdapters ? "\"initial\" or \"from\"" : "\"initial\""
    errors.append(
      json.diagnostic(found: "'\(name)', which can't be set", expected: "a value whose source is \(sources)"))
  }

  /// Adds an error for each misspelled value in the texts that an action replaces values in. Other words in braces are the
  /// command's, as in `awk '{print}'`.
  mutating func checkNames(inActionTexts texts: [LocatedJSON]) {
    let known = isInRow ? values.keys + [LiveText.lineName] : Array(values.keys)
    for json in texts {
      guard case .string(let text) = json.value else { continue }
      for name in text.namesInBraces where !known.contains(name) && !(isInRow && LiveText.isLine(name)) {
        guard errors.count < LocatedJSON.maximumErrors, let nearest = name.nearest(among: known) else { continue }
        let found = "found '{\(name)}', which isn't defined in \"values\""
        errors.append(json.diagnostic("\(found); did you mean {\(nearest)}?"))
      }
    }
  }
}
