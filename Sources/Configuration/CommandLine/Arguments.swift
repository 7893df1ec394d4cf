import CLinux
import Glibc
import Scenes
import Synchronization

/// The command line, taken apart: its command, the settings that it gives, what stands beside them.
///
/// It is read once; each reading of the configuration has the same arguments over it.
package struct Arguments {
  package private(set) var command = Options.Command.run
  /// In their order: a later one wins.
  private var values: [(setting: Setting, text: String)] = []
  /// The button's command, after `--`; empty for none.
  private var action: [String] = []
  /// The file that `check-config` checks.
  private var checked: String?

  /// Something on the command line that isn't understood.
  package typealias Failure = Options.Failure

  /// - Parameter arguments: without the program's name.
  /// - Throws: `Options.Failure` with the option, what was found and what was expected.
  package init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    try takeCommand(&rest)
    // What follows `--` is the action's, whatever it looks like.
    let end = rest.firstIndex(of: "--") ?? rest.endIndex
    let hasAction = end < rest.endIndex
    let tail = Array(rest[end...].dropFirst())
    var operands: [String] = []
    let options = Array(rest[..<end])
    try Self.getopt.withLock { _ throws(Failure) in try parse(options, operands: &operands) }
    switch command {
    case .help, .version: return
    case .hit: command = .hit(try Self.point(operands + tail))
    case .ctl: command = .ctl(try Self.control(operands + tail))
    case .checkConfig:
      guard operands.count + tail.count <= 1 else { throw Failure("check-config: expected one FILE") }
      checked = (operands + tail).first ?? ConfigurationReader.path
    case .run where hasAction:
      guard !tail.isEmpty, !tail[0].isEmpty else { throw Failure("--: no command follows") }
      action = tail
      fallthrough
    default:
      if let operand = (operands + (action.isEmpty ? tail : [])).first {
        throw Failure("unexpected operand '\(operand)'")
      }
    }
    if command == .render || command == .hitMap, !values.contains(where: { $0.setting.option == "output" }) {
      throw Failure("\(command.verb?.rawValue ?? ""): -o FILE is missing")
    }
  }

  /// Everything that was said: here, over what the configuration says, over the defaults.
  package func over(_ configuration: Options) throws(Failure) -> Options {
    var options = configuration
    options.command = command
    for (setting, text) in values { _ = setting.take(&options, text) }
    if let checked { options.config = checked }
    if !action.isEmpty { options.runFirst(action) }
    try options.readScene()
    try options.readLanguage()
    try options.checkPixels()
    try options.checkTap()
    return options
  }

  /// The configuration to read: the one that was named; else, for the panel alone, the usual one if it is there.
  package var configurationPath: String? {
    guard let verb = command.verb, Verb.showing.contains(verb) else { return nil }
    if let named = values.last(where: { $0.setting.option == "config" }) { return named.text }
    return verb == .run && access(ConfigurationReader.path, F_OK) == 0 ? ConfigurationReader.path : nil
  }

  /// The scene that is asked for, whether or not its file can be read.
  package var scene: String? {
    if let named = values.last(where: { $0.setting.option == "scene" }) { return named.text }
    return configurationPath.map { ConfigurationReader.read($0).options.scene }
  }

  private mutating func takeCommand(_ rest: inout ArraySlice<String>) throws(Failure) {
    guard let word = rest.first, !word.hasPrefix("-") else { return }
    guard let verb = Verb(rawValue: word) else {
      throw Failure("unknown command '\(word)'; expected \(Verb.allCases.map(\.rawValue).alternatives)")
    }
    command = Options.Command(verb)
    rest.removeFirst()
  }

  // MARK: getopt_long

  /// Taken while getopt_long has its place in the arguments, which the whole process has only one of.
  private static let getopt = Mutex(())
  private static let settings = Options.settings.filter { $0.option != nil }
  /// getopt_long's number for the first setting; what is below is a letter.
  private static let first: Int32 = 256
  private static let names = settings.map { $0.option! } + ["help", "version"]

  private mutating func parse(_ arguments: [String], operands: inout [String]) throws(Failure) {
    var vector: [UnsafeMutablePointer<CChar>?] = (["cube-kiosk"] + arguments).map { strdup($0) } + [nil]
    let owned = vector
    defer { for pointer in owned { free(pointer) } }
    let names = Self.names.map { strdup($0) }
    defer { for pointer in names { free(pointer) } }
    var table = names.enumerated().map { index, name in
      let takesValue = index < Self.settings.count && Self.settings[index].takesValue
      return option(name: name, has_arg: takesValue ? 1 : 0, flag: nil, val: Self.first + Int32(index))
    }
    table.append(option())
    // "-": operands in place; ":" tells a missing value from an unknown option.
    let letters = "-:h" + Self.settings.compactMap(\.letter).map { "\($0):" }.joined()
    let count = Int32(vector.count - 1)
    var index: Int32 = 0
    while true {
      let place = max(Int(index), 1)
      // A coordinate left of the panel's edge looks like an option, and so does a value below zero.
      if command.takesNumbers, place < arguments.count + 1, Double(arguments[place - 1]) != nil {
        operands.append(arguments[place - 1])
        index = Int32(place + 1)
        continue
      }
      var value: UnsafeMutablePointer<CChar>?
      let result = clinux_getopt_long(count, &vector, letters, table, &index, &value)
      let text = value.map { String(cString: $0) } ?? ""
      switch result {
      case -1: return
      case 1: operands.append(text)
      case Int32(UInt8(ascii: ":")): throw Failure("\(arguments[Int(index) - 2]): a value is missing")
      case Int32(UInt8(ascii: "?")): throw Self.notUnderstood(arguments[max(Int(index) - 2, place - 1)])
      case Int32(UInt8(ascii: "h")): command = .help
      default: try take(result, text)
      }
    }
  }

  /// - Parameter number: as getopt_long has it.
  private mutating func take(_ number: Int32, _ text: String) throws(Failure) {
    let index = Int(number - Self.first)
    switch index {
    case Self.settings.count: command = .help
    case Self.settings.count + 1: command = .version
    case ..<0:
      for setting in Self.settings where setting.letter?.asciiValue.map(Int32.init) == number {
        try take(setting, text)
      }
    default: try take(Self.settings[index], text)
    }
  }

  private mutating func take(_ setting: Setting, _ text: String) throws(Failure) {
    let name = setting.option ?? ""
    if let verb = command.verb, !setting.verbs.contains(verb) {
      throw Failure("--\(name) is not an option of \(verb.rawValue)")
    }
    var scratch = Options()
    guard setting.take(&scratch, text) else { throw Failure("--\(name): '\(text)'; expected \(setting.expected)") }
    values.append((setting, text))
  }

  /// The fault of an option that getopt_long refused: it takes beginnings of names where only one begins so.
  private static func notUnderstood(_ option: String) -> Failure {
    guard option.hasPrefix("--") else { return Failure("unknown option '\(option)'") }
    let parts = option.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let candidates = names.filter { $0.hasPrefix(parts[0]) }
    switch candidates.count {
    case 0: return Failure("unknown option '\(option)'")
    case 1: return Failure("'\(option)': --\(candidates[0]) takes no value")
    default: return Failure("'\(option)' may be \(candidates.map { "--" + $0 }.joined(separator: " or "))")
    }
  }
}

