import PanelEvents
import PanelViews
import Scenes

/// A press of a button, as the journal and events report it.
package struct Press {
  /// The path of the touched view.
  package let path: String
  /// The touched view's accessibility label, without texts that people type.
  package let label: String?
  /// The pressed button's face; `nil` for a button in a scene file.
  package let face: Int?
  /// The pressed button's name.
  package let button: String?
  /// The pressed button's address; `nil` if it has none.
  package let address: Address?
  /// The line of the button's row, without a text that people type; `nil` outside of lists.
  package let line: String?
  /// The name of the action's kind, such as `command`.
  package let action: String
  /// The client that pressed the button; `nil` for a touch or a key.
  package let client: ControlPeer?
  /// The number of presses of all buttons, including this press.
  package let count: Int
  /// The time of the press, in nanoseconds of CLOCK_MONOTONIC.
  package let start = EventLoop.now

  /// Creates a press that happens now.
  ///
  /// - Parameters:
  ///   - view: The view that was touched.
  ///   - button: The button that was pressed by the touch.
  ///   - address: The button's address.
  ///   - client: The client that pressed the button; `nil` for a touch or a key.
  ///   - count: The number of presses of all buttons, including this press.
  package init(
    _ view: View, of button: ActionButton, at address: Address? = nil, by client: ControlPeer? = nil, count: Int
  ) {
    self.client = client
    label = view === button ? button.publicLabel : button.hasPrivateLine ? nil : view.accessibilityLabel
    (path, face) = (view.path, button.face)
    (self.button, action, self.count) = (button.name, button.action.name, count)
    (self.address, line) = (address, button.publicLine)
  }
}
