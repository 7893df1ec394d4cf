import Foundation
import Testing

/// One file, read at the start and again while it runs.
@Suite(.serialized) struct ConfigurationTests {
  private func places(_ config: String, _ name: String) throws -> (x: Double, y: Double) {
    let result = try Program.run(["inspect", "--config", config, "--size", "1280x800"])
    let places = try Places(json: result.output)
    return try places.points(name)[0]
  }

  @Test func buttonsDoWhatTheFileSays() throws {
    let weston = try Weston()
    let (config, ran) = (weston.directory.path + "/kiosk.json", weston.directory.path + "/ran")
    try """
    {"touchFix": "depth", "faces": {"1": {"label": "One", "buttons": [
      {"name": "write", "title": "Write", "action": {"command": ["sh", "-c", "echo $CUBE_KIOSK_FACE $X $PWD > \(ran)"],
       "directory": "/usr", "environment": {"X": "y"}}},
      {"name": "fold", "action": {"scene": "fold"}}]}}}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    let kiosk = try RunningKiosk(["--config", config], environment: weston.environment)
    try kiosk.wait("ready")
    let write = try places(config, "write")
    try weston.fingers("tap \(write.x) \(write.y)")
    #expect(try kiosk.wait("action").view == "root/cube/face1/write")
    #expect(try kiosk.wait("action-finished").values["status"] as? Int == 0)
    #expect(try String(contentsOfFile: ran, encoding: .utf8) == "1 y /usr\n")
    let fold = try places(config, "fold")
    try weston.fingers("tap \(fold.x) \(fold.y)")
    try kiosk.wait("action")
    try weston.fingers("tap 640 300")
    #expect(try kiosk.wait("touch") { $0.phase == "ended" && $0.view?.hasPrefix("root/fold") == true }.view != nil)
    #expect(kiosk.stop() == 0)
  }

  /// Written in place, renamed into place, and by SIGHUP; a bad one changes nothing.
  @Test func aChangedFileTakesEffectAndABadOneDoesNot() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    func write(_ fix: String, atomically: Bool) throws {
      try "{\"touchFix\": \"\(fix)\"}".write(toFile: config, atomically: atomically, encoding: .utf8)
    }
    try write("reorder", atomically: true)
    let kiosk = try RunningKiosk(["--config", config], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try Places().points("button")[0]
    func taker() throws -> String? {
      try weston.fingers("tap \(button.x) \(button.y)")
      return try kiosk.wait("touch") { $0.phase == "ended" }.view
    }
    #expect(try taker() == "root/cube/face3/button")
    let behind = try Program.run(["hit", "\(button.x)", "\(button.y)"]).output.trimmingCharacters(in: .newlines)
    for atomically in [true, false] {
      try write("none", atomically: atomically)
      try eventually("the file's none") { try taker() == behind }
      try write("depth", atomically: atomically)
      try eventually("the file's depth") { try taker() == "root/cube/face3/button" }
    }
    // A finger that is down when the file changes is lifted.
    try weston.fingers("down 0 \(button.x) \(button.y)", "frame")
    try kiosk.wait("touch") { $0.phase == "began" }
    try write("none", atomically: true)
    try kiosk.wait("touch") { $0.phase == "cancelled" }
    try weston.fingers("up 0")
    // Bad ones, and none at all: it goes on as it was.
    let count = kiosk.events.filter { $0.name == "action" }.count
    try "{\"touchFix\": \"depth\", \"bar\": 7}".write(toFile: config, atomically: true, encoding: .utf8)
    #expect(try taker() == behind)
    try FileManager.default.removeItem(atPath: config)
    #expect(try taker() == behind)
    try write("reorder", atomically: true)
    kill(kiosk.process.processIdentifier, SIGHUP)
    try eventually("the file's reorder") { try taker() == "root/cube/face3/button" }
    #expect(kiosk.events.filter { $0.name == "action" }.count > count)
    #expect(kiosk.stop() == 0)
  }

  @Test func checkConfigTellsAllAndWarns() throws {
    let scratch = try Scratch()
    let config = scratch.path + "/kiosk.json"
    try "{\"bar\": 1, \"rotate\": 7}".write(toFile: config, atomically: true, encoding: .utf8)
    let bad = try Program.run(["check-config", config])
    #expect(bad.status == 78)
    #expect(
      bad.errors == """
        cube-kiosk: \(config): $.bar: found 1; expected true or false
        cube-kiosk: \(config): $.rotate: found 7; expected 0, 90, 180, 270

        """)
    let run = try Program.run(["run", "--config", config])
    #expect(run.status == 78 && run.errors.split(separator: "\n").count == 1)
    try """
    {"touchFix": "user-interaction", "faces": {"1": {"buttons": [{"action": "light"}]}, "3": {"buttons": [{"action": "none"}]}}}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    let warned = try Program.run(["check-config", config])
    #expect(warned.status == 0 && warned.output == "\(config): good\n")
    #expect(
      warned.errors
        == "cube-kiosk: \(config): warning: the button button on face 1 cannot be reached with touchFix user-interaction\n"
    )
  }
}
