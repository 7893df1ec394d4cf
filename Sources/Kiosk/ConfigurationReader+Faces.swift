import Glibc
import Raster
import Scenes
import Text

/// What is on the faces, and what their buttons do.
extension ConfigurationReader {
  mutating func readFaces(_ place: JSONPlace) throws(FileFault) {
    let object = try object(place, Set((1...6).map(String.init)))
    var faces: [Int: FaceDescription] = [:]
    for number in 1...6 {
      guard let place = object["\(number)"] else { continue }
      attempt { reader throws(FileFault) in faces[number] = try reader.readFace(place, number) }
    }
    configuration.faces = faces
  }

  private mutating func readFace(_ place: JSONPlace, _ number: Int) throws(FileFault) -> FaceDescription {
    let object = try object(place, Self.faceKeys)
    var face = FaceDescription()
    if let label = object["label"] { attempt { _ throws(FileFault) in face.label = try label.string() } }
    if let colors = object["colors"] {
      attempt { _ throws(FileFault) in
        let places = try colors.array()
        guard places.count == 2 else { throw colors.fault("2 colours, such as \"#35B68B\"") }
        face.colors = (try Self.color(places[0]), try Self.color(places[1]))
      }
    }
    if let image = object["image"] {
      attempt { reader throws(FileFault) in
        let path = try image.string()
        do throws(PNG.Failure) {
          face.image = try PNG.read(reader.resolved(path))
        } catch {
          throw FileFault(reader.file, image.path, found: "'\(path)' (\(error.reason))", expected: "a PNG file")
        }
      }
    }
    if let buttons = object["buttons"] {
      let places = try buttons.array()
      guard places.count <= FaceDescription.mostButtons else {
        throw buttons.fault("at most \(FaceDescription.mostButtons) buttons")
      }
      var actions: [Action] = []
      for (index, place) in places.enumerated() {
        attempt { reader throws(FileFault) in
          let (button, action) = try reader.readButton(place, name: index == 0 ? "button" : "button\(index + 1)")
          face.buttons.append(button)
          actions.append(action)
        }
      }
      configuration.actions[number] = actions
    }
    return face
  }

  private static func color(_ place: JSONPlace) throws(FileFault) -> Color {
    guard case .string(let text) = place.value, text.count == 7, text.hasPrefix("#"),
      let hex = UInt32(text.dropFirst(), radix: 16)
    else { throw place.fault("a colour such as \"#35B68B\"") }
    return Color(hex: hex)
  }

  private mutating func readButton(
    _ place: JSONPlace, name: String
  ) throws(FileFault) -> (FaceDescription.Button, Action) {
    let object = try object(place, Self.buttonKeys)
    var button = FaceDescription.Button(name: name)
    if let name = object["name"] {
      button.name = try name.string()
      guard !button.name.isEmpty, !button.name.contains("/") else { throw name.fault("a name without slashes") }
    }
    if let title = object["title"] { button.title = try title.string() }
    if let name = object["accessibleName"] { button.accessibilityLabel = try name.string() }
    if let confirm = object["confirm"] {
      guard case .string("Hold") = confirm.value else { throw confirm.fault("Hold") }
      button.needsHold = true
    }
    let action = try readAction(try object.required("action"))
    button.isLamp = action == .light
    return (button, action)
  }

  // MARK: Actions

  private mutating func readAction(_ place: JSONPlace) throws(FileFault) -> Action {
    switch place.value {
    case .string("light"): return .light
    case .string("none"): return .none
    case .string("fold"): return .fold
    case .object: break
    default: throw place.fault("light, fold, none, or an object with command, unit, scene or turn")
    }
    let object = try object(place, Self.actionKeys)
    let kinds = ["command", "unit", "scene", "turn"].filter { object[$0] != nil }
    guard kinds.count == 1 else { throw place.fault("one of command, unit, scene, turn") }
    if let command = object["command"] { return .command(try readCommand(command, object)) }
    if let extra = ["timeout", "directory", "environment"].first(where: { object[$0] != nil }) {
      throw object[extra]!.fault("this with a command only")
    }
    if let unit = object["unit"] {
      let name = try unit.string()
      guard name.contains("."), !name.contains("/"), name.count < 256 else {
        throw unit.fault("a unit's name, such as open-door.service")
      }
      return .unit(name)
    }
    if let scene = object["scene"] {
      guard case .string(let name) = scene.value, SceneCatalog.names.contains(name) else {
        throw scene.fault(SceneCatalog.names.joined(separator: ", "))
      }
      return .scene(name)
    }
    let turn = try object.required("turn")
    return .turn(Int(try turn.number(1...6)))
  }

  private func readCommand(_ place: JSONPlace, _ object: JSONObject) throws(FileFault) -> Action.Command {
    var arguments: [String] = []
    for argument in try place.array() { arguments.append(try argument.string()) }
    guard let program = arguments.first, !program.isEmpty else { throw place.fault("a program and its arguments") }
    guard Self.isInstalled(program) else {
      throw FileFault(file, place.path + "[0]", found: "'\(program)', which isn't there", expected: "a program")
    }
    var command = Action.Command(arguments: arguments)
    if let timeout = object["timeout"] { command.timeout = try timeout.number(0.001...86400) }
    if let directory = object["directory"] {
      let path = try directory.string()
      guard path.hasPrefix("/") else { throw directory.fault("a path from the root") }
      command.directory = path
    }
    if let environment = object["environment"] {
      guard case .object(let members) = environment.value else { throw environment.fault("an object") }
      for name in members.keys.sorted() {
        let value = JSONPlace(value: members[name]!, path: "\(environment.path).\(name)", file: file)
        guard !name.isEmpty, !name.contains("=") else { throw value.fault("a variable's name without =") }
        command.environment[name] = try value.string()
      }
    }
    return command
  }

  /// As execvp(3) looks for it.
  static func isInstalled(_ program: String) -> Bool {
    if program.contains("/") { return access(program, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
