/// A file for `check-config`: a configuration or a scene file, distinguished by its keys.
package enum CheckedFile {
  /// Reads a file.
  ///
  /// - Returns: The options as far as they could be read, and all faults.
  package static func read(_ path: String) -> (options: Options, faults: [Diagnostic]) {
    let value: JSONValue
    do throws(Diagnostic) {
      value = try JSONValue.read(path, maximumSize: SceneReader.maximumFileSize)
    } catch {
      return (Options(), [error])
    }
    let json = LocatedJSON(value: value, file: path)
    guard case .object(let members) = value else {
      return (Options(), [json.fault(expected: "an object, a configuration's or a scene file's")])
    }
    let keys = Set(members.keys.filter { !$0.hasPrefix("//") && $0 != "$schema" })
    if keys.contains("root") { return readScene(path) }
    let configuration = ConfigurationReader.read(path)
    guard !keys.isEmpty, keys.isDisjoint(with: ConfigurationReader.names(under: "")) else { return configuration }
    // A file with scene keys only, such as "name" and "size", is a scene file without its root.
    if keys.isSubset(of: SceneReader.keys) { return readScene(path) }
    let neither = json.fault(
      found: "no key of a configuration, and no root", expected: "a configuration, or a scene file")
    return (configuration.options, [neither] + configuration.faults)
  }

  private static func readScene(_ path: String) -> (options: Options, faults: [Diagnostic]) {
    var options = Options()
    options.scene = path
    let faults = options.readSceneFiles()
    return (options, faults)
  }
}
