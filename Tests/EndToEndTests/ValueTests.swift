import Foundation
import Testing

/// Values on a real panel: from every source, and from sources that flood, hang and are half written.
@Suite(.serialized) struct ValueTests {
  /// A panel whose cube shows face 1 to the viewer, with what is said of it.
  private final class Panel {
    let weston: Weston
    let controlled: ControlledKiosk
    let directory: String
    private var shots = 0

    init(_ values: String, face: String) throws {
      weston = try Weston()
      directory = weston.directory.path
      let config = directory + "/kiosk.json"
      let text = """
        {"touchFix": "depth", "bar": false, "view": "face-on", "values": \(values), "faces": {"1": \(face)}}
        """
      try text.replacingOccurrences(of: "DIR", with: directory)
        .write(toFile: config, atomically: true, encoding: .utf8)
      controlled = try ControlledKiosk(["--config", config], weston)
    }

    var kiosk: RunningKiosk { controlled.kiosk }

    func status() throws -> [String: Any] {
      let answer = try Program.run(["ctl", "--socket", controlled.socket, "status"])
      return try #require(try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [String: Any])
    }

    func value(_ name: String) throws -> String? {
      ((try status()["values"] as? [String: Any])?[name] as? [String: Any])?["value"] as? String
    }

    /// What is on the glass.
    func picture() throws -> Picture {
      shots += 1
      let path = "\(directory)/value\(shots).png"
      try #require(try controlled.ctl("screenshot", path).status == 0)
      return try Picture(path)
    }

    func write(_ text: String, to name: String) throws {
      try text.write(toFile: "\(directory)/\(name)", atomically: false, encoding: .utf8)
    }
  }

