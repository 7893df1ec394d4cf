import Foundation
import Testing

/// The example that brings a panel to MQTT: the script that the package has, a real broker, a panel on a real weston.
@Suite(.serialized, .enabled(if: Broker.isThere, "mosquitto, its clients or jq aren't installed"))
struct BridgeTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("systemd/examples/mqtt/cube-kiosk-mqtt").path

  private struct Rig {
    let weston: Weston
    let broker: Broker
    let panel: ControlledKiosk
    let bridge: Stream
    let config: String
    /// The bridge, and all that it starts.
    private let session: pid_t

    init() throws {
      (weston, broker) = (try Weston(), try Broker())
      config = weston.directory.path + "/kiosk.json"
      try """
      {"touchFix": "depth", "values": {"door": {"set": true}, "note": {"set": true}}, "faces": {"3": {"buttons": [
        {"name": "open", "title": "Open", "action": {"command": ["sh", "-c", "exit 3"]}}]}}}
      """.write(toFile: config, atomically: true, encoding: .utf8)
      panel = try ControlledKiosk(["--config", config], weston)
      // A session of its own, as systemd gives it: with the script all of it ends.
      bridge = try Stream(
        ["/usr/bin/setsid", "-w", "/bin/sh", "-c", "echo $$; exec \"$0\"", BridgeTests.script],
        environment: broker.environment.merging([
          "PATH": URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + ":/usr/bin:/bin",
          "PANEL_NAME": "hall", "PANEL_VALUE": "door", "PANEL_BUTTON": "open", "PANEL_SOCKET": panel.socket,
        ]) { $1 })
      session = try #require(pid_t(bridge.line("its session")))
    }

    /// Ends the bridge and all that it started. That may outlive the script, whose session it is, and as long as it lives
    /// Foundation takes the bridge to be running.
    func end() {
      kill(-session, SIGTERM)
      bridge.process.waitUntilExit()
    }

    func value(_ name: String) throws -> String? {
      let text = try panel.ctl("status").output
      let status = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      let value = (status?["values"] as? [String: Any])?[name] as? [String: Any]
      return value?["value"] as? String
    }
  }

  /// A message's payload, read as JSON.
  private func payload(_ message: [String: Any]) throws -> [String: Any] {
    let text = try #require(message["payload"] as? String)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func aValueComesInAndAPressGoesOut() throws {
    let rig = try Rig()
    defer { rig.end() }
    let heard = try rig.broker.messages(of: "cube-kiosk/hall/#")
    // It listens then, or soon; what is retained comes to the late, too.
    try heard.object("the bridge") {
      $0["topic"] as? String == "cube-kiosk/hall/online" && $0["payload"] as? String == "true"
    }
    try rig.broker.publish(Data("-5.5 °C \"x\"\n".utf8), to: "cube-kiosk/hall/set/door", "-r")
    try eventually("the value") { try rig.value("door") == "-5.5 °C \"x\"" }
    let state = try heard.object("the state") {
      // The status that `watch` begins with is no event, and comes before or after, as the machine has time.
      #expect($0["topic"] as? String != "cube-kiosk/hall/event")
      return $0["topic"] as? String == "cube-kiosk/hall/state" && ($0["payload"] as? String)?.contains("-5.5") == true
    }
    #expect(try payload(state)["values"] as? NSDictionary == ["door": "-5.5 °C \"x\"", "note": NSNull()])
    #expect(try payload(state)["idle"] as? String == "active" && payload(state)["scene"] as? String == "cube")

    let places = try Places(json: try Program.run(["inspect", "--config", rig.config, "--size", "1280x800"]).output)
    let place = try places.points("open")[0]
    try rig.weston.fingers("tap \(place.x) \(place.y)")
    func event() throws -> [String: Any] {
      try payload(try heard.object("an event") { $0["topic"] as? String == "cube-kiosk/hall/event" })
    }
    let press = try event()
    #expect(press["event"] as? String == "press" && press["button"] as? String == "open")
    let result = try event()
    #expect(result["event"] as? String == "result" && result["status"] as? Int == 3)

    // The panel's end is the bridge's, and the broker says so.
    #expect(rig.panel.kiosk.stop() == 0)
    try heard.object("the end") {
      $0["topic"] as? String == "cube-kiosk/hall/online" && $0["payload"] as? String == "false"
    }
    rig.end()
  }

  /// What isn't a line of text is nobody's value, and stands in nobody's way.
  @Test func hostilePayloadsDoNoHarm() throws {
    let rig = try Rig()
    defer { rig.end() }
    // What isn't retained is heard by those alone who listen already, and what is by those who come late.
    try rig.broker.publish(Data("here".utf8), to: "cube-kiosk/hall/set/note", "-r")
    try eventually("the bridge listens") { try rig.value("note") == "here" }
    let witness = rig.broker.directory.path + "/witness"
    let hostile: [Data] = [
      Data("a\nb".utf8), Data("\u{1B}[2J".utf8), Data([0x61, 0x00, 0x62]), Data([0xFF, 0xFE, 0x80]),
      Data(count: 1 << 20),
      Data(String(repeating: "x", count: 1 << 20).utf8), Data("\r".utf8), Data("a\tb".utf8),
    ]
    for (number, payload) in hostile.enumerated() {
      try rig.broker.publish(payload, to: "cube-kiosk/hall/set/door")
      // What came before is done once this is.
      try rig.broker.publish("after \(number)", to: "cube-kiosk/hall/set/note")
      try eventually("what follows hostile payload \(number)") { try rig.value("note") == "after \(number)" }
      #expect(try rig.value("door") == nil, "hostile payload \(number)")
    }
    // A shell, an option, JSON: text like any other.
    let texts = [
      "$(touch \(witness))", "`touch \(witness)`; touch \(witness)", "--socket", "-", "{\"a\":1}", "'\"\\n\\", "%s%n",
    ]
    for text in texts {
      try rig.broker.publish(text, to: "cube-kiosk/hall/set/door")
      try eventually(text) { try rig.value("door") == text }
    }
    for topic in ["$(touch witness)", "a b", "-x", "nobody", "\"", ";"] {
      try rig.broker.publish("x", to: "cube-kiosk/hall/set/\(topic)")
    }
    try rig.broker.publish("last", to: "cube-kiosk/hall/set/note")
    try eventually("the last") { try rig.value("note") == "last" }
    #expect(!FileManager.default.fileExists(atPath: witness))
    #expect(rig.bridge.process.isRunning)
    #expect(rig.panel.kiosk.stop() == 0)
  }

  /// Home Assistant is told of both, with names of its own kind.
  @Test func itIsDiscovered() throws {
    let rig = try Rig()
    defer { rig.end() }
    let heard = try rig.broker.messages(of: "homeassistant/#")
    var found: [String: [String: Any]] = [:]
    for _ in 1...2 {
      let message = try heard.object("a discovery message") {
        ($0["topic"] as? String)?.hasPrefix("homeassistant") == true
      }
      found[try #require(message["topic"] as? String)] = try payload(message)
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
