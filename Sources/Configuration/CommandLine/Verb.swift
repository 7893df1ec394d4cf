/// The program's commands. The first word on the command line selects one.
package enum Verb: String, CaseIterable, Sendable {
  case run, render, hit
  case hitMap = "hit-map"
  case inspect
  case checkConfig = "check-config"
  case hashPIN = "hash-pin"
  case ctl, scenes, words
  case help = "--help"
  case version = "--version"

  /// All commands, without the options `--help` and `--version`.
  static let commands = allCases.filter { !$0.rawValue.hasPrefix("-") }

  /// The commands that create a scene.
  static let showing: Set = [run, render, hit, hitMap, inspect]

  /// The synopsis after the command's name.
  var operands: String {
    switch self {
    case .run: "[OPTION…] [-- COMMAND ARGUMENT…]"
    case .render, .hitMap: "[OPTION…] -o FILE"
    case .hit: "[OPTION…] X Y"
    case .inspect, .words: "[OPTION…]"
    case .checkConfig: "[FILE]"
    case .ctl: "COMMAND [OPERAND…]"
    case .hashPIN, .scenes, .help, .version: ""
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
      "read a PIN of \(PINHash.minimumNewLength) to \(PINHash.digits.upperBound) digits from standard input and print its hash, for the configuration"
    case .ctl: "talk to the running panel: " + ControlCommand.allCases.map(\.usage).joined(separator: ", ")
    case .scenes: "list the scenes"
    case .help: "print this"
    case .version: "print the version"
    case .words: "print all that the panel says, as a file to change it by"
    }
  }
}
