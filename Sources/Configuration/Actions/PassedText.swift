import Scenes

/// A value in a text that an action passes on to another program.
struct PassedText {
  let name: String
  let receiver: Receiver
  /// The error if people type the value.
  let diagnostic: Diagnostic

  enum Receiver {
    case command, call
    /// A value that the action sets, by its name. If an adapter serves it, the adapter gets the text.
    case value(String)
  }

  /// - Parameter json: the place of the action.
  static func all(in command: Action.Command, at json: LocatedJSON) -> [PassedText] {
    command.arguments.flatMap(\.namesInBraces).map { name in
      let found = "{\(name)}, which people type, in an argument of \(command.arguments[0])"
      return PassedText(
        name: name, receiver: .command, diagnostic: json.diagnostic(found: found, expected: "it in \"input\""))
    }
  }

  /// - Parameter json: the place of the action.
  static func all(in call: Action.Call, at json: LocatedJSON) -> [PassedText] {
    [call.target, call.data, call.payload].compactMap { $0 }.flatMap(\.namesInBraces).map { name in
      let found = "{\(name)}, which people type, in a call of \(call.address)"
      return PassedText(
        name: name, receiver: .call,
        diagnostic: json.diagnostic(found: found, expected: "\"public\": true in the value"))
    }
  }

  /// - Parameter json: the place of the action `set`.
  static func all(in changes: [String: [String]], at json: LocatedJSON) -> [PassedText] {
    changes.sorted { $0.key < $1.key }.flatMap { target, texts in
      texts.flatMap(\.namesInBraces).map { name in
        let found = "{\(name)}, which people type, for \(target), which an adapter gets"
        return PassedText(
          name: name, receiver: .value(target),
          diagnostic: json.diagnostic(found: found, expected: "\"public\": true in the value"))
      }
    }
  }
}
