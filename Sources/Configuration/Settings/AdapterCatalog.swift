import Glibc
import PanelSystem
import Scenes

/// The adapters whose packages are installed: each installs a file with its prefix and the calls that it knows.
struct AdapterCatalog {
  private struct Entry {
    let package: String?
    let calls: Set<String>
  }

  /// The variable that names another directory, for tests.
  private static let variable = "CUBE_KIOSK_ADAPTERS"
  private static let maximumFileSize = 1 << 20

  private var entries: [String: Entry] = [:]

  static var directory: String {
    getenv(variable).map { String(cString: $0) } ?? "/usr/share/cube-kiosk/adapters"
  }

  /// Reads the files `*.json` of a directory. Others, and those with errors, are ignored: their package tests them.
  init(_ directory: String = Self.directory) {
    guard let folder = opendir(directory) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name.hasSuffix(".json") else { continue }
      try? add(contentsOf: "\(directory)/\(name)")
    }
  }

  private mutating func add(contentsOf file: String) throws(Diagnostic) {
    let json = try LocatedJSON(contentsOf: file, maximumSize: Self.maximumFileSize, SourceFiles())
    let object = try json.object()
    var calls: Set<String> = []
    for call in try object["calls"]?.array() ?? [] { calls.insert(try call.string()) }
    entries[try object.required("prefix").string()] = Entry(package: try object["package"]?.string(), calls: calls)
  }

  /// Returns a warning about an address that is probably misspelled; otherwise `nil`. An owner's own adapter may have any
  /// prefix, and its file is optional.
  ///
  /// - Parameter isCall: Whether the address is that of a call.
  func warning(of json: LocatedJSON, isCall: Bool) -> String? {
    guard case .string(let text) = json.value, let address = AdapterAddress(text) else { return nil }
    guard let entry = entries[address.prefix] else {
      guard let nearest = nearestPrefix(to: address.prefix) else { return nil }
      let package = entries[nearest]?.package.map { ", which \($0) serves" } ?? ""
      return "\(json.path): no installed adapter has the prefix '\(address.prefix)'; did you mean \(nearest)\(package)?"
    }
    guard isCall, !entry.calls.contains(address.name), let nearest = address.name.nearest(among: entry.calls) else {
      return nil
    }
    return "\(json.path): \(address.prefix) has no call '\(address.name)'; did you mean \(nearest)?"
  }

  /// Prefixes are too short for the rule of `nearest`: one letter more or less suffices.
  private func nearestPrefix(to prefix: String) -> String? {
    prefix.nearest(among: entries.keys)
      ?? entries.keys.sorted().first { $0.hasPrefix(prefix) || prefix.hasPrefix($0) }
  }
}

extension LocatedJSON {
  /// Returns warnings about the addresses of adapters in the value and the values nested in it.
  func addressWarnings(_ catalog: AdapterCatalog) -> [String] {
    switch value {
    case .array: return ((try? array()) ?? []).flatMap { $0.addressWarnings(catalog) }
    case .object(let members):
      let object = JSONObject(members: members, json: self)
      return members.keys.filter { !$0.hasPrefix("//") }.flatMap { key -> [String] in
        guard let member = object[key] else { return [] }
        let isAddress = key == "from" || key == "call"
        let warning = isAddress ? catalog.warning(of: member, isCall: key == "call") : nil
        return (warning.map { [$0] } ?? []) + member.addressWarnings(catalog)
      }
    default: return []
    }
  }
}
