import AdapterKit
import Glibc
import JSON
import PanelSystem

/// The settings in `/etc/cube-kiosk/homeassistant.json`.
package struct HomeConfiguration: AdapterConfiguration {
  package static let defaultPath = "/etc/cube-kiosk/homeassistant.json"
  static let defaultTokenFile = "/etc/cube-kiosk/homeassistant.token"
  static let keys = ["url", "ca", "tokenFile", "socket"]

  /// The address of Home Assistant, without a slash at the end.
  private(set) var url = ""
  /// The file of the only certificate authority to trust; `nil` for the system's.
  private(set) var authority: String?
  private(set) var token = ""
  private(set) var socket = "/run/cube-kiosk/adapters"

  /// Reads a configuration and its token.
  package init(_ path: String, _ errors: inout [Diagnostic]) {
    guard let object = Self.object(path, Self.keys, &errors) else { return }
    errors.collect { () throws(Diagnostic) in url = try object.required("url").homeAddress() }
    authority = object.read("ca", &errors) { $0.readableFile }
    socket = object.read("socket", &errors) { $0.nonEmptyString } ?? socket
    if object["tokenFile"] != nil {
      token = object.read("tokenFile", &errors) { $0.token } ?? token
    } else {
      let tokenFile = Self.credential ?? Self.defaultTokenFile
      errors.collect { () throws(Diagnostic) in
        token = try LocatedJSON(value: .string(tokenFile), path: "$.tokenFile", file: path).token()
      }
    }
  }

  /// The file with the token that systemd passes to the unit.
  private static var credential: String? {
    getenv("CREDENTIALS_DIRECTORY").map { "\(String(cString: $0))/token" }
  }

  package var warning: String? {
    url.hasPrefix("https:") || isLocal
      ? nil : "the token is sent to \(url) without encryption; expected an address with https"
  }

  /// Whether the address is of this host.
  private var isLocal: Bool {
    ["localhost", "127.0.0.1", "[::1]"].contains { url == "http://\($0)" || url.hasPrefix("http://\($0):") }
  }
}

extension LocatedJSON {
  /// Reads an address with http or https, and removes the slashes at its end.
  fileprivate func homeAddress() throws(Diagnostic) -> String {
    var text = try string()
    while text.hasSuffix("/") { text.removeLast() }
    let hosts = ["http://", "https://"].filter(text.hasPrefix).map { text.dropFirst($0.count) }
    let unwanted: Set<Unicode.Scalar> = ["@", "?", "#", " "]
    guard let host = hosts.first, let first = host.first, first != "/",
      text.unicodeScalars.allSatisfy({ $0.isPrintable && !unwanted.contains($0) })
    else {
      throw diagnostic(expected: "an address such as https://homeassistant.example:8123, without a user or a query")
    }
    return text
  }

  fileprivate func token() throws(Diagnostic) -> String {
    let token = try firstLine("a token")
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw diagnostic(expected: "a file with a long-lived access token of Home Assistant in its first line")
    }
    return token
  }
}
