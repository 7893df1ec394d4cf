import Scenes

/// One kind of thing that `--events` tells of the panel.
///
/// Its row here is all that the manual knows of it.
enum Event: String, CaseIterable {
  case ready
  case touch
  case action
  case actionFinished = "action-finished"
  case touchFix = "touch-fix"

  /// A member of its line, and the member's meaning and unit.
  typealias Member = (name: String, meaning: String)

  /// A line for the manual.
  var help: String {
    switch self {
    case .ready: "The first frame of a connection to the compositor is on the glass."
    case .touch: "A finger came, moved or went."
    case .action: "A button was pressed."
    case .actionFinished: "A button's command ended, or the start of its unit was answered."
    case .touchFix: "Another touch fix was chosen."
    }
  }

  /// In the order in which they are written, before the time.
  var members: [Member] {
    switch self {
    case .ready: []
    case .touch:
      [
        ("phase", "began, moved, ended or cancelled"),
        ("id", "the finger's number, the same from began to ended or cancelled; -1 for the pointer"),
        ("x", "its place from the panel's left, in points, to a thousandth"),
        ("y", "its place from the panel's top, in points, to a thousandth"),
        ("view", "the path of the view that takes it, such as root/cube/face5; null for none"),
      ]
    case .action:
      [
        ("view", "the path of the button"),
        ("count", "the number of presses of all buttons, with this one"),
      ]
    case .actionFinished:
      [
        (
          "status",
          "0 for success; a command's exit status, or 128 and the number of the signal that ended it; 124 for one that took "
            + "too long, 127 for one that isn't there, 75 for one too many; of a unit 1 when it was refused, 124 when nobody knows"
        )
      ]
    case .touchFix: [("value", TouchFix.allCases.map(\.rawValue).joined(separator: ", "))]
    }
  }
}
