import Foundation
import Testing

/// The actions of buttons, while the configuration changes, when there is too much of it, and when the panel ends.
@Suite(.serialized) struct ActionTests {
  /// A file with buttons on face 3, which it writes.
  private struct File {
    let path: String

    func write(_ actions: [String], touchFix: String = "depth") throws {
      let buttons = actions.enumerated().map { "{\"name\": \"b\($0 + 1)\", \"title\": \"Go\", \"action\": \($1)}" }
      try """
      {"touchFix": "\(touchFix)", "bar": false, "faces": {"3": {"buttons": [\(buttons.joined(separator: ","))]}}}
      """.write(toFile: path, atomically: true, encoding: .utf8)
    }

    static func shell(_ script: String) -> String {
      "{\"command\": [\"sh\", \"-c\", \"\(script)\"]}"
    }
  }

  /// The button is at work for as long as the old command runs, whatever the file says meanwhile; then it runs the new
  /// one.
  @Test func aCommandThatIsChangedWhileItRuns() throws {
    let weston = try Weston()
    let (directory, file) = (weston.directory.path, File(path: weston.directory.path + "/kiosk.json"))
    try file.write([File.shell("until test -e \(directory)/go; do sleep 0.05; done; echo old >> \(directory)/ran")])
    // However long it takes to look.
    let panel = try ControlledKiosk(["--config", file.path, "--action-timeout", "600"], weston)
    func shot(_ name: String) throws -> Picture {
      #expect(try panel.ctl("screenshot", "\(directory)/\(name).png").status == 0)
      return try Picture("\(directory)/\(name).png")
    }
    let idle = try shot("idle")
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    try panel.kiosk.wait("press")
    try eventually("the running button") { try shot("running").differing(from: idle, by: 8) > 0 }
    let running = try shot("running")
    try file.write([File.shell("echo new >> \(directory)/ran")], touchFix: "reorder")
    try eventually("the changed file") { try panel.ctl("status").output.contains("\"touchFix\":\"reorder\"") }
    #expect(try panel.ctl("status").output.contains("\"running\":1"))
    try eventually("the new button, running") { try shot("reloaded").differing(from: running, by: 0) == 0 }
    let refused = try panel.ctl("press", "3", "b1")
    #expect(refused.status == 1 && refused.errors == "cube-kiosk: ctl: the button is at work\n")
    // In another scene the button has another path, and is the same one.
    #expect(try panel.ctl("scene", "order").status == 0)
    #expect(try panel.ctl("press", "3", "b1").status == 1)
    #expect(try panel.ctl("scene", "cube").status == 0)
    try Data().write(to: URL(fileURLWithPath: directory + "/go"))
    #expect(try panel.kiosk.wait("result").values["status"] as? Int == 0)
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    #expect(try panel.kiosk.wait("result").values["status"] as? Int == 0)
    #expect(try String(contentsOfFile: directory + "/ran", encoding: .utf8) == "old\nnew\n")
    #expect(panel.kiosk.stop() == 0)
  }

