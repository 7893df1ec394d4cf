import Chrome
import Glibc
import PanelGeometry
import PanelText
import PanelViews
import Scenes

/// Warnings about barriers for people with disabilities, as described in EN 301 549.
extension ConfigurationWarnings {
  /// Returns the warnings for a configuration or a scene file, and for the scene files that it shows.
  ///
  /// - Parameters:
  ///   - file: The checked file. Warnings about other files start with their paths.
  ///   - options: The options from the file.
  package static func accessibility(_ file: String, _ options: Options) -> [String] {
    let sceneValues = Set(options.sceneFiles.values.flatMap(\.values.keys))
    var lines = options.idle.timeoutWarnings
    lines += colorWarnings(options.values.definitions.filter { !sceneValues.contains($0.key) })
    for (number, face) in options.faces.sorted(by: { $0.key < $1.key }) {
      lines += NodeWarnings(face, at: "$.faces.\(number)").lines
    }
    for (path, scene) in options.sceneFiles.sorted(by: { $0.key < $1.key }) {
      let found = colorWarnings(scene.values) + NodeWarnings(scene.root, at: "$.root").lines
      lines += found.map { path == file ? $0 : "\(path): \($0)" }
    }
    return lines
  }

  /// Warns about readings that only a color tells apart. A value with `map` isn't a number on the panel: each of
  /// its readings has its own word.
  private static func colorWarnings(_ definitions: [String: ValueDefinition]) -> [String] {
    definitions.sorted { $0.key < $1.key }.compactMap { name, definition in
      guard let first = definition.colors.first, definition.map.isEmpty else { return nil }
      let hasDefaultColor = first.comparison.atLeast.map { definition.range?.lowerBound ?? 0 < $0 } ?? true
      let count = definition.colors.count { $0.label.isBlank } + (hasDefaultColor ? 1 : 0)
      guard count > 1 else { return nil }
      return
        "$.values.\(name).colors: only the color tells the meanings of \(count) ranges apart; expected a label for "
        + "each color but one"
    }
  }
}

extension IdleSettings {
  /// Warns if the panel becomes idle before the inactivity timeout. An idle panel closes sheets without asking whether
  /// the visitor needs more time.
  fileprivate var timeoutWarnings: [String] {
    let (key, seconds) = dimAfter.map { ("dimAfter", $0) } ?? ("attractAfter", attractAfter ?? .infinity)
    guard seconds < Stage.inactivityTimeout else { return [] }
    return [
      "$.idle.\(key): found \(seconds.shortText), which ends a visit before the panel asks whether more time is needed; "
        + "expected \(Stage.inactivityTimeout.shortText) or more"
    ]
  }
}

// MARK: Nodes

/// Checks that the nodes of a scene file or a face have words for people who can't see them or their colors.
private struct NodeWarnings {
  private(set) var lines: [String] = []
  /// The names of the values that the nodes show other than by a color.
  private let valuesShownWithoutColor: Set<String>
  /// The names of the values that the nodes' icons show.
  private let valuesShownByIcons: Set<String>

  init(_ root: SceneDescription.Node, at path: String) {
    (valuesShownWithoutColor, valuesShownByIcons) = (root.valuesShownWithoutColor, root.valuesShownByIcons)
    check(root, at: path)
  }

  init(_ face: FaceDescription, at path: String) {
    valuesShownWithoutColor = face.buttons
      .reduce(face.content?.valuesShownWithoutColor ?? []) { $0.union($1.valuesShownWithoutColor) }
      .union(face.label?.names ?? [])
    valuesShownByIcons = face.buttons
      .reduce(face.content?.valuesShownByIcons ?? []) { $0.union($1.icon?.names ?? []) }
    if let content = face.content { check(content, at: "\(path).content") }
    for (index, button) in face.buttons.enumerated() { check(button, at: "\(path).buttons[\(index)]") }
  }

