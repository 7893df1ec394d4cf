import Glibc
import Scenes

/// Probable mistakes in the files' text. Finding them doesn't need a drawing of the panel.
extension ConfigurationWarnings {
  /// Returns the warnings for the members of a configuration or a scene file, and of the scene files that it shows.
  ///
  /// - Parameters:
  ///   - file: The checked file. Warnings about other files start with their paths.
  ///   - options: The options from the file.
  ///   - directory: The directory of configurations for the systemd unit. A checked file elsewhere may be for a desktop.
  ///   - adapters: The directory of the files that adapters' packages install; `nil` for the installed one.
  package static func files(
    _ file: String, _ options: Options, unitFiles directory: String = "/etc/", adapters: String? = nil
  ) -> [String] {
    let catalog = AdapterCatalog(adapters ?? AdapterCatalog.directory)
    let hiddenDirectories = hiddenDirectories(for: file.absolutePath, unitFiles: directory)
    let definitions = options.values.definitions
    let valueNames = Set(definitions.keys)
    return Set([file] + options.sceneFiles.keys).sorted().flatMap { path -> [String] in
      guard
        let json = try? LocatedJSON(contentsOf: path, maximumSize: SceneReader.maximumFileSize, options.files)
      else { return [] }
      // Others may read an example, or a file that is still being written.
      let isInUse = file.absolutePath.hasPrefix(directory)
      var warnings = isInUse ? json.pinWarnings : []
      warnings +=
        json.warnings(hiddenDirectories, valueNames) + json.listWarnings(definitions)
        + json.addressWarnings(catalog)
      return warnings.map { path == file ? $0 : "\(path): \($0)" }
    }
  }

  /// The directories that PrivateTmp= in the unit replaces by empty ones.
  private static let temporaryDirectories = ["/tmp", "/var/tmp"]
  /// The directories that ProtectHome= in the unit hides.
  private static let homeDirectories = ["/home", "/root", "/run/user"]

  /// Returns the directories whose files the panel's unit can't see. A configuration outside of the unit's directory may
  /// be for a desktop, so that it may use home directories; one in a temporary directory may use files next to it.
  private static func hiddenDirectories(for file: String, unitFiles directory: String) -> [String] {
    if file.hasPrefix(directory) { return temporaryDirectories + homeDirectories }
    return file.isInside(temporaryDirectories) ? [] : temporaryDirectories
  }
}

extension LocatedJSON {
  /// Warns about a hash of the PIN that all users of the system can read.
  fileprivate var pinWarnings: [String] {
    guard let maintenance = try? object()["maintenance"]?.object() else { return [] }
    let danger = "all users of the system can read the hash, and try all PINs; expected"
    if let pin = maintenance["pin"], isReadableByAll(file) {
      return ["\(pin.path): \(danger) the key pinFile, or the mode 640 for this file"]
    }
    if let pin = maintenance["pinFile"], let path = try? pin.string(), isReadableByAll(resolved(path)) {
      return ["\(pin.path): \(danger) the mode 640 for \(path)"]
    }
    return []
  }

  private func isReadableByAll(_ path: String) -> Bool {
    var status = stat()
    return stat(files.location(of: path), &status) == 0 && status.st_mode & S_IROTH != 0
  }

  /// Returns the warnings for the value and the values nested in it.
  ///
  /// - Parameters:
  ///   - hiddenDirectories: The directories that the panel's unit can't see.
  ///   - names: The names that a command's arguments may have in braces.
  fileprivate func warnings(_ hiddenDirectories: [String], _ names: Set<String>) -> [String] {
    switch value {
    case .string(let text) where text.isInside(hiddenDirectories):
      let found = "found '\(text.shortened(to: 80))', which doesn't exist for the panel's unit"
      return ["\(path): \(found); expected a path outside of \(hiddenDirectories.alternatives)"]
    case .array:
      return ((try? array()) ?? []).flatMap { $0.warnings(hiddenDirectories, names) }
    case .object(let members):
      let object = JSONObject(members: members, json: self)
      let keys = members.keys.filter { !$0.hasPrefix("//") && $0 != "$schema" }
      return object.sizeWarnings
        + keys.flatMap { key -> [String] in
          guard let member = object[key] else { return [] }
          let names = key == "row" ? names.union([LiveText.lineName]) : names
          return (key == "action" ? member.argumentWarnings(names) : []) + member.warnings(hiddenDirectories, names)
        }
    default: return []
    }
  }

  /// Warns about lists of values that have one line.
  fileprivate func listWarnings(_ definitions: [String: ValueDefinition]) -> [String] {
    switch value {
    case .array: return ((try? array()) ?? []).flatMap { $0.listWarnings(definitions) }
    case .object(let members):
      let object = JSONObject(members: members, json: self)
      let name = try? object["list"]?.object()["value"]?.string()
      let hasOneLine = name.flatMap { definitions[$0]?.maximumLines } == 1
      let found = "'\(name ?? "")' has one line, so the list shows one row"
      let warning = "\(path).list.value: \(found); expected \"lines\" in it"
      return (hasOneLine ? [warning] : [])
        + members.keys.filter { !$0.hasPrefix("//") }.flatMap { object[$0]?.listWarnings(definitions) ?? [] }
    default: return []
    }
  }

  /// Warns about names in braces, in an action's texts, that aren't values. They may be misspelled, or meant for the
  /// command.
  private func argumentWarnings(_ names: Set<String>) -> [String] {
    let receiver = (try? object()["call"]) == nil ? "command" : "adapter"
    return actionTexts.flatMap { argument -> [String] in
      let isInRow = names.contains(LiveText.lineName)
      let unknownNames = ((try? argument.string()) ?? "").namesInBraces.filter {
        !names.contains($0) && !(isInRow && LiveText.isLine($0)) && $0.contains(where: \.isLetter)
      }
      return unknownNames.map {
        "\(argument.path): '{\($0)}' isn't the name of a value, so the \(receiver) gets it as it is"
      }
    }
  }
}

extension JSONObject {
  /// Warns about children of a stack with both a length along the stack's axis and `grow`, which then has no effect.
  fileprivate var sizeWarnings: [String] {
    guard let stack = try? self["stack"]?.object(), let children = try? self["children"]?.array() else { return [] }
    let axis = stack["axis"].flatMap { try? $0.string() } ?? "vertical"
    let distribution = stack["distribution"].flatMap { try? $0.string() } ?? "fill"
    guard distribution == "fill", let key = ["vertical": "height", "horizontal": "width"][axis] else { return [] }
    return children.compactMap { child in
      guard let node = try? child.object(), node[key] != nil, (try? node["grow"]?.bool()) == true else { return nil }
      return "\(child.path).grow: has no effect, because \(key) keeps the node from growing; expected one of them"
    }
  }
}

extension String {
  fileprivate func isInside(_ directories: [String]) -> Bool { directories.contains { hasPrefix($0 + "/") } }
}
