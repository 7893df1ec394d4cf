import Foundation
import TestSupport
import Testing

/// `cube-kiosk-mqtt` with a mosquitto broker and a panel on weston.
@Suite(.serialized, .enabled(if: Broker.isInstalled, "mosquitto, its clients or openssl aren't installed"))
struct BridgeTests {
  private static let configuration = """
    {"touchFix": "depth", "values": {"door": {"set": true}, "note": {"set": true}, "lamp": {"set": ["off", "on"]},
      "mode": {"set": ["day", "night", "away"]}, "level": {"set": "5", "range": [0, 10], "unit": "m"},
      "clock": {"time": "%H", "unit": "h"}},
      "faces": {"3": {"buttons": [{"name": "open", "title": "Open", "action": {"command": ["sh", "-c", "exit 3"]}}]}}}
    """

  private struct Rig {
    let broker: Broker
    let panel: Panel
    let bridge: Bridge

    init(members: String = "") throws {
      broker = try Broker()
      panel = try Panel(configuration: BridgeTests.configuration)
      bridge = try Bridge(broker, socket: panel.socket, members: members)
    }

    func waitUntilOnline() throws {
      let messages = try broker.subscribe(to: Bridge.base + "online")
      try messages.message("the bridge") { $0.payload == "true" }
    }

    func stop() {
      #expect(bridge.stop() == 0)
      #expect(panel.stop() == 0)
    }
  }

  /// A message's payload.
  private struct State: Decodable {
    let values: [String: String?]
    let idle, scene: String
  }

