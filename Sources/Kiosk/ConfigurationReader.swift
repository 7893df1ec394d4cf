import FoundationEssentials
import Geometry
import Glibc
import Raster
import Scenes
import Text

/// Reads `kiosk.json`, and finds all that is wrong with it at once.
struct ConfigurationReader {
  static let largestFile = 1 << 20

  static let keys: Set = [
    "scene", "touchFix", "lighting", "view", "theme", "bar", "inspector", "allowQuit", "allowScenes",
    "allowInspector", "reduceMotion", "screen", "rotate", "scale", "touchSlop", "idle", "maintenance", "faces",
  ]
  static let idleKeys: Set = ["dimAfter", "attractAfter", "sleep", "shift", "inhibit"]
  static let maintenanceKeys: Set = ["pin", "corner"]
  static let faceKeys: Set = ["label", "colors", "image", "buttons"]
  static let buttonKeys: Set = ["name", "title", "accessibleName", "action", "confirm"]
  static let actionKeys: Set = ["command", "timeout", "directory", "environment", "unit", "scene", "turn"]

  private(set) var faults: [FileFault] = []
  private var configuration = Configuration()
  private let file: String

  /// - Returns: what the file says, and what is wrong with it; with a fault the rest isn't to be used.
  static func read(_ path: String) -> (configuration: Configuration, faults: [FileFault]) {
    var reader = ConfigurationReader(file: path)
    reader.attempt { reader throws(FileFault) in
      let place = JSONPlace(value: try JSONValue.read(path, largest: largestFile), path: "$", file: path)
      reader.read(try reader.object(place, keys))
    }
    return (reader.configuration, reader.faults)
  }

  private init(file: String) { self.file = file }

  /// The members of an object. A key that nobody knows is a fault that doesn't keep the others from being read; one that
  /// begins with two slashes is a comment.
  private mutating func object(_ place: JSONPlace, _ known: Set<String>) throws(FileFault) -> JSONObject {
    guard case .object(let members) = place.value else { throw place.fault("an object") }
    let strangers = Set(members.keys).subtracting(known)
    for name in strangers.sorted() where !name.hasPrefix("//") {
      let expected = known.sorted().joined(separator: ", ")
      faults.append(FileFault(file, "\(place.path).\(name)", found: "an unknown key", expected: expected))
    }
    return try place.object(known, ignoring: strangers)
  }

  private mutating func attempt(_ body: (inout ConfigurationReader) throws(FileFault) -> Void) {
    do {
      try body(&self)
    } catch {
      faults.append(error)
    }
  }

  /// Reads a member if it is there; a fault of it doesn't keep the others from being read.
  private mutating func take<Value>(
    _ object: JSONObject, _ key: String, into target: WritableKeyPath<Configuration, Value?>,
    _ read: (JSONPlace) throws(FileFault) -> Value
  ) {
    guard let place = object[key] else { return }
    attempt { reader throws(FileFault) in reader.configuration[keyPath: target] = try read(place) }
  }

  private mutating func read(_ object: JSONObject) {
    if let place = object["scene"] {
      attempt { reader throws(FileFault) in try reader.readScene(place) }
    }
    take(object, "touchFix", into: \.touchFix) { place throws(FileFault) in try place.choice(TouchFix.self) }
    take(object, "lighting", into: \.lighting) { place throws(FileFault) in try place.choice(Lighting.self) }
    take(object, "view", into: \.view) { place throws(FileFault) in
      guard case .string(let text) = place.value, let angle = ViewAngle(text) else {
        throw place.fault("face-on, corner-on or AX,AY in radians")
      }
      return angle
    }
    take(object, "theme", into: \.theme) { place throws(FileFault) in
      switch place.value {
      case .string("dark"): .dark
      case .string("light"): .light
      default: throw place.fault("dark, light")
      }
    }
    for (key, target) in [
      ("bar", \Configuration.showsBar), ("inspector", \.showsInspector), ("allowQuit", \.allowsQuit),
      ("allowScenes", \.allowsScenes), ("allowInspector", \.allowsInspector), ("reduceMotion", \.reducesMotion),
    ] {
      take(object, key, into: target) { place throws(FileFault) in try place.bool() }
    }
    take(object, "screen", into: \.screen) { place throws(FileFault) in try place.string() }
    take(object, "rotate", into: \.rotate) { place throws(FileFault) in
      guard case .number(let number) = place.value, let turns = QuarterTurns(rawValue: Int(number)) else {
        throw place.fault("0, 90, 180, 270")
      }
      return turns
    }
    take(object, "touchSlop", into: \.touchSlop) { place throws(FileFault) in try place.number(0.2...20) }
    take(object, "scale", into: \.scale) { place throws(FileFault) in try place.number(0.25...8) }
    if let place = object["maintenance"] {
      attempt { reader throws(FileFault) in reader.configuration.maintenance = try reader.readMaintenance(place) }
    }
    if let idle = object["idle"] { attempt { reader throws(FileFault) in try reader.readIdle(idle) } }
    if let faces = object["faces"] { attempt { reader throws(FileFault) in try reader.readFaces(faces) } }
  }

