/// The kinds of events. The raw values are their names in `ctl watch` and `--events`.
package enum EventKind: String, CaseIterable, Sendable {
  case status, ready, touch, press, result, value, idle, scene, message, sound, speech
  case touchFix = "touch-fix"

  /// A member of an event's line, with its meaning and unit.
  package typealias Member = (name: String, meaning: String)

  /// The kinds that `watch` reports by default.
  package static let watchedByDefault = allCases.filter { $0 != .touch && $0 != .speech }

  /// The kinds that `--events` writes: all except the status, and spoken texts, which aren't kept.
  package static let logged = allCases.filter { $0 != .speech && $0 != .status }

  /// The description in the manual.
  package var help: String {
    switch self {
    case .status:
      "The members of STATUS. The first event of each watch, after a reload, and in place of lost events."
    case .ready: "The first frame on this connection to the compositor is on the screen."
    case .touch: "A finger or the pointer. Not while the PIN pad is open."
    case .press:
      "A press of a button, as its action starts."
    case .result: "A button's command, the start of its unit, or its call has ended."
    case .value: "A value was set to another text, was unset by its adapter, or has become stale."
    case .idle: "The panel has become idle, or was woken."
    case .scene: "Another scene is shown."
    case .message: "A message was shown, or has ended."
    case .sound: "A sound to play, of an action or a message. None while the panel is dark."
    case .speech: "A text to speak."
    case .touchFix: "Another touch fix was chosen."
    }
  }

  /// The members in the order in which they are written, before the time.
  package var members: [Member] {
    switch self {
    case .status: [("lost", "number of events lost before this one because the client didn't read")]
    case .ready: []
    case .touch:
      [
        ("phase", "began, moved, ended or cancelled"),
        ("id", "number of the finger until it has ended; -1 for the pointer"),
        ("x", "points from the left edge"), ("y", "points from the top edge"),
        ("view", "path of the view that gets the touch, such as root/cube/face5; null for none"),
      ]
    case .press:
      Self.buttonMembers + [
        ("view", "path of the button"), ("count", "number of presses of all buttons, with this one"),
      ]
    case .result:
      Self.buttonMembers + [
        ("press", "the press event's count"),
        (
          "status",
          "0 for success. Of a command: its exit status, 128 plus the signal that ended it, 124 after its timeout, 127 if it "
            + "can't be started, 75 if eight commands run already. Of a unit, a call and a control's change for an adapter: "
            + "1 if it failed, 75 if no adapter serves it, 124 if the outcome is unknown"
        ),
        ("reason", "why a call or a change for an adapter failed; only then"),
      ]
    case .value:
      [
        ("name", "name of the value"),
        (
          "value",
          "reading, without unit and format; null if the value was unset. A list ends after 1,000 characters, and the event "
            + "then has \"cut\": true"
        ),
        ("stale", "true if it is older than its staleAfter, or its adapter said so or is gone"),
      ]
    case .idle: [("state", "active, dimmed, attract or dark")]
    case .scene: [("scene", "name of the scene"), ("page", "its page; null for a built-in scene")]
    case .message:
      [
        ("message", "id of the message; null for none"), ("title", "its title"),
        ("state", "shown, pressed, expired, dismissed, or replaced by another with its id"),
        ("button", "title of the button that was pressed; null for none"),
      ]
    case .sound:
      [
        ("sound", "name of the sound in the freedesktop sound theme, or an absolute path"),
        ("volume", "volume in percent"),
      ]
    case .speech:
      [
        ("text", "text; empty to be silent"), ("language", "ISO 639 code, such as en"),
        ("interrupts", "true to stop the current speech, false to speak after it"),
        ("isNewElement", "true if the text describes another element than the one before"),
        ("rate", "speed in percent, 50 is normal"), ("volume", "volume in percent"),
      ]
    case .touchFix: [("value", "its name, as in --touch-fix")]
    }
  }

  private static let buttonMembers: [Member] = [
    ("face", "number of the face; null in a scene file"), ("button", "name of the button"),
    ("action", "name of the action; sequence for an array"),
    ("address", "address of the button, such as home/open; null without a name"),
    ("line", "line of the row; an ellipsis if people type it; null outside of lists"),
  ]
}
