import ControlProtocol

/// The program's subcommands. The first word on the command line selects one; the default is `run`.
package enum Subcommand: String, CaseIterable, Sendable {
  case run, preview, render, hit
  case hitMap = "hit-map"
  case inspect
  case checkConfig = "check-config"
  case hashPIN = "hash-pin"
  case ctl, scenes, words
  case help = "--help"
  case version = "--version"

  /// The subcommands that are words, without the options `--help` and `--version`.
  static let exceptHelpAndVersion = allCases.filter { !$0.rawValue.hasPrefix("-") }

  /// The subcommands that create a scene.
  static let creatingScene: Set = [run, render, hit, hitMap, inspect]

  /// The synopsis after the subcommand's name.
  var synopsis: String {
    switch self {
    case .run: "[OPTION…] [-- COMMAND ARGUMENT…]"
    case .preview: "[OPTION…] FILE"
    case .render, .hitMap: "[OPTION…] -o FILE"
    case .hit: "[OPTION…] X Y"
    case .inspect, .words: "[OPTION…]"
    case .checkConfig: "[--size WxH] [--as PATH] [FILE]"
    case .ctl: "[OPTION…] COMMAND [OPERAND…]"
    case .hashPIN, .scenes, .help, .version: ""
    }
  }

  /// A line for `--help` and the manual.
  var help: String {
    switch self {
    case .run: "show the panel on the Wayland compositor (the default)"
    case .preview:
      "show a scene file in a window of \(Arguments.previewSize) points, and its errors; follow the file as you save it"
    case .render: "write a picture of the panel to a PNG file"
    case .hit: "print the path of the view that gets a touch at X, Y, in points"
    case .hitMap: "write a picture that shows which view gets the touches at each point"
    case .inspect: "print the scene as a scene file, with the positions of its layers"
    case .checkConfig:
      "print all errors and warnings of a configuration or a scene file, and of all scene files that it leads to [\(ConfigurationReader.path)]"
    case .hashPIN:
      "read a PIN of \(PINHash.minimumNewLength) to \(PINHash.allowedLengths.upperBound) digits from standard input and print its keys for the configuration"
    case .ctl: "control the running panel: " + ControlCommand.allCases.map(\.usage).joined(separator: ", ")
    case .scenes: "list the built-in scenes"
    case .help: "print this help"
    case .version: "print the version"
    case .words: "print the panel's own texts as a language file"
    }
  }
}
