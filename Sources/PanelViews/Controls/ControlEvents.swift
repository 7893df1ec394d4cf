/// The events of a control.
public struct ControlEvents: OptionSet, Hashable, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let touchDown = ControlEvents(rawValue: 1 << 0)
  public static let touchDragInside = ControlEvents(rawValue: 1 << 2)
  public static let touchDragOutside = ControlEvents(rawValue: 1 << 3)
  public static let touchDragEnter = ControlEvents(rawValue: 1 << 4)
  public static let touchDragExit = ControlEvents(rawValue: 1 << 5)
  public static let touchUpInside = ControlEvents(rawValue: 1 << 6)
  public static let touchUpOutside = ControlEvents(rawValue: 1 << 7)
  public static let touchCancel = ControlEvents(rawValue: 1 << 8)
  /// A person changed the value.
  public static let valueChanged = ControlEvents(rawValue: 1 << 12)
  /// A touch up inside, or a press of Return or Space while the control is focused.
  public static let primaryActionTriggered = ControlEvents(rawValue: 1 << 13)
  /// A text field got the focus.
  public static let editingDidBegin = ControlEvents(rawValue: 1 << 16)
  /// A person changed the text of a field.
  public static let editingChanged = ControlEvents(rawValue: 1 << 17)
  /// A text field lost the focus.
  public static let editingDidEnd = ControlEvents(rawValue: 1 << 18)
  /// The return key ended the entry in a text field.
  public static let editingDidEndOnExit = ControlEvents(rawValue: 1 << 19)
}
