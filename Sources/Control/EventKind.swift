import Configuration
import Scenes

extension EventKind {
  /// A member of an event's line, with its meaning and unit.
  typealias Member = (name: String, meaning: String)

  /// The kinds that `watch` reports by default.
  static let watched = allCases.filter { $0 != .touch }

  /// The description in the manual.
  var help: String {
    switch self {
    case .status:
      "The panel as it is, with all that the command status tells. A watch begins with it, whatever it asks for, and has "
        + "it again in place of events that were lost. Not in --events."
    case .ready: "The first frame of a connection to the compositor is on the glass."
    case .touch:
      "A finger came, moved or went. Only for a watch that asks for it by name. Touches on the PIN pad are never reported."
    case .press:
      "A button was pressed, and its count is on the disk, so that kill -9 takes nothing back; if the disk fails, the log says so."
    case .result: "A button's command ended, or the start of its unit."
    case .value: "A value is another."
    case .idle: "The panel went idle, or somebody woke it."
    case .scene: "Another scene is shown."
    case .touchFix: "Another touch fix was chosen."
    }
  }

  /// The members in the order in which they are written, before the time.
  var members: [Member] {
    switch self {
    case .status: [("lost", "the number of events that weren't told before it, since nobody read; 0 at the beginning")]
    case .ready: []
    case .touch:
      [
        ("phase", "began, moved, ended or cancelled"),
        ("id", "the finger's number, the same from began to ended or cancelled; -1 for the pointer"),
        ("x", "its place from the panel's left, in points, to a thousandth"),
        ("y", "its place from the panel's top, in points, to a thousandth"),
        ("view", "the path of the view that takes it, such as root/cube/face5; null for none"),
      ]
    case .press:
      Self.names + [
        ("view", "the path of the button"),
        ("count", "the number of presses of all buttons, with this one"),
      ]
    case .result:
      Self.names + [
        (
          "status",
          "0 for success; a command's exit status, or 128 and the number of the signal that ended it; 124 for one that took "
            + "too long, 127 for one that isn't there, 75 for one too many; of a unit 1 if it was refused or failed, 124 if the outcome isn't known"
        )
      ]
    case .value: [("name", "the value's name"), ("value", "as it was told, without unit and format")]
    case .idle: [("state", IdleState.allCases.map(\.rawValue).joined(separator: ", "))]
    case .scene: [("scene", "its name")]
    case .touchFix: [("value", TouchFix.allCases.map(\.rawValue).joined(separator: ", "))]
    }
  }

  private static let names: [Member] = [
    ("face", "the button's face; null for a scene file's button"), ("button", "the button's own name"),
    ("action", "the action's name, as the file has it"),
  ]
}
