import PanelViews

extension SceneDescription {
  /// A control of a node, which shows a value and, unless it only displays it, sets the value.
  public struct ControlDescription {
    public enum Kind: String, CaseIterable, Sendable {
      case `switch`, slider, stepper, gauge, progress, keypad
    }

    public var kind: Kind
    public var valueName = ""
    /// The texts that a switch sets.
    public var off = "off", on = "on"
    /// The range of a slider or a stepper.
    public var minimum = 0.0, maximum = 100.0
    public var step = 1.0
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

    public init(_ kind: Kind) { self.kind = kind }

    /// True if a person can change the value.
    public var setsValue: Bool { kind != .gauge && kind != .progress }
  }

  /// Repeats a node for each line of a value.
  public struct List {
    public var valueName = ""
    /// The node of a row. Its texts show the line as `{line}`.
    public var row: [Node] = []
    public var hasSeparators = true

    public init() {}
  }
}

extension LiveText {
  /// The name of the line in a list's row.
  public static let lineName = "line"

  /// Returns the text with the value of this name replaced by a text.
  func replacing(_ name: String, with text: String) -> LiveText {
    guard names.contains(name) else { return self }
    return LiveText(parts: parts.map { $0 == .value(name) ? .literal(text) : $0 })
  }
}

extension SceneDescription.Node {
  /// Returns the node and its descendants with the texts of a list's line.
  func row(for line: String) -> Self {
    var node = self
    node.text?.string = text?.string.replacing(LiveText.lineName, with: line) ?? LiveText()
    node.children = children.map { $0.row(for: line) }
    return node
  }
}
