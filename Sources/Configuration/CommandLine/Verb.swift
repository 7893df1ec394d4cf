/// The program's commands, by the first word of the command line.
enum Verb: String, CaseIterable, Sendable {
  case run, render, hit
  case hitMap = "hit-map"
  case inspect
  case checkConfig = "check-config"
  case hashPIN = "hash-pin"
  case ctl, scenes, words

  /// The commands that make a scene.
  static let showing: Set = [run, render, hit, hitMap, inspect]

  /// Stands after the command's name in a synopsis.
  var operands: String {
    switch self {
    case .run: "[OPTION…] [-- COMMAND ARGUMENT…]"
    case .render, .hitMap: "[OPTION…] -o FILE"
    case .hit: "[OPTION…] X Y"
    case .inspect, .words: "[OPTION…]"
    case .checkConfig: "[FILE]"
    case .ctl: "COMMAND [OPERAND…]"
    case .hashPIN, .scenes: ""
    }
  }

  /// A line for `--help` and the manual.
  var help: String {
    switch self {
    case .run: "show it on the Wayland compositor (the default)"
    case .render: "write the picture to a PNG file"
    case .hit: "print the path of the view that takes a touch at X, Y"
    case .hitMap: "write a picture of who takes touches where"
    case .inspect: "print the tree of layers as JSON"
    case .checkConfig: "tell all that is wrong with a configuration, or a scene file [\(ConfigurationReader.path)]"
    case .hashPIN:
      "read a PIN of \(PINHash.leastOfNew) to \(PINHash.digits.upperBound) digits from standard input and print its hash, for the configuration"
    case .ctl: "talk to the running panel: " + ControlCommand.allCases.map(\.usage).joined(separator: ", ")
    case .scenes: "list the scenes"
    case .words: "print all that the panel says, as a file to change it by"
    }
  }
}

extension Options.Command {
  /// The word for it; `nil` for `--help` and `--version`.
  var verb: Verb? {
    switch self {
    case .run: .run
    case .render: .render
    case .hit: .hit
    case .hitMap: .hitMap
    case .inspect: .inspect
    case .checkConfig: .checkConfig
    case .hashPIN: .hashPIN
    case .ctl: .ctl
    case .scenes: .scenes
    case .words: .words
    case .help, .version: nil
    }
  }

  init(_ verb: Verb) {
    self =
      switch verb {
      case .run: .run
      case .render: .render
      case .hit: .hit(.zero)
      case .hitMap: .hitMap
      case .inspect: .inspect
      case .checkConfig: .checkConfig
      case .hashPIN: .hashPIN
      case .ctl: .ctl(.status, [])
      case .scenes: .scenes
      case .words: .words
      }
  }
}
