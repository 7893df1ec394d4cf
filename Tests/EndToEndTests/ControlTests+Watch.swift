import Foundation
import Testing

extension ControlTests {
  private func watch(_ panel: ControlledKiosk, _ kinds: String...) throws -> Stream {
    try Stream([Program.path, "ctl", "--socket", panel.socket, "watch"] + kinds)
  }

  /// A tap, and the events that follow from it.
  @Test func watchReportsATap() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try """
    {"touchFix": "depth", "bar": true, "allowScenes": true, "idle": {"dimAfter": 3600}, "faces": {"3": {"buttons": [
      {"name": "door", "title": "Open", "action": {"command": ["sh", "-c", "exit 3"]}},
      {"name": "lamp", "title": "Light", "action": "light"}]}}}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    let panel = try ControlledKiosk(["--config", config], weston)
    let all = try watch(panel)
    let begin = try all.object("the state")
    #expect(begin["event"] as? String == "status" && begin["lost"] as? Int == 0 && begin["scene"] as? String == "cube")
    let (presses, touches) = (try watch(panel, "press"), try watch(panel, "touch"))
    for stream in [presses, touches] { try stream.line("the state") }
    let places = try Places(
      json: try Program.run(["inspect", "--config", config, "--size", "1280x800"]).output)
    func tap(_ name: String) throws {
      let place = try places.points(name)[0]
      try weston.fingers("tap \(place.x) \(place.y)")
    }
    try tap("door")
    let press = try all.object("the press")
    #expect(press["event"] as? String == "press" && press["face"] as? Int == 3 && press["count"] as? Int == 1)
    #expect(press["button"] as? String == "door" && press["action"] as? String == "command")
    #expect(press["view"] as? String == "root/cube/face3/door" && press["t"] as? Int != nil)
    let result = try all.object("the result")
    #expect(result["event"] as? String == "result" && result["button"] as? String == "door")
    #expect(result["status"] as? Int == 3 && result["face"] as? Int == 3)
    try tap("lamp")
    #expect(try all.object("the other press")["action"] as? String == "light")
    #expect(try panel.ctl("scene", "order").status == 0)
    #expect(try all.object("the scene")["scene"] as? String == "order")
    #expect(try panel.ctl("sleep").status == 0)
    #expect(try all.object("the dark") { $0["event"] as? String == "idle" }["state"] as? String == "dark")
    // The others heard what they asked for, and nothing else.
    #expect(
      try [presses.object("a press"), presses.object("another")].map { $0["button"] as? String } == ["door", "lamp"])
    #expect(try touches.object("a finger")["phase"] as? String == "began")
    // The same lines as in --events.
    try panel.kiosk.wait("idle")
    #expect(panel.kiosk.events.contains { $0.name == "press" && $0.values["button"] as? String == "lamp" })
    #expect(!panel.kiosk.events.contains { $0.name == "status" })
    #expect(panel.kiosk.stop() == 0)
    // The panel's end is theirs.
    for stream in [all, presses, touches] {
      stream.process.waitUntilExit()
      #expect(stream.process.terminationStatus == 69)
    }
  }

  @Test func watchEndsWithItsReader() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk(weston)
    let stream = try watch(panel)
    try stream.line("the state")
    try stream.closeOutput()
    try eventually("the end") { !stream.process.isRunning }
    #expect(panel.kiosk.stop() == 0)
  }
}
