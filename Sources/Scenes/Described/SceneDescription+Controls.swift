import PanelViews

extension SceneDescription {
  /// A control of a node, which shows a value and, unless it only displays it, sets the value.
  public struct ControlDescription {
    public enum Kind: String, CaseIterable, Sendable {
      case `switch`, slider, stepper, gauge, progress, keypad, field, search

      public var traits: Traits {
        switch self {
        case .switch: Traits(shows: .text, setsValue: true)
        case .slider, .stepper: Traits(shows: .number, setsValue: true)
        case .gauge: Traits(shows: .number, setsValue: false, keysOfName: "label or caption")
        case .progress: Traits(shows: .number, setsValue: false, keysOfName: "label")
        case .keypad: Traits(shows: .nothing, setsValue: true)
        case .field: Traits(shows: .typedText, setsValue: true, keysOfName: "placeholder or accessibleName")
        case .search: Traits(shows: .nothing, setsValue: false, keysOfName: "placeholder or accessibleName")
        }
      }
    }

    /// The differences between kinds apart from their views, in `ValueControl.Content`, and their keys.
    public struct Traits {
      public enum Shown { case text, number, typedText, nothing }

      /// The shown part of the value. Without a text or a number the control is faint; a typed text is private.
      public let shows: Shown
      /// True if a person can change the value.
      public let setsValue: Bool
      /// The keys that give the control a name to speak, for a warning.
      public var keysOfName = "label or accessibleName"
    }

    public var kind: Kind
    /// False if the node's name is a generated one, which isn't an address.
    public var isNamed = true
    public var valueName = ""
    /// The texts that a switch sets.
    public var off = "off", on = "on"
    /// The range of a control that sets a number; `nil` for that of the value, or 0 to 100.
    public var minimum: Double?, maximum: Double?
    /// The step of a control that sets a number; `nil` for that of the value, or 1.
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
    public var setsValue: Bool { kind.traits.setsValue }

    /// Returns the texts that the control sets its value to; `nil` for a control that only shows it, and for a secure field.
    ///
    /// - Parameter definition: the value's, whose range and step are the default.
    public func limits(for definition: ValueDefinition?) -> ControlLimits? {
      switch kind {
      case .switch: .texts([off, on])
      case .keypad: .digits(digits)
      case .slider, .stepper: .numbers(settableRange(for: definition), step: step(for: definition))
      case .field where entry.kind == .number: .characters(20)
      case .field:
        entry.isSecure
          ? nil : .characters(Int(clamping: entry.maximum ?? Double(EntryDescription.defaultMaximumLength)))
      case .gauge, .progress, .search: nil
      }
    }

    /// Returns the range of the numbers that the control sets.
    func settableRange(for definition: ValueDefinition?) -> ClosedRange<Double> {
      // A control with one end of a range had the other of 0...100 before adapters could describe values.
      let range = self.minimum == nil && maximum == nil ? definition?.range ?? 0...100 : 0...100
      let minimum = self.minimum ?? range.lowerBound
      return minimum...max(minimum, maximum ?? range.upperBound)
    }

    func step(for definition: ValueDefinition?) -> Double { step ?? definition?.step ?? 1 }
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
