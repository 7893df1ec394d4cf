/// A message over any page, until one of its buttons is pressed or its time is over.
public struct Message: Equatable, Sendable {
  /// A button, which also dismisses the message.
  public struct Button: Equatable, Sendable {
    public var title: String
    /// `nil` to only report that the button was pressed.
    public var action: Action?

    public init(_ title: String, action: Action? = nil) { (self.title, self.action) = (title, action) }
  }

  /// The order of messages, and whether they wake the panel.
  public enum Urgency: String, CaseIterable, Sendable {
    /// Waits for its turn, and for the panel to be woken.
    case normal
    /// Wakes the panel and is shown at once; another message that is shown returns afterward.
    case critical
  }

  /// The maximum number of buttons.
  public static let maximumButtonCount = 4

  /// A message with the same id takes its place; empty for none.
  public var id = ""
  public var title: LiveText
  public var text = LiveText()
  /// The name of the icon above the title; `nil` for none.
  public var icon: LiveText?
  /// An adapter's picture above the title, in place of the icon; `nil` for none.
  public var picture: AdapterPictures.Source?
  /// Empty for "Close".
  public var buttons: [Button] = []
  /// The time for which the message is shown, in seconds; `nil` until a button is pressed.
  public var seconds: Double?
  public var urgency = Urgency.normal
  /// The sound that plays when the message is shown, as in `Action.sound`; `nil` for none.
  public var sound: String?

  public init(title: LiveText) { self.title = title }
}

extension Message.Button {
  /// Returns the button whose action is to be performed; `nil` for a button without an action.
  ///
  /// - Parameter line: the line of the row whose button showed the message; `nil` outside of lists.
  public func actionButton(for values: Values, line: RowLine?) -> ActionButton? {
    guard let action else { return nil }
    let description = ButtonDescription(name: title, title: LiveText(title), action: action)
    let button = ActionButton(description, face: nil, look: ActionButtonLook(on: .defaultBackground), values: values)
    (button.file, button.line) = (Self.file, line)
    return button
  }

  /// The `file` of the buttons of all messages.
  public static let file = "message"
}
