import TestSupport
import Testing

@testable import Configuration

/// Warnings about the addresses of adapters, whose packages install files.
@Suite struct AdapterCatalogTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      """
      {"prefix": "ha", "title": "Home Assistant", "package": "cube-kiosk-homeassistant",
        "calls": ["light.turn_on", "light.turn_off", "lock.lock"]}
      """, to: "adapters/ha.json")
    try directory.write(#"{"prefix": "mqtt"}"#, to: "adapters/mqtt.json")
    try directory.write("{", to: "adapters/bad.json")
    try directory.write(#"{"prefix": "text"}"#, to: "adapters/text")
  }

  private func warnings(value: String, call: String, adapters: String = "adapters") throws -> [String] {
    let file = try directory.write(
      """
      {"values": {"a": {"from": "\(value)", "sample": 1}}, "root": {"stack": {}, "children": [
        {"text": {"string": "{a}"}}, {"button": {"title": "Go", "action": {"call": "\(call)"}}}]}}
      """, to: "a.json")
    let (options, errors) = FileChecker.read(file)
    try #require(errors == [])
    return ConfigurationWarnings.files(file, options, adapters: directory.file(adapters)).sorted()
  }

  @Test func nearestIsSuggested() throws {
    #expect(try warnings(value: "ha:light.hall", call: "ha:light.turn_on") == [])
    let call = "$.root.children[1].button.action.call: "
    #expect(
      try warnings(value: "haa:light.hall", call: "ha:light.turn_onn") == [
        "\(call)ha has no call 'light.turn_onn'; did you mean light.turn_on?",
        "$.values.a.from: no installed adapter has the prefix 'haa'; did you mean ha, which cube-kiosk-homeassistant "
          + "serves?",
      ])
    #expect(
      try warnings(value: "ha:x", call: "mqqt:x") == [
        "\(call)no installed adapter has the prefix 'mqqt'; did you mean mqtt?"
      ])
  }

  /// An owner's adapter needs no file, Home Assistant has services of its owner, and a file with an error names nothing.
  @Test func othersMayBeRight() throws {
    #expect(try warnings(value: "room:air", call: "ha:script.good_night") == [])
    #expect(try warnings(value: "text:x", call: "mqtt:anything") == [])
    #expect(try warnings(value: "haa:x", call: "ha:light.turn_onn", adapters: "missing") == [])
  }
}
