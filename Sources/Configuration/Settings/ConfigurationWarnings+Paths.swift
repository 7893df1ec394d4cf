extension ConfigurationWarnings {
  /// Returns the warnings for paths that exist for `check-config`, but not in the sandbox of the panel's unit.
  ///
  /// - Parameters:
  ///   - file: The checked file.
  ///   - options: The options from the file.
  ///   - directory: The directory of the unit's files; other files may be for a desktop.
  package static func hiddenPaths(
    in file: String, _ options: Options, unitFiles directory: String = "/etc/"
  ) -> [String] {
    guard file.absolutePath.hasPrefix(directory) else { return [] }
    return Set([file] + options.sceneFiles.keys).sorted().flatMap { path -> [String] in
      guard let value = try? JSONValue.read(path, maximumSize: SceneReader.maximumFileSize) else { return [] }
      return hiddenPaths(in: LocatedJSON(value: value, file: path)).map { path == file ? $0 : "\(path): \($0)" }
    }
  }

  /// The directories that PrivateTmp= replaces and ProtectHome= hides.
  private static let hiddenDirectories = ["/tmp", "/var/tmp", "/home", "/root", "/run/user"]

  private static func hiddenPaths(in json: LocatedJSON) -> [String] {
    switch json.value {
    case .string(let text) where hiddenDirectories.contains { text.hasPrefix($0 + "/") }:
      let found = "found '\(text.shortened(to: 80))', which doesn't exist for the panel's unit"
      return ["\(json.path): \(found); expected a path outside of \(hiddenDirectories.alternatives)"]
    case .array: return ((try? json.array()) ?? []).flatMap(hiddenPaths)
    case .object(let members):
      let object = JSONObject(members: members, json: json)
      let names = members.keys.filter { !$0.hasPrefix("//") && $0 != "$schema" }
      return names.compactMap { object[$0] }.flatMap(hiddenPaths)
    default: return []
    }
  }
}
