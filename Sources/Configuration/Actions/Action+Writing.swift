import Scenes

extension Action {
  /// The action in the format of a scene file. The paths of scene files are absolute.
  package var json: JSONValue {
    switch self {
    case .light, .fold, .press, .none: return .string(name)
    case .unit(let unit, Command.standardTimeout): return [name: .string(unit)]
    case .unit(let unit, let timeout): return ["timeout": .shortest(timeout), name: .string(unit)]
    case .scene(let scene): return [name: .string(scene.hasSuffix(".json") ? scene.absolutePath : scene)]
    case .turn(let face): return [name: .integer(face)]
    case .set(let changes):
      let members = changes.sorted { $0.key < $1.key }.map {
        ($0.key, JSONValue.oneOrMore($0.value.map(JSONValue.string)))
      }
      return [name: .object(JSONMembers(members))]
    case .command(let command):
      var members: [JSONMembers.Member] = [
        (name, .array(command.arguments.map(JSONValue.string))), ("timeout", .shortest(command.timeout)),
      ]
      if let directory = command.directory { members.append(("directory", .string(directory))) }
      if !command.environment.isEmpty {
        let variables = command.environment.sorted { $0.key < $1.key }
        members.append(("environment", .object(JSONMembers(variables.map { ($0.key, .string($0.value)) }))))
      }
      return .object(JSONMembers(members.sorted { $0.name < $1.name }))
    }
  }
}
