import ControlProtocol
import PanelGeometry
import Scenes

/// The parsed command line: the subcommand, its options and its operands.
package struct Arguments {
  private(set) var subcommand = Subcommand.run
  /// The operands of `hit`, in points.
  private(set) var point = Point.zero
  /// The operands of `ctl`.
  private(set) var request: (ControlCommand, [String]) = (.status, [])
  /// The given options in order. A later one overrides an earlier one.
  private(set) var givenOptions: [(setting: Setting, text: String)] = []
  /// A warning for each given option that is deprecated.
  package var warnings: [String] {
    givenOptions.map(\.setting).filter(\.isDeprecated).map { "--\($0.option ?? ""): \($0.help)" }
  }
  /// The first button's command, after `--`; empty if omitted.
  private(set) var action: [String] = []
  /// The default size of the window of `preview`, in points.
  static let previewSize = "1280x800"
  /// Whether the subcommand is `preview`: it is parsed as `run` with other defaults.
  package private(set) var isPreview = false
  /// The file that `check-config` checks.
  private(set) var checkedFile: String?

  /// Parses the command line.
  ///
  /// - Parameter arguments: The arguments without the program's name.
  /// - Throws: A failure that names the option, the invalid value and the expected values.
  package init(_ arguments: [String]) throws(CommandFailure) {
    var rest = arguments[...]
    try parseSubcommand(&rest)
    // Arguments after `--` aren't options, even if they look like options.
    let separator = rest.firstIndex(of: "--") ?? rest.endIndex
    let argumentsAfterSeparator = Array(rest[separator...].dropFirst())
    let operandsBeforeSeparator = try parseOptions(rest[..<separator])
    let operands = operandsBeforeSeparator + argumentsAfterSeparator
    switch subcommand {
    case .help, .version: return
    case .hit: point = try Self.point(operands)
    case .ctl: request = try Self.request(operands)
    case .checkConfig:
      guard operands.count <= 1 else { throw CommandFailure("check-config: expected one FILE") }
      checkedFile = operands.first ?? ConfigurationReader.path
    case .run where isPreview:
      guard operands.count == 1 else { throw CommandFailure("preview: expected one FILE") }
      // Options on the command line override these.
      let userOptions = givenOptions
      givenOptions = []
      var noArguments: ArraySlice<String> = []
      for (name, text) in [("scene", operands[0]), ("windowed", Self.previewSize), ("diagnose", "")] {
        try store(Self.option(Substring(name), in: name, of: .run), text, &noArguments, as: "--\(name)")
      }
      givenOptions += userOptions
    case .run where separator < rest.endIndex:
      guard let program = argumentsAfterSeparator.first, !program.isEmpty else {
        throw CommandFailure("--: no command follows")
      }
      action = argumentsAfterSeparator
      if let operand = operandsBeforeSeparator.first { throw CommandFailure("unexpected operand '\(operand)'") }
    default:
      if let operand = operands.first {
        throw CommandFailure("unexpected operand '\(operand)'")
      }
    }
    if subcommand == .render || subcommand == .hitMap, !givenOptions.contains(where: { $0.setting.option == "output" })
    {
      throw CommandFailure("\(subcommand.rawValue): -o FILE is missing")
    }
  }

  private mutating func parseSubcommand(_ rest: inout ArraySlice<String>) throws(CommandFailure) {
    guard let word = rest.first, !word.hasPrefix("-") else { return }
    guard let parsed = Subcommand(rawValue: word) else {
      throw CommandFailure(
        "unknown command '\(word)'; expected \(Subcommand.exceptHelpAndVersion.map(\.rawValue).alternatives)")
    }
    isPreview = parsed == .preview
    subcommand = isPreview ? .run : parsed
    rest.removeFirst()
  }

  // MARK: Options

  /// `setting` is `nil` for `--help` and `--version`.
  private typealias KnownOption = (name: String, letter: Character?, setting: Setting?)

  private static let knownOptions: [KnownOption] =
    Options.settings.compactMap { setting in setting.option.map { ($0, setting.letter, setting) } }
    + [("help", "h", nil), ("version", nil, nil)]

  /// Parses the options and returns the operands, which may be between options.
  private mutating func parseOptions(_ arguments: ArraySlice<String>) throws(CommandFailure) -> [String] {
    var (rest, operands) = (arguments, [String]())
    while let argument = rest.popFirst() {
      if !argument.hasPrefix("-") || argument == "-" || acceptsNegativeNumbers && Double(argument) != nil {
        operands.append(argument)
      } else if argument.hasPrefix("--") {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let option = try Self.option(parts[0].dropFirst(2), in: argument, of: subcommand)
        if parts.count > 1, option.setting?.takesValue != true {
          throw CommandFailure("'\(argument)': --\(option.name) takes no value")
        }
        try store(option, parts.count > 1 ? parts[1] : nil, &rest, as: parts[0])
      } else {
        var letters = argument.dropFirst()
        while let letter = letters.popFirst() {
          guard let option = Self.knownOptions.first(where: { $0.letter == letter }) else {
            throw CommandFailure("unknown option '\(argument)'")
          }
          // The value may follow the letter directly, as in -oFILE.
          let hasAttachedValue = option.setting?.takesValue == true && !letters.isEmpty
          try store(option, hasAttachedValue ? String(letters) : nil, &rest, as: "-\(letter)")
          if hasAttachedValue { break }
        }
      }
    }
    return operands
  }

  /// Whether negative numbers are operands, such as a coordinate left of the panel or a value, instead of options.
  private var acceptsNegativeNumbers: Bool { subcommand == .hit || subcommand == .ctl }

  /// Returns the option with a name or an unambiguous prefix.
  ///
  /// Two subcommands may have options of the same name.
  private static func option(
    _ name: Substring, in argument: String, of subcommand: Subcommand
  ) throws(CommandFailure) -> KnownOption {
    let candidates = knownOptions.filter { $0.name.hasPrefix(name) }
    let exact = candidates.filter { $0.name == name }
    if let own = exact.first(where: { $0.setting?.subcommands.contains(subcommand) ?? true }) { return own }
    if let other = exact.first { return other }
    guard let option = candidates.first else { throw CommandFailure("unknown option '\(argument)'") }
    guard candidates.count == 1 else {
      throw CommandFailure("'\(argument)' may be \(candidates.map { "--" + $0.name }.joined(separator: " or "))")
    }
    return option
  }

  /// Stores an option's value, taken from `value` or the next argument.
  ///
  /// - Parameter written: The option as typed, for error messages.
  private mutating func store(
    _ option: KnownOption, _ value: String?, _ rest: inout ArraySlice<String>, as written: String
  ) throws(CommandFailure) {
    guard let setting = option.setting else {
      subcommand = option.name == "help" ? .help : .version
      return
    }
    guard let text = setting.takesValue ? value ?? rest.popFirst() : "" else {
      throw CommandFailure("\(written): a value is missing")
    }
    if Subcommand.exceptHelpAndVersion.contains(subcommand), !setting.subcommands.contains(subcommand) {
      throw CommandFailure("--\(option.name) is not an option of \(subcommand.rawValue)")
    }
    // The options are set later, over those of the configuration. This only checks the value.
    var discardedOptions = Options()
    guard setting.parseArgument(&discardedOptions, text) else {
      throw CommandFailure("--\(option.name): '\(text)'; expected \(setting.expected)")
    }
    givenOptions.append((setting, text))
  }
}
