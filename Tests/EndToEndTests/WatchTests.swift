import Foundation
import Testing

/// `ctl watch`: what happens on a panel, told to others as it happens.
@Suite(.serialized) struct WatchTests {
  private func watch(_ panel: ControlledKiosk, _ kinds: String...) throws -> Stream {
    try Stream([Program.path, "ctl", "--socket", panel.socket, "watch"] + kinds)
  }

  /// A finger on the glass, and each thing that the panel can tell of it, by name.
  @Test func aPressOnTheGlassIsTold() throws {
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

  /// A scene file's button: its own name, and the action's as the file has it.
  @Test func aSceneFilesButtonIsToldByItsActionsName() throws {
    let weston = try Weston()
    let scene = weston.directory.path + "/scene.json"
    try """
    {"size": [400, 200], "root": {"bounds": [0, 0, 400, 200], "position": [200, 100], "children": [
      {"name": "coffee", "bounds": [0, 0, 200, 100], "position": [200, 100],
       "button": {"title": "Coffee", "action": {"command": ["true"]}}}]}}
    """.write(toFile: scene, atomically: true, encoding: .utf8)
    let kiosk = try RunningKiosk(["--scene", scene], environment: weston.environment)
    try kiosk.wait("ready")
    try weston.fingers("tap 640 400")
    let press = try kiosk.wait("press").values
    #expect(press["button"] as? String == "coffee" && press["action"] as? String == "command")
    #expect(press["face"] is NSNull)
    #expect(kiosk.stop() == 0)
  }

  /// Whoever reads it is gone: so is the watch, without waiting for something to happen.
  @Test func itEndsWithItsReader() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk([], weston)
    let stream = try watch(panel)
    try stream.line("the state")
    try stream.closeOutput()
    try eventually("the end") { !stream.process.isRunning }
    #expect(panel.kiosk.stop() == 0)
  }

  /// Eight that are stopped, and never read: the panel answers, draws and takes touches, and gets no larger.
  @Test func sleepersHoldNothingUp() throws {
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
    // A ninth takes the place of one of them.
    let ninth = try watch(panel, "press")
    try ninth.line("the state")
    #expect(try panel.ctl("press", "3", "button").status == 0)
    #expect(try ninth.object("the press")["event"] as? String == "press")
    // All but the one whose place it took; and that one, too, where so many touches came at once that some were lost before
    // anything was full: libwayland reads 4 KB at a time before 1.23, and all that there is from then on.
    let heard = sleepers.filter { sleeper in
      kill(sleeper.process.processIdentifier, SIGCONT)
      let lost = try? sleeper.object("what was lost") { ($0["lost"] as? Int ?? 0) > 0 }
      return lost?["event"] as? String == "status"
    }
    #expect(heard.count >= 7)
    try eventually("its end") { sleepers.filter { !$0.process.isRunning }.count == 1 }
    #expect(panel.kiosk.stop() == 0)
  }

  @Test func aKindThatIsNone() throws {
    let result = try Program.run(["ctl", "watch", "press", "dance"])
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("cube-kiosk: ctl: watch 'dance'; expected status, ready, touch, press, "))
  }
}
