import CLinux
import Geometry
import Glibc
import Scenes

extension Options {
  /// The options, by getopt_long's table: which commands know them, and what a value has to be.
  private enum Name: Int32, CaseIterable {
    case scene = 256
    case size, scale, touchFix, lighting, view, noBar, output, windowed, allowQuit, wait, events, logLevel
    case actionTimeout, touchSlop, rotate, screen, config, record, replay, at, theme, reduceMotion, inspector, explain
    case socket, prometheus, touchTest, diagnose, help, version

    var text: String {
      switch self {
      case .touchFix: "touch-fix"
      case .noBar: "no-bar"
      case .allowQuit: "allow-quit"
      case .logLevel: "log-level"
      case .actionTimeout: "action-timeout"
      case .touchSlop: "touch-slop"
      case .reduceMotion: "reduce-motion"
      case .touchTest: "touch-test"
      default: "\(self)"
      }
    }

    var hasValue: Bool {
      switch self {
      case .noBar, .allowQuit, .reduceMotion, .inspector, .explain, .prometheus, .touchTest, .diagnose, .help, .version:
        false
      default: true
      }
    }

    func belongs(to command: Command) -> Bool {
      let isUtility =
        switch command {
        case .scenes, .checkConfig, .hashPIN, .ctl: true
        default: false
        }
      return switch self {
      case .help, .version: true
      case .scene, .touchFix, .noBar: !isUtility
      case .lighting, .theme, .inspector: command == .run || command == .render
      case .record, .touchSlop, .screen, .touchTest, .diagnose: command == .run
      case .config: !isUtility
      case .rotate: command == .run || command == .render
      case .replay: command == .run || command == .render
      case .at: command == .render
      case .windowed, .allowQuit, .wait, .events, .logLevel, .actionTimeout, .reduceMotion: command == .run
      case .size, .view: command != .run && !isUtility
      case .output: command == .render || command == .hitMap
      case .scale: command == .run || command == .render || command == .hitMap
      case .socket, .prometheus: if case .ctl = command { true } else { false }
      case .explain: if case .hit = command { true } else { false }
      }
    }
  }

  /// What the command line says, over what the configuration file says.
  ///
  /// - Parameter arguments: without the program's name.
  public init(_ arguments: [String]) throws(Failure) {
    try self.init(commandLine: arguments)
    guard let path = configurationPath else { return }
    let (configuration, faults) = ConfigurationReader.read(path)
    if let first = faults.first {
      let more = faults.count > 1 ? "; \(faults.count - 1) more, see cube-kiosk check-config \(path)" : ""
      throw Failure(first.description + more, exitCode: Configuration.exitCode)
    }
    var base = Options()
    base.apply(configuration)
    try self.init(arguments, over: base)
  }

  /// What the command line says, whatever the configuration does.
  init(commandLine arguments: [String]) throws(Failure) { try self.init(arguments, over: Options()) }

  /// The file that was named; else, for the panel alone, the usual one if it is there.
  var configurationPath: String? {
    if command == .checkConfig || command == .hashPIN { return nil }
    if let config { return config }
    return command == .run && access(Configuration.path, F_OK) == 0 ? Configuration.path : nil
  }

  private init(_ arguments: [String], over base: Options) throws(Failure) {
    self = base
    var rest = arguments[...]
    try takeCommand(&rest)
    // What follows `--` is the action's, whatever it looks like.
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    let hasAction = end < rest.endIndex
    let tail = Array(rest[end...].dropFirst())
    var operands: [String] = []
    try parse(Array(rest[..<end]), operands: &operands)
    if command == .help || command == .version { return }
    if case .hit = command {
      try takePoint(operands + tail)
    } else if case .ctl = command {
      try takeControl(operands + tail)
      return
    } else if command == .checkConfig {
      guard operands.count + tail.count <= 1 else { throw Failure("check-config: expected one FILE") }
      config = (operands + tail).first ?? Configuration.path
      operands = []
    } else if hasAction, command == .run {
      guard !tail.isEmpty, !tail[0].isEmpty else { throw Failure("--: no command follows") }
      action = tail
      // In place of what the first button does, whatever the file says of it.
      let face = actions.filter { !$0.value.isEmpty }.keys.min() ?? 3
      if actions[face] == nil { (faces[face], actions[face]) = (FaceDescription.book[3], [.none]) }
      actions[face]![0] = .command(.init(arguments: tail, timeout: actionTimeout))
      faces[face]?.buttons[0].isLamp = false
    } else {
      operands += tail
    }
    if case .hit = command {} else if let operand = operands.first { throw Failure("unexpected operand '\(operand)'") }
    if command == .render || command == .hitMap, output == nil { throw Failure("\(commandName): -o FILE is missing") }
    if command == .checkConfig { return }
    try readScene()
    let longest = max(size.width, size.height) * scale
    if longest > 16384 {
      throw Failure("--size times --scale: \(longest.formatted) pixels a side; expected at most 16384")
    }
  }