  /// Eight that don't listen are ended together, within what the unit allows for the whole stop.
  @Test func commandsThatDoNotListenEndTogether() throws {
    let weston = try Weston()
    let (directory, file) = (weston.directory.path, File(path: weston.directory.path + "/kiosk.json"))
    try file.write(
      (1...8).map { File.shell("trap '' TERM; echo $$ > \(directory)/pid\($0); while :; do sleep 0.05; done") })
    let panel = try ControlledKiosk(["--config", file.path], weston)
    for number in 1...8 { #expect(try panel.ctl("press", "3", "b\(number)").status == 0) }
    var groups: [pid_t] = []
    try eventually("eight commands") {
      groups = (1...8).compactMap {
        let text = try? String(contentsOfFile: "\(directory)/pid\($0)", encoding: .utf8)
        return text.flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
      }
      return groups.count == 8
    }
    let start = Date()
    #expect(panel.kiosk.stop() == 0)
    // TimeoutStopSec is 5; each has had its second to end by itself.
    #expect((1..<5).contains(Date().timeIntervalSince(start)), "\(Date().timeIntervalSince(start)) s")
    try eventually("their end") { groups.allSatisfy { kill(-$0, 0) == -1 && errno == ESRCH } }
  }

  /// One that prints without end, and one whose own directory is gone, hold nothing up, and cost no memory.
  @Test func commandsThatMisbehave() throws {
    let weston = try Weston()
    let (directory, file) = (weston.directory.path, File(path: weston.directory.path + "/kiosk.json"))
    let here = directory + "/here"
    try FileManager.default.createDirectory(atPath: here, withIntermediateDirectories: true)
    try file.write([
      "{\"command\": [\"yes\"]}",
      "{\"command\": [\"rmdir\", \"\(here)\"], \"directory\": \"\(here)\"}", "\"light\"",
    ])
    let panel = try ControlledKiosk(["--config", file.path], weston)
    let pid = panel.kiosk.process.processIdentifier
    let before = try Footprint(of: pid)
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    func status() throws -> Int? {
      try panel.kiosk.wait("result") { $0.values["button"] as? String == "b2" }.values["status"] as? Int
    }
    #expect(try panel.ctl("press", "3", "b2").status == 0)
    #expect(try status() == 0)
    _ = try panel.ctl("press", "3", "b2")
    #expect(try status() != 0)
    // Others are answered meanwhile.
    for _ in 1...10 { #expect(try panel.ctl("press", "3", "b3").status == 0) }
    #expect(try panel.ctl("status").output.contains("\"running\":1"))
    // In kilobytes.
    #expect(try Footprint(of: pid).heap < before.heap + 4096 || !OwnMemory.isKnown)
    #expect(panel.kiosk.stop() == 0)
  }

  /// The kernel ends a command before the interface when memory is short.
  @Test func commandsGoFirstWhenMemoryIsShort() throws {
    let weston = try Weston()
    let (directory, file) = (weston.directory.path, File(path: weston.directory.path + "/kiosk.json"))
    try file.write([File.shell("(cat /proc/self/oom_score_adj) > \(directory)/score")])
    let panel = try ControlledKiosk(["--config", file.path], weston)
    func score(_ path: String) throws -> Int? {
      Int(try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines))
    }
    let own = "/proc/\(panel.kiosk.process.processIdentifier)/oom_score_adj"
    let before = try score(own)
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    #expect(try panel.kiosk.wait("result").values["status"] as? Int == 0)
    #expect(try score(directory + "/score") == 500)
    #expect(try score(own) == before)
    #expect(panel.kiosk.stop() == 0)
  }

  /// A bus that takes the connection and says nothing: the button says so in time, and the panel goes on meanwhile.
  @Test func aBusThatNeverAnswers() throws {
    let weston = try Weston()
    let file = File(path: weston.directory.path + "/kiosk.json")
    try file.write(["{\"unit\": \"door.service\"}"])
    let bus = SocketClient.make(blocking: true)
    defer { close(bus) }
    let path = weston.directory.path + "/bus"
    try #require(SocketClient.with(path) { bind(bus, $0, $1) } == 0 && listen(bus, 4) == 0)
    let panel = try ControlledKiosk(
      ["--config", file.path], weston, environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + path])
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    try panel.kiosk.wait("press")
    #expect(try panel.ctl("press", "3", "b1").errors == "cube-kiosk: ctl: the button is at work\n")
    // Ten seconds are the button's own patience.
    #expect(try panel.kiosk.wait("result", within: 30).values["status"] as? Int == 1)
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    // Nor does the bus hold up the end: TimeoutStopSec is 5.
    let start = Date()
    #expect(panel.kiosk.stop() == 0)
    #expect(Date().timeIntervalSince(start) < 5)
  }

  /// All presses together, and each button's own, from start to start.
  @Test func eachButtonIsCounted() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try """
    {"touchFix": "depth", "faces": {"1": {"buttons": [{"action": "light"}]}, "2": {"buttons": [{"action": "none"}]}}}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    for round in 1...2 {
      let panel = try ControlledKiosk(["--config", config], weston)
      #expect(try panel.ctl("press", "2", "button").status == 0)
      #expect(try panel.kiosk.wait("press").count == round)
      _ = panel.kiosk.stop(SIGKILL)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: weston.directory.path + "/state/state.json"))
    let state = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(state["count"] as? Int == 2 && state["presses"] as? [String: Int] == ["2/button": 2])
  }

  /// Each button runs its command once at a time, eight run at once, and a refusal says so.
  @Test func commandsAtOnce() throws {
    let weston = try Weston()
    let (config, go) = (weston.directory.path + "/kiosk.json", weston.directory.path + "/go")
    let buttons = (1...9).map {
      """
      {"name": "b\($0)", "title": "\($0)", "action": {"command": ["sh", "-c", "until test -e \(go); do sleep 0.05; done"]}}
      """
    }
    try "{\"touchFix\": \"depth\", \"faces\": {\"3\": {\"buttons\": [\(buttons.joined(separator: ","))]}}}".write(
      toFile: config, atomically: true, encoding: .utf8)
    let panel = try ControlledKiosk(["--config", config], weston)
    for number in 1...8 { #expect(try panel.ctl("press", "3", "b\(number)").status == 0) }
    #expect(try panel.ctl("status").output.contains("\"running\":8"))
    let again = try panel.ctl("press", "3", "b1")
    #expect(again.status == 1 && again.errors == "cube-kiosk: ctl: the button is at work\n")
    // By finger as well.
    let places = try Places(json: try Program.run(["inspect", "--config", config, "--size", "1280x800"]).output)
    let first = try places.points("b1")[0]
    try weston.fingers("tap \(first.x) \(first.y)")
    #expect(try panel.kiosk.wait("touch") { $0.phase == "ended" }.view == "root/cube/face3/b1")
    #expect(panel.kiosk.events.filter { $0.name == "press" }.count == 8)
    let ninth = try panel.ctl("press", "3", "b9")
    #expect(ninth.status == 1 && ninth.errors == "cube-kiosk: ctl: too many commands run\n")
    #expect(try panel.kiosk.wait("result").values["status"] as? Int == 75)
    try Data().write(to: URL(fileURLWithPath: go))
    for _ in 1...8 { #expect(try panel.kiosk.wait("result").values["status"] as? Int == 0) }
    #expect(panel.kiosk.stop() == 0)
  }
}
