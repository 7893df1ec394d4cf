import Foundation
import Testing

/// An engineer's work at the panel, by fingers on weston.
@Suite(.serialized) struct EngineerTests {
  /// A panel with a PIN, and a finger on it.
  private struct Panel {
    let weston: Weston
    let kiosk: RunningKiosk

    init(
      _ weston: Weston, config: String, _ arguments: [String] = [], more: [String: String] = [:], errors: Any? = nil
    ) throws {
      self.weston = weston
      kiosk = try RunningKiosk(
        ["--config", config] + arguments,
        environment: weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }
          .merging(more) { $1 }, errors: errors)
      try kiosk.wait("ready")
    }

    /// Until the pad is there, however long a busy machine takes to count three seconds.
    func holdCorner() throws {
      let before = try settle()
      try weston.fingers("down 0 1275 5")
      try eventually("the PIN pad") { try Picture(weston.screenshot()).differing(from: before, by: 4) > 0.1 }
      try weston.fingers("up 0")
      try kiosk.wait("touch") { $0.phase == "ended" }
      try settle()
    }

    /// Waits until the picture stands.
    @discardableResult func settle() throws -> Picture {
      var (last, alike) = (try Picture(weston.screenshot()), 0)
      try eventually("a picture that stands") {
        usleep(50_000)
        let next = try Picture(weston.screenshot())
        alike = next.differing(from: last, by: 0) == 0 ? alike + 1 : 0
        last = next
        return alike == 2
      }
      return last
    }

    /// Taps the digits and Enter, and waits for the answer: the program reports none of these touches.
    ///
    /// - Parameter isHeard: false if the pad takes no input.
    func enter(_ pin: String, isHeard: Bool = true) throws {
      for digit in pin { try tap(key: digit.wholeNumberValue! == 0 ? 10 : digit.wholeNumberValue! - 1) }
      let digits = try settle()
      try tap(key: 11)
      try eventually("an answer to the PIN") { try !isHeard || settle().differing(from: digits, by: 0) > 0 }
    }

    /// The pad is in the middle of the screen, with three keys in a row.
    private func tap(key index: Int) throws {
      let (column, row) = (Double(index % 3), Double(index / 3))
      try weston.fingers("tap \(475 + (60 + column * 90) * 1.1) \(154 + (142 + row * 84) * 1.1)")
    }

    /// Taps where the menu's row is, and tells whose the touch was.
    func tapRow(_ index: Int, of count: Int = 5) throws -> String? {
      try touchRow(index, of: count)
      return try kiosk.wait("touch") { $0.phase == "ended" }.view
    }

    func touchRow(_ index: Int, of count: Int = 5) throws {
      let (height, row) = (76.0 + Double(count) * 64, 62.0 + Double(index) * 64 + 28)
      let y: Double = 400 + (row - height / 2) * 1.1
      try weston.fingers("tap 640 \(y)")
    }

