import Foundation
import Testing

/// The control socket, by `ctl` and by hand; and the idle panel, which it can send to sleep.
@Suite(.serialized) struct ControlCommandTests {
  private func running(
    _ arguments: [String] = [], _ weston: Weston
  ) throws -> (kiosk: RunningKiosk, ctl: ([String]) throws -> Program.Result) {
    let environment = weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }
    let kiosk = try RunningKiosk(arguments, environment: environment)
    try kiosk.wait("ready")
    let socket = weston.directory.path + "/control"
    return (kiosk, { try Program.run(["ctl", "--socket", socket] + $0) })
  }

  @Test func itTellsAndDoes() throws {
    let weston = try Weston()
    let (kiosk, ctl) = try running(["--touch-fix", "reorder"], weston)
    let mode = try FileManager.default.attributesOfItem(atPath: weston.directory.path + "/control")[.posixPermissions]
    #expect(mode as? Int == 0o660)

    #expect(try ctl(["press", "3", "button"]).status == 0)
    #expect(try kiosk.wait("press").count == 1)
    let wrong = try ctl(["press", "2", "button"])
    #expect(wrong.status == 1 && wrong.errors == "cube-kiosk: ctl: no such button: face 2, button\n")

    let text = try ctl(["status"]).output
    let status = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(status["scene"] as? String == "cube" && status["touchFix"] as? String == "reorder")
    #expect(
      status["count"] as? Int == 1 && status["isConnected"] as? Bool == true && status["idle"] as? String == "active")
    let version = try #require(status["version"] as? String)
    #expect(try Program.run(["--version"]).output == "cube-kiosk \(version)\n")
    let metrics = try ctl(["status", "--prometheus"]).output
    #expect(metrics.contains("# TYPE cube_kiosk_build_info gauge\ncube_kiosk_build_info{version=\"\(version)\"} 1\n"))
    #expect(metrics.contains("# TYPE cube_kiosk_presses_total counter\ncube_kiosk_presses_total 1\n"))

    #expect(try ctl(["scene", "flatten-z"]).status == 0)
    #expect(try ctl(["scene", "nowhere"]).status == 1)
    let (shot, drawn) = (weston.directory.path + "/shot.png", weston.directory.path + "/drawn.png")
    _ = try Program.run(["render", "--scene", "flatten-z", "-o", drawn])
    try eventually("the other scene") {
      try #require(try ctl(["screenshot", shot]).status == 0)
      return try Picture(shot).differing(from: Picture(drawn), by: 0) == 0
    }
    #expect(try Picture(weston.screenshot()).differing(from: Picture(drawn), by: 0) == 0)
    // As one looks at a panel from afar.
    let seen = weston.directory.path + "/seen.png"
    let words = ["ctl", "--socket", weston.directory.path + "/control", "screenshot", "-"]
    #expect(try Program.run(words, by: ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(seen)"]).status == 0)
    #expect(try Picture(seen).differing(from: Picture(drawn), by: 0) == 0)
    let reload = try ctl(["reload"])
    #expect(reload.status == 1)
    #expect(kiosk.stop() == 0)
    #expect(!FileManager.default.fileExists(atPath: weston.directory.path + "/control"))
    #expect(try ctl(["status"]).status == 69)
  }

  /// While a large picture is encoded, the panel answers, takes touches and draws; another picture is refused with a word.
  @Test func aScreenshotHoldsNothingUp() throws {
    let weston = try Weston(width: 3840, height: 2160)
    let (kiosk, ctl) = try running(["--touch-fix", "depth"], weston)
    func frames() throws -> Int {
      let status = try JSONSerialization.jsonObject(with: Data(try ctl(["status"]).output.utf8)) as? [String: Any]
      return try #require(status?["frames"] as? Int)
    }
    let before = try frames()
    let asking = try SocketClient(weston.directory.path + "/control")
    // Its end comes with its question, as ctl's does.
    asking.send("{\"command\":\"screenshot\"}\n")
    asking.finish()
    let refused = try ctl(["screenshot", weston.directory.path + "/refused.png"])
    #expect(refused.status == 1 && refused.errors == "cube-kiosk: ctl: a screenshot is being made already\n")
    try weston.fingers("down 0 1900 400", "motion 0 2000 450", "motion 0 2100 500", "up 0")
    try kiosk.wait("touch") { $0.phase == "ended" }
    try eventually("a frame") { try frames() > before }
    #expect(!asking.isAnswered, "all of that came after the picture")

    // The picture is the one that was there when it was asked for.
    let (shot, drawn) = (weston.directory.path + "/shot.png", weston.directory.path + "/drawn.png")
    let answer = asking.rest()
    let end = try #require(answer.firstIndex(of: 0x0A))
    let words = try JSONSerialization.jsonObject(with: answer[..<end]) as? [String: Any]
    #expect(words?["ok"] as? Bool == true && words?["bytes"] as? Int == answer.count - end - 1)
    try answer[(end + 1)...].write(to: URL(fileURLWithPath: shot))
    _ = try Program.run(["render", "--touch-fix", "depth", "--size", "3840x2160", "-o", drawn])
    #expect(try Picture(shot).differing(from: Picture(drawn), by: 0) == 0)
    // And the next one isn't refused.
    #expect(try ctl(["screenshot", shot]).status == 0)
    #expect(kiosk.stop() == 0)
  }

  /// A client that asked for a picture and went is forgotten; the panel ends in the middle of one.
  @Test func aScreenshotThatNobodyWaitsFor() throws {
    let weston = try Weston(width: 3840, height: 2160)
    let (kiosk, ctl) = try running([], weston)
    do {
      let asking = try SocketClient(weston.directory.path + "/control")
      defer { withExtendedLifetime(asking) {} }
      asking.send("{\"command\":\"screenshot\"}\n{\"command\":\"status\"}\n")
      #expect(try ctl(["status"]).status == 0)
    }
    let shot = weston.directory.path + "/shot.png"
    try eventually("another one's turn", within: 60) { try ctl(["screenshot", shot]).status == 0 }
    let last = try SocketClient(weston.directory.path + "/control")
    defer { withExtendedLifetime(last) {} }
    last.send("{\"command\":\"screenshot\"}\n")
    #expect(try ctl(["status"]).status == 0)
    #expect(kiosk.stop() == 0)
  }

  /// All presses together, and each button's own, from start to start.
  @Test func eachButtonIsCounted() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try """
    {"touchFix": "depth", "faces": {"1": {"buttons": [{"action": "light"}]}, "2": {"buttons": [{"action": "none"}]}}}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    for round in 1...2 {
      let (kiosk, ctl) = try running(["--config", config], weston)
      #expect(try ctl(["press", "2", "button"]).status == 0)
      #expect(try kiosk.wait("press").count == round)
      _ = kiosk.stop(SIGKILL)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: weston.directory.path + "/state/state.json"))
    let state = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(state["count"] as? Int == 2 && state["presses"] as? [String: Int] == ["2/button": 2])
  }

  /// Nonsense, half lines, too much of it, and a client that goes: the next one is served.
  @Test func itOutlivesItsClients() throws {
    let weston = try Weston()
    let (kiosk, ctl) = try running([], weston)
    func talk(_ text: String, reads: Bool = true) throws -> String? {
      let client = try SocketClient(weston.directory.path + "/control")
      client.send(text)
      return reads ? try client.line() : nil
    }
    #expect(try talk("hello\n") == "{\"ok\":false,\"error\":\"expected an object with a command\"}")
    #expect(
      try talk("{\"command\":\"dance\"}\n")?
        .hasPrefix("{\"ok\":false,\"error\":\"unknown command 'dance'; expected status, ") == true)
    #expect(try talk(String(repeating: "A", count: 20000)) == nil)
    for _ in 0..<10 {
      _ = try talk("{\"command\":", reads: false)
      _ = try talk("{\"command\":\"screenshot\"}\n", reads: false)
    }
    try eventually("an answer") { try ctl(["status"]).status == 0 }
    #expect(kiosk.stop() == 0)
  }

  /// The touch that wakes it presses nothing; the next one does.
  @Test func theTouchThatWakesDoesNothingElse() throws {
    let weston = try Weston()
    let (kiosk, ctl) = try running(["--touch-fix", "depth"], weston)
    let button = try Places().points("button")[0]
    #expect(try ctl(["sleep"]).status == 0)
    // Dark all over.
    try eventually("the dark") {
      let bitmap = try Picture(weston.screenshot()).bitmap
      return (0..<bitmap.width * bitmap.height).allSatisfy { bitmap.pixels[$0] & 0xFF_FFFF == 0 }
    }
    try weston.fingers("tap \(button.x) \(button.y)")
    try eventually("the light") { try ctl(["status"]).output.contains("\"idle\":\"active\"") }
    #expect(!kiosk.events.contains { $0.name == "press" || $0.name == "touch" })
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("touch").phase == "began")
    #expect(try kiosk.wait("press").count == 1)
    #expect(kiosk.stop() == 0)
  }

  @Test func anIdlePanelDims() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try "{}".write(toFile: config, atomically: true, encoding: .utf8)
    let (kiosk, ctl) = try running(["--config", config], weston)
    func status() throws -> [String: Any] {
      let text = try ctl(["status"]).output
      return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    let home = try Picture(weston.screenshot())
    #expect(try ctl(["scene", "flatten-z"]).status == 0)
    #expect(try status()["scene"] as? String == "flatten-z")
    // However long all that took: from here on nobody is there.
    let attractAfter = 1 + Int(Sanitizer.patience(3))
    try "{\"idle\": {\"dimAfter\": 1, \"attractAfter\": \(attractAfter)}}".write(
      toFile: config, atomically: true, encoding: .utf8)
    try eventually("dimming") { try ctl(["status"]).output.contains("\"idle\":\"dimmed\"") }
    let first = try Picture(weston.screenshot())
    try eventually("attraction") { try ctl(["status"]).output.contains("\"idle\":\"attract\"") }
    // The cube turns by itself.
    try eventually("a turned cube") { try Picture(weston.screenshot()).differing(from: first, by: 8) > 0.02 }
    // What the panel is for came back, for whoever comes next; and it costs a few frames a second, not sixty.
    #expect(try status()["scene"] as? String == "cube")
    usleep(500_000)
    func counted() throws -> (frames: Int, time: Double) {
      let now = try status()
      return (try #require(now["frames"] as? Int), try #require(now["uptime"] as? Double))
    }
    let start = try counted()
    usleep(3_000_000)
    let end = try counted()
    // By the panel's own clock: a busy machine takes its time to ask.
    let rate = Double(end.frames - start.frames) / (end.time - start.time)
    #expect((2..<6).contains(rate), "\(rate) a second")
    // Awake again, and for good, the cube is as it was meant to be seen.
    try "{}".write(toFile: config, atomically: true, encoding: .utf8)
    try eventually("the cube turned back") { try Picture(weston.screenshot()).differing(from: home, by: 0) == 0 }
    #expect(kiosk.stop() == 0)
  }

  /// Nobody reads the events, nobody reads the log: both pipes are full, and the panel goes on.
  @Test func nobodyReadsWhatItSays() throws {
    let weston = try Weston()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["run", "--events", "-", "--log-level", "debug", "--touch-fix", "depth"]
    process.environment = Program.environment(
      weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 })
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    func frames() throws -> Int {
      let result = try Program.run(["ctl", "--socket", weston.directory.path + "/control", "status"])
      guard result.status == 0 else { return 0 }
      let status = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
      return status?["frames"] as? Int ?? 0
    }
    try eventually("the first frame") { try frames() > 0 }
    // 64 kB in each, and a word in between: a compositor drops whoever doesn't read what it sends.
    var before = 0
    for round in 0..<14 {
      try weston.fingers(
        "down 0 300 300", "motion 0 \(310 + round) 310", "motion 0 \(340 + round) 330", "motion 0 300 300", "up 0")
      for step in 0..<25 { try weston.fingers("tap \(20 + step * 3) 40") }
      before = try frames()
      #expect(before > 0)
    }
    try weston.fingers("down 0 300 300", "motion 0 340 310")
    try eventually("another frame") { try frames() > before }
    _ = (output, errors)
  }

  /// The file's other scene is shown at once; a scene that somebody chose stays where the file says nothing new of it.
  @Test func theFilesSceneIsFollowed() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    func write(_ text: String) throws { try text.write(toFile: config, atomically: true, encoding: .utf8) }
    try write("{}")
    let (kiosk, ctl) = try running(["--config", config], weston)
    func shows(_ scene: String) throws -> Bool { try ctl(["status"]).output.contains("\"scene\":\"\(scene)\"") }
    #expect(try shows("cube"))
    try write("{\"scene\": \"fold\"}")
    try eventually("the net") { try shows("fold") }
    #expect(try ctl(["scene", "order"]).status == 0)
    try write("{\"scene\": \"fold\", \"touchFix\": \"depth\"}")
    try eventually("the other fix") { try ctl(["status"]).output.contains("\"touchFix\":\"depth\"") }
    #expect(try shows("order"))
    try write("{\"touchFix\": \"depth\"}")
    try eventually("the cube") { try shows("cube") }
    #expect(kiosk.stop() == 0)
  }

  /// Each button runs its command once at a time, eight run at once, and what is refused says so.
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
    let (kiosk, ctl) = try running(["--config", config], weston)
    for number in 1...8 { #expect(try ctl(["press", "3", "b\(number)"]).status == 0) }
    #expect(try ctl(["status"]).output.contains("\"running\":8"))
    let again = try ctl(["press", "3", "b1"])
    #expect(again.status == 1 && again.errors == "cube-kiosk: ctl: the button is at work\n")
    // By finger as well.
    let places = try Places(json: try Program.run(["inspect", "--config", config, "--size", "1280x800"]).output)
    let first = try places.points("b1")[0]
    try weston.fingers("tap \(first.x) \(first.y)")
    #expect(try kiosk.wait("touch") { $0.phase == "ended" }.view == "root/cube/face3/b1")
    #expect(kiosk.events.filter { $0.name == "press" }.count == 8)
    let ninth = try ctl(["press", "3", "b9"])
    #expect(ninth.status == 1 && ninth.errors == "cube-kiosk: ctl: too many commands run\n")
    #expect(try kiosk.wait("result").values["status"] as? Int == 75)
    try Data().write(to: URL(fileURLWithPath: go))
    for _ in 1...8 { #expect(try kiosk.wait("result").values["status"] as? Int == 0) }
    #expect(kiosk.stop() == 0)
  }

  /// A panel that hangs is waited for, but not for ever.
  @Test func aPanelThatHangs() throws {
    let weston = try Weston()
    let (kiosk, ctl) = try running([], weston)
    kill(kiosk.process.processIdentifier, SIGSTOP)
    let result = try ctl(["status"])
    #expect(result.status == 69 && result.errors.hasSuffix("no answer within 10 s\n"))
    kill(kiosk.process.processIdentifier, SIGCONT)
    #expect(try ctl(["status"]).status == 0)
    #expect(kiosk.stop() == 0)
  }

  /// A panel of another version, whose status is another: no metrics rather than empty ones.
  @Test func aPanelOfAnotherVersion() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/control"
    let fd = SocketClient.make(blocking: true)
    defer { close(fd) }
    try #require(SocketClient.with(path) { bind(fd, $0, $1) } == 0 && listen(fd, 1) == 0)
    Thread.detachNewThread {
      let client = accept(fd, nil, nil)
      var buffer = [UInt8](repeating: 0, count: 4096)
      _ = read(client, &buffer, buffer.count)
      _ = "{\"ok\":true}\n".withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
      close(client)
    }
    let result = try Program.run(["ctl", "--socket", path, "status", "--prometheus"])
    #expect(result.status == 69 && result.output == "" && result.errors.hasSuffix("not a status: {\"ok\":true}\n"))
  }
}
