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

  /// Watchers that are stopped and never read: the panel replies, draws and takes touches, and doesn't grow.
  @Test func sleepingWatchersDelayNothing() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk(["--touch-fix", "depth"], weston)
    let sleepers = try (0..<8).map { _ in
      let stream = try watch(panel, "touch", "press")
      try stream.line("the state")
      kill(stream.process.processIdentifier, SIGSTOP)
      return stream
    }
    func memory() throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(panel.kiosk.process.processIdentifier)/status", encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
      return Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0
    }
    func drag() throws {
      var words = ["down 0 300 300"]
      for step in 0..<400 { words.append("motion 0 \(300 + step % 40) \(300 + step % 30)") }
      for part in stride(from: 0, to: words.count, by: 50) {
        try weston.fingers(words[part..<min(part + 50, words.count)].joined(separator: "\n"))
      }
      try weston.fingers("up 0")
      try panel.kiosk.wait("touch") { $0.phase == "ended" }
    }
    // So much that the system's own buffers are full.
    for _ in 0..<6 { try drag() }
    let before = try memory()
    for _ in 0..<6 { try drag() }
    #expect(try memory() - before < 4096 || !OwnMemory.isKnown, "in kilobytes")
    #expect(try panel.ctl("status").status == 0)
    // Each gets the number of events that it lost.
    for sleeper in sleepers {
      kill(sleeper.process.processIdentifier, SIGCONT)
      try sleeper.object("what was lost") { $0["event"] as? String == "status" && ($0["lost"] as? Int ?? 0) > 0 }
    }
    #expect(panel.kiosk.stop() == 0)
  }
}
