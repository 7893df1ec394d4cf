import Foundation
import TestSupport
import Testing

/// Values of MQTT topics, by `cube-kiosk-mqtt` with a mosquitto broker and a panel on weston.
@Suite(.enabled(if: Broker.isInstalled, Broker.notInstalledReason))
struct TopicValueTests {
  private static let page = #"""
    {"root": {"stack": {}, "children": [
      {"name": "level", "slider": {"value": "level"}}, {"name": "relay", "switch": {"value": "relay"}},
      {"name": "toggle", "button": {"title": "Plug", "action": {"call": "mqtt:cmnd/plug/POWER", "payload": "TOGGLE"}}}]}}
    """#
  private static let others = #"""
    , "level": {"from": "mqtt:zigbee2mqtt/lamp", "member": "/brightness", "range": [0, 254]},
    "relay": {"from": "mqtt:plug/switch/relay/state"}, "plug": {"from": "mqtt:stat/plug/POWER"},
    "all": {"from": "mqtt:stat/#"}
    """#

  private static func configuration(_ more: String) -> String {
    let co2 = #""co2": {"from": "mqtt:zigbee2mqtt/bedroom", "member": "/co2", "unit": "ppm"}"#
    return #"{"scene": "DIR/hall.json", "values": {\#(co2)\#(more)}}"#
  }

  /// Payloads as Zigbee2MQTT, Tasmota and ESPHome send them.
  @Test func topicsOfDevicesAreValues() throws {
    let broker = try Broker()
    let weston = try Weston()
    try weston.directory.write(Self.page, to: "hall.json")
    try broker.publish(Data(#"{"co2": 612, "temperature": 21.5}"#.utf8), to: "zigbee2mqtt/bedroom", "-r")
    let panel = try Panel(configuration: Self.configuration(Self.others), on: weston)
    let bridge = try Bridge(broker, socket: panel.socket)
    let messages = try broker.subscribe(to: "#")
    try waitUntil("a retained reading") { try panel.value("co2") == "612" }
    try broker.publish(#"{"state": "ON", "brightness": 40}"#, to: "zigbee2mqtt/lamp")
    try broker.publish("ON", to: "stat/plug/POWER")
    try waitUntil("the readings") { try panel.value("level") == "40" && panel.value("plug") == "ON" }
    #expect(try panel.value("all") == nil)

    let press = try panel.ctl("press", "--wait", "hall/toggle")
    #expect(press.status == 0, "\(press.errors)")
    try messages.message("the call") { $0.topic == "cmnd/plug/POWER" && $0.payload == "TOGGLE" }
    #expect(try panel.ctl("set", "hall/level", "127").status == 0)
    try messages.message("the change") { $0.topic == "zigbee2mqtt/lamp/set" && $0.payload == #"{"brightness":127}"# }
    try broker.publish(#"{"brightness": 127}"#, to: "zigbee2mqtt/lamp")
    try waitUntil("the new level") { try panel.value("level") == "127" }
    #expect(try panel.ctl("set", "hall/relay", "on").status == 0)
    try messages.message("the relay") { $0.topic == "plug/switch/relay/command" && $0.payload == "on" }
    #expect(bridge.stop() == 0)
    #expect(panel.stop() == 0)
  }

  /// Without control, a broker can write on the glass and do nothing else.
  @Test func brokerWithoutControlOnlyWritesMessages() throws {
    let broker = try Broker()
    let weston = try Weston()
    try weston.directory.write(Self.page, to: "hall.json")
    let values = #", "door": {"initial": "shut"}, "level": {"from": "mqtt:level"}, "relay": {"from": "mqtt:relay"}"#
    let panel = try Panel(configuration: Self.configuration(values), on: weston)
    let bridge = try Bridge(broker, socket: panel.socket, members: #", "control": false"#)
    let messages = try broker.subscribe(to: Bridge.base + "#")
    try messages.message("the bridge") { $0.topic == Bridge.base + "online" && $0.payload == "true" }
    for (topic, payload) in [("set/door", "open"), ("press", "hall/toggle"), ("command", "sleep"), ("page", "hall")] {
      try broker.publish(payload, to: Bridge.base + topic)
    }
    try broker.publish("Dinner", to: Bridge.base + "message")
    #expect(try panel.wait("message").title == "Dinner")
    #expect(try panel.value("door") == nil && panel.status().idle == "active")
    #expect(!panel.events.contains { $0.event == "press" })
    #expect(bridge.stop() == 0)
    #expect(panel.stop() == 0)
  }

  /// The topics of values that a reload removes aren't subscribed to any more, and neither garbage nor a dead broker changes
  /// a reading.
  @Test func topicsFollowTheConfiguration() throws {
    let broker = try Broker("allow_anonymous true\nlog_type all")
    let weston = try Weston()
    try weston.directory.write(Self.page, to: "hall.json")
    let panel = try Panel(configuration: Self.configuration(Self.others), on: weston)
    let bridge = try Bridge(broker, socket: panel.socket)
    try broker.waitForLog("zigbee2mqtt/lamp (QoS 1)")
    try weston.directory.write(#"{"root": {"text": {"string": "{co2}"}}}"#, to: "hall.json")
    try panel.configure(Self.configuration(""))
    #expect(try panel.ctl("reload").status == 0)
    try broker.waitForLog("Received UNSUBSCRIBE from cube-kiosk-hall")
    try broker.publish(#"{"co2": 700}"#, to: "zigbee2mqtt/bedroom")
    try waitUntil("the next reading") { try panel.value("co2") == "700" }

    try broker.publish(Data(count: 100_000), to: "zigbee2mqtt/bedroom")
    try bridge.waitForLog("zigbee2mqtt/bedroom: found 100000 bytes")
    #expect(try panel.value("co2") == "700")
    try waitUntil("the stale reading") { try panel.status().values?["co2"]?.stale == true }
    try broker.publish(#"{"co2": 701}"#, to: "zigbee2mqtt/bedroom")
    try waitUntil("a reading after garbage") { try panel.value("co2") == "701" }
    #expect(try panel.status().values?["co2"]?.stale == false)
    broker.kill()
    try waitUntil("the stale reading") { try panel.status().values?["co2"]?.stale == true }
    #expect(try panel.value("co2") == "701")
    try broker.start()
    try broker.publish(Data(#"{"co2": 702}"#.utf8), to: "zigbee2mqtt/bedroom", "-r")
    try waitUntil("the reading of the next broker") { try panel.value("co2") == "702" }
    #expect(bridge.stop() == 0)
    #expect(panel.stop() == 0)
  }
}
