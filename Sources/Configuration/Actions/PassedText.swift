import Scenes

/// A value in a text that an action passes on to another program.
struct PassedText {
  let name: String
  /// True for a call of an adapter, false for a command's argument.
  let isCall: Bool
  /// The error if people type the value.
  let diagnostic: Diagnostic

  /// - Parameter json: the place of the action.
  static func all(in command: Action.Command, at json: LocatedJSON) -> [PassedText] {
    command.arguments.flatMap(\.namesInBraces).map { name in
      let found = "{\(name)}, which people type, in an argument of \(command.arguments[0])"
      return PassedText(
        name: name, isCall: false, diagnostic: json.diagnostic(found: found, expected: "it in \"input\""))
    }
  }

  /// - Parameter json: the place of the action.
  static func all(in call: Action.Call, at json: LocatedJSON) -> [PassedText] {
    [call.target, call.data, call.payload].compactMap { $0 }.flatMap(\.namesInBraces).map { name in
      let found = "{\(name)}, which people type, in a call of \(call.address)"
      return PassedText(
        name: name, isCall: true,
        diagnostic: json.diagnostic(found: found, expected: "\"public\": true in the value"))
    }
  }
}
