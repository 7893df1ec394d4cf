import Scenes

/// The values that people type, and what actions do with their texts.
extension Options {
  private var roots: [SceneDescription.Node] { sceneFiles.map(\.value.root) + faces.compactMap(\.value.content) }

  /// The values that people type, in all scene files and on the cube.
  var typedNames: Set<String> {
    let controls = roots.flatMap(\.nodes).compactMap(\.control)
    return Set(controls.filter { $0.kind.traits.shows == .typedText }.map(\.valueName))
  }

  /// The values into which actions write texts that people type, from one to the next. Those of public values count as
  /// public.
  var copyNames: Set<String> {
    let actions = roots.flatMap { $0.actions(line: nil) } + faces.values.flatMap { $0.buttons.map { ($0.action, nil) } }
    let alerts = values.definitions.values.compactMap { $0.alert.map { (Action.message($0.message), nil as String?) } }
    let copies: [(source: String, copy: String)] = (actions + alerts).flatMap { action, line in
      action.copies(line: line)
    }
    var (found, new) = (Set<String>(), typedNames)
    while !new.isEmpty {
      let sources = new.filter { values.definitions[$0]?.isPublic != true }
      new = Set(copies.filter { sources.contains($0.source) }.map(\.copy)).subtracting(found)
      found.formUnion(new)
    }
    return found
  }

  /// Returns an error for each action that would pass on a text which people type: a command gets it by `input`, and an
  /// adapter only if the value is public. A press is refused, too.
  var typedTextErrors: [Diagnostic] {
    passedTexts.filter { text in
      switch text.receiver {
      case .command: values.isTyped(text.name)
      case .call: values.isPrivate(text.name)
      case .value(let name): values.definitions[name]?.adapterAddress != nil && values.isPrivate(text.name)
      }
    }.map(\.diagnostic)
  }
}

extension SceneDescription.Node {
  /// The actions of the node and its descendants, each with the name of the value whose lines it gets; `nil` outside of
  /// lists.
  fileprivate func actions(line: String?) -> [(action: Action, line: String?)] {
    let own = [button?.action, rowButton?.action, control?.action].compactMap { $0 }.map { ($0, line) }
    let rows = list.map { list in list.row.flatMap { $0.actions(line: list.valueName) } } ?? []
    return own + rows + children.flatMap { $0.actions(line: line) }
  }
}

extension Action {
  /// The values whose texts the action writes into other values, and those that it writes into.
  ///
  /// - Parameter line: the name of the value whose line the action gets; `nil` outside of lists.
  fileprivate func copies(line: String?) -> [(source: String, copy: String)] {
    switch self {
    case .set(let changes): Self.copies(changes, line)
    case .append(let lines): Self.copies(lines.mapValues { [$0] }, line)
    case .message(let message): message.buttons.compactMap(\.action).flatMap { $0.copies(line: line) }
    case .sequence(let actions): actions.flatMap { $0.copies(line: line) }
    case .light, .command, .unit, .scene, .turn, .fold, .press, .remove, .call, .sound, .none: []
    }
  }

  private static func copies(_ changes: [String: [String]], _ line: String?) -> [(source: String, copy: String)] {
    changes.flatMap { copy, texts in
      texts.flatMap(\.namesInBraces).compactMap { name in
        (LiveText.isLine(name) ? line : name).map { ($0, copy) }
      }
    }
  }
}