  /// A scene file is part of what was asked for: a wrong one is said so before anything is shown.
  private mutating func readScene() throws(Failure) {
    guard scene.hasSuffix(".json"), command != .scenes, !hasSceneFile else { return }
    do {
      sceneFile = try SceneReader.read(scene)
      hasSceneFile = true
    } catch {
      throw Failure(error.description, exitCode: SceneReader.exitCode)
    }
    if !givesSize, let sceneFile { size = sceneFile.size }
  }

  private mutating func takeCommand(_ rest: inout ArraySlice<String>) throws(Failure) {
    guard let word = rest.first, !word.hasPrefix("-") else { return }
    switch word {
    case "run": command = .run
    case "render": command = .render
    case "hit": command = .hit(.zero)
    case "hit-map": command = .hitMap
    case "ctl": command = .ctl([])
    case "check-config": command = .checkConfig
    case "hash-pin": command = .hashPIN
    case "inspect": command = .inspect
    case "scenes": command = .scenes
    default:
      throw Failure(
        "unknown command '\(word)'; expected run, render, hit, hit-map, inspect, check-config, hash-pin, ctl or scenes")
    }
    rest.removeFirst()
  }

  private mutating func parse(_ arguments: [String], operands: inout [String]) throws(Failure) {
    var vector: [UnsafeMutablePointer<CChar>?] = (["cube-kiosk"] + arguments).map { strdup($0) } + [nil]
    let owned = vector
    defer { for pointer in owned { free(pointer) } }
    let names = Name.allCases.map { strdup($0.text) }
    defer { for pointer in names { free(pointer) } }
    var table = zip(Name.allCases, names).map { name, text in
      option(name: text, has_arg: name.hasValue ? 1 : 0, flag: nil, val: name.rawValue)
    }
    table.append(option())
    let count = Int32(vector.count - 1)
    var index: Int32 = 0
    while true {
      let place = max(Int(index), 1)
      // A coordinate left of the panel's edge looks like an option.
      if case .hit = command, place < arguments.count + 1, Double(arguments[place - 1]) != nil {
        operands.append(arguments[place - 1])
        index = Int32(place + 1)
        continue
      }
      // "-": operands in place; ":" tells a missing value from an unknown option.
      var value: UnsafeMutablePointer<CChar>?
      let result = clinux_getopt_long(count, &vector, "-:o:h", table, &index, &value)
      let text = value.map { String(cString: $0) } ?? ""
      switch result {
      case -1: return
      case 1: operands.append(text)
      case Int32(UInt8(ascii: ":")): throw Failure("\(arguments[Int(index) - 2]): a value is missing")
      case Int32(UInt8(ascii: "?")): throw Self.notUnderstood(arguments[max(Int(index) - 2, place - 1)])
      case Int32(UInt8(ascii: "o")): try take(.output, text)
      case Int32(UInt8(ascii: "h")): command = .help
      default:
        guard let name = Name(rawValue: result) else { continue }
        try take(name, text)
      }
    }
  }

  /// What is wrong with an option that getopt_long refused: it takes beginnings of names where only one begins so.
  private static func notUnderstood(_ option: String) -> Failure {
    guard option.hasPrefix("--") else { return Failure("unknown option '\(option)'") }
    let parts = option.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let candidates = Name.allCases.filter { $0.text.hasPrefix(parts[0]) }
    switch candidates.count {
    case 0: return Failure("unknown option '\(option)'")
    case 1: return Failure("'\(option)': --\(candidates[0].text) takes no value")
    default:
      return Failure("'\(option)' may be \(candidates.map { "--" + $0.text }.joined(separator: " or "))")
    }
  }

