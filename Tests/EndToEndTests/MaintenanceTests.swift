import Foundation
import TestSupport
import Testing

/// Maintenance by an engineer at the panel: the corner, the PIN pad and the menu.
@Suite(.serialized) struct MaintenanceTests {
  private static let pin = "246810"

  private func configuration(pin: String = pin, _ more: String = "") throws -> String {
    "{\"touchFix\": \"depth\"\(more), \"maintenance\": {\(try hashed(pin)), \"corner\": \"top-right\"}}"
  }

  @Test func cornerAndPINOpenTheMenu() throws {
    let panel = try Panel(configuration: configuration())
    try panel.type(.s, .i, .escape, .q)
    #expect(try panel.picture() == panel.rendered())
    try panel.holdCorner()
    let pad = try panel.settle()
    try panel.enter("135790")
    // A wrong PIN locks the pad for two seconds.
    #expect((panel.saved?.lock.closedUntil ?? 0) > 0)
    try waitUntil("the lockout's end") { try panel.settle() == pad }
    try panel.enter(Self.pin)
    #expect(try panel.tapRow(2) == "root/menu/sheet/quit")
    #expect(panel.waitForExit() == 0)
  }

  /// No output of the program contains the positions or names of the pad's keys.
  @Test func thePINIsNotReported() throws {
    let weston = try Weston()
    let log = try weston.directory.write("", to: "log")
    // The PIN's keys are in the pad's outer columns: the menu's rows are in the middle.
    let panel = try Panel(
      ["--record", weston.directory.file("film"), "--log-level", "debug"],
      configuration: configuration(pin: "136479"), on: weston, errors: FileHandle(forWritingAtPath: log))
    let watch = try SocketClient(panel.socket)
    watch.send("{\"command\":\"watch\",\"events\":[\"touch\"]}\n")
    try panel.holdCorner()
    try panel.enter("136479")
    #expect(try panel.tapRow(2) == "root/menu/sheet/quit")
    #expect(panel.waitForExit() == 0)
    let (messages, recording) = (try panel.directory.read("log"), try panel.directory.read("film"))
    let watched = String(decoding: watch.rest(), as: UTF8.self)
    #expect(messages.contains("touch ") && recording.contains(" began 1275") && watched.contains("\"x\":1275"))
    let events = panel.lines.joined(separator: "\n")
    #expect(events.contains("\"x\":1275"))
    for output in [messages, recording, watched, events] {
      for secret in ["root/pin", "began 541", "began 739", "at 541", "at 739", "\"x\":541", "\"x\":739"] {
        #expect(!output.contains(secret))
      }
    }
    // The recording can be played: each touch that begins also ends.
    #expect(recording.split(separator: " began ").count == recording.split(separator: " ended ").count)
  }

  /// The check of a PIN doesn't block the panel, and is saved as a failure until it succeeds.
  @Test func slowCheckIsSavedAsFailureFirst() throws {
    let weston = try Weston()
    let faults = try FaultInjection(in: weston.directory)
    let configuration = try configuration()
    // Only the check of a PIN calls crypt().
    try faults.set("slow-crypt 1\n")
    let panel = try Panel(configuration: configuration, on: weston, environment: faults.environment)
    let before = try panel.settle()
    try panel.holdCorner()
    // The second PIN is entered during the check of the first.
    for _ in 1...2 {
      for digit in Self.pin { try panel.type(.digit(digit.wholeNumberValue!)) }
      try panel.type(.enter)
      try waitUntil("the saved failure") { panel.saved?.lock.failures == 1 }
    }
    #expect(try panel.status().scene == "cube")
    try panel.reconfigure("{\"touchFix\": \"reorder\"}", touchFix: "reorder")
    try waitUntil("the cube") { try panel.settle().differing(from: before, by: 4) < 0.01 }
    #expect(panel.stop(SIGKILL) == SIGKILL)
    #expect(panel.saved?.lock.failures == 1)
  }

  /// A disk that doesn't answer delays the check of a PIN by a few seconds, but doesn't lock the engineer out.
  @Test(.onlyInCheck) func hangingDiskOnlyDelaysTheCheck() throws {
    let weston = try Weston()
    let faults = try FaultInjection(in: weston.directory, "slow-fsync 1\n")
    let panel = try Panel(configuration: configuration(), on: weston, environment: faults.environment)
    try panel.holdCorner()
    let pad = try panel.settle()
    for digit in Self.pin { try panel.type(.digit(digit.wholeNumberValue!)) }
    try panel.type(.enter)
    try panel.waitForLog("state/state.json: the disk doesn't answer; the count is kept in memory meanwhile")
    try panel.waitForChange("the menu", from: pad, share: 0.02)
    try panel.settle()
    // Without this tap, the panel would never exit.
    try #require(try panel.tapRow(2) == "root/menu/sheet/quit")
    try faults.set("")
    #expect(panel.waitForExit() == 0)
  }

  /// After a wrong PIN and a restart, the pad ignores the right PIN until the lockout ends.
  @Test(.onlyInCheck) func lockoutSurvivesRestart() throws {
    let (weston, configuration) = (try Weston(), try configuration())
    do {
      let panel = try Panel(configuration: configuration, on: weston)
      try panel.holdCorner()
      try panel.enter("135790")
      _ = panel.stop(SIGKILL)
    }
    // After eleven more failures the lockout is longer than the test.
    var text = try weston.directory.read("state/state.json")
    text = text.replacing("\"failures\":1", with: "\"failures\":12")
    let until = try #require(text.firstRange(of: /"closedUntil":[0-9.]+/))
    text.replaceSubrange(until, with: "\"closedUntil\":\(Date().timeIntervalSince1970 + 3000)")
    try weston.directory.write(text, to: "state/state.json")
    let panel = try Panel(configuration: configuration, on: weston)
    try panel.holdCorner()
    try panel.enter(Self.pin, isLocked: true)
    // The menu didn't open: its row would end the program.
    try panel.fingers("tap \(Panel.row(3, of: 5))")
    try panel.settle()
    #expect(panel.isRunning)
    #expect(panel.stop() == 0)
  }

