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
  /// - Returns: The options as far as they could be read, and all errors in files. For `run`, missing programs and pictures
  ///   aren't errors, but problems of the options.
  /// - Throws: The first error on the command line.
  package func read(_ path: String?) throws(CommandFailure) -> (options: Options, errors: [Diagnostic]) {
    var (options, errors) = path.map { ConfigurationReader.read($0) } ?? (Options(), [])
    (options.subcommand, options.point, options.request) = (subcommand, point, request)
    for (setting, text) in givenOptions { _ = setting.parseArgument(&options, text) }
    if let checkedFile { options.config = checkedFile }
    if !action.isEmpty { options.setFirstAction(action) }
    for error in options.readScene() + options.readLanguage() where !errors.contains(error) { errors.append(error) }
    if subcommand == .run {
      options.problems = errors.filter { $0.missingFile != nil }
      errors.removeAll { $0.missingFile != nil }
    }
    guard errors.isEmpty else { return (options, errors) }
    try options.checkPictureSize()
    try options.checkTap()
    try options.checkReadings()
    return (options, [])
  }

  /// Returns the failure for errors in files; `nil` for no errors.
  package func failure(_ options: Options, _ errors: [Diagnostic]) -> CommandFailure? {
    CommandFailure(errors, of: configurationPath ?? options.scene)
  }
}

extension Options {
  fileprivate mutating func readScene() -> [Diagnostic] {
    guard Subcommand.creatingScene.contains(subcommand) else { return [] }
    let errors = readSceneFiles()
    if !hasExplicitSize, let fileSize = sceneDescription?.size { size = rotate.apply(to: fileSize) }
    return errors
  }

  fileprivate mutating func readLanguage() -> [Diagnostic] {
    guard var choice = language, choice.language == nil else { return [] }
    var errors: [Diagnostic] = []
    choice.readFile(at: choice.name, &errors, files)
    language = choice
    return errors
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