    func status() throws -> [String: Any] {
      let result = try Program.run(["ctl", "--socket", weston.directory.path + "/control", "status"])
      return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }
  }

  private func configured(_ weston: Weston, _ pin: String, _ more: String = "") throws -> String {
    let config = weston.directory.path + "/kiosk.json"
    let hash = try hashed(pin)
    try "{\"touchFix\": \"depth\"\(more), \"maintenance\": {\(hash), \"corner\": \"top-right\"}}".write(
      toFile: config, atomically: true, encoding: .utf8)
    return config
  }

  /// A configured panel leads nowhere; the corner and the PIN do.
  @Test func maintenanceByFingers() throws {
    let weston = try Weston()
    let config = try configured(weston, "246810")
    let panel = try Panel(weston, config: config)
    // S, I, Escape, Q.
    for key in [31, 23, 1, 16] { try weston.type(key) }
    let drawn = weston.directory.path + "/drawn.png"
    _ = try Program.run(["render", "--config", config, "-o", drawn])
    #expect(try Picture(weston.screenshot()).differing(from: Picture(drawn), by: 0) == 0)
    try panel.holdCorner()
    try panel.enter("135790")
    // The wait after a wrong one is two seconds.
    usleep(3_000_000)
    try panel.enter("246810")
    // The fourth row of the menu: the end.
    #expect(try panel.tapRow(3) == "root/menu/sheet/quit")
    panel.kiosk.process.waitUntilExit()
    #expect(panel.kiosk.process.terminationStatus == 0)
  }

  /// No output of the program gives away the keys of the pad.
  @Test func thePINIsNotReported() throws {
    let weston = try Weston()
    let directory = weston.directory.path
    try Data().write(to: URL(fileURLWithPath: directory + "/log"))
    // By keys in the pad's outer columns: the menu's rows are in the middle.
    let panel = try Panel(
      weston, config: configured(weston, "136479"), ["--record", directory + "/film", "--log-level", "debug"],
      errors: FileHandle(forWritingAtPath: directory + "/log"))
    let watch = try SocketClient(directory + "/control")
    watch.send("{\"command\":\"watch\",\"events\":[\"touch\"]}\n")
    try panel.holdCorner()
    try panel.enter("136479")
    #expect(try panel.tapRow(3) == "root/menu/sheet/quit")
    panel.kiosk.process.waitUntilExit()
    #expect(panel.kiosk.process.terminationStatus == 0)
    let log = try String(contentsOfFile: directory + "/log", encoding: .utf8)
    let film = try String(contentsOfFile: directory + "/film", encoding: .utf8)
    let watched = String(decoding: watch.rest(), as: UTF8.self)
    #expect(log.contains("touch ") && film.contains(" began 1275") && watched.contains("\"x\":1275"))
    let events = "\(panel.kiosk.events.map(\.values))"
    for text in [log, film, watched, events] {
      let places = ["root/pin", "began 541", "began 739", "at 541", "at 739", "\"x\":541", "\"x\":739"]
      for place in places + ["\"x\": 541", "\"x\": 739"] { #expect(!text.contains(place)) }
    }
    // Every touch that has a beginning has an end, so that the recording can be played.
    #expect(film.split(separator: " began ").count == film.split(separator: " ended ").count)
  }

  /// A check that takes long holds nothing up, and is counted on the disk before.
  @Test func aSlowCheckIsCountedFirst() throws {
    let weston = try Weston()
    let faults = try Faults(in: weston.directory)
    let config = try configured(weston, "246810")
    // The configuration is read without a check.
    try faults.set("slow-crypt 1\n")
    let panel = try Panel(weston, config: config, more: faults.environment)
    let before = try panel.settle()
    try panel.holdCorner()
    // By the keyboard: 2, 4, 6, 8, 1, 0, Return, and again while the check runs.
    for key in [3, 5, 7, 9, 2, 11, 28] { try weston.type(key) }
    let state = weston.directory.path + "/state/state.json"
    try eventually("the failure on the disk") {
      (try? String(contentsOfFile: state, encoding: .utf8))?.contains("\"failures\":1,") == true
    }
    for key in [3, 5, 7, 9, 2, 11, 28] { try weston.type(key) }
    #expect(try panel.status()["scene"] as? String == "cube")
    try "{\"touchFix\": \"reorder\"}".write(toFile: config, atomically: true, encoding: .utf8)
    try eventually("the new file") { try panel.status()["touchFix"] as? String == "reorder" }
    try eventually("the cube, drawn") { try panel.settle().differing(from: before, by: 4) < 0.01 }
    #expect(panel.kiosk.stop(SIGKILL) == SIGKILL)
    #expect(try String(contentsOfFile: state, encoding: .utf8).contains("\"failures\":1,"))
  }

  /// Whoever guessed wrong waits, whatever becomes of the program meanwhile: it is killed and started anew, and the right
  /// PIN isn't heard.
  @Test func aWaitSurvivesARestart() throws {
    let weston = try Weston()
    let config = try configured(weston, "246810")
    let state = weston.directory.path + "/state/state.json"
    do {
      let panel = try Panel(weston, config: config)
      try panel.holdCorner()
      try panel.enter("135790")
      _ = panel.kiosk.stop(SIGKILL)
    }
    // Eleven more wrong ones, in as long as a test may take.
    var kept = try String(contentsOfFile: state, encoding: .utf8)
    kept = kept.replacingOccurrences(of: "\"failures\":1", with: "\"failures\":12")
    let until = try #require(kept.firstRange(of: /"closedUntil":[0-9.]+/))
    kept.replaceSubrange(until, with: "\"closedUntil\":\(Date().timeIntervalSince1970 + 3000)")
    try kept.write(toFile: state, atomically: true, encoding: .utf8)
    let panel = try Panel(weston, config: config)
    try panel.holdCorner()
    try panel.enter("246810", isHeard: false)
    // There is no menu whose row ends it.
    try panel.touchRow(3)
    try panel.settle()
    #expect(panel.kiosk.process.isRunning)
    #expect(panel.kiosk.stop() == 0)
  }

  /// Without a bar there is no button for it on the touch test: the corner, the PIN and "Done" end it, and what the panel
  /// is for is there again, whatever was on it before.
  @Test func doneEndsTheTouchTest() throws {
    let weston = try Weston()
    let config = try configured(weston, "246810", ", \"bar\": false, \"scene\": \"flatten-z\"")
    let panel = try Panel(weston, config: config)
    #expect(try Program.run(["ctl", "--socket", weston.directory.path + "/control", "scene", "fold"]).status == 0)
    try showTouchTest(panel)
    try panel.holdCorner()
    try panel.enter("246810")
    #expect(try panel.tapRow(4) == "root/menu/sheet/done")
    try eventually("the configured scene", within: 5) { try panel.status()["scene"] as? String == "flatten-z" }
    #expect(panel.kiosk.stop() == 0)
  }

  /// Under systemd the end is a restart, and a stop for service is another thing: confirmed, and told by the exit status.
  @Test func stoppedForService() throws {
    let weston = try Weston()
    let config = try configured(weston, "246810")
    let panel = try Panel(weston, config: config, more: ["NOTIFY_SOCKET": weston.directory.path + "/nobody"])
    try panel.holdCorner()
    try panel.enter("246810")
    #expect(try panel.tapRow(3, of: 6) == "root/menu/sheet/restart")
    panel.kiosk.process.waitUntilExit()
    #expect(panel.kiosk.process.terminationStatus == 0)
    let again = try Panel(weston, config: config, more: ["NOTIFY_SOCKET": weston.directory.path + "/nobody"])
    try again.holdCorner()
    try again.enter("246810")
    #expect(try again.tapRow(4, of: 6) == "root/menu/sheet/stop")
    try again.settle()
    #expect(try again.tapRow(0, of: 2) == "root/menu/sheet/stop")
    again.kiosk.process.waitUntilExit()
    #expect(again.kiosk.process.terminationStatus == 79)
  }

  /// The cube that comes back is the one that the file tells of by now.
  @Test func doneLeadsBackToTheCubeAsItIs() throws {
    let weston = try Weston()
    let config = try configured(weston, "246810")
    let panel = try Panel(weston, config: config)
    try showTouchTest(panel)
    let text = try String(contentsOfFile: config, encoding: .utf8)
    try text.replacingOccurrences(of: "depth", with: "user-interaction").write(
      toFile: config, atomically: true, encoding: .utf8)
    try eventually("the new file") { try panel.status()["touchFix"] as? String == "user-interaction" }
    #expect(try panel.status()["scene"] as? String == "touch-test")
    // The test's own "Done", first in the bar.
    let bar = try Places(width: 1280, height: 800).corners("bar")
    try weston.fingers("tap \(bar[0][0] + 30) \((bar[0][1] + bar[2][1]) / 2)")
    try eventually("the cube", within: 5) { try panel.status()["scene"] as? String == "cube" }
    let face = try Places().points("face1")[0]
    try weston.fingers("tap \(face.x) \(face.y)")
    #expect(
      try panel.kiosk.wait("touch") { $0.phase == "ended" && $0.view?.hasPrefix("root/cube") == true }.view
        == "root/cube")
    #expect(panel.kiosk.stop() == 0)
  }

  private func showTouchTest(_ panel: Panel) throws {
    try panel.holdCorner()
    try panel.enter("246810")
    #expect(try panel.tapRow(2) == "root/menu/sheet/touch-test")
    try eventually("the touch test") { try panel.status()["scene"] as? String == "touch-test" }
  }

  private func hashed(_ pin: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["hash-pin"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((pin + "\n").utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(
      process.terminationStatus == 0 && text.hasPrefix("\"pin\": \"$")
        && text.hasSuffix("\", \"digits\": \(pin.count)\n"))
    return String(text.dropLast())
  }

  @Test(arguments: ["", "12345", "1234567890123", "12a456"]) func whatIsNoPIN(_ pin: String) throws {
    let scratch = try Scratch()
    try (pin + "\n").write(toFile: scratch.path + "/pin", atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["hash-pin"]
    process.standardInput = FileHandle(forReadingAtPath: scratch.path + "/pin")
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 65 && output.fileHandleForReading.readDataToEndOfFile().isEmpty)
    #expect(
      String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        == "cube-kiosk: hash-pin: expected 6 to 12 digits on standard input\n")
  }

  /// A hash that would hold the panel up for minutes is refused without a check.
  @Test func checkConfigRefusesAnExpensiveHash() throws {
    let scratch = try Scratch()
    let config = scratch.path + "/kiosk.json"
    let hash = "$6$rounds=999999999$salt$" + String(repeating: "a", count: 86)
    try "{\"maintenance\": {\"pin\": \"\(hash)\", \"digits\": 6}}".write(
      toFile: config, atomically: true, encoding: .utf8)
    for words in [["check-config", config], ["run", "--config", config]] {
      let result = try Program.run(words)
      #expect(result.status == 78)
      #expect(
        result.errors
          == "cube-kiosk: \(config): $.maintenance.pin: found a hash that takes too long to check; expected at "
          + "most rounds=1000000, bcrypt's cost 12, or 64 MiB for yescrypt and scrypt\n")
    }
  }

  /// A length that a hash doesn't tell is asked for.
  @Test(arguments: [
    ("", "not given, and the hash doesn't tell"), (", \"digits\": 4", "found 4"), (", \"digits\": 6", nil),
  ])
  func checkConfigAsksForSixDigits(_ digits: String, _ complaint: String?) throws {
    let scratch = try Scratch()
    let config = scratch.path + "/kiosk.json"
    // 2468, by `openssl passwd -5 -salt salt`.
    let hash = "$5$salt$PrghSwoVNIAjJghRVGy03nQFNu.ZLET0j9HB.l7iYYB"
    try "{\"touchFix\": \"depth\", \"maintenance\": {\"pin\": \"\(hash)\"\(digits)}}".write(
      toFile: config, atomically: true, encoding: .utf8)
    let result = try Program.run(["check-config", config])
    #expect(result.status == 0)
    #expect(
      result.errors
        == (complaint.map {
          "cube-kiosk: \(config): warning: $.maintenance.digits: \($0); a PIN should have 6 or more, see cube-kiosk hash-pin\n"
        } ?? ""))
  }
}