  /// A scene's name, or a scene file's path from the directory of this file.
  private mutating func readScene(_ place: JSONPlace) throws(FileFault) {
    let name = try place.string()
    guard name.hasSuffix(".json") else {
      guard SceneCatalog.names.contains(name) else {
        throw place.fault(SceneCatalog.names.joined(separator: ", ") + " or a .json file")
      }
      configuration.scene = name
      return
    }
    let path = resolved(name)
    configuration.sceneFile = try SceneReader.read(path)
    configuration.scene = path
  }

  private func resolved(_ path: String) -> String {
    path.hasPrefix("/") ? path : (file.lastIndex(of: "/").map { String(file[...$0]) } ?? "") + path
  }

  // MARK: Idle

  private mutating func readIdle(_ place: JSONPlace) throws(FileFault) {
    let object = try object(place, Self.idleKeys)
    var idle = IdleMachine.Settings()
    if let dim = object["dimAfter"] { idle.dimAfter = try dim.number(1...86400) }
    if let attract = object["attractAfter"] {
      idle.attractAfter = try attract.number(1...86400)
      guard idle.attractAfter! > idle.dimAfter ?? 0 else { throw attract.fault("more than dimAfter") }
    }
    if let sleep = object["sleep"] {
      let places = try sleep.array()
      guard places.count == 2 else { throw sleep.fault("2 times of the day, such as [\"22:00\", \"06:30\"]") }
      idle.sleep = (try Self.minute(places[0]), try Self.minute(places[1]))
    }
    if let shift = object["shift"] { idle.shift = try shift.number(0...PixelShift.mostPercent) }
    if let inhibit = object["inhibit"] { idle.inhibits = try inhibit.bool() }
    configuration.idle = idle
  }

  private mutating func readMaintenance(_ place: JSONPlace) throws(FileFault) -> Maintenance {
    let object = try object(place, Self.maintenanceKeys)
    let pin = try object.required("pin")
    guard case .string(let hash) = pin.value, PINLock.isHash(hash) else {
      // What it is isn't told: it may be the PIN itself.
      throw FileFault(place.file, pin.path, found: "something else", expected: "a hash by cube-kiosk hash-pin")
    }
    var maintenance = Maintenance(lock: PINLock(hash: hash))
    if let corner = object["corner"] { maintenance.corner = try corner.choice(Stage.Corner.self) }
    return maintenance
  }

  private static func minute(_ place: JSONPlace) throws(FileFault) -> Int {
    let parts = try place.string().split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]), let minute = Int(parts[1]),
      (0..<24).contains(hour), (0..<60).contains(minute)
    else { throw place.fault("a time of the day, such as 22:00") }
    return hour * 60 + minute
  }

  // MARK: Faces

  private mutating func readFaces(_ place: JSONPlace) throws(FileFault) {
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

extension ViewAngle {
  /// face-on, corner-on, or two angles in radians with a comma between them.
  init?(_ text: String) {
    switch text {
    case "face-on": self = .faceOn
    case "corner-on": self = .cornerOn
    default:
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard parts.count == 2, let x = parts[0], let y = parts[1], abs(x) <= 1e6, abs(y) <= 1e6 else { return nil }
      self.init(x: x, y: y)
    }
  }
}