  @Test func ctlSetChangesTheGlass() throws {
    let panel = try Panel(
      #"{"door": {"set": true}, "t": {"set": true, "unit": "°C", "format": 1}, "clock": {"time": "%Y"}}"#,
      face: #"{"label": "{door} {t}"}"#)
    let before = try panel.picture()
    #expect(try panel.controlled.ctl("set", "door", "open", "t", "-5").status == 0)
    #expect(try panel.value("door") == "open" && panel.value("t") == "-5")
    try eventually("another picture") { try panel.picture().differing(from: before, by: 8) > 0.001 }
    for (words, error) in [
      (["dor", "shut"], "no such value: dor; did you mean door?"), (["door", "shut", "clock", "1"], "clock is read"),
    ] {
      let result = try Program.run(["ctl", "--socket", panel.controlled.socket, "set"] + words)
      #expect(result.status == 1 && result.errors.hasPrefix("cube-kiosk: ctl: \(error)"), "\(result.errors)")
    }
    #expect(try panel.value("door") == "open")
    let metrics = try panel.controlled.ctl("status", "--prometheus").output
    #expect(metrics.contains("cube_kiosk_value{name=\"t\"} -5") && !metrics.contains("name=\"door\""))
    // By hand, numbers and all.
    let client = try SocketClient(panel.controlled.socket)
    client.send("{\"command\":\"set\",\"values\":{\"door\":true,\"t\":21.5}}\n")
    #expect(try client.line() == "{\"ok\":true}")
    #expect(try panel.value("door") == "true" && panel.value("t") == "21.5")
    #expect(panel.kiosk.stop() == 0)
  }

  @Test func everySourceIsRead() throws {
    let panel = try Panel(
      #"""
      {"command": {"command": ["cat", "DIR/command"], "interval": 0.2}, "file": {"file": "deep/file"},
       "stream": {"command": ["sh", "-c", "while :; do cat DIR/stream; sleep 0.1; done"], "stream": true},
       "clock": {"time": "%S"}}
      """#, face: #"{"label": "{command} {file} {stream} {clock}"}"#)
    let before = try panel.picture()
    let second = try panel.value("clock")
    try FileManager.default.createDirectory(atPath: panel.directory + "/deep", withIntermediateDirectories: true)
    for (file, name, words) in [("command", "command", "1"), ("deep/file", "file", "1"), ("stream", "stream", "2")] {
      try panel.write("1\n2\n", to: file)
      try eventually(name) { try panel.value(name) == words }
    }
    try eventually("another second") { try panel.value("clock") != second }
    #expect(try panel.picture().differing(from: before, by: 8) > 0.001)
    #expect(panel.kiosk.stop() == 0)
  }

  /// A flood without end, a command that hangs, a file that is written all the time: the panel answers, its memory stays
  /// what it was, and nothing of it is left afterwards.
  @Test func floodsAndHangsHoldNothingUp() throws {
    let panel = try Panel(
      #"""
      {"flood": {"command": ["sh", "-c", "echo $$ > DIR/pid1; exec yes"], "stream": true},
       "line": {"command": ["sh", "-c", "exec cat /dev/zero"], "stream": true},
       "hang": {"command": ["sh", "-c", "echo $$ > DIR/pid2; trap '' TERM; while :; do sleep 0.1; done"], "interval": 1},
       "file": {"file": "file"}, "door": {"set": true}}
      """#, face: #"{"label": "{flood} {line} {hang} {file} {door}"}"#)
    func kept() throws -> Int {
      let status = try String(
        contentsOfFile: "/proc/\(panel.kiosk.process.processIdentifier)/status", encoding: .utf8)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
      return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1]))
    }
    func load(_ seconds: Double) throws {
      let end = Date().addingTimeInterval(seconds)
      var count = 0
      while Date() < end {
        count += 1
        try panel.write("\(count)\n", to: "file")
        if count % 50 == 0 { #expect(try panel.controlled.ctl("set", "door", "\(count)").status == 0) }
        usleep(1000)
      }
    }
    // What is loaded and kept once is there by then.
    try load(6)
    let before = try kept()
    try load(4)
    let after = try kept()
    #expect(after - before < 2048 || !OwnMemory.isKnown, "from \(before) to \(after) kB")
    #expect(try panel.value("flood") == "y")
    #expect(try panel.value("line") == nil && panel.value("hang") == nil && panel.value("file") != nil)
    let groups = try ["pid1", "pid2"].map {
      try #require(
        pid_t(
          String(contentsOfFile: "\(panel.directory)/\($0)", encoding: .utf8).trimmingCharacters(in: .newlines)))
    }
    #expect(panel.kiosk.stop() == 0)
    try eventually("their end") { groups.allSatisfy { kill(-$0, 0) == -1 && errno == ESRCH } }
  }

  /// Without a program: a toggle that unlocks another button, by a real finger.
  @Test func aToggleUnlocksAButton() throws {
    let panel = try Panel(
      #"{"lamp": {"set": "off"}}"#,
      face: #"""
        {"buttons": [
          {"name": "lamp", "title": "{lamp}", "style": {"when": "lamp", "is": "on", "color": "#FFC107"},
           "action": {"set": {"lamp": ["on", "off"]}}},
          {"name": "go", "title": "Go", "enabled": {"when": "lamp", "is": "on"}, "action": "none"}]}
        """#)
    let config = panel.directory + "/kiosk.json"
    let places = try Places(
      json: Program.run(["inspect", "--config", config, "--size", "1280x800", "--view", "face-on"]).output)
    let (lamp, go) = (try places.points("lamp")[0], try places.points("go")[0])
    #expect(try panel.controlled.ctl("press", "1", "go").errors == "cube-kiosk: ctl: the button isn't enabled now\n")
    let off = try panel.picture()
    try panel.weston.fingers("tap \(go.x) \(go.y)", "tap \(lamp.x) \(lamp.y)")
    // Of the locked one nothing was heard.
    #expect(try panel.kiosk.wait("press").view == "root/cube/face1/lamp")
    #expect(try panel.value("lamp") == "on")
    #expect(try panel.picture().differing(from: off, by: 8) > 0.001)
    try panel.weston.fingers("tap \(go.x) \(go.y)")
    #expect(try panel.kiosk.wait("press").view == "root/cube/face1/go")
    #expect(panel.kiosk.stop() == 0)
  }

  /// A camera's still: the next one is shown, half of one never is.
  @Test func aPictureIsFollowed() throws {
    let panel = try Panel(
      "{}", face: #"{"content": {"contents": {"file": "camera.png", "follow": true}}}"#)
    let camera = panel.directory + "/camera.png"
    let none = try panel.picture()
    func draw(_ scene: String) throws -> Data {
      let path = "\(panel.directory)/\(scene).png"
      try #require(try Program.run(["render", "--scene", scene, "--size", "320x200", "-o", path]).status == 0)
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let (first, second) = (try draw("cube"), try draw("carousel"))
    try first.write(to: URL(fileURLWithPath: camera))
    try eventually("the picture") { try panel.picture().differing(from: none, by: 8) > 0.01 }
    let whole = try panel.picture()
    try second.prefix(second.count / 2).write(to: URL(fileURLWithPath: camera))
    for _ in 1...4 {
      usleep(60_000)
      #expect(try panel.picture().differing(from: whole, by: 0) == 0)
    }
    try second.write(to: URL(fileURLWithPath: camera), options: .atomic)
    try eventually("the next picture") { try panel.picture().differing(from: whole, by: 8) > 0.01 }
    #expect(panel.kiosk.stop() == 0)
  }
}
