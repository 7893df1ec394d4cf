import AdapterKit
import JSON
import PanelSystem
import PictureStreams

/// The settings in `/etc/cube-kiosk/pictures.json`.
package struct PictureConfiguration: AdapterConfiguration {
  package static let defaultPath = "/etc/cube-kiosk/pictures.json"
  static let keys = ["pictures", "socket"]
  static let pictureKeys = ["url", "user", "passwordFile", "ca"]
  /// The maximum number of pictures.
  private static let maximumCount = 64

  /// The sources by name.
  private(set) var sources: [String: HTTPPicture.Source] = [:]
  private(set) var socket = "/run/cube-kiosk/adapters"

  package init(_ path: String, _ errors: inout [Diagnostic]) {
    guard let object = Self.object(path, Self.keys, &errors) else { return }
    socket = object.read("socket", &errors) { $0.nonEmptyString } ?? socket
    var pictures: JSONObject?
    errors.collect { () throws(Diagnostic) in pictures = try object.required("pictures").object() }
    guard let pictures else { return }
    let names = pictures.members.keys.filter { !$0.hasPrefix("//") }
    if names.count > Self.maximumCount {
      errors.append(
        pictures.json.diagnostic(found: "\(names.count) pictures", expected: "at most \(Self.maximumCount)"))
    }
    for name in names.prefix(Self.maximumCount) {
      guard let picture = pictures[name]?.object(Self.pictureKeys, &errors) else { continue }
      sources[name] = Self.source(picture, &errors)
    }
  }

  private static func source(_ object: JSONObject, _ errors: inout [Diagnostic]) -> HTTPPicture.Source {
    var source = HTTPPicture.Source("")
    errors.collect { () throws(Diagnostic) in source.url = try object.required("url").address() }
    source.user = object.read("user", &errors) { $0.nonEmptyString }
    source.password = object.read("passwordFile", needs: "user", &errors) { $0.password }
    source.authority = object.read("ca", &errors) { $0.readableFile }
    return source
  }
}

extension LocatedJSON {
  fileprivate func address() throws(Diagnostic) -> String {
    let text = try string()
    let hosts = ["http://", "https://"].filter(text.hasPrefix).map { text.dropFirst($0.count).prefix { $0 != "/" } }
    guard let host = hosts.first, !host.isEmpty, text.unicodeScalars.allSatisfy({ $0.isPrintable && $0 != " " }) else {
      throw diagnostic(expected: "an address such as http://camera.example/stream.mjpg")
    }
    guard !host.contains("@") else {
      throw diagnostic(found: "a user in the address", expected: "the keys user and passwordFile")
    }
    return text
  }

  fileprivate func password() throws(Diagnostic) -> String { try firstLine("a password") }
}