  /// If there is no bar, "Done" in the menu ends the touch test and shows the configured scene.
  @Test(.onlyInCheck) func doneEndsTheTouchTest() throws {
    let panel = try Panel(configuration: configuration(", \"bar\": false, \"scene\": \"flatten-z\""))
    #expect(try panel.ctl("scene", "fold").status == 0)
    try panel.holdCorner()
    try panel.enter(Self.pin)
    #expect(try panel.tapRow(1) == "root/menu/sheet/touch-test")
    try waitUntil("the touch test") { try panel.status().scene == "touch-test" }
    try panel.holdCorner()
    try panel.enter(Self.pin)
    #expect(try panel.tapRow(3) == "root/menu/sheet/done")
    try waitUntil("the configured scene", within: 5) { try panel.status().scene == "flatten-z" }
    #expect(panel.stop() == 0)
  }

  /// Under systemd, the menu stops the program after a confirmation, with the exit status 79.
  @Test(.onlyInCheck) func menuStopsTheServiceAfterAConfirmation() throws {
    let weston = try Weston()
    let panel = try Panel(
      configuration: configuration(), on: weston, environment: ["NOTIFY_SOCKET": weston.directory.file("missing")])
    try panel.holdCorner()
    try panel.enter(Self.pin)
    #expect(try panel.tapRow(3, of: 5) == "root/menu/sheet/stop")
    try panel.settle()
    #expect(try panel.tapRow(0, of: 2) == "root/menu/sheet/stop")
    #expect(panel.waitForExit() == 79)
  }

  @Test func typedPINIsNotSpoken() throws {
    let pin = "778899"
    let panel = try Panel(
      configuration: "{\"maintenance\": {\(try hashed(pin)), \"corner\": \"top-right\"}}")
    try panel.holdCorner()
    let watch = try panel.watch("speech")
    try watch.line("the status")
    #expect(try panel.ctl("speech", "on").status == 0)
    for digit in pin { try panel.type(.digit(digit.wholeNumberValue!)) }
    var texts: [String] = []
    try watch.event("all digits") {
      texts.append($0.text ?? "")
      return $0.text == "6 digits"
    }
    try panel.type(.enter)
    try watch.event("the menu") {
      texts.append($0.text ?? "")
      return $0.text == "Maintenance"
    }
    #expect(texts.contains("2 digits") && texts.allSatisfy { !$0.contains { "789".contains($0) } }, "\(texts)")
    #expect(panel.stop() == 0)
  }

  // MARK: hash-pin

  /// The members of `maintenance` that `hash-pin` prints.
  func hashed(_ pin: String) throws -> String {
    let result = try Program.run(["hash-pin"], input: pin + "\n")
    #expect(result.status == 0 && result.output.hasPrefix("\"pin\": \"$"))
    #expect(result.output.hasSuffix("\", \"digits\": \(pin.count)\n"))
    return String(result.output.dropLast())
  }

  @Test(arguments: ["", "12345", "1234567890123", "12a456"]) func invalidPINIsRefused(_ pin: String) throws {
    let result = try Program.run(["hash-pin"], input: pin + "\n")
    #expect(result.status == 65 && result.output.isEmpty)
    #expect(result.errors == "cube-kiosk: hash-pin: expected 6 to 12 digits on standard input\n")
  }

}

extension Panel {
  /// Holds the corner until the PIN pad is shown.
  func holdCorner() throws {
    let before = try settle()
    try fingers("down 0 1275 5")
    try waitForChange("the PIN pad", from: before, share: 0.1, levels: 4)
    try fingers("up 0")
    try waitForTouchEnd()
    try settle()
  }

  /// Taps the digits and Enter, and waits for a visible reaction: the program doesn't report these touches.
  ///
  /// - Parameter isLocked: `true` if the pad ignores input.
  fileprivate func enter(_ pin: String, isLocked: Bool = false) throws {
    for digit in pin { try tapKey(digit.wholeNumberValue! == 0 ? 10 : digit.wholeNumberValue! - 1) }
    let digits = try settle()
    try tapKey(11)
    try waitUntil("a reaction to the PIN") { try isLocked || settle() != digits }
  }

  /// Taps a key of the pad, which is in the middle of the screen: three keys in a row, 90 by 84 points each, enlarged by a
  /// tenth.
  private func tapKey(_ index: Int) throws {
    let (column, row) = (Double(index % 3), Double(index / 3))
    try fingers("tap \(475 + (60 + column * 90) * 1.1) \(154 + (142 + row * 84) * 1.1)")
  }

  /// The center of a row of the menu, which is in the middle of the screen: 64 points per row, enlarged by a tenth.
  fileprivate static func row(_ index: Int, of count: Int) -> Place {
    let (height, center) = (76.0 + Double(count) * 64, 62.0 + Double(index) * 64 + 28)
    return Place(x: 640, y: 400 + (center - height / 2) * 1.1)
  }

  /// Taps a row of the menu, and returns the path of the view that received the touch.
  fileprivate func tapRow(_ index: Int, of count: Int = 4) throws -> String? {
    try touchedView(Self.row(index, of: count))
  }
}
