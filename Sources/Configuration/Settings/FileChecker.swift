/// Reads a file for `check-config`: a configuration or a scene file, depending on its keys.
package enum FileChecker {
  /// Reads a file.
  ///
  /// - Parameter files: Reads the file and those that it names.
  /// - Returns: The options as far as they could be read, and all errors.
  package static func read(
    _ path: String, _ files: SourceFiles = SourceFiles()
  ) -> (options: Options, errors: [Diagnostic]) {
    let json: LocatedJSON
    do throws(Diagnostic) {
      json = try LocatedJSON(contentsOf: path, maximumSize: SceneReader.maximumFileSize, files)
    } catch {
      return (Options(), [error])
    }
    guard case .object(let members) = json.value else {
      return (Options(), [json.diagnostic(expected: "an object, a configuration's or a scene file's")])
    }
    let keys = Set(members.keys.filter { !$0.hasPrefix("//") && $0 != "$schema" })
    if keys.contains("root") { return readScene(path, files) }
    if keys == ["templates"] {
      var options = Options()
      options.hasPanel = false
      return (options, Templates.errors(in: json))
    }
    let configuration = ConfigurationReader.read(path, files)
    guard !keys.isEmpty, keys.isDisjoint(with: ConfigurationReader.names(under: "")) else { return configuration }
    // A file with scene keys only, such as "name" and "size", is a scene file without its root.
    if keys.isSubset(of: SceneReader.keys) { return readScene(path, files) }
    let unknownFormat = json.diagnostic(
      found: "no key of a configuration, and no root", expected: "a configuration, or a scene file")
    return (configuration.options, [unknownFormat] + configuration.errors)
  }

  private static func readScene(_ path: String, _ files: SourceFiles) -> (options: Options, errors: [Diagnostic]) {
    var options = Options()
    options.files = files
    options.scene = path
    let errors = options.readSceneFiles()
    return (options, errors)
  }
}
