import PanelViews

extension SceneDescription {
  /// A control of a node, which shows a value and, unless it only displays it, sets the value.
  public struct ControlDescription {
    public enum Kind: String, CaseIterable, Sendable {
      case `switch`, slider, stepper, gauge, progress, keypad, field, search
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
    /// The texts that a field takes.
    public var entry = EntryDescription()
    /// The label for screen readers and the journal; `nil` for the node's name.
    public var accessibilityLabel: String?
    /// Performed after a change by hand.
    public var action: Action?
    /// The condition under which a person can change the value; `nil` for always.
    public var enabledCondition: ValueCondition?

    public init(_ kind: Kind) { self.kind = kind }

    /// True if a person can change the value.
    public var setsValue: Bool { kind != .gauge && kind != .progress && kind != .search }
  }

  /// The texts that a field takes.
  public struct EntryDescription: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
      case text, number, telephone, email, address
    }

    public var kind = Kind.text
    /// Shown while the field is empty.
    public var placeholder: String?
    /// True for a text that only the field's action gets.
    public var isSecure = false
    /// The largest number of characters, or the largest number; `nil` for 200 characters, or any number.
    public var maximum: Double?
    /// The smallest number; `nil` for any.
    public var minimum: Double?
    /// The number of decimals of a number.
    public var decimals = 0
    /// The whole text has to match it; `nil` for any text.
    public var pattern: TextPattern?
    /// Shown if the text doesn't match.
    public var patternText: String?
    /// True to take what a barcode reader types.
    public var takesScans = false

    public static let defaultMaximumLength = 200

    public init() {}
  }

  /// Repeats a node for each line of a value.
  public struct List {
    public var valueName = ""
    /// The node of a row, in an array because a struct can't contain itself. In its texts, conditions and actions,
    /// `{line}` is the line, and `{line.name}` one of its columns.
    public var row: [Node] = []
    public var hasSeparators = true
    /// Shown while the value has no lines; `nil` for nothing.
    public var emptyText: LiveText?
    /// Finds the columns of a line.
    public var parse: @Sendable (_ line: String) -> ListLine = { ListLine($0) }

    public init() {}
  }
}
