import PanelViews

/// The line of a list's row, which the actions there get in place of `{line}`.
public struct RowLine: Hashable, Sendable {
  public let text: String
  /// The name of the list's value.
  public let valueName: String

  public init(_ text: String, of valueName: String) { (self.text, self.valueName) = (text, valueName) }
}

/// A line of a list's value, which takes the place of `{line}` in its row, and its columns, which take that of
/// `{line.name}`.
public struct ListLine: Equatable, Sendable {
  public let text: String
  /// The texts of the columns by name. Those of tab-separated texts are named `1`, `2` and so on.
  public let columns: [String: String]

  public init(_ text: String, columns: [String: String] = [:]) { (self.text, self.columns) = (text, columns) }

  /// Returns the text for a name in braces; `nil` for another name, and for a column that the line doesn't have.
  fileprivate func reading(_ name: String) -> String? {
    name == LiveText.lineName ? text : LiveText.column(of: name).flatMap { columns[$0] }
  }

  /// Returns the text that replaces a name in braces; `nil` for a name that isn't the line or a column. A column that the
  /// line doesn't have is empty.
  public func replacement(for name: String) -> String? { LiveText.isLine(name) ? reading(name) ?? "" : nil }
}

// MARK: Replacing

extension LiveText {
  fileprivate func replacing(_ line: ListLine, of valueName: String) -> LiveText {
    guard names.contains(where: Self.isLine) else { return self }
    return LiveText(
      parts: parts.map { part in
        guard case .value(let name) = part, let text = line.replacement(for: name) else { return part }
        return .line(text, of: valueName)
      })
  }
}

extension SceneDescription.Node {
  /// Returns the node and its descendants with a list's line in place of `{line}` and its columns.
  ///
  /// - Parameter valueName: the name of the list's value.
  func replacing(_ line: ListLine, of valueName: String) -> Self {
    var node = self
    node.accessibilityLabel = accessibilityLabel?.replacing(line)
    node.accessibilityHint = accessibilityHint?.replacing(line)
    node.text?.string = text?.string.replacing(line, of: valueName) ?? LiveText()
    node.text?.icon = text?.icon?.replacing(line, of: valueName)
    node.icon?.name = icon?.name.replacing(line, of: valueName) ?? LiveText()
    node.visibleCondition = visibleCondition?.replacing(line)
    node.button = button?.replacing(line, of: valueName)
    node.rowButton = rowButton?.replacing(line, of: valueName)
    node.control = control?.replacing(line, of: valueName)
    node.children = children.map { $0.replacing(line, of: valueName) }
    return node
  }
}

extension ButtonDescription {
  fileprivate func replacing(_ line: ListLine, of valueName: String) -> Self {
    var button = self
    button.title = title?.replacing(line, of: valueName)
    button.accessibilityLabel = accessibilityLabel?.replacing(line)
    button.icon = icon?.replacing(line, of: valueName)
    button.action = action.replacing(line, of: valueName)
    button.enabledCondition = enabledCondition?.replacing(line)
    button.styles = styles.map { Style($0.condition?.replacing(line), color: $0.color) }
    return button
  }
}

extension SceneDescription.ControlDescription {
  fileprivate func replacing(_ line: ListLine, of valueName: String) -> Self {
    var control = self
    control.accessibilityLabel = accessibilityLabel?.replacing(line)
    (control.off, control.on) = (off.replacing(line), on.replacing(line))
    control.action = action?.replacing(line, of: valueName)
    control.enabledCondition = enabledCondition?.replacing(line)
    return control
  }
}

extension ValueCondition {
  /// A comparison of the line, or of a column, is decided here, as that of a value: if the column is missing, neither the
  /// comparison nor its negation holds.
  fileprivate func replacing(_ line: ListLine) -> Self {
    switch self {
    case .comparison(let name, var comparison):
      comparison.texts = comparison.texts?.map { $0.replacing(line) }
      guard LiveText.isLine(name) else { return .comparison(name, comparison) }
      switch line.reading(name).flatMap({ comparison.holds(for: $0, map: [:]) }) {
      case true?: return .all([])
      case false?: return .any([])
      // No value has this name.
      case nil: return .comparison("", comparison)
      }
    case .not(let condition): return .not(condition.replacing(line))
    case .all(let conditions): return .all(conditions.map { $0.replacing(line) })
    case .any(let conditions): return .any(conditions.map { $0.replacing(line) })
    }
  }
}

extension Action {
  /// Other actions get the line when they run, together with the readings, so that names in braces in a line aren't
  /// replaced.
  fileprivate func replacing(_ line: ListLine, of valueName: String) -> Action {
    switch self {
    case .message(var message):
      message.title = message.title.replacing(line, of: valueName)
      message.text = message.text.replacing(line, of: valueName)
      message.icon = message.icon?.replacing(line, of: valueName)
      return .message(message)
    case .sequence(let actions): return .sequence(actions.map { $0.replacing(line, of: valueName) })
    default: return self
    }
  }
}

extension String {
  fileprivate func replacing(_ line: ListLine) -> String { replacingNames { line.replacement(for: $0) } }
}
