import Foundation
import TestSupport
import Testing

/// The actions of buttons, and what they start.
@Suite(.serialized) struct ButtonTests {
  /// A configuration with buttons "b1", "b2", … on face 3.
  private func buttons(_ actions: [String]) -> String {
    let buttons = actions.enumerated().map { "{\"name\": \"b\($0 + 1)\", \"title\": \"Go\", \"action\": \($1)}" }
    return "{\"touchFix\": \"depth\", \"faces\": {\"3\": {\"buttons\": [\(buttons.joined(separator: ","))]}}}"
  }

  private func shell(_ script: String) -> String { "{\"command\": [\"sh\", \"-c\", \"\(script)\"]}" }

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

  /// The second of two quick taps doesn't press the row that moved to the finger.
  @Test func doubleTapRemovesOneLine() throws {
    let weston = try Weston()
    let scene = try weston.directory.write(
      """
      {"values": {"orders": {"initial": "a\\nb\\nc", "lines": 9}},
        "root": {"margins": 0, "stack": {}, "children": [{"grow": true, "list": {"value": "orders", "row": {
          "height": 80, "action": {"remove": {"orders": "{line}"}}, "text": {"string": "{line}"}}}}]}}
      """, to: "home.json")
    let panel = try Panel(["--scene", scene], on: weston)
    try panel.fingers("tap 640 40", "tap 640 40")
    try panel.wait("touch") { $0.phase == "ended" }
    try panel.wait("touch") { $0.phase == "ended" }
    #expect(try panel.value("orders") == "b\nc")
    Thread.sleep(forTimeInterval: 0.6)
    try panel.fingers("tap 640 40")
    try waitUntil("the next line") { try panel.value("orders") == "c" }
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
      // The button takes no touch while its command runs.
      try panel.wait("result")
      try panel.fingers("up 0")
      try panel.waitForTouchEnd()
    }
    #expect(panel.count("press") == 2)
    #expect(panel.stop() == 0)
  }
}
