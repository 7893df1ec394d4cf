import ControlProtocol
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
  ///   - buttons: The names of buttons of the page hall.
  private mutating func components(
    values: String = "", buttons: [String] = []
  ) throws -> [String: [String: Any]] {
    let list = try JSONSerialization.data(
      withJSONObject: buttons.map { ["address": "hall/\($0)", "kind": "button", "title": $0] })
    let status = #"{"version": "1", "values": {\#(values)}, "addresses": \#(String(decoding: list, as: UTF8.self))}"#
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
    #expect(Set(components.keys) == ["idle", "scene", "presses", "wake", "sleep", "light", "occupancy", "message"])
    #expect(components["wake"]?["command_topic"] as? String == "cube-kiosk/hall/command")
    #expect(components["wake"]?["payload_press"] as? String == "wake")
    #expect(components["sleep"]?["payload_press"] as? String == "sleep")
    #expect(components["idle"]?["state_topic"] as? String == "cube-kiosk/hall/state")
    #expect(components["idle"]?["value_template"] as? String == "{{ value_json['idle'] }}")
    #expect(components["presses"]?["state_topic"] as? String == "cube-kiosk/hall/event")
    #expect(components["presses"]?["event_types"] as? [String] == ["press", "result"])
    #expect(components["presses"]?["availability_template"] as? String == "{{ 'true' }}")
  }

  /// The next start reads the message back, which no broker sends if it is too long.
  @Test mutating func hundredsOfValuesAreAnnouncedInPart() throws {
    let values = (1000..<2000).map { #""value-\#($0)": {"set": ["on", "off"]}"# }.joined(separator: ", ")
    let all = try components(values: values, buttons: ["open"])
    #expect(discovery.omittedCount > 0 && all["idle"] != nil && all["button-hall%2Fopen"] != nil)
    let switches = all.keys.filter { $0.hasPrefix("switch-") }
    #expect(switches.count == 1000 - discovery.omittedCount && switches.count > 300)
    #expect(all["switch-value-1000"] != nil && all["switch-value-1999"] == nil)
    // Those of an earlier start are removed.
    let others = (3000..<4000).map { #""value-\#($0)": {"set": ["on", "off"]}"# }.joined(separator: ", ")
    let message = try message(#"{"version": "1", "values": {\#(others)}}"#)
    let length = try JSONSerialization.data(withJSONObject: message).count
    #expect(length < 250_000, "\(length)")
  }

  /// Automations turn the screen on and off, read whether the panel is in use, and write on the glass.
  @Test mutating func screenIsALightAndOccupancy() throws {
    let values = #"{"lux": {"set": true}, "read": {}}"#
    let settings = [("", false), (#", "brightness": "lux""#, true), (#", "brightness": "read""#, false)]
    for (brightness, isDimmable) in settings {
      let all = try message(#"{"version": "1", "values": \#(values)\#(brightness)}"#)["components"]
      let light = try #require((all as? [String: [String: Any]])?["light"])
      #expect(light["platform"] as? String == "light" && light["command_topic"] as? String == "cube-kiosk/hall/command")
      #expect(light["payload_on"] as? String == "wake" && light["payload_off"] as? String == "sleep")
      #expect(
        light["brightness_command_topic"] as? String == (isDimmable ? "cube-kiosk/hall/set/lux" : nil), "\(brightness)")
    }
    let occupancy = try #require(components()["occupancy"])
    #expect(occupancy["device_class"] as? String == "occupancy")
    #expect(try components()["message"]?["command_topic"] as? String == "cube-kiosk/hall/message")
  }

  @Test mutating func readingsHaveStatistics() throws {
    let classes = [
      ("°C", "temperature", "measurement"), ("kWh", "energy", "total_increasing"), ("%", nil, "measurement"),
      ("bees", nil, nil),
    ]
    for (unit, quantity, statistics) in classes {
      let sensor = try #require(components(values: #""a": {"unit": "\#(unit)"}"#)["sensor-a"])
      #expect(sensor["device_class"] as? String == quantity && sensor["state_class"] as? String == statistics)
      let number = try #require(
        components(values: #""a": {"unit": "\#(unit)", "set": true, "range": [0, 9]}"#)["number-a"])
      #expect(number["device_class"] as? String == quantity && number["state_class"] == nil)
    }
  }

  @Test mutating func timeIsDisabledAtFirst() throws {
    let components = try components(values: #""clock": {"time": true}, "door": {}"#)
    #expect(components["sensor-clock"]?["enabled_by_default"] as? Bool == false)
    #expect(components["sensor-door"]?["enabled_by_default"] == nil)
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
    let component = try #require(components(values: #""a-1_B": \#(value)"#)["\(platform)-a-1_B"])
    #expect(component["platform"] as? String == platform && component["name"] as? String == "a-1_B")
    #expect(component["unique_id"] as? String == "cube-kiosk-hall-\(platform)-a-1_B")
    #expect(component["state_topic"] as? String == "cube-kiosk/hall/state")
    #expect(component["command_topic"] as? String == (platform == "sensor" ? nil : "cube-kiosk/hall/set/a-1_B"))
    let hasUnit = value.contains("unit") && ["sensor", "number"].contains(platform)
    #expect((component["unit_of_measurement"] != nil) == hasUnit)
  }

  /// Tests/home-assistant renders them.
  @Test mutating func templateFollowsTheValue() throws {
    let components = try components(
      values: #"""
        "plan": {}, "oven": {"unit": "°C"}, "lamp": {"set": ["off", "on"]}, "note": {"set": true},
        "level": {"set": true, "range": [-1.5, 10]}
        """#)
    func template(_ key: String, _ option: String = "value_template") -> String {
      (components[key]?[option] as? String ?? "").replacing("value_json['values'].get", with: "VALUE")
    }
    #expect(template("sensor-plan") == #"{% set x = VALUE("plan") %}{{ x[:255] if x is string else none }}"#)
    let isNumber = "x is string and x is match('[-+.0-9eE]+$') and x | is_number"
    #expect(template("sensor-oven") == #"{% set x = VALUE("oven") %}{{ x if \#(isNumber) else none }}"#)
    #expect(template("switch-lamp") == #"{{ VALUE("lamp") }}"#)
    #expect(template("text-note") == #"{{ (VALUE("note") or '')[:255] }}"#)
    #expect(
      template("number-level")
        == #"{% set x = VALUE("level") %}{{ x if \#(isNumber) and -1.5 <= x | float <= 10 else none }}"#)
    for key in ["sensor-plan", "text-note"] {
      #expect(components[key]?["json_attributes_topic"] as? String == "cube-kiosk/hall/state")
      #expect(template(key, "json_attributes_template").contains("if x is string and x | length > 255 else {}"))
    }
    #expect(components["sensor-oven"]?["json_attributes_topic"] == nil)
  }

  /// A choice that no state can show can still be set by other clients.
  @Test mutating func valueWithALongChoiceIsAText() throws {
    for (length, platform) in [(255, "select"), (256, "text")] {
      let choice = String(repeating: "x", count: length)
      #expect(try components(values: #""a": {"set": ["\#(choice)", "b"]}"#)["\(platform)-a"]?.isEmpty == false)
    }
  }

  @Test mutating func optionsFollowTheValue() throws {
    let components = try components(
      values: #"""
        "lamp": {"set": ["off", "on"]}, "mode": {"set": ["day", "two words"]}, "text": {"set": true},
        "level": {"set": true, "range": [-1.5, 10]}, "clock": {"unit": "°C"}
        """#)
    #expect(components["switch-lamp"]?["payload_on"] as? String == "on")
    #expect(components["switch-lamp"]?["payload_off"] as? String == "off")
    #expect(components["select-mode"]?["options"] as? [String] == ["day", "two words"])
    #expect(components["text-text"]?["max"] as? Int == 255)
    #expect(components["number-level"]?["min"] as? Double == -1.5 && components["number-level"]?["max"] as? Int == 10)
    #expect(components["sensor-clock"]?["unit_of_measurement"] as? String == "°C")
  }

  @Test mutating func buttonsPressTheirNames() throws {
    let names = [
      "open": "open", "my door": "my%20door", "öffnen \"x\"": "%C3%B6ffnen%20%22x%22", "a/b+#": "a%2Fb%2B%23",
      "{{ 1 }}": "%7B%7B%201%20%7D%7D", "a%20b": "a%2520b",
    ]
    let components = try components(buttons: Array(names.keys))
    for (name, key) in names {
      let button = try #require(components["button-hall%2F\(key)"])
      #expect(button["platform"] as? String == "button" && button["name"] as? String == name)
      #expect(button["unique_id"] as? String == "cube-kiosk-hall-button-hall%2F\(key)")
      #expect(button["command_topic"] as? String == "cube-kiosk/hall/press")
      let payload = try #require(button["payload_press"] as? String)
      let message = BrokerConnection.Message(
        topic: "cube-kiosk/hall/press", payload: Array(payload.utf8), isRetained: false)
      #expect(
        try ControlRequest(message, Topics(.named("hall")), permitsScreenshots: false)
          == .press(address: "hall/\(name)", line: nil))
    }
  }

  /// Two buttons of the same title have different names, one that a finger has to hold isn't enabled, and several pages are a
  /// choice.
  @Test mutating func buttonsAreNamedByTitleAndPagesAreAChoice() throws {
    let status = #"""
      {"version": "1", "page": "a", "addresses": [{"address": "a", "kind": "page"}, {"address": "b", "kind": "page"},
        {"address": "a/x", "kind": "button", "title": "Open", "hold": true},
        {"address": "b/x", "kind": "button", "title": "Open"}, {"address": "b/y", "kind": "button", "title": "Shut"}]}
      """#
    let components = try #require(message(status)["components"] as? [String: [String: Any]])
    #expect(components["button-a%2Fx"]?["name"] as? String == "Open (a/x)")
    #expect(components["button-a%2Fx"]?["enabled_by_default"] as? Bool == false)
    #expect(components["button-b%2Fy"]?["name"] as? String == "Shut")
    #expect(components["button-b%2Fy"]?["enabled_by_default"] == nil)
    #expect(
      components["page"]?["platform"] as? String == "select"
        && components["page"]?["options"] as? [String] == ["a", "b"])
    #expect(components["page"]?["command_topic"] as? String == "cube-kiosk/hall/page")
  }

  /// A doorbell's automation needs the presses of one button, and not again when the panel or the broker restarts.
  @Test mutating func eachButtonHasAnEventAndATrigger() throws {
    let components = try components(buttons: ["open", "my \"door\""])
    let event = try #require(components["event-hall%2Fmy%20%22door%22"])
    #expect(event["platform"] as? String == "event" && event["event_types"] as? [String] == ["press"])
    #expect(event["name"] as? String == "my \"door\"")
    #expect(event["state_topic"] as? String == "cube-kiosk/hall/event")
    #expect(event["availability_template"] as? String == "{{ 'true' }}")
    let isPress = #"value_json.event == 'press' and value_json.address == "hall/my \"door\"""#
    #expect(
      event["value_template"] as? String == "{{ dict(value_json, event_type='press') | tojson if \(isPress) else '' }}")
    let trigger = try #require(components["trigger-hall%2Fmy%20%22door%22"])
    #expect(trigger["platform"] as? String == "device_automation" && trigger["payload"] as? String == "press")
    #expect(trigger["type"] as? String == "button_short_press")
    #expect(trigger["subtype"] as? String == "my \"door\"")
    #expect(trigger["value_template"] as? String == "{{ 'press' if \(isPress) else '' }}")
    #expect(components["event-hall%2Fopen"] != nil && components["trigger-hall%2Fopen"] != nil)
  }

  private mutating func adopt(_ message: String) -> Bool { discovery.adopt(Array(message.utf8)) }

  private func removed(_ components: [String: [String: Any]]) -> [String: String?] {
    components.filter { $0.value.count == 1 }.mapValues { $0["platform"] as? String }
  }

  /// The retained message of an earlier start says what Home Assistant still has.
  @Test mutating func entitiesOfAnEarlierStartAreRemoved() throws {
    var before = self
    let status = #"""
      {"version": "1", "values": {"flow": {}, "door": {"set": true}}, "addresses": [{"address": "hall/open", "kind": "button"}]}
      """#
    _ = try before.message(status)
    // The message has removals, too: Home Assistant got those before.
    _ = before.adopt(#"{"components": {"value-old": {"platform": "sensor", "name": "x"}}}"#)
    let retained = before.discovery.message(for: try PanelState(status: #"{"version": "1", "values": {"flow": {}}}"#))
    #expect(adopt(retained.singleLine))
    #expect(!adopt(retained.singleLine))
    #expect(try removed(components(values: #""door": {"set": ["shut", "open"]}"#)) == ["sensor-flow": "sensor"])
    for text in ["", "[]", "{", #"{"components": []}"#, #"{"components": {"a": {"x": 1, "y": 2}, "b": 1}}"#] {
      #expect(!adopt(text))
    }
    let many = (0..<9999).map { #""k\#($0)":{"platform":"sensor","name":"x"}"# }.joined(separator: ",")
    #expect(adopt("{\"components\":{\(many)}}"))
    #expect(try removed(components()).count == 1002)
  }

  /// Home Assistant doesn't change the platform of an entity.
  @Test mutating func valueOfAnotherKindIsAnotherEntity() throws {
    _ = try components(values: #""door": {"set": true}"#)
    let components = try components(values: #""door": {"set": ["shut", "open"]}"#)
    #expect(removed(components) == ["text-door": "text"] && components["select-door"]?["options"] != nil)
  }

  /// Home Assistant removes an entity if it is announced with nothing but its platform.
  @Test mutating func removedEntitiesAreAnnouncedWithTheirPlatform() throws {
    let lamp = #""lamp": {"set": ["off", "on"]}"#
    #expect(try removed(components(values: lamp, buttons: ["open", "my door"])).isEmpty)
    let door = [
      "button-hall%2Fmy%20door": "button", "event-hall%2Fmy%20door": "event",
      "trigger-hall%2Fmy%20door": "device_automation",
    ]
    let removals: [String: String?] = door.merging(["switch-lamp": "switch"]) { $1 }
    #expect(try removed(components(buttons: ["open"])) == removals)
    // A message may get lost, and Home Assistant may restart: each message repeats them.
    #expect(try removed(components(values: #""new": {}"#, buttons: ["open"])) == removals)
    let again = try components(values: lamp, buttons: ["open"])
    #expect(removed(again) == door.merging(["sensor-new": "sensor"]) { $1 })
    #expect(again["switch-lamp"]?["command_topic"] != nil)
  }

  /// The network can then press nothing.
  @Test func panelThatIsOnlyReadHasNoCommands() throws {
    let configuration = try BridgeConfiguration.named("hall", members: #", "control": false"#)
    let topics = Topics(configuration)
    var tests = self
    tests.discovery = Discovery(configuration, topics)
    let status = #"""
      {"version": "1", "brightness": "a", "values": {"a": {"set": true}, "b": {"set": ["on", "off"]}}, "addresses": [
        {"address": "x", "kind": "page"}, {"address": "y", "kind": "page"}, {"address": "x/b", "kind": "button"}]}
      """#
    let components = try #require(tests.message(status)["components"] as? [String: [String: Any]])
    let commands = components.filter { $0.value.keys.contains { $0.hasSuffix("command_topic") } }
    #expect(commands.keys.map { $0 } == ["message"])
    #expect(components["sensor-b"] != nil && components["event-x%2Fb"] != nil && components["occupancy"] != nil)
    #expect(topics.subscribed.filter { $0.hasPrefix("cube-kiosk/") } == ["cube-kiosk/hall/message"])
    #expect(configuration.watchSocket == "/run/cube-kiosk/watch")
    #expect(configuration.requestSocket == "/run/cube-kiosk/adapters")
  }

  @Test func discoveryTopicIsConfigurable() throws {
    #expect(try Topics(.named("hall")).discovery == "homeassistant/device/cube-kiosk-hall/config")
    #expect(
      try Topics(.named("hall", members: #", "discovery": "ha/x""#)).discovery == "ha/x/device/cube-kiosk-hall/config")
    let silent = try Topics(.named("hall", members: #", "discovery": false"#))
    #expect(silent.discovery == nil && silent.homeAssistantStatus == nil)
    #expect(silent.subscribed == ["message", "set/+", "press", "page", "command"].map { "cube-kiosk/hall/" + $0 })
    #expect(try Topics(.named("hall", members: #", "discovery": "ha/x""#)).homeAssistantStatus == "ha/x/status")
  }
}
