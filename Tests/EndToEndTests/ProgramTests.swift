import Foundation
import Testing

/// The behaviour that an installer and the panel's visitors count on.
@Suite(.serialized) struct ProgramTests {
  @Test func theScreenshotIsWhatRenderDraws() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(environment: weston.environment)
    try kiosk.wait("ready")
    let file = weston.directory.path + "/rendered.png"
    #expect(try Program.run(["render", "--size", "1280x800", "-o", file]).status == 0)
    let piped = weston.directory.path + "/piped.png"
    let toPipe = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(piped)"]
    #expect(try Program.run(["render", "--size", "1280x800", "-o", "-"], by: toPipe).status == 0)
    #expect(FileManager.default.contentsEqual(atPath: piped, andPath: file))
    #expect(try Picture(weston.screenshot()).differing(from: Picture(file), by: 0) == 0)
  }

  /// A finger on the button runs the command, with what it needs to know and nothing that isn't its business.
  @Test func theCommandRuns() throws {
    let weston = try Weston()
    let file = weston.directory.path + "/ran"
    let script = "echo $CUBE_KIOSK_FACE $CUBE_KIOSK_COUNT ${NOTIFY_SOCKET-none} ${WATCHDOG_USEC-none} > \(file); exit 3"
    let environment = weston.environment.merging(["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "1"]) { $1 }
    let kiosk = try RunningKiosk(
      ["--touch-fix", "reorder"], action: ["sh", "-c", script], environment: environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("press").count == 1)
    #expect(try kiosk.wait("result").values["status"] as? Int == 3)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "3 1 none none\n")
    try weston.fingers("tap \(button.x) \(button.y)")
    try kiosk.wait("result")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "3 2 none none\n")
  }

  @Test func theButtonIgnoresPressesWhileItsCommandRuns() throws {
    let weston = try Weston()
    let gate = weston.directory.path + "/gate"
    mkfifo(gate, 0o600)
    let kiosk = try RunningKiosk(
      ["--touch-fix", "depth"], action: ["sh", "-c", "read line < \(gate)"], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    try weston.fingers("tap \(button.x) \(button.y)")
    try kiosk.wait("press")
    try weston.fingers("tap \(button.x) \(button.y)", "tap \(button.x) \(button.y)")
    for _ in 0..<2 { try kiosk.wait("touch") { $0.phase == "ended" } }
    #expect(kiosk.events.filter { $0.name == "press" }.count == 1)
    try FileHandle(forWritingAtPath: gate)?.write(contentsOf: Data("go\n".utf8))
    #expect(try kiosk.wait("result").values["status"] as? Int == 0)
  }

  @Test func theCountSurvivesAKill() throws {
    let weston = try Weston()
    let button = try Places().points("button")[0]
    for round in 1...4 {
      let kiosk = try RunningKiosk(["--touch-fix", "reorder"], environment: weston.environment)
      try kiosk.wait("ready")
      try weston.fingers("tap \(button.x) \(button.y)")
      #expect(try kiosk.wait("press").count == round)
      _ = kiosk.stop(SIGKILL)
    }
  }

  /// The compositor dies under a finger, again and again: the finger is lifted, the next compositor is found, and the
  /// cube on it is turned as it was.
  @Test func itOutlivesItsCompositor() throws {
    let weston = try Weston(width: 640, height: 400)
    let options = ["--touch-fix", "reorder", "--no-tap-feedback", "--wait", "60"]
    let kiosk = try RunningKiosk(options, environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places(width: 640, height: 400).points("button")[0]
    try weston.fingers("down 0 100 100", "motion 0 115 103", "motion 0 126 106")
    // Resting before it is lifted, it flings nothing.
    usleep(300_000)
    try weston.fingers("up 0")
    try kiosk.wait("touch") { $0.phase == "ended" }
    var turned = try Picture(weston.screenshot())
    let untouched = weston.directory.path + "/untouched.png"
    _ = try Program.run(["render", "--touch-fix", "reorder", "--size", "640x400", "-o", untouched])
    #expect(turned.differing(from: try Picture(untouched), by: 8, above: 266) > 0.005)
    for round in 1...5 {
      // What the last round changed has come to rest: four pictures alike take longer than the lamp does.
      var alike = 0
      try eventually("a picture that stands") {
        let next = try Picture(weston.screenshot())
        alike = next.differing(from: turned, by: 0, above: 266) == 0 ? alike + 1 : 0
        turned = next
        usleep(60_000)
        return alike == 3
      }
      try weston.fingers("down 0 \(button.x) \(button.y)", "frame")
      try kiosk.wait("touch") { $0.phase == "began" }
      weston.kill()
      #expect(try kiosk.wait("touch").phase == "cancelled")
      try weston.start()
      try kiosk.wait("ready")
      // The status line says who took which touch; above it nothing is another.
      #expect(try Picture(weston.screenshot()).differing(from: turned, by: 0, above: 266) == 0, "round \(round)")
      try weston.fingers("tap \(button.x) \(button.y)")
      #expect(try kiosk.wait("press").count == round)
    }
    #expect(kiosk.stop() == 0)
  }

  @Test func withoutACompositorItGivesUpInTime() throws {
    let directory = try Scratch()
    let environment = ["XDG_RUNTIME_DIR": directory.path, "STATE_DIRECTORY": directory.path]
    for (wait, least) in [("0", 0.0), ("0.3", 0.3)] {
      let start = Date()
      let result = try Program.run(["--wait", wait], environment: environment)
      #expect(result.status == 75)
      #expect(result.errors.contains("no compositor"))
      #expect(Date().timeIntervalSince(start) >= least)
    }
  }

  @Test func itWaitsForACompositorThatComesLater() throws {
    let weston = try Weston()
    weston.kill()
    for name in ["wayland", "wayland.lock", "fingers"] {
      try? FileManager.default.removeItem(atPath: weston.directory.path + "/" + name)
    }
    let kiosk = try RunningKiosk(["--wait", "60"], environment: weston.environment)
    try weston.start()
    try kiosk.wait("ready")
  }

  /// Wrong input is told in one line, with the place, and by the exit code.
  @Test(arguments: [
    (["--lighting", "sun"], 64, "--lighting: 'sun'; expected book, camera or off"),
    (["render"], 64, "render: -o FILE is missing"),
    (["nonsense"], 64, "unknown command 'nonsense'"),
    (["render", "-o", "/nonexistent/x.png"], 73, "/nonexistent/x.png: No such file or directory"),
  ])
  func faults(arguments: [String], status: Int, text: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == Int32(status))
    #expect(result.errors.contains(text))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }

  /// Nothing moves, nobody touches: every thread sleeps. Waiting is what is measured here.
  @Test(.disabled(if: Sanitizer.isOfThreads, "its own thread wakes ten times a second")) func idleMeansAsleep() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(["--touch-fix", "reorder"], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    try weston.fingers("tap \(button.x) \(button.y)")
    try kiosk.wait("touch") { $0.phase == "ended" }
    // The lamp dims for a third of a second, and the mark of a tap stays for a second; then the picture stands.
    func switches() throws -> [String] {
      let tasks = "/proc/\(kiosk.process.processIdentifier)/task"
      return try FileManager.default.contentsOfDirectory(atPath: tasks).sorted().map { task in
        // A thread may end meanwhile, and that is a change, too.
        let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
        return status?.split(separator: "\n").filter { $0.hasPrefix("voluntary") }.joined() ?? ""
      }
    }
    var last = try switches()
    // Five seconds later memory is given back, once.
    try eventually("the end of the dimming", within: 60) {
      usleep(8_000_000)
      defer { last = (try? switches()) ?? [] }
      return try switches() == last
    }
    let before = try switches()
    Thread.sleep(forTimeInterval: 4)
    #expect(try switches() == before)
  }

  /// With both pipes full, of the events and of the log, the panel goes on.
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
    // 64 kB in each, and a word in between: a compositor drops a client that doesn't read its events.
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
}
