/// A file for `check-config`: a configuration, or a scene file. Which of them is told by its keys.
package enum CheckedFile {
  /// - Returns: what could be read, and all that is wrong with it.
  package static func read(_ path: String) -> (options: Options, faults: [FileFault]) {
    let value: JSONValue
    do throws(FileFault) {
      value = try JSONValue.read(path, largest: SceneReader.largestFile)
    } catch {
      return (Options(), [error])
    }
    let place = JSONPlace(value: value, file: path)
    guard case .object(let members) = value else {
      return (Options(), [place.fault("an object, a configuration's or a scene file's")])
    }
    let keys = Set(members.keys.filter { !$0.hasPrefix("//") && $0 != "$schema" })
    if keys.contains("root") { return readScene(path) }
    let configuration = ConfigurationReader.read(path)
    guard !keys.isEmpty, keys.isDisjoint(with: ConfigurationReader.names(under: "")) else { return configuration }
    // "name" and "size" alone: a scene file that lacks its root.
    if keys.isSubset(of: SceneReader.keys) { return readScene(path) }
    let neither = FileFault(
      path, "$", found: "no key of a configuration, and no root", expected: "a configuration, or a scene file")
    return (configuration.options, [neither] + configuration.faults)
  }

  private static func readScene(_ path: String) -> (options: Options, faults: [FileFault]) {
    var options = Options()
    options.scene = path
    let faults = options.readSceneFiles()
    return (options, faults)
  }
}
