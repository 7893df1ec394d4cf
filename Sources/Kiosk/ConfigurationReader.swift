import FoundationEssentials
import Geometry
import Scenes

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

  var faults: [FileFault] = []
  var configuration = Configuration()
  let file: String

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
  mutating func object(_ place: JSONPlace, _ known: Set<String>) throws(FileFault) -> JSONObject {
    guard case .object(let members) = place.value else { throw place.fault("an object") }
    let strangers = Set(members.keys).subtracting(known)
    for name in strangers.sorted() where !name.hasPrefix("//") {
      let expected = known.sorted().joined(separator: ", ")
      faults.append(FileFault(file, "\(place.path).\(name)", found: "an unknown key", expected: expected))
    }
    return try place.object(known, ignoring: strangers)
  }

  mutating func attempt(_ body: (inout ConfigurationReader) throws(FileFault) -> Void) {
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

  func resolved(_ path: String) -> String {
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
