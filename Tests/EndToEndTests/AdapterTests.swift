import Foundation
import TestSupport
import Testing

/// Adapters of a running panel.
@Suite struct AdapterTests {
  private static func sample(_ start: String) throws -> String {
    try #require(ManualSampleTests.samples("cube-kiosk-protocol.7").first { $0.hasPrefix(start) })
  }

  @Test(.enabled(if: access("/usr/bin/python3", X_OK) == 0, "python3 is not installed"))
  func adapterOfManualServesItsPanel() throws {
    let weston = try Weston()
    let script = try weston.directory.write(Self.sample("#!"), to: "room")
    let scene = try weston.directory.write(Self.sample("{\n"), to: "room.json")
    let panel = try Panel(["--scene", scene], on: weston)
    #expect(try panel.ctl("press", "boost-button").errors.contains("no adapter serves room"))

    let adapter = try RunningProcess(["/usr/bin/python3", script, weston.directory.file("adapters")])
    try waitUntil("the value") { try panel.value("co2") == "1180" }
    #expect(try panel.ctl("list").output.contains("co2\tvalue\t1180\n"))
    #expect(try panel.ctl("set", "room/fan-switch", "on").status == 0)
    try waitUntil("the value after the change") { try panel.value("co2") == "640" }
    #expect(try panel.ctl("set", "room/fan-switch", "off").status == 0)
    try waitUntil("the value after another change") { try panel.value("co2") == "1180" }
    let press = try panel.ctl("press", "--wait", "room/boost-button")
    #expect(press.status == 0, "\(press.errors)")
    try waitUntil("the value after the call") { try panel.value("co2") == "640" }
    #expect(try panel.value("fan") == "on")
    #expect(try panel.ctl("set", "room/fan-switch", "off").status == 0)
    try waitUntil("the refusal") { try panel.value("note") == "no change during a boost" }
    #expect(try panel.value("fan") == "on")

    _ = adapter.stop()
    try waitUntil("stale values") { try panel.status().values?["co2"]?.stale == true }
    #expect(try panel.value("co2") == "640")
    let list = try panel.ctl("list").output
    let stale = "stale\tthe adapter disconnected\n"
    #expect(list.contains("co2\tvalue\t640\t" + stale) && list.contains("fan-switch\tswitch\ton\t" + stale), "\(list)")
    #expect(try panel.ctl("status").output.contains(#""missingAdapters":["room"]"#))
    #expect(try panel.ctl("press", "--wait", "boost-button").errors.contains("no adapter serves room"))
    #expect(panel.stop() == 0)
  }

  /// `ctl press --wait` prints why an action failed, or that its outcome is unknown.
  @Test func pressTellsTheReason() throws {
    let weston = try Weston()
    let scene = try weston.directory.write(
      #"{"root": {"name": "go", "button": {"title": "Go", "action": {"call": "x:go"}}}}"#, to: "home.json")
    let panel = try Panel(["--scene", scene], on: weston)
    let adapter = try SocketClient(weston.directory.file("adapters"))
    adapter.send("{\"serve\":\"x\"}\n")
    #expect(try adapter.line() == #"{"ok":true}"#)
    #expect(try adapter.line() == #"{"uses":[],"visible":[]}"#)
    func press(_ id: Int, then answer: () -> Void) throws -> (status: Int32, errors: String) {
      let errors = Pipe()
      let press = try RunningProcess(
        [Program.path, "ctl", "--socket", panel.socket, "press", "--wait", "go"], errors: errors)
      #expect(try adapter.line() == #"{"call":"go","id":\#(id)}"#)
      answer()
      press.process.waitUntilExit()
      let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      return (press.process.terminationStatus, text)
    }
    let failed = try press(1) { adapter.send("{\"id\":1,\"ok\":false,\"error\":\"too late\"}\n") }
    #expect(failed.status == 1 && failed.errors.hasSuffix("ctl: the action failed: too late\n"), "\(failed)")
    let unknown = try press(2) { adapter.finish() }
    #expect(
      unknown.status == 76 && unknown.errors.hasSuffix("ctl: outcome unknown: the adapter disconnected\n"), "\(unknown)"
    )
    #expect(panel.stop() == 0)
  }