  /// - Parameter isDescribed: Whether a label of an ancestor is spoken instead of the node.
  private mutating func check(_ node: SceneDescription.Node, at path: String, isDescribed: Bool = false) {
    guard !node.isHidden else { return }
    let isDescribed = isDescribed || (!node.accessibilityLabel.isBlank && !node.containsControls)
    if let button = node.button { check(button, labeled: node.accessibilityLabel, at: "\(path).button") }
    if let control = node.control, !node.hasSpokenName {
      let kind = control.kind
      lines.append("\(path).\(kind.rawValue): has no name to speak; expected \(kind.traits.keysOfName)")
    }
    if !isDescribed, node.isPicture, node.accessibilityLabel == nil {
      let key = node.contents?.source == nil ? "contents" : "picture"
      lines.append(
        "\(path).\(key): has no words for people who can't see it; expected label, which is \"\" for a decoration")
    }
    if !isDescribed, let name = node.chart?.valueNames.first(where: { !valuesShownWithoutColor.contains($0) }) {
      lines.append("\(path).chart: has no words for people who can't see it; expected label, or a text with {\(name)}")
    }
    if !isDescribed, node.accessibilityLabel == nil, let icon = node.icon?.name, !icon.names.isEmpty,
      !icon.names.contains(where: isShownWithoutColor)
    {
      let texts = icon.names.map { "{\($0)}" }.alternatives
      lines.append("\(path).icon: has no words for people who can't see it; expected label, or a text with \(texts)")
    }
    for (index, child) in node.children.enumerated() {
      check(child, at: "\(path).children[\(index)]", isDescribed: isDescribed)
    }
    guard let row = node.list?.row.first else { return }
    check(row, at: "\(path).list.row")
    if row.rowButton != nil, !row.hasWords {
      lines.append("\(path).list.row: has no name to speak; expected a text or label in it")
    }
  }

  /// Returns whether a text shows a value, or any column of a line.
  private func isShownWithoutColor(_ name: String) -> Bool {
    if LiveText.isLine(name) { return valuesShownWithoutColor.contains(where: LiveText.isLine) }
    return valuesShownWithoutColor.contains(name)
  }

  private mutating func check(_ button: ButtonDescription, labeled label: String? = nil, at path: String) {
    let name = button.accessibilityLabel ?? label
    if name.isBlank, name != nil || button.title?.hasWords == false {
      lines.append("\(path): has no name to speak; expected a title with words, or accessibleName")
    }
    let shown = valuesShownWithoutColor.union(valuesShownByIcons)
    let names = Set(button.styles.flatMap { $0.condition?.names ?? [] }).subtracting(shown)
    for name in names.sorted() {
      lines.append("\(path).style: only the color shows {\(name)}; expected it in the title or in another text too")
    }
  }
}

extension SceneDescription.Node {
  fileprivate var isPicture: Bool { contents != nil && text == nil && button == nil && control == nil }

  /// The names of the values that the node and its descendants show other than by a color.
  fileprivate var valuesShownWithoutColor: Set<String> {
    var names = Set((text?.string.names ?? []) + (control?.caption?.names ?? []))
    names.formUnion((visibleCondition?.names ?? []) + [control?.valueName].compactMap { $0 })
    names.formUnion(button?.valuesShownWithoutColor ?? [])
    return (children + (list?.row ?? [])).reduce(names) { $0.union($1.valuesShownWithoutColor) }
  }

  /// Whether the node or a descendant has a text to speak.
  fileprivate var hasWords: Bool {
    text?.string.hasWords == true || !accessibilityLabel.isBlank || children.contains(where: \.hasWords)
  }

  /// The names of the values in the icons of the node and its descendants.
  fileprivate var valuesShownByIcons: Set<String> {
    let names = Set((icon?.name.names ?? []) + (text?.icon?.names ?? []) + (button?.icon?.names ?? []))
    return (children + (list?.row ?? [])).reduce(names) { $0.union($1.valuesShownByIcons) }
  }

  /// Whether a screen reader can name the node's control: it has a caption, a label, or a name other than the generated
  /// one, such as "slider2". True for a node without a control.
  fileprivate var hasSpokenName: Bool {
    guard let control else { return true }
    let name = name ?? control.kind.rawValue
    let isGenerated = name.hasPrefix(control.kind.rawValue) && name.dropFirst(control.kind.rawValue.count).isNumber
    let hasCaption = control.caption?.hasWords ?? !control.entry.placeholder.isBlank
    return hasCaption || !isGenerated || !(control.accessibilityLabel ?? accessibilityLabel).isBlank
  }
}

extension ButtonDescription {
  /// The names of the values in the title and in the condition that enables the button: a disabled button is also
  /// announced as disabled.
  fileprivate var valuesShownWithoutColor: Set<String> {
    Set((title?.names ?? []) + (enabledCondition?.names ?? []))
  }
}

extension LiveText {
  /// Whether the text has a letter, a digit or a value. Speech synthesizers skip other characters or read their Unicode
  /// names.
  fileprivate var hasWords: Bool { !names.isEmpty || !Optional(template).isBlank }
}

extension String? {
  /// Whether the string is `nil` or has no letter or digit.
  fileprivate var isBlank: Bool { self?.contains { $0.isLetter || $0.isNumber } != true }
}

extension Substring {
  fileprivate var isNumber: Bool { allSatisfy(\.isNumber) }
}
