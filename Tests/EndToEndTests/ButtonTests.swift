import Foundation
import TestSupport
import Testing

/// The actions of buttons, and what they start.
@Suite(.serialized) struct ButtonTests {
  private static let stillRunningMessage = "cube-kiosk: ctl: the button's action is still running\n"

  /// A configuration with buttons "b1", "b2", … on face 3.
  private func buttons(_ actions: [String], touchFix: String = "depth") -> String {
    let buttons = actions.enumerated().map { "{\"name\": \"b\($0 + 1)\", \"title\": \"Go\", \"action\": \($1)}" }
    return """
      {"touchFix": "\(touchFix)", "bar": false, "faces": {"3": {"buttons": [\(buttons.joined(separator: ","))]}}}
      """
  }

  private func shell(_ script: String) -> String { "{\"command\": [\"sh\", \"-c\", \"\(script)\"]}" }

  /// The command gets its face and the count, but neither systemd's variables nor the kiosk's ignored signals.
  @Test func commandRunsInItsOwnEnvironment() throws {
    let variables = "$CUBE_KIOSK_FACE $CUBE_KIOSK_COUNT ${NOTIFY_SOCKET-none} ${WATCHDOG_USEC-none}"
    let panel = try Panel(
      ["--touch-fix", "reorder"],
      action: ["sh", "-c", "echo \(variables) >DIR/ran; grep SigIgn /proc/self/status >DIR/ignored; exit 3"],
      environment: ["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "1"])
    let button = try panel.place("button")
    for count in 1...2 {
      try panel.fingers("tap \(button)")
      #expect(try panel.wait("press").count == count)
      #expect(try panel.wait("result").status == 3)
      #expect(try panel.directory.read("ran") == "3 \(count) none none\n")
    }
    let ignored = try panel.directory.read("ignored")
    // Signals 1 to 31; the C library uses those above.
    let mask = try #require(UInt64(ignored.dropFirst("SigIgn:\t".count).dropLast(), radix: 16))
    #expect(mask & 0x7FFF_FFFF == 0, "\(ignored)")
  }

  @Test func configuredButtonsRunTheirActions() throws {
    let panel = try Panel(
      configuration: """
        {"touchFix": "depth", "faces": {"1": {"label": "One", "buttons": [
          {"name": "write", "title": "Write", "action": {"command": ["sh", "-c", "echo $CUBE_KIOSK_FACE $X $PWD > DIR/ran"],
           "directory": "/usr", "environment": {"X": "y"}}},
          {"name": "fold", "action": {"scene": "fold"}}]}}}
        """)
    try panel.tap("write")
    #expect(try panel.wait("press").view == "root/cube/face1/write")
    #expect(try panel.wait("result").status == 0)
    #expect(try panel.directory.read("ran") == "1 y /usr\n")
    try panel.tap("fold")
    #expect(try panel.wait("scene").scene == "fold")
    try panel.fingers("tap 640 300")
    try panel.wait("touch") { $0.phase == "ended" && $0.view?.hasPrefix("root/fold") == true }
    #expect(panel.stop() == 0)
  }

  /// The button shows the running command until it ends, whatever the file says in the meantime; the next press runs the
  /// new command.
  @Test func runningCommandSurvivesReload() throws {
    let panel = try Panel(
      ["--action-timeout", "600"],
      configuration: buttons([shell("until test -e DIR/go; do sleep 0.05; done; echo old >> DIR/ran")]))
    let idle = try panel.picture()
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    try panel.wait("press")
    try panel.waitForChange("the running button", from: idle, share: 0)
    let running = try panel.settle()
    try panel.reconfigure(buttons([shell("echo new >> DIR/ran")], touchFix: "reorder"), touchFix: "reorder")
    #expect(try panel.status().running == 1)
    try waitUntil("the new button, running") { try panel.picture().differing(from: running, by: 8) == 0 }
    let refused = try panel.ctl("press", "3", "b1")
    #expect(refused.status == 1 && refused.errors == Self.stillRunningMessage)
    // In another scene, there is no such button.
    #expect(try panel.ctl("scene", "order").status == 0)
    #expect(try panel.ctl("press", "3", "b1").status == 1)
    #expect(try panel.ctl("scene", "cube").status == 0)
    try panel.directory.write("", to: "go")
    #expect(try panel.wait("result").status == 0)
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    #expect(try panel.wait("result").status == 0)
    #expect(try panel.directory.read("ran") == "old\nnew\n")
    #expect(panel.stop() == 0)
  }

  /// Eight commands that ignore SIGTERM are killed together, within the unit's TimeoutStopSec of 5 seconds.
  @Test func commandsIgnoringSIGTERMAreKilled() throws {
    let panel = try Panel(
      configuration: buttons(
        (1...8).map { shell("trap '' TERM; echo $$ > DIR/pid\($0); while :; do sleep 0.05; done") }))
    for number in 1...8 { #expect(try panel.ctl("press", "3", "b\(number)").status == 0) }
    var groups: [pid_t] = []
    try waitUntil("eight commands") {
      groups = (1...8).compactMap {
        (try? panel.directory.read("pid\($0)")).flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
      }
      return groups.count == 8
    }
    let start = Date()
    #expect(panel.stop() == 0)
    // SIGKILL follows one second after SIGTERM, for all commands together.
    #expect((1..<5).contains(Date().timeIntervalSince(start)), "\(Date().timeIntervalSince(start)) s")
    try waitUntil("their end") { groups.allSatisfy { kill(-$0, 0) == -1 && errno == ESRCH } }
  }

  /// A command with endless output, and a command that removes its own directory, so that its second start fails: neither
  /// delays the panel nor uses its memory.
  @Test func misbehavingCommandsAreContained() throws {
    let panel = try Panel(
      configuration: buttons([
        "{\"command\": [\"yes\"]}", "{\"command\": [\"rmdir\", \"DIR/here\"], \"directory\": \"DIR/here\"}",
        "\"light\"",
      ]))
    try panel.directory.write("", to: "here/file")
    try panel.directory.remove("here/file")
    let before = try MemoryUse(of: panel.pid)
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    func pressAndWait() throws -> Int? {
      _ = try panel.ctl("press", "3", "b2")
      return try panel.wait("result") { $0.button == "b2" }.status
    }
    #expect(try pressAndWait() == 0)
    #expect(try pressAndWait() != 0)
    for _ in 1...10 { #expect(try panel.ctl("press", "3", "b3").status == 0) }
    #expect(try panel.status().running == 1)
    // In kB.
    #expect(try MemoryUse(of: panel.pid).heap < before.heap + 4096 || !MemoryUse.isMeasurable)
    #expect(panel.stop() == 0)
  }

  @Test func commandsHaveAHigherOOMScore() throws {
    let panel = try Panel(configuration: buttons([shell("(cat /proc/self/oom_score_adj) > DIR/score")]))
    func ownScore() throws -> String { try String(contentsOfFile: "/proc/\(panel.pid)/oom_score_adj", encoding: .utf8) }
    let before = try ownScore()
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    #expect(try panel.wait("result").status == 0)
    #expect(try panel.directory.read("score") == "500\n")
    #expect(try ownScore() == before)
    #expect(panel.stop() == 0)
  }

  /// A bus that never replies: the button shows a failure after 10 seconds, and the panel remains responsive.
  @Test func silentBusTimesOut() throws {
    let weston = try Weston()
    let bus = try UnixSocket.bound(to: weston.directory.file("bus"))
    defer { close(bus) }
    let panel = try Panel(
      configuration: buttons(["{\"unit\": \"door.service\"}"]), on: weston,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + weston.directory.file("bus")])
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    try panel.wait("press")
    #expect(try panel.ctl("press", "3", "b1").errors == Self.stillRunningMessage)
    #expect(try panel.wait("result", within: 30).status == 1)
    #expect(try panel.ctl("press", "3", "b1").status == 0)
    // The bus doesn't delay the program's end either: TimeoutStopSec is 5.
    let start = Date()
    #expect(panel.stop() == 0)
    #expect(Date().timeIntervalSince(start) < 5)
  }

  /// The total and each button's own count survive `kill -9`.
  @Test func countsSurviveKill() throws {
    let weston = try Weston()
    let configuration = """
      {"touchFix": "depth", "faces": {"1": {"buttons": [{"action": "light"}]}, "2": {"buttons": [{"action": "none"}]}}}
      """
    for round in 1...4 {
      let panel = try Panel(configuration: configuration, on: weston)
      #expect(try panel.ctl("press", "2", "button").status == 0)
      #expect(try panel.wait("press").count == round)
      _ = panel.stop(SIGKILL)
      #expect(panel.saved?.count == round && panel.saved?.presses == ["2/button": round])
    }
  }

  /// A short touch does nothing. A long one triggers the action once.
  @Test func holdConfirmsAnAction() throws {
    let panel = try Panel(
      configuration: """
        {"touchFix": "depth", "faces": {"1": {"buttons": [
          {"title": "Open", "accessibleName": "Open the door", "confirm": "Hold", "action": {"command": ["true"]}}]}}}
        """)
    let button = try panel.place("button")
    // Two short touches are not a long one.
    for _ in 1...2 {
      try panel.fingers("down 0 \(button)")
      try panel.wait("touch") { $0.phase == "began" }
      // The reply follows frames with the hold's progress.
      #expect(try panel.ctl("status").status == 0)
      try panel.fingers("up 0")
      try panel.waitForTouchEnd()
    }
    #expect(panel.count("press") == 0)
    for count in 1...2 {
      try panel.fingers("down 0 \(button)")
      #expect(try panel.wait("press").count == count)
      try panel.fingers("up 0")
      try panel.waitForTouchEnd()
    }
    #expect(panel.count("press") == 2)
    #expect(panel.stop() == 0)
  }
}
