import Events
import Scenes
import Views

/// One press of a button, as the journal is told of it.
package struct Press {
  package let path: String
  package let label: String?
  /// Of the button that was pressed; `nil` for a scene file's.
  package let face: Int?
  /// That button's own name.
  package let button: String?
  package let action: String
  /// The number of presses of all buttons, with this one.
  package let count: Int
  /// Of CLOCK_MONOTONIC.
  package let start = EventLoop.now

  /// - Parameters:
  ///   - view: the one that the finger was on.
  ///   - button: the one that was pressed by it.
  package init(_ view: View, of button: ActionButton, count: Int) {
    (path, label, face) = (view.path, view.accessibilityLabel, button.face)
    (self.button, action, self.count) = (button.name, button.action.name, count)
  }
}