extension Options.Command {
  fileprivate var takesNumbers: Bool {
    switch self {
    case .hit, .ctl: true
    default: false
    }
  }
}

extension Options {
  /// Reads the command line, and the configuration beneath it.
  ///
  /// - Parameter arguments: without the program's name.
  package init(_ arguments: [String]) throws(Failure) { self = try Options(Arguments(arguments)) }

  package init(_ arguments: Arguments) throws(Failure) {
    var base = Options()
    if let path = arguments.configurationPath {
      let (options, faults) = ConfigurationReader.read(path)
      if let failure = Failure(faults, of: path, exitCode: ConfigurationReader.exitCode) { throw failure }
      base = options
    }
    self = try arguments.over(base)
  }

  /// A scene file is part of what was asked for: a wrong one is said so before anything is shown.
  fileprivate mutating func readScene() throws(Failure) {
    guard let verb = command.verb, Verb.showing.contains(verb) else { return }
    if scene.hasSuffix(".json"), sceneFile == nil {
      let (file, faults) = SceneReader.read(scene, values: values.definitions)
      if let failure = Failure(faults, of: scene, exitCode: SceneReader.exitCode) { throw failure }
      take(file)
    }
    if !givesSize, let sceneFile { size = sceneFile.size }
  }

  /// So are words of one's own.
  fileprivate mutating func readLanguage() throws(Failure) {
    guard var choice = language, choice.language == nil else { return }
    var faults: [FileFault] = []
    choice.read(choice.name, &faults)
    if let fault = faults.first { throw Failure(fault.description, exitCode: LanguageReader.exitCode) }
    language = choice
  }

  /// Has the first button run a command, in place of what the configuration says of it.
  fileprivate mutating func runFirst(_ command: [String]) {
    let face = faces.filter { !$0.value.buttons.isEmpty }.keys.min() ?? 3
    var description = faces[face] ?? FaceDescription()
    if description.buttons.isEmpty { description.buttons = [ButtonDescription(name: "button")] }
    description.buttons[0].action = .command(.init(arguments: command, timeout: actionTimeout))
    faces[face] = description
    action = command
  }

  /// A command line, a recording or a file that can't be used.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// 64 for the command line itself, 65 for a recording, 78 for a scene file.
    package let exitCode: Int32
    /// The one with the fault; `nil` for the command line itself.
    package let file: String?

    package init(_ description: String, exitCode: Int32 = Options.exitCode, file: String? = nil) {
      (self.description, self.exitCode, self.file) = (description, exitCode, file)
    }

    /// The first of a file's faults, and how many more there are; `nil` for none.
    fileprivate init?(_ faults: [FileFault], of path: String, exitCode: Int32) {
      guard let first = faults.first else { return nil }
      let more = faults.count > 1 ? "; \(faults.count - 1) more, see cube-kiosk check-config \(path)" : ""
      self.init(first.description + more, exitCode: exitCode, file: first.file)
    }
  }
}
