import Emulation
import Foundation
import TestSupport
import Testing

/// The program as an installer and a panel's visitors experience it.
@Suite(.serialized) struct ProgramTests {
  @Test func panelShowsTheRenderedPicture() throws {
    let panel = try Panel()
    let file = panel.directory.file("rendered.png")
    let piped = panel.directory.file("piped.png")
    #expect(try Program.run(["render", "--size", "1280x800", "-o", file]).status == 0)
    let toPipe = ["/bin/sh", "-c", "exec \"$0\" \"$@\" >\(piped)"]
    #expect(try Program.run(["render", "--size", "1280x800", "-o", "-"], by: toPipe).status == 0)
    #expect(FileManager.default.contentsEqual(atPath: piped, andPath: file))
    #expect(try panel.picture() == Picture(file))
  }

  /// The compositor is killed during a touch, again and again: the touch is cancelled, the panel connects to the next
  /// compositor, and the cube is turned as before.
  @Test(.onlyInCheck) func compositorRestartKeepsTheState() throws {
    // Above the status line, which names the last touch.
    let row = 266
    let options = ["--touch-fix", "reorder", "--no-tap-feedback", "--wait", "60"]
    let panel = try Panel(options, on: Weston(width: 640, height: 400))
    let button = try panel.place("button")
    try panel.fingers("down 0 100 100", "motion 0 115 103", "motion 0 126 106")
    // A finger that rests before it is lifted doesn't fling the cube.
    try panel.settle(above: row)
    try panel.fingers("up 0")
    try panel.waitForTouchEnd()
    #expect(try panel.picture().differing(from: panel.rendered(), by: 8, above: row) > 0.005)
    for round in 1...5 {
      let rotatedPicture = try panel.settle(above: row)
      try panel.fingers("down 0 \(button)", "frame")
      try panel.wait("touch") { $0.phase == "began" }
      panel.weston.kill()
      #expect(try panel.wait("touch").phase == "cancelled")
      let screenshot = try panel.ctl("screenshot", "-")
      #expect(screenshot.status != 0 && screenshot.errors.contains("there is no compositor"))
      try panel.weston.start()
      try panel.wait("ready")
      #expect(try panel.picture().differing(from: rotatedPicture, by: 0, above: row) == 0, "round \(round)")
      try panel.fingers("tap \(button)")
      #expect(try panel.wait("press").count == round)
    }
    #expect(panel.stop() == 0)
  }

  @Test(arguments: [("0", 0.0), ("0.3", 0.3)]) func programGivesUpWithoutACompositor(
    _ wait: String, _ minimumDuration: Double
  )
    throws
  {
    let directory = try TemporaryDirectory()
    let start = Date()
    let result = try Program.run(["--wait", wait], environment: RunningKiosk.environment(directory))
    #expect(result.status == 75)
    #expect(result.errors.contains("no compositor"))
    #expect(Date().timeIntervalSince(start) >= minimumDuration)
  }

  /// An error is reported in one line with its position, and by the exit status.
  @Test(arguments: [
    (["--lighting", "sun"], 64, "--lighting: 'sun'; expected book, camera or off"),
    (["render"], 64, "render: -o FILE is missing"),
    (["nonsense"], 64, "unknown command 'nonsense'"),
    (["render", "-o", "/nonexistent/x.png"], 73, "/nonexistent/x.png: No such file or directory"),
  ])
  func invalidArgumentsAreReported(_ arguments: [String], _ status: Int, _ text: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == Int32(status))
    #expect(result.errors.contains(text))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test(.onlyInCheck, .disabled(if: Sanitizer.isThreadSanitizer, "the sanitizer's own thread wakes ten times a second"))
  func idlePanelSleeps() throws {
    let panel = try Panel(["--touch-fix", "reorder"])
    try panel.tap("button")
    try panel.waitForTouchEnd()
    /// The numbers of context switches.
    func switches() throws -> [String] {
      let tasks = "/proc/\(panel.pid)/task"
      return try FileManager.default.contentsOfDirectory(atPath: tasks).sorted().map { task in
        // A thread that ends in the meantime is a change, too.
        let status = try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
        return status?.split(separator: "\n").filter { $0.hasPrefix("voluntary") }.joined() ?? ""
      }
    }
    // The lamp and the mark of the tap fade for a second. Five seconds later memory is freed, once.
    var last: [String] = []
    try waitUntil("twelve seconds without a wake-up", within: 60, every: 12) {
      defer { last = (try? switches()) ?? [] }
      return try switches() == last
    }
  }

  /// The panel keeps running if the pipes for events and the log are full.
  @Test func fullPipesDelayNothing() throws {
    let panel = try Panel(
      ["--log-level", "debug", "--touch-fix", "depth"], waitsForReady: false)
    func frames() -> Int { (try? panel.status().frames) ?? 0 }
    try waitUntil("the first frame") { frames() > 0 }
    // Each pipe holds 64 kB. Frames are checked in between, because a compositor disconnects a client that doesn't read
    // its events.
    var before = 0
    for round in 0..<14 {
      try panel.fingers(
        "down 0 300 300", "motion 0 \(310 + round) 310", "motion 0 \(340 + round) 330", "motion 0 300 300", "up 0")
      for step in 0..<25 { try panel.fingers("tap \(20 + step * 3) 40") }
      before = frames()
      #expect(before > 0)
    }
    try panel.fingers("down 0 300 300", "motion 0 340 310")
    try waitUntil("another frame") { frames() > before }
  }

  /// Only the recording's clock measures how long its finger was down; neither a late compositor nor a status query
  /// advances it.
  @Test(.onlyInCheck) func statusQueryDoesNotAdvanceReplay() throws {
    let weston = try Weston(starts: false)
    // The button needs a touch of one second. The recording holds it for 0.8 s, and later for 1.3 s.
    try weston.configure(
      """
      {"touchFix": "depth", "bar": true, "faces": {"3": {"buttons": [
        {"name": "button", "title": "Open", "confirm": "Hold", "action": "none"}]}}}
      """)
    let button = try Places(["--config", weston.directory.file("kiosk.json")]).points("button")[0]
    let recording = try weston.directory.write(
      """
      0.2 0 began \(button)
      1.0 0 ended \(button)
      1.5 1 began \(button)
      2.8 1 ended \(button)

      """, to: "recording")
    let start = Date()
    let panel = try Panel(
      ["--config", weston.directory.file("kiosk.json"), "--replay", recording, "--wait", "60"], on: weston,
      waitsForReady: false)
    // The machine's clock is ahead of the recording's.
    try waitUntil("a late compositor") { -start.timeIntervalSinceNow > 1.5 }
    try weston.start()
    try panel.wait("touch") { $0.phase == "began" }
    #expect(try panel.ctl("status").status == 0)
    try panel.waitForTouchEnd()
    #expect(panel.count("press") == 0)
    #expect(try panel.ctl("status").status == 0)
    try panel.waitForTouchEnd()
    #expect(panel.count("press") == 1)
    #expect(panel.stop() == 0)
  }
}