  private mutating func take(_ name: Name, _ value: String) throws(Failure) {
    func wrong(_ expected: String) -> Failure { Failure("--\(name.text): '\(value)'; expected \(expected)") }
    func need<T>(_ value: T?, _ expected: String) throws(Failure) -> T {
      guard let value else { throw wrong(expected) }
      return value
    }
    guard name.belongs(to: command) || command == .help || command == .version else {
      throw Failure("--\(name.text) is not an option of \(commandName)")
    }
    switch name {
    case .scene:
      guard SceneCatalog.names.contains(value) || value.hasSuffix(".json") else {
        throw wrong(SceneCatalog.names.joined(separator: ", ") + " or a .json file")
      }
      scene = value
      (sceneFile, hasSceneFile) = (nil, false)
    case .record:
      guard !value.isEmpty else { throw wrong("a file") }
      record = value
    case .replay:
      guard !value.isEmpty else { throw wrong("a file") }
      replay = value
    case .at: time = try need(Self.number(value, 0...86400), "seconds, 0 or more")
    case .size:
      givesSize = true
      size = try need(Self.size(value), "WIDTHxHEIGHT in points, such as 1280x800")
    case .windowed: windowedSize = try need(Self.size(value), "WIDTHxHEIGHT in points, such as 1280x800")
    case .scale: scale = try need(Self.number(value, 0.25...8), "a number from 0.25 to 8")
    case .touchFix: touchFix = try choice(value, name)
    case .lighting: lighting = try choice(value, name)
    case .logLevel: logLevel = try choice(value, name)
    case .view: view = try need(ViewAngle(value), "face-on, corner-on or AX,AY in radians")
    case .rotate:
      rotate = try need(Int(value).flatMap(QuarterTurns.init), "0, 90, 180 or 270 degrees, clockwise")
    case .socket:
      guard !value.isEmpty else { throw wrong("a socket's path") }
      socket = value
    case .prometheus: asMetrics = true
    case .config:
      guard !value.isEmpty else { throw wrong("a file") }
      config = value
    case .screen:
      guard !value.isEmpty else { throw wrong("an output's name, such as HDMI-A-1") }
      screen = value
    case .touchSlop: touchSlop = try need(Self.number(value, 0.2...20), "millimetres from 0.2 to 20")
    case .wait: wait = try need(Self.number(value, 0...86400 * 366), "seconds, 0 or more")
    case .actionTimeout:
      actionTimeout = try need(Self.number(value, 0.001...86400 * 366), "seconds, more than 0")
    case .noBar: showsBar = false
    case .allowQuit: allowsQuit = true
    case .reduceMotion: reducesMotion = true
    case .inspector: showsInspector = true
    case .explain: explains = true
    case .touchTest: touchTest = true
    case .diagnose: diagnoses = true
    case .theme:
      switch value {
      case "dark": theme = .dark
      case "light": theme = .light
      default: throw wrong("dark or light")
      }
    case .output:
      guard !value.isEmpty else { throw wrong("a file") }
      output = value
    case .events:
      guard !value.isEmpty else { throw wrong("a file, or - for standard output") }
      events = value
    case .help: command = .help
    case .version: command = .version
    }
  }

  private func choice<T: CaseIterable & RawRepresentable<String>>(_ value: String, _ name: Name) throws(Failure) -> T {
    if let choice = T(rawValue: value) { return choice }
    let all = T.allCases.map(\.rawValue)
    throw Failure(
      "--\(name.text): '\(value)'; expected \(all.dropLast().joined(separator: ", ")) or \(all.last ?? "")")
  }

  private var commandName: String {
    switch command {
    case .hit: "hit"
    case .hitMap: "hit-map"
    case .checkConfig: "check-config"
    case .hashPIN: "hash-pin"
    case .ctl: "ctl"
    default: "\(command)"
    }
  }
}

extension Double {
  /// Without a fraction where there is none.
  fileprivate var formatted: String { self == rounded() ? String(Int64(self)) : String(self) }
}