  @Test func valuesArriveAndEventsArePublished() throws {
    let rig = try Rig()
    let messages = try rig.broker.subscribe(to: Bridge.base + "#")
    try messages.message("the bridge") { $0.topic == Bridge.base + "online" && $0.payload == "true" }
    try rig.broker.publish(Data("-5.5 °C \"x\"\n".utf8), to: Bridge.base + "set/door")
    try waitUntil("the value") { try rig.panel.value("door") == "-5.5 °C \"x\"" }
    let state = try messages.message("the state") {
      // The status at the beginning of `watch` is not an event.
      #expect($0.topic != Bridge.base + "event")
      return $0.topic == Bridge.base + "state" && $0.payload?.contains("-5.5") == true
    }
    let reported = try State(json: #require(state.payload))
    #expect(reported.values["door"] == "-5.5 °C \"x\"" && reported.values["note"] == .some(nil))
    #expect(reported.idle == "active" && reported.scene == "cube")

    func event() throws -> Event {
      try Event(json: #require(messages.message("an event") { $0.topic == Bridge.base + "event" }.payload))
    }
    try rig.panel.tap("open")
    for _ in 1...2 {
      let press = try event()
      #expect(press.event == "press" && press.button == "open")
      let result = try event()
      #expect(result.event == "result" && result.status == 3)
      try rig.broker.publish("{\"face\": 3, \"button\": \"open\"}", to: Bridge.base + "press")
    }
    try rig.broker.publish("sleep", to: Bridge.base + "command")
    try messages.message("the dark panel") { $0.payload?.contains("\"idle\":\"dark\"") == true }

    #expect(rig.panel.stop() == 0)
    try messages.message("the panel's end") { $0.topic == Bridge.base + "online" && $0.payload == "false" }
    #expect(rig.bridge.stop() == 0)
  }

  /// A payload that isn't a line of text is ignored, and delays nothing.
  @Test func hostilePayloadsDoNoHarm() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    let hostile: [Data] = [
      Data("a\nb".utf8), Data("\u{1B}[2J".utf8), Data([0x61, 0x00, 0x62]), Data([0xFF, 0xFE, 0x80]),
      Data(count: 1 << 20), Data(String(repeating: "x", count: 1 << 20).utf8), Data("\r".utf8), Data("a\tb".utf8),
    ]
    for (number, payload) in hostile.enumerated() {
      try rig.broker.publish(payload, to: Bridge.base + "set/door")
      // Messages arrive in order.
      try rig.broker.publish("after \(number)", to: Bridge.base + "set/note")
      try waitUntil("the message after payload \(number)") { try rig.panel.value("note") == "after \(number)" }
      #expect(try rig.panel.value("door") == nil, "hostile payload \(number)")
    }
    for text in ["$(id)", "--socket", "-", "{\"a\":1}", "'\"\\n\\", "%s%n"] {
      try rig.broker.publish(text, to: Bridge.base + "set/door")
      try waitUntil(text) { try rig.panel.value("door") == text }
    }
    let presses = [
      "x", "{}", "[]", #"{"face": 7, "button": "open"}"#, #"{"face": 3}"#, #"{"face": 3, "button": "\u001b"}"#,
    ]
    for payload in presses {
      for topic in ["press", "command", "set/unknown", "set/a b", "set/\""] {
        try rig.broker.publish(payload, to: Bridge.base + topic)
      }
    }
    // A screenshot isn't permitted.
    let pictures = try rig.broker.subscribe(to: Bridge.base + "screenshot")
    try rig.broker.publish("screenshot", to: Bridge.base + "command")
    try rig.broker.publish("last", to: Bridge.base + "set/note")
    try waitUntil("the last message") { try rig.panel.value("note") == "last" }
    #expect(!pictures.output.available().contains { $0.contains("screenshot") })
    rig.panel.send(SIGTERM)
    _ = rig.panel.waitForExit()
    #expect(rig.bridge.stop() == 0)
    // Warnings are limited in number, and forge no line.
    let log = rig.bridge.log.available()
    #expect(log.count < 12 && log.allSatisfy { $0.hasPrefix("cube-kiosk-mqtt: ") }, "\(log)")
  }

  private static func components(_ message: Broker.Message) throws -> [String: [String: Any]] {
    let payload = try JSONSerialization.jsonObject(with: Data(#require(message.payload).utf8))
    let announcement = try #require(payload as? [String: Any])
    #expect(announcement["availability_topic"] as? String == Bridge.base + "online")
    let device = try #require(announcement["device"] as? [String: Any])
    #expect(device["identifiers"] as? [String] == ["cube-kiosk-hall"] && device["sw_version"] != nil)
    #expect(announcement["origin"] != nil)
    return try #require(announcement["components"] as? [String: [String: Any]])
  }

  @Test func homeAssistantDiscoversThePanel() throws {
    let rig = try Rig(members: #", "screenshots": true"#)
    try rig.waitUntilOnline()
    let topic = "homeassistant/device/cube-kiosk-hall/config"
    let announcement = try rig.broker.subscribe(to: topic).message("the panel") { $0.topic == topic }
    #expect(announcement.retain == 1)
    var components = try Self.components(announcement)
    func platform(_ name: String) -> String? { components[name]?["platform"] as? String }
    #expect(
      platform("value-door") == "text" && platform("value-lamp") == "switch" && platform("value-mode") == "select")
    #expect(platform("value-level") == "number" && platform("value-clock") == "sensor")
    #expect(components["value-mode"]?["options"] as? [String] == ["day", "night", "away"])
    #expect(
      components["value-level"]?["max"] as? Int == 10
        && components["value-clock"]?["unit_of_measurement"] as? String == "h")
    #expect(components["value-door"]?["command_topic"] as? String == Bridge.base + "set/door")
    #expect(components["value-door"]?["value_template"] as? String == "{{ value_json['values']['door'] or '' }}")
    #expect(components["value-lamp"]?["value_template"] as? String == "{{ value_json['values']['lamp'] }}")
    #expect(components["button-3-open"]?["payload_press"] as? String == #"{"face":3,"button":"open"}"#)
    #expect(platform("presses") == "event" && platform("picture") == "image" && platform("screenshot") == "button")
    #expect(Set(components.values.map { $0["unique_id"] as? String }).count == components.count)

    // A changed configuration is announced at once. Entities that it no longer has are removed.
    let changes = try rig.broker.subscribe(to: topic)
    try rig.panel.configure(#"{"values": {"door": {"set": true}, "new": {"set": true}}}"#)
    components = try Self.components(changes.message("the change") { $0.payload?.contains("value-new") == true })
    #expect(components["value-lamp"]?.count == 1 && platform("value-lamp") == "switch")
    #expect(components["button-3-open"]?.count == 1 && components["value-door"]?["unique_id"] != nil)

    let pictures = try RunningProcess(
      ["/usr/bin/mosquitto_sub", "-C", "1", "-F", "%x", "-t", Bridge.base + "screenshot"],
      environment: rig.broker.environment)
    try rig.broker.publish("screenshot", to: Bridge.base + "command")
    #expect(try pictures.line("the picture").hasPrefix("89504e470d0a1a0a"))
    rig.stop()
  }

  /// Presses while the broker is away reach it later, and the retained state is the current one.
  @Test func brokerRestartLosesNoPress() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    try rig.panel.tap("open")
    rig.broker.kill()
    try rig.bridge.waitForLog("trying again")
    for _ in 1...3 { #expect(try rig.panel.ctl("press", "3", "open").status == 0) }
    #expect(try rig.panel.ctl("set", "door", "shut").status == 0)
    try rig.broker.start()
    let messages = try rig.broker.subscribe(to: Bridge.base + "#")
    var counts: [Int?] = []
    while !counts.contains(4) {
      let message = try messages.message("the presses", within: 60) { $0.payload?.contains("\"press\"") == true }
      counts.append(try Event(json: #require(message.payload)).count)
    }
    #expect(counts.suffix(3) == [2, 3, 4])
    let state = try rig.broker.subscribe(to: Bridge.base + "state").message("the state") { $0.topic.hasSuffix("state") }
    #expect(state.payload?.contains("\"shut\"") == true)
    try rig.broker.publish("on", to: Bridge.base + "set/lamp")
    try waitUntil("the value") { try rig.panel.value("lamp") == "on" }
    // The lost connection is logged once.
    try rig.bridge.waitForLog("connected to 127.0.0.1")
    rig.stop()
  }

  /// The will tells the broker's clients that the program died.
  @Test func deathIsPublished() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    let messages = try rig.broker.subscribe(to: Bridge.base + "online")
    #expect(rig.bridge.stop(SIGKILL) == SIGKILL)
    try messages.message("the will") { $0.payload == "false" }
    let late = try rig.broker.subscribe(to: Bridge.base + "online").message("the retained will") { $0.retain == 1 }
    #expect(late.payload == "false")
    #expect(rig.panel.stop() == 0)
  }

  /// A retained press would be repeated at each start.
  @Test func restartedPanelGetsRetainedValuesWithoutPresses() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    try rig.broker.publish(Data(#"{"face": 3, "button": "open"}"#.utf8), to: Bridge.base + "press", "-r")
    try waitUntil("the press") { try rig.panel.status().count == 1 }
    try rig.broker.publish(Data("shut".utf8), to: Bridge.base + "set/door", "-r")
    try waitUntil("the value") { try rig.panel.value("door") == "shut" }
    #expect(rig.panel.stop() == 0)
    try rig.bridge.waitForLog("waiting for the panel")
    let panel = try Panel(
      configuration: Self.configuration, on: rig.panel.weston)
    try waitUntil("the value") { try panel.value("door") == "shut" }
    try rig.bridge.waitForLog("a retained message is ignored")
    #expect(try panel.status().count == 1)
    #expect(panel.stop() == 0)
    #expect(rig.bridge.stop() == 0)
  }

  @Test(.enabled(if: MemoryUse.isMeasurable, MemoryUse.notMeasurableReason)) func memoryIsBounded() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    for number in 1...200 { try rig.broker.publish("\(number)", to: Bridge.base + "set/note") }
    try waitUntil("the value") { try rig.panel.value("note") == "200" }
    let memory = try MemoryUse(of: rig.bridge.pid)
    #expect(memory.memory < 5000 && memory.threads == 1, "\(memory)")
    rig.stop()
  }

  // MARK: Security

  private static func encryptedBroker(_ options: String = "allow_anonymous true") throws -> Broker {
    try Broker("cafile DIR/ca.crt\ncertfile DIR/broker.crt\nkeyfile DIR/broker.key\n" + options) {
      let certificates = Certificates(directory: $0)
      for name in ["ca", "other"] { try certificates.makeAuthority(name) }
      for name in ["broker", "panel"] { try certificates.make(name, signedBy: "ca") }
      try $0.write("secret\n", to: "password")
      try $0.write("wrong\n", to: "wrong-password")
      let hash = try FinishedProcess(["/usr/bin/mosquitto_passwd", "-b", "-c", $0.file("users"), "panel", "secret"])
      try #require(hash.status == 0)
    }
  }

  /// Each reason is logged once, although the program tries again.
  @Test func wrongAuthorityIsLoggedOnce() throws {
    let broker = try Self.encryptedBroker()
    let bridge = try Bridge(broker, socket: "/nonexistent/control", members: #", "tls": {"ca": "other.crt"}"#)
    try bridge.waitForLog("TLS: certificate verify failed; trying again")
    for _ in 1...2 {
      try broker.waitForLog("New connection")
      try broker.waitForLog("alert")
    }
    #expect(bridge.stop() == 0)
    #expect(bridge.log.available() == [])
  }

  @Test(arguments: [
    (#""ca": "ca.crt""#, "", "allow_anonymous true"),
    (#""ca": "ca.crt""#, #", "user": "panel", "passwordFile": "password""#, "password_file DIR/users"),
    (
      #""ca": "ca.crt", "certificate": "panel.crt", "key": "panel.key""#, "",
      "require_certificate true\nuse_identity_as_username true"
    ),
  ])
  func encryptedConnectionIsAccepted(_ tls: String, _ login: String, _ options: String) throws {
    let broker = try Self.encryptedBroker(options)
    let bridge = try Bridge(broker, socket: "/nonexistent/control", members: ", \"tls\": {\(tls)}\(login)")
    try bridge.waitForLog("connected to")
    #expect(bridge.stop() == 0)
  }

  @Test(arguments: [
    ("password_file DIR/users", #", "user": "panel", "passwordFile": "wrong-password""#, "authorised"),
    ("require_certificate true", "", "ertificate required"),
  ])
  func refusalIsLogged(_ options: String, _ login: String, _ reason: String) throws {
    let broker = try Self.encryptedBroker(options)
    let bridge = try Bridge(broker, socket: "/nonexistent/control", members: #", "tls": {"ca": "ca.crt"}"# + login)
    try bridge.waitForLog(reason)
    #expect(bridge.stop() == 0)
  }
}
