import Foundation
import JSON
import Testing

@testable import MQTTBridge

@Suite struct DiscoveryTests {
  private var discovery: Discovery

  init() throws {
    let configuration = try BridgeConfiguration.named("hall")
    discovery = Discovery(configuration, Topics(configuration))
  }

  /// Returns a message, which must follow Home Assistant's rules.
  private mutating func message(_ status: String) throws -> [String: Any] {
    let message = discovery.message(for: try PanelState(status: status)).singleLine
    let json = try #require(try JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any])
    #expect(HomeAssistant.errors(in: json) == [])
    return json
  }

  /// Returns the announced components of a panel.
  ///
  /// - Parameters:
  ///   - values: The members of the status's values.
  ///   - buttons: The names of buttons of face 3.
  private mutating func components(
    values: String = "", buttons: [String] = []
  ) throws -> [String: [String: Any]] {
    let list = try JSONSerialization.data(withJSONObject: buttons.map { ["face": 3, "button": $0] as [String: Any] })
    let status = #"{"version": "1", "values": {\#(values)}, "buttons": \#(String(decoding: list, as: UTF8.self))}"#
    return try #require(message(status)["components"] as? [String: [String: Any]])
  }

  @Test mutating func panelIsOneDevice() throws {
    let message = try message(#"{"version": "0.3.0+1.gabcdef0"}"#)
    let device = message["device"] as? [String: Any]
    #expect(device?["identifiers"] as? [String] == ["cube-kiosk-hall"] && device?["name"] as? String == "hall")
    #expect(device?["sw_version"] as? String == "0.3.0+1.gabcdef0")
    #expect(message["availability_topic"] as? String == "cube-kiosk/hall/online")
    #expect(message["payload_available"] as? String == "true" && message["payload_not_available"] as? String == "false")
    let components = try #require(message["components"] as? [String: [String: Any]])
    #expect(Set(components.keys) == ["idle", "scene", "presses", "wake", "sleep"])
    #expect(components["wake"]?["command_topic"] as? String == "cube-kiosk/hall/command")
    #expect(components["wake"]?["payload_press"] as? String == "wake")
    #expect(components["sleep"]?["payload_press"] as? String == "sleep")
    #expect(components["idle"]?["state_topic"] as? String == "cube-kiosk/hall/state")
    #expect(components["idle"]?["value_template"] as? String == "{{ value_json['idle'] }}")
    #expect(components["presses"]?["state_topic"] as? String == "cube-kiosk/hall/event")
    #expect(components["presses"]?["event_types"] as? [String] == ["press", "result"])
  }

  @Test func screenshotsAreAnnouncedIfPermitted() throws {
    let configuration = try BridgeConfiguration.named("hall", members: #", "screenshots": true"#)
    var tests = self
    tests.discovery = Discovery(configuration, Topics(configuration))
    let components = try tests.components()
    #expect(components["picture"]?["platform"] as? String == "image")
    #expect(components["picture"]?["image_topic"] as? String == "cube-kiosk/hall/screenshot")
    #expect(components["screenshot"]?["payload_press"] as? String == "screenshot")
  }

  @Test(arguments: [
    (#"{}"#, "sensor"), (#"{"unit": "°C"}"#, "sensor"), (#"{"range": [0, 1]}"#, "sensor"), (#"{"set": true}"#, "text"),
    (#"{"set": true, "unit": "m"}"#, "text"), (#"{"set": ["off", "on"]}"#, "switch"),
    (#"{"set": ["on", "off"], "unit": "m"}"#, "switch"), (#"{"set": ["on"]}"#, "select"),
    (#"{"set": ["day", "off", "on"]}"#, "select"), (#"{"set": ["1", "2"], "range": [1, 2]}"#, "select"),
    (#"{"set": true, "range": [0, 10]}"#, "number"), (#"{"set": true, "range": [-1.5, 0], "unit": "m"}"#, "number"),
  ])
  mutating func platformFollowsTheValue(_ value: String, _ platform: String) throws {
    let component = try #require(components(values: #""a-1_B": \#(value)"#)["value-a-1_B"])
    #expect(component["platform"] as? String == platform && component["name"] as? String == "a-1_B")
    #expect(component["unique_id"] as? String == "cube-kiosk-hall-value-a-1_B")
    #expect(component["state_topic"] as? String == "cube-kiosk/hall/state")
    let path = "value_json['values']['a-1_B']" + (platform == "text" ? " or ''" : "")
    #expect(component["value_template"] as? String == "{{ \(path) }}")
    #expect(component["command_topic"] as? String == (platform == "sensor" ? nil : "cube-kiosk/hall/set/a-1_B"))
    let hasUnit = value.contains("unit") && ["sensor", "number"].contains(platform)
    #expect((component["unit_of_measurement"] != nil) == hasUnit)
  }

  @Test mutating func optionsFollowTheValue() throws {
    let components = try components(
      values: #"""
        "lamp": {"set": ["off", "on"]}, "mode": {"set": ["day", "two words"]}, "text": {"set": true},
        "level": {"set": true, "range": [-1.5, 10]}, "clock": {"unit": "°C"}
        """#)
    #expect(components["value-lamp"]?["payload_on"] as? String == "on")
    #expect(components["value-lamp"]?["payload_off"] as? String == "off")
    #expect(components["value-mode"]?["options"] as? [String] == ["day", "two words"])
    #expect(components["value-text"]?["max"] as? Int == 255)
    #expect(components["value-level"]?["min"] as? Double == -1.5 && components["value-level"]?["max"] as? Int == 10)
    #expect(components["value-clock"]?["unit_of_measurement"] as? String == "°C")
  }

  @Test mutating func buttonsPressTheirNames() throws {
    let names = ["open", "my door", "öffnen \"x\"", "a/b+#", "{{ 1 }}"]
    let components = try components(buttons: names)
    for name in names {
      let button = try #require(components["button-3-\(name)"])
      #expect(button["platform"] as? String == "button" && button["name"] as? String == "\(name) (face 3)")
      #expect(button["unique_id"] as? String == "cube-kiosk-hall-button-3-\(name)")
      #expect(button["command_topic"] as? String == "cube-kiosk/hall/press")
      let payload = try #require(button["payload_press"] as? String)
      let message = BrokerConnection.Message(
        topic: "cube-kiosk/hall/press", payload: Array(payload.utf8), isRetained: false)
      #expect(
        try ClientRequest(message, Topics(.named("hall")), permitsScreenshots: false)
          == .press(PanelState.Button(face: 3, name: name)))
    }
  }

  /// Home Assistant removes an entity if it is announced with nothing but its platform.
  @Test mutating func removedEntitiesAreAnnouncedWithTheirPlatform() throws {
    func removed(_ components: [String: [String: Any]]) -> [String: String?] {
      components.filter { $0.value.count == 1 }.mapValues { $0["platform"] as? String }
    }
    let lamp = #""lamp": {"set": ["off", "on"]}"#
    #expect(try removed(components(values: lamp, buttons: ["open", "my door"])).isEmpty)
    let removals: [String: String?] = ["value-lamp": "switch", "button-3-my door": "button"]
    #expect(try removed(components(buttons: ["open"])) == removals)
    // A message may get lost, and Home Assistant may restart: each message repeats them.
    #expect(try removed(components(values: #""new": {}"#, buttons: ["open"])) == removals)
    let again = try components(values: lamp, buttons: ["open"])
    #expect(removed(again) == ["value-new": "sensor", "button-3-my door": "button"])
    #expect(again["value-lamp"]?["command_topic"] != nil)
  }

  @Test func discoveryTopicIsConfigurable() throws {
    #expect(try Topics(.named("hall")).discovery == "homeassistant/device/cube-kiosk-hall/config")
    #expect(
      try Topics(.named("hall", members: #", "discovery": "ha/x""#)).discovery == "ha/x/device/cube-kiosk-hall/config")
    #expect(try Topics(.named("hall", members: #", "discovery": false"#)).discovery == nil)
  }
}
