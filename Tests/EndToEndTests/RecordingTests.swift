import Foundation
import Testing

/// A recording that is played on the running program.
@Suite(.serialized) struct RecordingTests {
  /// Nothing but the recording's clock tells how long its finger was down: not the compositor that came late, not who
  /// asks in the middle.
  @Test func whoAsksMovesNoClock() throws {
    let weston = try Weston()
    weston.kill()
    for name in ["wayland", "wayland.lock", "fingers"] {
      try? FileManager.default.removeItem(atPath: weston.directory.path + "/" + name)
    }
    let config = weston.directory.path + "/kiosk.json"
    try """
    {"touchFix": "depth", "bar": true, "faces": {"3": {"buttons": [
      {"name": "button", "title": "Open", "confirm": "Hold", "action": "none"}]}}}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    let button = try Places().points("button")[0]
    let film = weston.directory.path + "/film"
    // Held for less than a second, and later for more.
    try """
    0.2 0 began \(button.x) \(button.y)
    1.0 0 ended \(button.x) \(button.y)
    1.5 1 began \(button.x) \(button.y)
    2.8 1 ended \(button.x) \(button.y)
    """.write(toFile: film, atomically: true, encoding: .utf8)
    let environment = weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }
    let kiosk = try RunningKiosk(
      ["--config", config, "--replay", film, "--wait", "60"], environment: environment)
    // The machine's clock is ahead of the recording's by as long as that takes.
    usleep(1_500_000)
    try weston.start()
    try kiosk.wait("touch") { $0.phase == "began" }
    let socket = weston.directory.path + "/control"
    #expect(try Program.run(["ctl", "--socket", socket, "status"]).status == 0)
    try kiosk.wait("touch") { $0.phase == "ended" }
    #expect(!kiosk.events.contains { $0.name == "press" })
    #expect(try Program.run(["ctl", "--socket", socket, "status"]).status == 0)
    try kiosk.wait("touch") { $0.phase == "ended" }
    #expect(kiosk.events.filter { $0.name == "press" }.count == 1)
    #expect(kiosk.stop() == 0)
  }
}
