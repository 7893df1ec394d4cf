import Glibc
import JSON
import PanelSystem

/// The settings in `/etc/cube-kiosk/mqtt.json`.
package struct BridgeConfiguration {
  package static let defaultPath = "/etc/cube-kiosk/mqtt.json"
  static let keys = [
    "host", "port", "name", "topic", "discovery", "user", "passwordFile", "tls", "screenshots", "socket",
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
  private(set) var socket = "/run/cube-kiosk/control"

  /// Reads a configuration.
  ///
  /// - Parameter errors: All errors of the file are appended. If there are any, don't use the configuration.
  package init(_ path: String, _ errors: inout [Diagnostic]) {
    let json: LocatedJSON
    do throws(Diagnostic) {
      json = try LocatedJSON(contentsOf: path, maximumSize: 1 << 16, SourceFiles(checksum: nil))
    } catch {
      errors.append(error)
      return
    }
    guard let object = json.object(Self.keys, &errors) else { return }
    errors.collect { () throws(Diagnostic) in host = try object.required("host").nonEmptyString() }
    name = Self.read(object["name"], &errors) { json throws(Diagnostic) in try json.topicLevel() } ?? name
    topic = Self.read(object["topic"], &errors) { json throws(Diagnostic) in try json.topic() } ?? topic
    let discovery = Self.read(object["discovery"], &errors) { json throws(Diagnostic) in
      if case .bool(false) = json.value { "" } else { try json.topic() }
    }
    self.discovery = discovery ?? self.discovery
    user = Self.read(object["user"], &errors) { json throws(Diagnostic) in try json.nonEmptyString() }
    password = Self.read(object["passwordFile"], &errors) { json throws(Diagnostic) in
      try json.expect("user", in: object)
      return try json.password()
    }
    let screenshots = Self.read(object["screenshots"], &errors) { json throws(Diagnostic) in try json.bool() }
    publishesScreenshots = screenshots ?? false
    socket = Self.read(object["socket"], &errors) { json throws(Diagnostic) in try json.nonEmptyString() } ?? socket
    tls = object["tls"].flatMap { TLS($0, &errors) }
    let port = Self.read(object["port"], &errors) { json throws(Diagnostic) in try json.integer(1...65535) }
    self.port = port ?? (tls == nil ? 1883 : 8883)
  }

  /// Reads a value; returns `nil` if it is missing, or after an error.
  fileprivate static func read<Value>(
    _ json: LocatedJSON?, _ errors: inout [Diagnostic], _ convert: (LocatedJSON) throws(Diagnostic) -> Value
  ) -> Value? {
    guard let json else { return nil }
    var value: Value?
    errors.collect { () throws(Diagnostic) in value = try convert(json) }
    return value
  }

  /// The host's name without its domain.
  private static var hostName: String {
    var names = utsname()
    uname(&names)
    let name = withUnsafeBytes(of: names.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return String(name.prefix { $0 != "." })
  }

  /// A warning for `check-config` and the log, or `nil`.
  package var warning: String? {
    user == nil || tls != nil ? nil : "the password is sent without encryption; expected the key tls"
  }
}

extension BridgeConfiguration.TLS {
  fileprivate init?(_ json: LocatedJSON, _ errors: inout [Diagnostic]) {
    guard let object = json.object(["ca", "certificate", "key"], &errors) else { return nil }
    authority = BridgeConfiguration.read(object["ca"], &errors) { json throws(Diagnostic) in try json.readableFile() }
    certificate = BridgeConfiguration.read(object["certificate"], &errors) { json throws(Diagnostic) in
      try json.expect("key", in: object)
      return try json.readableFile()
    }
    key = BridgeConfiguration.read(object["key"], &errors) { json throws(Diagnostic) in
      try json.expect("certificate", in: object)
      return try json.readableFile()
    }
  }
}

extension LocatedJSON {
  /// Throws if an object lacks the other key that this one needs.
  fileprivate func expect(_ key: String, in object: JSONObject) throws(Diagnostic) {
    guard object[key] == nil else { return }
    throw object.json.diagnostic(found: "\(path.split(separator: ".").last ?? "") without \(key)", expected: "both")
  }

  fileprivate func nonEmptyString() throws(Diagnostic) -> String {
    let text = try string()
    guard !text.isEmpty, text.unicodeScalars.allSatisfy(\.isPrintable) else { throw diagnostic(expected: "a text") }
    return text
  }

  fileprivate func topicLevel() throws(Diagnostic) -> String {
    let text = try string()
    let isName = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isName, (1...60).contains(text.utf8.count) else {
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

  /// Returns the absolute path of a file that can be read.
  fileprivate func readableFile() throws(Diagnostic) -> String {
    _ = try contents()
    return resolved(try string())
  }

  /// Returns the first line of a file.
  fileprivate func password() throws(Diagnostic) -> String {
    let line = try contents().prefix { $0 != UInt8(ascii: "\n") }
    guard !line.isEmpty else { throw diagnostic(expected: "a file with a password in its first line") }
    return String(decoding: line, as: UTF8.self)
  }

  private func contents() throws(Diagnostic) -> [UInt8] {
    let path = try nonEmptyString()
    do throws(SystemError) {
      return try File.read(resolved(path), upTo: 1 << 20)
    } catch {
      throw diagnostic(found: "'\(path)' (\(error.reason))", expected: "a file that this user can read")
    }
  }
}
