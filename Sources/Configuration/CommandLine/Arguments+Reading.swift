import Glibc
import Scenes

extension Arguments {
  /// The configuration to read: the file in `--config`; otherwise, for `run` only, the default file if it exists.
  package var configurationPath: String? {
    guard Subcommand.creatingScene.contains(subcommand) else { return nil }
    if let named = givenOptions.last(where: { $0.setting.option == "config" }) { return named.text }
    return subcommand == .run && access(ConfigurationReader.path, F_OK) == 0 ? ConfigurationReader.path : nil
  }

  /// Reads the configuration and the files named there or on the command line. The command line overrides the
  /// configuration.
  ///
  /// - Parameter path: The configuration's path; `nil` to use the defaults.
  /// - Returns: The options as far as they could be read, and all errors of the configuration.
  /// - Throws: The first error on the command line, or in a file that only the command line names.
  package func read(_ path: String?) throws(CommandFailure) -> (options: Options, errors: [Diagnostic]) {
    let (configuration, errors) = path.map { ConfigurationReader.read($0) } ?? (Options(), [])
    do throws(CommandFailure) {
      return (try merged(over: configuration), errors)
    } catch {
      throw CommandFailure(errors, of: path ?? "") ?? error
    }
  }

  private func merged(over configuration: Options) throws(CommandFailure) -> Options {
    var options = configuration
    (options.subcommand, options.point, options.request) = (subcommand, point, request)
    for (setting, text) in givenOptions { _ = setting.parseArgument(&options, text) }
    if let checkedFile { options.config = checkedFile }
    if !action.isEmpty { options.setFirstAction(action) }
    try options.readScene()
    try options.readLanguage()
    try options.checkPictureSize()
    try options.checkTap()
    try options.checkReadings()
    return options
  }
}

extension Options {
  fileprivate mutating func readScene() throws(CommandFailure) {
    guard Subcommand.creatingScene.contains(subcommand) else { return }
    if let failure = CommandFailure(readSceneFiles(), of: scene) { throw failure }
    if !hasExplicitSize, let fileSize = sceneDescription?.size { size = rotate.apply(to: fileSize) }
  }

  fileprivate mutating func readLanguage() throws(CommandFailure) {
    guard var choice = language, choice.language == nil else { return }
    var errors: [Diagnostic] = []
    choice.readFile(at: choice.name, &errors, files)
    if let error = errors.first { throw CommandFailure(error.description, exitCode: ExitCode.configuration) }
    language = choice
  }

  /// Replaces the first button's action with a command.
  fileprivate mutating func setFirstAction(_ command: [String]) {
    let face = faces.filter { !$0.value.buttons.isEmpty }.keys.min() ?? 3
    var description = faces[face] ?? FaceDescription()
    if description.buttons.isEmpty { description.buttons = [ButtonDescription(name: "button")] }
    description.buttons[0].action = .command(.init(arguments: command, timeout: actionTimeout))
    faces[face] = description
    action = command
  }
}
