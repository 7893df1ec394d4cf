import Foundation
import JSON
import TestSupport
import Testing

@testable import MQTTBridge

@Suite struct BridgeConfigurationTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Reads a file, and returns its configuration or the errors without the file's name.
  private func read(_ text: String) throws -> (configuration: BridgeConfiguration, errors: [String]) {
    let path = try directory.write(text, to: "mqtt.json")
    var errors: [Diagnostic] = []
    let configuration = BridgeConfiguration(path, &errors)
    #expect(errors.allSatisfy { $0.file == path })
    return (configuration, errors.map { String($0.description.dropFirst(path.count + 2)) })
  }

  @Test func defaultsApply() throws {
    let (configuration, errors) = try read(#"{"host": "broker.example"}"#)
    #expect(errors == [] && configuration.host == "broker.example" && configuration.port == 1883)
    #expect(configuration.topic == "cube-kiosk" && configuration.discovery == "homeassistant")
    let hostName = try String(contentsOfFile: "/proc/sys/kernel/hostname", encoding: .utf8)
    #expect(configuration.name == hostName.prefix { !".\n".contains($0) })
    #expect(configuration.user == nil && configuration.password == nil && configuration.tls == nil)
    #expect(!configuration.publishesScreenshots && configuration.socket == "/run/cube-kiosk/control")
  }

  @Test func allKeysAreRead() throws {
    for name in ["mqtt.password", "ca.crt", "panel.crt", "panel.key"] { try directory.write("secret\n", to: name) }
    let (configuration, errors) = try read(
      #"""
      {"$schema": "x", "// note": 1, "host": "broker", "port": 65535, "name": "Hall_1-a", "topic": "a b/c",
        "discovery": false, "user": "panel", "passwordFile": "mqtt.password", "screenshots": true,
        "socket": "/tmp/control", "tls": {"ca": "ca.crt", "certificate": "panel.crt", "key": "\#(directory.path)/panel.key"}}
      """#)
    #expect(errors == [])
    #expect(configuration.port == 65535 && configuration.name == "Hall_1-a" && configuration.topic == "a b/c")
    #expect(configuration.discovery == "" && configuration.publishesScreenshots)
    #expect(configuration.user == "panel" && configuration.password == "secret")
    #expect(configuration.socket == "/tmp/control")
    #expect(configuration.tls?.authority == directory.file("ca.crt"))
    #expect(configuration.tls?.certificate == directory.file("panel.crt"))
    #expect(configuration.tls?.key == directory.file("panel.key"))
  }

  @Test func encryptedPortIsTheDefaultWithTLS() throws {
    let (configuration, errors) = try read(#"{"host": "broker", "tls": {}}"#)
    #expect(errors == [] && configuration.port == 8883)
    #expect(configuration.tls?.authority == nil && configuration.tls?.certificate == nil)
  }

  @Test func passwordWithoutEncryptionIsAWarning() throws {
    try directory.write("secret", to: "password")
    let login = #""host": "broker", "user": "panel", "passwordFile": "password""#
    #expect(try read("{\(login)}").configuration.warning != nil)
    #expect(try read("{\(login), \"tls\": {}}").configuration.warning == nil)
    #expect(try read(#"{"host": "broker"}"#).configuration.warning == nil)
  }

  /// Windows programs end a line with CR LF, and may start a file with a byte order mark.
  @Test(arguments: ["sécret", "sécret\n", "sécret\nmore\n", "sécret\r\n", "\u{FEFF}sécret\r\n"])
  func passwordIsTheFirstLine(_ file: String) throws {
    try directory.write(file, to: "password")
    let (configuration, errors) = try read(#"{"host": "broker", "user": "panel", "passwordFile": "password"}"#)
    #expect(errors == [] && configuration.password == "sécret")
  }

  @Test(arguments: [[], Array("\nsecret".utf8), Array("\r\n".utf8), [0xE9, 0x0A], [0xFF, 0xFE, 0x73, 0x00]])
  func unusablePasswordIsAnError(_ file: [UInt8]) throws {
    try directory.write(Data(file), to: "password")
    let (_, errors) = try read(#"{"host": "broker", "user": "panel", "passwordFile": "password"}"#)
    #expect(errors == ["$.passwordFile: found 'password'; expected a file with a password in its first line, in UTF-8"])
  }

  @Test func allErrorsAreReported() throws {
    let errors = try read(
      #"""
      {"prot": 1, "port": 0, "name": "a/b", "topic": "a/#", "discovery": true, "passwordFile": "none",
        "tls": {"ca": "none", "key": "none", "x": 1}, "screenshots": 1, "socket": ""}
      """#
    ).errors
    let expected = [
      "$.prot: found an unknown key; did you mean port?", "$.host: found nothing; expected this key",
      "$.name: found 'a/b'; expected at most 60 letters, digits, - and _",
      "$.topic: found 'a/#'; expected a topic such as cube-kiosk, without + and #",
      "$.discovery: found true; expected a string", "$: found passwordFile without user; expected both",
      "$.screenshots: found 1; expected true or false", "$.socket: found ''; expected a text",
      "$.tls.x: found an unknown key; expected ca, certificate or key",
      "$.tls.ca: found 'none' (No such file or directory); expected a file that this user can read",
      "$.tls: found key without certificate; expected both",
      "$.port: found 0; expected a whole number from 1 to 65535",
    ]
    #expect(Set(errors) == Set(expected) && errors.count == expected.count, "\(errors)")
  }

  @Test(arguments: [
    ("[]", "$: found an array of 0; expected an object"), (#"{"host": ""}"#, "$.host: found ''; expected a text"),
    (#"{"host": "a\nb"}"#, "$.host: "), (#"{"host": "a", "topic": "/a"}"#, "$.topic: "),
    (#"{"host": "a", "topic": ""}"#, "$.topic: "), (#"{"host": "a", "discovery": "a/+"}"#, "$.discovery: "),
    (#"{"host": "a", "name": ""}"#, "$.name: "), (#"{"host": "a", "tls": true}"#, "$.tls: found true"),
    (#"{"host": "a", "tls": {"certificate": "mqtt.json"}}"#, "$.tls: found certificate without key"),
    (#"{"host": "a", "host": "b"}"#, "1:"), ("{", "1:"), ("", "expected JSON, found nothing"),
  ])
  func errorHasItsLocation(_ text: String, _ reason: String) throws {
    let path = try directory.write(text, to: "mqtt.json")
    var errors: [Diagnostic] = []
    _ = BridgeConfiguration(path, &errors)
    let description = try #require(errors.first).description
    // Line and column follow the path without a space.
    let location = description.dropFirst(path.count + 1).drop { $0 == " " }
    #expect(errors.count == 1 && location.hasPrefix(reason), "\(errors)")
  }

  @Test func missingFileIsAnError() {
    var errors: [Diagnostic] = []
    _ = BridgeConfiguration("/nonexistent/mqtt.json", &errors)
    #expect(errors.map(\.description) == ["/nonexistent/mqtt.json: No such file or directory"])
  }

  // MARK: Documents

  private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources").standardizedFileURL

  private static func source(_ path: String) throws -> String {
    try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func schemaAndManualHaveAllKeys() throws {
    let page = try Self.source("Manual/cube-kiosk-mqtt.8")
    let schema = try JSONSerialization.jsonObject(with: Data(Self.source("Formats/mqtt.schema.json").utf8))
    let properties = try #require((schema as? [String: Any])?["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(BridgeConfiguration.keys))
    let tls = try #require((properties["tls"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(Set(tls.keys) == ["ca", "certificate", "key"])
    for key in BridgeConfiguration.keys + tls.keys {
      #expect(page.contains(try Regex("\\.BR? .*\\b\(key)\\b")), "\(key)")
    }
  }

  @Test func examplesAreValid() throws {
    try directory.write("secret", to: "mqtt.password")
    let page = try Self.source("Manual/cube-kiosk-mqtt.8")
    let samples = page.components(separatedBy: ".EX\n").dropFirst().map { $0.components(separatedBy: ".EE")[0] }
      .filter { $0.hasPrefix("{") }
    #expect(!samples.isEmpty)
    for text in samples + [try Self.source("Formats/examples/mqtt.json")] {
      let (configuration, errors) = try read(text)
      #expect(errors == [] && configuration.warning == nil, "\(text)")
    }
  }
}
