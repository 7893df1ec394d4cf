/// One thing that a button can do.
enum Action: Equatable {
  /// Switches the cube's light.
  case light
  case command(Command)
  /// Starts a systemd unit, over D-Bus.
  case unit(String)
  /// Shows another scene.
  case scene(String)
  /// Turns a face to the viewer.
  case turn(Int)
  /// Shows the net and folds it; folds it or unfolds it where it is shown.
  case fold
  case none

  struct Command: Equatable {
    /// The program, looked for in PATH, and its arguments.
    var arguments: [String]
    /// In seconds.
    var timeout = 30.0
    /// The directory it runs in; `nil` for the kiosk's own.
    var directory: String?
    /// Added to the kiosk's own variables.
    var environment: [String: String] = [:]
  }

  /// For the journal: the word, or the key, that the configuration has for it.
  var name: String {
    switch self {
    case .light: "light"
    case .command: "command"
    case .unit: "unit"
    case .scene: "scene"
    case .turn: "turn"
    case .fold: "fold"
    case .none: "none"
    }
  }
}
