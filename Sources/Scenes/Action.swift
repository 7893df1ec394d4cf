/// An action that a button performs.
public enum Action: Equatable, Sendable {
  /// Toggles the cube's light.
  case light
  case command(Command)
  /// Starts a systemd unit with systemctl. The button shows the result of the start, or "Unknown" after the timeout in
  /// seconds.
  case unit(String, timeout: Double = Command.defaultTimeout)
  /// Shows another scene.
  case scene(String)
  /// Turns a face to the viewer.
  case turn(Int)
  /// Shows the net and folds it. If the net is already shown, folds or unfolds it.
  case fold
  /// Presses the cube's first button.
  case press
  /// Sets each value to its text. If there are several texts, sets the next one in turn.
  case set([String: [String]])
  /// Adds a line at the end of each value.
  case append([String: String])
  /// Removes the first line with this text from each value.
  case remove([String: String])
  /// Sends a call to an adapter, which is a separate program. The button shows the adapter's answer.
  case call(Call)
  /// Shows a message over any page.
  case message(Message)
  /// Plays a sound: the name of one in the freedesktop sound theme, or an absolute path.
  case sound(String)
  case none
  /// Performs each action once the one before has succeeded.
  case sequence([Action])

  public struct Command: Equatable, Sendable {
    /// The default timeout of commands and units, in seconds.
    public static let defaultTimeout = 30.0

    /// The program, searched for in PATH, and its arguments.
    public var arguments: [String]
    /// In seconds.
    public var timeout: Double
    /// The working directory; `nil` for the kiosk's.
    public var directory: String?
    /// Added to the kiosk's environment.
    public var environment: [String: String]
    /// Written to the standard input, with values in place of their names in braces; `nil` for an empty one.
    public var input: String?

    public init(
      arguments: [String], timeout: Double = defaultTimeout, directory: String? = nil,
      environment: [String: String] = [:]
    ) {
      (self.arguments, self.timeout) = (arguments, timeout)
      (self.directory, self.environment) = (directory, environment)
    }
  }

  public struct Call: Equatable, Sendable {
    /// The adapter, and what to do there.
    public var address: AdapterAddress
    /// The object of the call, in the adapter's words.
    public var target: String?
    /// A JSON object.
    public var data: String?
    public var payload: String?

    public init(_ address: AdapterAddress, target: String? = nil, data: String? = nil, payload: String? = nil) {
      (self.address, self.target, self.data, self.payload) = (address, target, data, payload)
    }
  }

  /// The keyword or key of the action in a configuration file. Used in the journal.
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
    case .append: "append"
    case .remove: "remove"
    case .call: "call"
    case .message: "message"
    case .sound: "sound"
    case .none: "none"
    case .sequence: "sequence"
    }
  }

  /// Whether the action, or one of a sequence, changes the cube's light. Without such a button a saved light that is off
  /// couldn't be turned on again.
  public var changesLight: Bool {
    switch self {
    case .light: true
    case .sequence(let actions): actions.contains(where: \.changesLight)
    case .command, .unit, .scene, .turn, .fold, .press, .set, .append, .remove, .call, .message, .sound, .none: false
    }
  }

  /// The names of the values that the action, or one of a sequence, sets.
  public var changedNames: Set<String> {
    switch self {
    case .set(let texts): Set(texts.keys)
    case .append(let lines), .remove(let lines): Set(lines.keys)
    case .sequence(let actions): actions.reduce(into: []) { $0.formUnion($1.changedNames) }
    case .light, .command, .unit, .scene, .turn, .fold, .press, .call, .message, .sound, .none: []
    }
  }

  /// The names of the values whose readings the action, or one of a sequence, passes on or keeps.
  public var readNames: Set<String> {
    let texts: [String]
    switch self {
    case .set(let changes): texts = changes.values.flatMap { $0 }
    case .append(let lines), .remove(let lines): texts = Array(lines.values)
    case .command(let command): texts = command.arguments + [command.input ?? ""]
    case .call(let call): texts = [call.target, call.data, call.payload].compactMap { $0 }
    case .sequence(let actions): return actions.reduce(into: []) { $0.formUnion($1.readNames) }
    case .light, .unit, .scene, .turn, .fold, .press, .message, .sound, .none: texts = []
    }
    return Set(texts.flatMap(\.namesInBraces))
  }

  /// The actions of a sequence; otherwise the action alone.
  public var steps: [Action] { if case .sequence(let actions) = self { actions } else { [self] } }
}
