import PanelViews

extension SceneDescription {
  /// A control of a node, which shows a value and, unless it only displays it, sets the value.
  public struct ControlDescription {
    public enum Kind: String, CaseIterable, Sendable {
      case `switch`, slider, stepper, gauge, progress, keypad
    }

    public var kind: Kind
    /// False if the node's name is a generated one, which isn't an address.
    public var isNamed = true
    public var valueName = ""
    /// The texts that a switch sets.
    public var off = "off", on = "on"
    /// The range of a slider or a stepper; `nil` for that of the value, or 0 to 100.
    public var minimum: Double?, maximum: Double?
    /// The step of a slider or a stepper; `nil` for that of the value, or 1.
    public var step: Double?
    /// The range of a gauge or a progress bar; `nil` for that of the value, or 0 to 100.
    public var range: ClosedRange<Double>?
    /// Shown in a gauge.
    public var caption: LiveText?
    /// The number of digits that a keypad enters.
    public var digits = 4
    /// The label for screen readers and the journal; `nil` for the node's name.
    public var accessibilityLabel: String?
    /// Performed after a change by hand.
    public var action: Action?
    /// The condition under which a person can change the value; `nil` for always.
    public var enabledCondition: ValueCondition?

    public init(_ kind: Kind) { self.kind = kind }

    /// True if a person can change the value.
    public var setsValue: Bool { kind != .gauge && kind != .progress }
  }

  /// Repeats a node for each line of a value.
  public struct List {
    public var valueName = ""
    /// The node of a row, in an array because a struct can't contain itself. In its texts, conditions and actions,
    /// `{line}` is the line.
    public var row: [Node] = []
    public var hasSeparators = true

    public init() {}
  }
}

// MARK: The line of a row

extension LiveText {
  /// The name of the line in a list's row.
  public static let lineName = "line"

  fileprivate func replacingLine(with line: String) -> LiveText {
    guard names.contains(Self.lineName) else { return self }
    return LiveText(parts: parts.map { $0 == .value(Self.lineName) ? .literal(line) : $0 })
  }
}

extension SceneDescription.Node {
  /// Returns the node and its descendants with a list's line in place of `{line}`.
  func replacingLine(with line: String) -> Self {
    var node = self
    node.text?.string = text?.string.replacingLine(with: line) ?? LiveText()
    node.text?.icon = text?.icon?.replacingLine(with: line)
    node.icon?.name = icon?.name.replacingLine(with: line) ?? LiveText()
    node.visibleCondition = visibleCondition?.mapTexts { $0.replacingLine(with: line) }
    node.button = button?.replacingLine(with: line)
    node.control = control?.replacingLine(with: line)
    node.children = children.map { $0.replacingLine(with: line) }
    return node
  }
}

extension ButtonDescription {
  fileprivate func replacingLine(with line: String) -> Self {
    var button = self
    button.title = title?.replacingLine(with: line)
    button.icon = icon?.replacingLine(with: line)
    button.action = action.replacingLine(with: line)
    button.enabledCondition = enabledCondition?.mapTexts { $0.replacingLine(with: line) }
    button.styles = styles.map { style in
      Style(style.condition?.mapTexts { $0.replacingLine(with: line) }, color: style.color)
    }
    return button
  }
}

extension SceneDescription.ControlDescription {
  fileprivate func replacingLine(with line: String) -> Self {
    var control = self
    (control.off, control.on) = (off.replacingLine(with: line), on.replacingLine(with: line))
    control.action = action?.replacingLine(with: line)
    control.enabledCondition = enabledCondition?.mapTexts { $0.replacingLine(with: line) }
    return control
  }
}

extension Action {
  /// Other actions get the line when they run, together with the readings, so that names in braces in a line aren't
  /// replaced.
  fileprivate func replacingLine(with line: String) -> Action {
    switch self {
    case .message(var message):
      (message.title, message.text) = (message.title.replacingLine(with: line), message.text.replacingLine(with: line))
      return .message(message)
    case .sequence(let actions): return .sequence(actions.map { $0.replacingLine(with: line) })
    default: return self
    }
  }
}

extension String {
  fileprivate func replacingLine(with line: String) -> String {
    replacingNames { $0 == LiveText.lineName ? line : nil }
  }
}
