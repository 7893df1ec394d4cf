/// One thing that a button can do.
public enum Action: Equatable, Sendable {
  /// Switches the cube's light.
  case light
  case command(Command)
  /// Starts a systemd unit over D-Bus. The button shows how its start ended, or "Unknown" after the timeout in seconds.
  case unit(String, timeout: Double = Command.standardTimeout)
  /// Shows another scene.
  case scene(String)
  /// Turns a face to the viewer.
  case turn(Int)
  /// Shows the net and folds it; folds it or unfolds it where it is shown.
  case fold
  /// Presses the cube's first button.
  case press
  /// Sets values, each to its text; to the next one in turn where there are several.
  case set([String: [String]])
  case none

  public struct Command: Equatable, Sendable {
    /// In seconds, also a unit's.
    public static let standardTimeout = 30.0

    /// The program, looked for in PATH, and its arguments.
    public var arguments: [String]
    /// In seconds.
    public var timeout: Double
    /// The directory it runs in; `nil` for the kiosk's own.
    public var directory: String?
    /// Added to the kiosk's own variables.
    public var environment: [String: String]

    public init(
      arguments: [String], timeout: Double = standardTimeout, directory: String? = nil,
      environment: [String: String] = [:]
    ) {
      (self.arguments, self.timeout) = (arguments, timeout)
      (self.directory, self.environment) = (directory, environment)
    }
  }

  /// For the journal: the word, or the key, that a file has for it.
  public var name: String {
    switch self {
    case .light: "light"
    case .command: "command"
    case .unit: "unit"
    case .scene: "scene"
    case .turn: "turn"
    case .fold: "fold"
    case .press: "press"
    case .set: "set"
    case .none: "none"
    }
  }
}
