import AdapterKit
import Glibc
import JSON
import PanelSystem

/// The settings in `/etc/cube-kiosk/mqtt.json`.
package struct BridgeConfiguration: AdapterConfiguration {
  package static let defaultPath = "/etc/cube-kiosk/mqtt.json"
  static let keys = [
    "host", "port", "name", "topic", "discovery", "user", "passwordFile", "tls", "screenshots", "control", "socket",
  ]

  /// Files in PEM format.
  struct TLS {
    /// The certificate authority; `nil` for the system's.
    var authority: String?
    /// The client's own certificate and its key; `nil` for none.
    var certificate: String?
    var key: String?
  }

  private(set) var host = ""
  private(set) var port = 0
  /// The panel's name, a level of its topics.
  private(set) var name = Self.hostName
  /// The topic above the panel's name.
  private(set) var topic = "cube-kiosk"
  /// Home Assistant's discovery topic; empty to announce nothing.
  private(set) var discovery = "homeassistant"
  private(set) var user: String?
  private(set) var password: String?
  /// `nil` for a connection without encryption.
  private(set) var tls: TLS?
  private(set) var publishesScreenshots = false
  /// Whether MQTT clients can press, set values, turn pages and darken the panel.
  private(set) var permitsControl = true
  private(set) var socket = "/run/cube-kiosk/control"
  /// The panel's socket for events.
  var watchSocket: String { permitsControl ? socket : socket(named: "watch") }
  /// The panel's socket for requests.
  var requestSocket: String { permitsControl ? socket : adapterSocket }
  var adapterSocket: String { socket(named: "adapters") }

  /// The path of another socket in the same directory.
  private func socket(named name: String) -> String {
    socket.prefix(through: socket.lastIndex(of: "/") ?? socket.startIndex) + name
  }

  package init(_ path: String, _ errors: inout [Diagnostic]) {
    guard let object = Self.object(path, Self.keys, &errors) else { return }
    errors.collect { () throws(Diagnostic) in host = try object.required("host").nonEmptyString() }
    name = object.read("name", &errors) { $0.topicLevel } ?? name
    topic = object.read("topic", &errors) { $0.topic } ?? topic
    discovery = object.read("discovery", &errors) { $0.discoveryTopic } ?? discovery
    user = object.read("user", &errors) { $0.nonEmptyString }
    password = object.read("passwordFile", needs: "user", &errors) { $0.password }
    publishesScreenshots = object.read("screenshots", &errors) { $0.bool } ?? false
    permitsControl = object.read("control", &errors) { $0.bool } ?? true
    if publishesScreenshots, !permitsControl, let json = object["screenshots"] {
      errors.append(json.diagnostic(found: "true without control", expected: "both"))
    }
    socket = object.read("socket", &errors) { $0.nonEmptyString } ?? socket
    if let json = object["tls"], let object = json.object(["ca", "certificate", "key"], &errors) {
      tls = TLS(
        authority: object.read("ca", &errors) { $0.readableFile },
        certificate: object.read("certificate", needs: "key", &errors) { $0.readableFile },
        key: object.read("key", needs: "certificate", &errors) { $0.readableFile })
    }
    port = object.read("port", &errors) { $0.port } ?? (tls == nil ? 1883 : 8883)
  }

  /// The host's name without its domain.
  private static var hostName: String {
    var names = utsname()
    uname(&names)
    let name = withUnsafeBytes(of: names.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return String(name.prefix { $0 != "." })
  }

  package var warning: String? {
    user == nil || tls != nil ? nil : "the password is sent without encryption; expected the key tls"
  }
}

extension LocatedJSON {
  fileprivate func topicLevel() throws(Diagnostic) -> String {
    let text = try string()
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let characters = Set(letters + letters.uppercased() + "0123456789-_")
    guard Set(text).isSubset(of: characters), (1...60).contains(text.utf8.count) else {
      throw diagnostic(expected: "at most 60 letters, digits, - and _")
    }
    return text
  }

  fileprivate func topic() throws(Diagnostic) -> String {
    let text = try string()
    let isTopic = text.unicodeScalars.allSatisfy { $0.isPrintable && $0 != "+" && $0 != "#" }
    guard isTopic, (1...200).contains(text.utf8.count), !text.hasPrefix("/"), !text.hasSuffix("/") else {
      throw diagnostic(expected: "a topic such as cube-kiosk, without + and #")
    }
    return text
  }

  fileprivate func discoveryTopic() throws(Diagnostic) -> String {
    if case .bool(false) = value { "" } else { try topic() }
  }

  fileprivate func port() throws(Diagnostic) -> Int { try integer(1...65535) }

  fileprivate func password() throws(Diagnostic) -> String { try firstLine("a password") }
}
