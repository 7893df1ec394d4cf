import Foundation
import TestSupport
import Testing

/// The configuration of `cube-kiosk-mqtt`, its schema and its manual.
@Suite struct BridgeConfigurationTests {
  @Test func checkConfigReportsAllErrors() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      #"""
      {"prot": 1, "port": 0, "name": "a/b", "topic": "a/#", "discovery": true, "passwordFile": "none",
        "tls": {"ca": "none", "key": "none", "x": 1}, "screenshots": 1, "socket": ""}
      """#, to: "mqtt.json")
    let result = try Bridge.run("check-config", path)
    #expect(result.status == 78 && result.output.isEmpty)
    for text in [
      "$.prot: found an unknown key; did you mean port?", "$.host: found nothing", "$.port: found 0",
      "$.name: found 'a/b'", "$.topic: found 'a/#'", "$.discovery: found true", "$: found passwordFile without user",
      "$.tls.ca: found 'none' (No such file or directory)", "$.tls: found key without certificate",
      "$.tls.x: found an unknown key", "$.screenshots: found 1", "$.socket: found ''",
    ] {
      #expect(result.errors.contains("cube-kiosk-mqtt: \(path): \(text)"), "\(text)\n\(result.errors)")
    }
    #expect(try Bridge.run("--config", path).status == 78)
    #expect(try Bridge.run("--config").status == 64)
    #expect(try Bridge.run("--version").output.hasPrefix("cube-kiosk-mqtt "))
    #expect(try Bridge.run("--help").output.hasPrefix("Usage: "))
  }

  /// The schema has the keys that the program reads, and the manual describes each.
  @Test func schemaAndManualHaveAllKeys() throws {
    let formats = Program.checkout + "/Sources/Formats/"
    let schema = try JSONSerialization.jsonObject(
      with: Data(contentsOf: URL(fileURLWithPath: formats + "mqtt.schema.json")))
    let keys = try #require(((schema as? [String: Any])?["properties"] as? [String: Any])?.keys.sorted())
    let directory = try TemporaryDirectory()
    let invalid = try directory.write(#"{"zzzzzzzzz": 1}"#, to: "invalid.json")
    let expected = keys.dropLast().joined(separator: ", ") + " or " + keys[keys.count - 1]
    #expect(try Bridge.run("check-config", invalid).errors.contains("expected \(expected)\n"))

    try directory.write("secret", to: "mqtt.password")
    let example = try String(contentsOfFile: formats + "examples/mqtt.json", encoding: .utf8)
    let page = try String(contentsOfFile: Program.checkout + "/Sources/Manual/cube-kiosk-mqtt.8", encoding: .utf8)
    let samples = page.components(separatedBy: ".EX\n").dropFirst().map { $0.components(separatedBy: ".EE")[0] }
    for text in [example] + samples.filter({ $0.hasPrefix("{") }) {
      let path = try directory.write(text, to: "mqtt.json")
      let result = try Bridge.run("check-config", path)
      #expect(result.output == "\(path): good\n" && result.errors.isEmpty)
    }
    for key in keys { #expect(page.contains(try Regex("\\.BR? .*\\b\(key)\\b")), "\(key)") }
  }
}