  /// `ctl set --wait` prints why the adapter refused a change, and finds the panel by its directory.
  @Test func setTellsTheReason() throws {
    let weston = try Weston()
    let scene = try weston.directory.write(
      #"{"values": {"a": {"from": "x:a"}}, "root": {"name": "lamp", "switch": {"value": "a"}}}"#, to: "home.json")
    let panel = try Panel(["--scene", scene], on: weston)
    let adapter = try SocketClient(weston.directory.file("adapters"))
    adapter.send("{\"serve\":\"x\"}\n")
    #expect(try adapter.line() == #"{"ok":true}"#)
    #expect(try adapter.line() == #"{"uses":["a"],"visible":["a"]}"#)
    func set(_ options: [String], _ text: String, _ id: Int, then answer: () -> Void) throws -> (Int32, String) {
      let errors = Pipe()
      let set = try RunningProcess(
        [Program.path, "ctl", "set"] + options + ["home/lamp", text],
        environment: ["RUNTIME_DIRECTORY": weston.directory.path], errors: errors)
      #expect(try adapter.line() == #"{"set":"a","value":"\#(text)","id":\#(id)}"#)
      answer()
      set.process.waitUntilExit()
      let text = String(decoding: errors.fileHandleForReading.availableData, as: UTF8.self)
      return (set.process.terminationStatus, text)
    }
    let done = try set(["--wait"], "on", 1) { adapter.send("{\"id\":1,\"ok\":true}\n{\"values\":{\"a\":\"on\"}}\n") }
    #expect(done == (0, ""), "\(done)")
    let refused = try set(["--wait"], "off", 2) { adapter.send("{\"id\":2,\"ok\":false,\"error\":\"locked\"}\n") }
    #expect(refused.0 == 1 && refused.1.hasSuffix("ctl: the action failed: locked\n"), "\(refused)")
    let sent = try set([], "off", 3) {}
    #expect(sent == (0, ""), "\(sent)")
    let queued = try panel.ctl("set", "--wait", "home/lamp", "on")
    #expect(queued.status == 76 && queued.errors.hasSuffix("ctl: outcome unknown: an earlier change hasn't ended\n"))
    #expect(panel.stop() == 0)
  }

  private static func configuration(_ values: String) -> String {
    #"{"scene": "DIR/home.json", "values": {\#(values)}}"#
  }

  /// An adapter knows what the panel needs: after a change of the page, and after a reload.
  @Test func adapterGetsAddressesInUse() throws {
    let weston = try Weston()
    try weston.directory.write(
      """
      {"root": {"stack": {}, "children": [{"text": {"string": "{a}"}},
        {"name": "more", "button": {"title": "More", "action": {"scene": "more.json"}}}]}}
      """, to: "home.json")
    try weston.directory.write(
      #"{"root": {"stack": {}, "children": [{"name": "level", "slider": {"value": "b"}}]}}"#, to: "more.json")
    let values = #""a": {"from": "x:a"}, "b": {"from": "x:b", "member": "/0/n"}"#
    let panel = try Panel(configuration: Self.configuration(values), on: weston)
    let adapter = try SocketClient(weston.directory.file("adapters"))
    adapter.send("{\"serve\":\"x\"}\n")
    #expect(try adapter.line() == #"{"ok":true}"#)
    #expect(try adapter.line() == #"{"uses":["a","b"],"visible":["a"]}"#)
    adapter.send("{\"values\":{\"a\":1,\"b\":[{\"n\":7}]}}\n{\"valeus\":{}}\n")
    #expect(
      try adapter.line() == #"{"ok":false,"error":"request: $: found an unknown message; expected values?"}"#)
    #expect(try panel.value("a") == "1" && panel.value("b") == "7")

    #expect(try panel.ctl("press", "more").status == 0)
    #expect(try adapter.line() == #"{"uses":["a","b"],"visible":["b"]}"#)
    #expect(try panel.ctl("set", "more/level", "40").status == 0)
    #expect(try adapter.line() == #"{"set":"b","member":"/0/n","value":"40","id":1}"#)
    adapter.send("{\"id\":1,\"ok\":true}\n")
    #expect(try panel.wait("result").status == 0)
    // Nothing is visible while the screen is dark.
    #expect(try panel.ctl("sleep").status == 0)
    #expect(try adapter.line() == #"{"uses":["a","b"],"visible":[]}"#)
    #expect(try panel.ctl("wake").status == 0)
    // Going idle returns to the first page.
    #expect(try adapter.line() == #"{"uses":["a","b"],"visible":["a"]}"#)
    #expect(try panel.ctl("scene", "more").status == 0)
    #expect(try adapter.line() == #"{"uses":["a","b"],"visible":["b"]}"#)

    try panel.configure(Self.configuration(values + #", "c": {"from": "x:c"}"#))
    #expect(try panel.ctl("reload").status == 0)
    #expect(try adapter.line() == #"{"uses":["a","b","c"],"visible":["b"]}"#)
    #expect(try panel.value("a") == "1")
    #expect(panel.stop() == 0)
  }
}
