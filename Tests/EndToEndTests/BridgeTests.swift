import Foundation
import TestSupport
import Testing

/// The packaged MQTT bridge, with a mosquitto broker and a panel on weston.
@Suite(.serialized, .enabled(if: Broker.isInstalled, "mosquitto, its clients or jq aren't installed"))
struct BridgeTests {
  private struct Rig {
    let broker: Broker
    let panel: Panel
    let bridge: RunningProcess
    /// The session with the bridge and all that it starts.
    private let session: pid_t

    init() throws {
      broker = try Broker()
      panel = try Panel(
        configuration: """
          {"touchFix": "depth", "values": {"door": {"set": true}, "note": {"set": true}}, "faces": {"3": {"buttons": [
            {"name": "open", "title": "Open", "action": {"command": ["sh", "-c", "exit 3"]}}]}}}
          """)
      let script = Program.checkout + "/systemd/examples/mqtt/cube-kiosk-mqtt"
      // In a new session, so that everything can be ended together, as systemd does.
      bridge = try RunningProcess(
        ["/usr/bin/setsid", "-w", "/bin/sh", "-c", "echo $$; exec \"$0\"", script],
        environment: broker.environment.merging([
          "PATH": Program.directory + ":/usr/bin:/bin", "PANEL_NAME": "hall", "PANEL_VALUE": "door",
          "PANEL_BUTTON": "open", "PANEL_SOCKET": panel.socket,
        ]) { $1 })
      session = try #require(pid_t(bridge.line("its session")))
    }

    /// Ends the whole session. Foundation considers the bridge running until all of its processes have ended.
    func end() {
      kill(-session, SIGTERM)
      _ = bridge.waitForExit()
    }
  }

  /// A message's payload.
  private struct State: Decodable {
    let values: [String: String?]
    let idle, scene: String
  }

  @Test func valuesArriveAndEventsArePublished() throws {
    let rig = try Rig()
    defer { rig.end() }
    let messages = try rig.broker.subscribe(to: "cube-kiosk/hall/#")
    try messages.message("the bridge") { $0.topic == "cube-kiosk/hall/online" && $0.payload == "true" }
    // Retained, because the bridge may subscribe later.
    try rig.broker.publish(Data("-5.5 °C \"x\"\n".utf8), to: "cube-kiosk/hall/set/door", "-r")
    try waitUntil("the value") { try rig.panel.value("door") == "-5.5 °C \"x\"" }
    let state = try messages.message("the state") {
      // The status at the beginning of `watch` is not an event.
      #expect($0.topic != "cube-kiosk/hall/event")
      return $0.topic == "cube-kiosk/hall/state" && $0.payload?.contains("-5.5") == true
    }
    let reported = try State(json: #require(state.payload))
    #expect(reported.values == ["door": "-5.5 °C \"x\"", "note": nil])
    #expect(reported.idle == "active" && reported.scene == "cube")

    try rig.panel.tap("open")
    func event() throws -> Event {
      try Event(json: #require(messages.message("an event") { $0.topic == "cube-kiosk/hall/event" }.payload))
    }
    let press = try event()
    #expect(press.event == "press" && press.button == "open")
    let result = try event()
    #expect(result.event == "result" && result.status == 3)

    // The bridge ends with the panel, and the broker publishes that.
    #expect(rig.panel.stop() == 0)
    try messages.message("the end") { $0.topic == "cube-kiosk/hall/online" && $0.payload == "false" }
  }

  /// A payload that isn't a line of text is ignored, and delays nothing.
  @Test func hostilePayloadsDoNoHarm() throws {
    let rig = try Rig()
    defer { rig.end() }
    // Retained, because the bridge may subscribe later.
    try rig.broker.publish(Data("here".utf8), to: "cube-kiosk/hall/set/note", "-r")
    try waitUntil("the bridge") { try rig.panel.value("note") == "here" }
    let hostile: [Data] = [
      Data("a\nb".utf8), Data("\u{1B}[2J".utf8), Data([0x61, 0x00, 0x62]), Data([0xFF, 0xFE, 0x80]),
      Data(count: 1 << 20), Data(String(repeating: "x", count: 1 << 20).utf8), Data("\r".utf8), Data("a\tb".utf8),
    ]
    for (number, payload) in hostile.enumerated() {
      try rig.broker.publish(payload, to: "cube-kiosk/hall/set/door")
      // Messages arrive in order.
      try rig.broker.publish("after \(number)", to: "cube-kiosk/hall/set/note")
      try waitUntil("the message after payload \(number)") { try rig.panel.value("note") == "after \(number)" }
      #expect(try rig.panel.value("door") == nil, "hostile payload \(number)")
    }
    // Shell syntax, options and JSON are text.
    let witness = rig.broker.directory.file("witness")
    for text in [
      "$(touch \(witness))", "`touch \(witness)`; touch \(witness)", "--socket", "-", "{\"a\":1}", "'\"\\n\\", "%s%n",
    ] {
      try rig.broker.publish(text, to: "cube-kiosk/hall/set/door")
      try waitUntil(text) { try rig.panel.value("door") == text }
    }
    for topic in ["$(touch witness)", "a b", "-x", "unknown", "\"", ";"] {
      try rig.broker.publish("x", to: "cube-kiosk/hall/set/\(topic)")
    }
    try rig.broker.publish("last", to: "cube-kiosk/hall/set/note")
    try waitUntil("the last message") { try rig.panel.value("note") == "last" }
    #expect(!rig.broker.directory.exists("witness"))
    #expect(rig.bridge.isRunning)
    #expect(rig.panel.stop() == 0)
  }

  @Test func homeAssistantDiscoversThePanel() throws {
    let rig = try Rig()
    defer { rig.end() }
    let messages = try rig.broker.subscribe(to: "homeassistant/#")
    var found: [String: [String: Any]] = [:]
    for _ in 1...2 {
      let message = try messages.message("a discovery message") { $0.topic.hasPrefix("homeassistant") }
      let payload = try JSONSerialization.jsonObject(with: Data(#require(message.payload).utf8))
      found[message.topic] = try #require(payload as? [String: Any])
    }
    let text = try #require(found["homeassistant/text/hall/door/config"])
    #expect(text["command_topic"] as? String == "cube-kiosk/hall/set/door")
    #expect(text["state_topic"] as? String == "cube-kiosk/hall/state")
    #expect(text["value_template"] as? String == "{{ value_json[\"values\"][\"door\"] }}")
    let event = try #require(found["homeassistant/event/hall/open/config"])
    #expect(
      event["event_types"] as? [String] == ["press"] && event["state_topic"] as? String == "cube-kiosk/hall/event")
    for config in [text, event] {
      #expect(config["availability_topic"] as? String == "cube-kiosk/hall/online" && config["unique_id"] != nil)
      #expect((config["device"] as? [String: Any])?["identifiers"] as? [String] == ["cube-kiosk-hall"])
    }
  }
}
