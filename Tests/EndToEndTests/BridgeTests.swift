import Foundation
import TestSupport
import Testing

/// `cube-kiosk-mqtt` with a mosquitto broker and a panel on weston.
@Suite(.serialized, .enabled(if: Broker.isInstalled, Broker.notInstalledReason))
struct BridgeTests {
  private static let configuration = """
    {"touchFix": "depth", "values": {"door": {"set": true}, "note": {"set": true}, "lamp": {"set": ["off", "on"]},
      "mode": {"set": ["day", "night", "away"]}, "level": {"set": "5", "range": [0, 10], "unit": "m"},
      "clock": {"time": "%H", "unit": "h"}},
      "faces": {"3": {"buttons": [{"name": "open", "title": "Open", "action": {"command": ["sh", "-c", "exit 3"]}},
        {"name": "night", "title": "Night", "action": {"set": {"mode": "night"}}}]}}}
    """

  private struct Rig {
    let broker: Broker
    let panel: Panel
    let bridge: Bridge

    /// - Parameters:
    ///   - members: More members of the bridge's configuration.
    ///   - options: More lines of the broker's configuration.
    init(members: String = "", options: String = "") throws {
      broker = try Broker("allow_anonymous true\n" + options)
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
    let rig = try Rig(options: "log_type all")
    let messages = try rig.broker.subscribe(to: Bridge.base + "#")
    try messages.message("the bridge") { $0.topic == Bridge.base + "online" && $0.payload == "true" }
    // Clients may send values from then on.
    let first = try rig.broker.logLine("the messages of the bridge") {
      $0.hasPrefix("Received SUBSCRIBE from cube-kiosk-hall") || $0.contains("\(Bridge.base)online', ... (4 bytes)")
    }
    #expect(first.contains("SUBSCRIBE"), "\(first)")
    try rig.broker.publish(Data("-5.5 °C \"x\"\n".utf8), to: Bridge.base + "set/door")
    try waitUntil("the value") { try rig.panel.value("door") == "-5.5 °C \"x\"" }
    let state = try messages.message("the state") {
      // The status at the beginning of `watch` is not an event.
      #expect($0.topic != Bridge.base + "event")
      return $0.topic == Bridge.base + "state" && $0.payload?.contains("-5.5") == true
    }
    let reported = try State(json: #require(state.payload))
    // Values that weren't set are null, although the panel shows a first text.
    #expect(reported.values["door"] == "-5.5 °C \"x\"" && reported.values["clock"]??.isEmpty == false)
    for name in ["note", "lamp", "mode", "level"] { #expect(reported.values[name] == .some(nil)) }
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

  /// `ClientRequestTests` and `WarningLimitTests` have more of such messages.
  @Test func hostilePayloadsDoNoHarm() throws {
    let rig = try Rig()
    let messages = try rig.broker.subscribe(to: Bridge.base + "#")
    try messages.message("the bridge") { $0.topic == Bridge.base + "online" && $0.payload == "true" }
    let hostile = [
      Data("a\rb".utf8), Data("\u{1B}[2J".utf8), Data([0x61, 0x00, 0x62]), Data([0xFF, 0xFE, 0x80]),
      Data(count: 1 << 20),
    ]
    for payload in hostile {
      for topic in ["set/door", "set/\u{202E}x", "press", "command"] {
        try rig.broker.publish(payload, to: Bridge.base + topic)
      }
    }
    // A screenshot isn't permitted. The panel handles one request after the other, so a picture would be published
    // before the value.
    try rig.broker.publish("screenshot", to: Bridge.base + "command")
    try rig.broker.publish("last", to: Bridge.base + "set/note")
    try messages.message("the state") {
      #expect($0.topic != Bridge.base + "screenshot")
      return $0.topic == Bridge.base + "state" && $0.payload?.contains("\"last\"") == true
    }
    #expect(try rig.panel.value("door") == nil)
    rig.stop()
    // Warnings are limited in number, and forge no line.
    let log = rig.bridge.log.available()
    #expect(log.count < 20 && log.allSatisfy { $0.hasPrefix("cube-kiosk-mqtt: ") }, "\(log)")
  }

  /// `DiscoveryTests` checks what is announced.
  @Test func homeAssistantDiscoversThePanel() throws {
    let rig = try Rig(members: #", "screenshots": true"#)
    try rig.waitUntilOnline()
    let topic = "homeassistant/device/cube-kiosk-hall/config"
    let announcements = try rig.broker.subscribe(to: topic)
    let announcement = try announcements.message("the panel") { $0.topic == topic }
    #expect(announcement.retain == 1)
    for component in ["text-door", "button-face3%2Fopen", "event-face3%2Fopen", "screenshot"] {
      #expect(announcement.payload?.contains("\"\(component)\":{\"platform\":") == true, "\(component)")
    }
    // A changed configuration is announced at once.
    try rig.panel.configure(#"{"values": {"new": {"set": true}}}"#)
    let change = try announcements.message("the change") { $0.payload?.contains("text-new") == true }
    #expect(change.payload?.contains(#""text-door":{"platform":"text"}"#) == true)

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
      let message = try messages.message("the presses", within: 60) {
        $0.payload?.contains("\"event\":\"press\"") == true
      }
      counts.append(try Event(json: #require(message.payload)).count)
    }
    #expect(counts.suffix(3) == [2, 3, 4])
    let state = try rig.broker.subscribe(to: Bridge.base + "state").message("the state") { $0.topic.hasSuffix("state") }
    #expect(state.payload?.contains("\"shut\"") == true)
    try rig.broker.publish("on", to: Bridge.base + "set/lamp")
    try waitUntil("the value") { try rig.panel.value("lamp") == "on" }
    // The lost connection is logged once.
    try rig.bridge.waitForLog("connected to")
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

  /// A retained message would be repeated at each start, and undo what visitors did since.
  @Test func retainedMessagesAreObeyedOnce() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    try rig.broker.publish(Data(#"{"face": 3, "button": "open"}"#.utf8), to: Bridge.base + "press", "-r")
    try waitUntil("the press") { try rig.panel.status().count == 1 }
    try rig.broker.publish(Data("shut".utf8), to: Bridge.base + "set/door", "-r")
    try waitUntil("the value") { try rig.panel.value("door") == "shut" }
    #expect(try rig.panel.ctl("set", "door", "open").status == 0)
    #expect(rig.bridge.stop() == 0)
    let bridge = try Bridge(rig.broker, socket: rig.panel.socket)
    try bridge.waitForLog("set/door: a retained message is ignored")
    // The panel handles one request after the other.
    try rig.broker.publish("last", to: Bridge.base + "set/note")
    try waitUntil("the next value") { try rig.panel.value("note") == "last" }
    #expect(try rig.panel.value("door") == "open" && rig.panel.status().count == 1)
    #expect(bridge.stop() == 0)
    #expect(rig.panel.stop() == 0)
  }

  /// An automation that reacts to a press reads the state that it led to.
  @Test func stateIsPublishedBeforeThePress() throws {
    let rig = try Rig()
    let messages = try rig.broker.subscribe(to: Bridge.base + "#")
    try messages.message("the bridge") { $0.topic == Bridge.base + "online" && $0.payload == "true" }
    // The first change is published at once; the interval of state messages delays the next.
    #expect(try rig.panel.ctl("set", "mode", "day").status == 0)
    #expect(try rig.panel.ctl("press", "3", "night").status == 0)
    var state = ""
    try messages.message("the press") {
      if $0.topic == Bridge.base + "state" { state = $0.payload ?? "" }
      return $0.topic == Bridge.base + "event"
    }
    #expect(state.contains(#""mode":"night""#), "\(state)")
    rig.stop()
  }

  /// Entities that the panel lost while the program was stopped are removed.
  @Test func homeAssistantForgetsWhatThePanelHad() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    #expect(rig.bridge.stop() == 0)
    try rig.panel.configure(#"{"values": {"door": {"set": ["shut", "open"]}}}"#)
    let topic = "homeassistant/device/cube-kiosk-hall/config"
    let announcements = try rig.broker.subscribe(to: topic)
    let bridge = try Bridge(rig.broker, socket: rig.panel.socket)
    let message = try announcements.message("the change") { $0.payload?.contains("select-door") == true }
    let change = message.payload ?? ""
    for (key, platform) in [
      ("text-door", "text"), ("switch-lamp", "switch"), ("button-face3%2Fopen", "button"),
      ("event-face3%2Fopen", "event"),
      ("trigger-face3%2Fopen", "device_automation"),
    ] {
      #expect(change.contains(#""\#(key)":{"platform":"\#(platform)"}"#), "\(key)")
    }
    // Home Assistant may have lost the device when it starts.
    try rig.broker.publish(Data("{}".utf8), to: topic, "-r")
    try announcements.message("another message") { $0.payload == "{}" }
    try rig.broker.publish("online", to: "homeassistant/status")
    try announcements.message("the panel") { $0.payload?.contains("select-door") == true }
    #expect(bridge.stop() == 0)
    #expect(rig.panel.stop() == 0)
  }

  /// The broker sends the announcement of hundreds of values back to the next start, which removes those that are gone.
  @Test func announcementOfHundredsOfValuesIsReadBack() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    let topic = "homeassistant/device/cube-kiosk-hall/config"
    let announcements = try rig.broker.subscribe(to: topic)
    let values = (1000..<2000).map { #""value-\#($0)": {"set": ["on", "off"], "range": [0, 1]}"# }.joined(
      separator: ", ")
    try rig.panel.configure(#"{"values": {\#(values)}}"#)
    let first = try announcements.message("the announcement") { $0.payload?.contains("switch-value-1000\"") == true }
    try rig.bridge.waitForLog("values aren't announced to Home Assistant, because the message would be too long")
    #expect(first.payload?.contains("switch-value-1999\"") == false)
    #expect(rig.bridge.stop() == 0)
    try rig.panel.configure(#"{"values": {"door": {"set": ["shut", "open"]}}}"#)
    let bridge = try Bridge(rig.broker, socket: rig.panel.socket)
    let change = try announcements.message("the change") { $0.payload?.contains("select-door") == true }
    #expect(change.payload?.contains(#""switch-value-1000":{"platform":"switch"}"#) == true)
    #expect(bridge.stop() == 0)
    #expect(rig.panel.stop() == 0)
  }

  @Test(.enabled(if: MemoryUse.isMeasurable, MemoryUse.notMeasurableReason)) func memoryIsBounded() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    try rig.broker.publish(lines: (1...200).map { "\($0)" }, to: Bridge.base + "set/note")
    try waitUntil("the value") { try rig.panel.value("note") == "200" }
    let memory = try MemoryUse(of: rig.bridge.pid)
    #expect(memory.memory < 5000 && memory.threads == 1, "\(memory)")
    rig.stop()
  }

  /// A broker with MQTT 5 doesn't send what would exceed the unit's memory, and be sent again at each start.
  @Test func largeMessageIsNotReceived() throws {
    let rig = try Rig()
    try rig.waitUntilOnline()
    try rig.broker.publish(Data(count: 30 << 20), to: Bridge.base + "set/note", "-r")
    #expect(rig.bridge.stop() == 0)
    let bridge = try Bridge(rig.broker, socket: rig.panel.socket)
    try bridge.waitForLog("connected to the panel")
    try waitUntil("the value") {
      try rig.broker.publish("shut", to: Bridge.base + "set/door")
      return try rig.panel.value("door") == "shut"
    }
    let status = try String(contentsOfFile: "/proc/\(bridge.pid)/status", encoding: .utf8)
    let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    let kilobytes = try #require(peak.split(separator: " ").compactMap { Int($0) }.first)
    #expect(kilobytes < 25_000, "\(peak)")
    #expect(bridge.stop() == 0)
    #expect(rig.panel.stop() == 0)
  }

  @Test func exitStatusSaysWhyItEnded() throws {
    let directory = try TemporaryDirectory()
    let invalid = try directory.write(#"{"host": "a", "port": 0}"#, to: "invalid.json")
    for arguments in [["check-config", invalid], ["--config", invalid]] {
      let result = try Bridge.run(arguments)
      #expect(result.status == 78 && result.output.isEmpty)
      let error = "cube-kiosk-mqtt: \(invalid): $.port: found 0; expected a whole number from 1 to 65535\n"
      #expect(result.errors == error)
    }
    let valid = try directory.write(#"{"host": "a"}"#, to: "valid.json")
    let result = try Bridge.run(["check-config", valid])
    #expect(result.status == 0 && result.output == "\(valid): good\n" && result.errors.isEmpty)
    #expect(try Bridge.run(["--config"]).status == 64)
    #expect(try Bridge.run(["--version"]).output.hasPrefix("cube-kiosk-mqtt "))
    #expect(try Bridge.run(["--help"]).output.hasPrefix("Usage: "))
  }
}
