import Foundation
import Testing

/// One file, read at the start and again while it runs.
@Suite(.serialized) struct ConfigurationFileTests {
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
    #expect(try kiosk.wait("press").view == "root/cube/face1/write")
    #expect(try kiosk.wait("result").values["status"] as? Int == 0)
    #expect(try String(contentsOfFile: ran, encoding: .utf8) == "1 y /usr\n")
    let fold = try places(config, "fold")
    try weston.fingers("tap \(fold.x) \(fold.y)")
    try kiosk.wait("press")
    try weston.fingers("tap 640 300")
    #expect(try kiosk.wait("touch") { $0.phase == "ended" && $0.view?.hasPrefix("root/fold") == true }.view != nil)
    #expect(kiosk.stop() == 0)
  }

  /// An upgrade keeps a panel running: a key without a meaning is ignored, and check-config says so.
  @Test func retiredAndEditorsKeysAreIgnored() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/kiosk.json"
    try "{\"$schema\": \"kiosk.schema.json\", \"// why\": 1, \"quality\": \"adaptive\", \"scene\": \"fold\"}"
      .write(toFile: file, atomically: true, encoding: .utf8)
    let check = try Program.run(["check-config", file])
    #expect(check.status == 0 && check.output == "\(file): good\n")
    #expect(check.errors == "cube-kiosk: \(file): warning: $.quality: no longer used; remove it\n")
    let render = try Program.run(["render", "--config", file, "-o", scratch.path + "/a.png"])
    #expect(render.status == 0 && render.errors == "")
    // Elsewhere they are unknown.
    try "{\"idle\": {\"$schema\": \"a\", \"quality\": 1}}".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try Program.run(["check-config", file]).status == 78)
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
    let count = kiosk.events.filter { $0.name == "press" }.count
    try "{\"touchFix\": \"depth\", \"bar\": 7}".write(toFile: config, atomically: true, encoding: .utf8)
    #expect(try taker() == behind)
    try FileManager.default.removeItem(atPath: config)
    #expect(try taker() == behind)
    try write("reorder", atomically: true)
    kill(kiosk.process.processIdentifier, SIGHUP)
    try eventually("the file's reorder") { try taker() == "root/cube/face3/button" }
    #expect(kiosk.events.filter { $0.name == "press" }.count > count)
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
        cube-kiosk: \(config): $.rotate: found 7; expected 0, 90, 180 or 270 degrees, clockwise

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

  /// Pressed for less than a second it does nothing; held, it does, once.
  @Test func whatNeedsAHold() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try """
    {"touchFix": "depth", "faces": {"1": {"buttons": [
      {"title": "Open", "accessibleName": "Open the door", "confirm": "Hold", "action": {"command": ["true"]}}]}}}
    """.write(toFile: config, atomically: true, encoding: .utf8)
    let kiosk = try RunningKiosk(["--config", config], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try places(config, "button")
    func hold(milliseconds: UInt32) throws {
      try weston.fingers("down 0 \(button.x) \(button.y)")
      usleep(milliseconds * 1000)
      try weston.fingers("up 0")
      try kiosk.wait("touch") { $0.phase == "ended" }
    }
    try hold(milliseconds: 700)
    // Twice isn't longer.
    try hold(milliseconds: 700)
    #expect(!kiosk.events.contains { $0.name == "press" })
    try hold(milliseconds: 1300)
    #expect(kiosk.events.filter { $0.name == "press" }.count == 1)
    try hold(milliseconds: 1300)
    #expect(kiosk.events.filter { $0.name == "press" }.count == 2)
    #expect(kiosk.stop() == 0)
  }

  /// Written over and over, good and bad, whole and half, while fingers are down and a command runs: it is alive, the
  /// command ends, and the last good one holds.
  @Test func aFileThatChangesAllTheTime() throws {
    let weston = try Weston()
    let (config, ran) = (weston.directory.path + "/kiosk.json", weston.directory.path + "/ran")
    func good(_ fix: String) -> String {
      """
      {"touchFix": "\(fix)", "faces": {"3": {"buttons": [
        {"action": {"command": ["sh", "-c", "sleep 1; echo done >> \(ran)"]}}]}}}
      """
    }
    try good("depth").write(toFile: config, atomically: true, encoding: .utf8)
    let kiosk = try RunningKiosk(["--config", config], environment: weston.environment)
    try kiosk.wait("ready")
    let button = try places(config, "button")
    try weston.fingers("tap \(button.x) \(button.y)")
    try kiosk.wait("press")
    for round in 0..<120 {
      let text = round % 3 == 0 ? String(good("none").dropLast(round % 90)) : good(round % 2 == 0 ? "none" : "reorder")
      try text.write(toFile: config, atomically: round % 4 < 2, encoding: .utf8)
      if round % 5 == 0 { kill(kiosk.process.processIdentifier, SIGHUP) }
      if round % 10 == 0 { try weston.fingers("down 0 \(button.x) \(button.y)", "motion 0 700 300") }
      if round % 10 == 7 { try weston.fingers("up 0") }
    }
    try weston.fingers("up 0")
    try good("depth").write(toFile: config, atomically: true, encoding: .utf8)
    #expect(try kiosk.wait("result").values["status"] as? Int == 0)
    #expect(try String(contentsOfFile: ran, encoding: .utf8) == "done\n")
    try eventually("the last one") {
      try weston.fingers("tap \(button.x) \(button.y)")
      return try kiosk.wait("touch") { $0.phase == "ended" }.view == "root/cube/face3/button"
    }
    #expect(kiosk.stop() == 0)
  }

  // MARK: A wrong one

  private func card(on weston: Weston) throws -> Picture {
    var picture = try Picture(weston.screenshot())
    try eventually("the card") {
      picture = try Picture(weston.screenshot())
      let bitmap = picture.bitmap
      // The title's ink.
      return (0..<bitmap.width * bitmap.height).count { bitmap.pixels[$0] & 0xFF > 0xC0 } > 500
    }
    return picture
  }

  /// A card in place of a black panel, until the file is right; then the cube, by itself.
  @Test func aWrongFileIsShownOnThePanel() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try "{\"bar\": 1}".write(toFile: config, atomically: true, encoding: .utf8)
    let kiosk = try RunningKiosk(["--config", config, "--diagnose"], environment: weston.environment)
    let card = try card(on: weston)
    // A tap does nothing; another fault is another card.
    try weston.fingers("tap 640 400")
    try "{\"bar\": 1, \"rotate\": 1}".write(toFile: config, atomically: true, encoding: .utf8)
    try eventually("another card") { try Picture(weston.screenshot()).differing(from: card, by: 8) > 0.001 }
    let allowed = "\"allowScenes\": true, \"allowInspector\": true, \"tapFeedback\": true"
    try "{\"touchFix\": \"depth\", \(allowed)}".write(toFile: config, atomically: true, encoding: .utf8)
    try kiosk.wait("ready")
    let cube = weston.directory.path + "/cube.png"
    _ = try Program.run(["render", "--touch-fix", "depth", "-o", cube])
    #expect(try Picture(weston.screenshot()).differing(from: Picture(cube), by: 0) == 0)
    #expect(kiosk.stop() == 0)
  }

  @Test func aPanelThatShowsACardCanBeStopped() throws {
    let weston = try Weston()
    // Not even a directory to watch: that is said, and by signal it looks again.
    let log = Pipe()
    let kiosk = try RunningKiosk(
      ["--config", "/nonexistent/kiosk.json", "--diagnose"], environment: weston.environment, errors: log)
    _ = try card(on: weston)
    kill(kiosk.process.processIdentifier, SIGHUP)
    #expect(kiosk.stop() == 0)
    let lines = String(decoding: log.fileHandleForReading.availableData, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.filter { $0.contains("/nonexistent: ") } == [
        "cube-kiosk: /nonexistent: No such file or directory; a changed kiosk.json isn't noticed before SIGHUP"
      ], "\(lines)")
  }

  /// A log without a reader does not end the program.
  @Test func cardOutlivesTheReaderOfItsLog() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    func write(_ text: String) throws { try text.write(toFile: config, atomically: true, encoding: .utf8) }
    try write("{\"bar\": 1}")
    let log = KioskLog()
    let kiosk = try RunningKiosk(
      ["--config", config, "--diagnose"], environment: weston.environment, errors: log.pipe)
    try log.wait(for: "$.bar: found 1; expected true or false\n", of: kiosk)
    let card = try card(on: weston)
    try log.pipe.fileHandleForReading.close()
    try write("{\"bar\": 1, \"rotate\": 1}")
    try eventually("another card") { try Picture(weston.screenshot()).differing(from: card, by: 8) > 0.001 }
    try write("{}")
    try kiosk.wait("ready")
    #expect(kiosk.stop() == 0)
  }

  /// Crosshairs through the very pixels that the finger touched.
  @Test func theTouchTest() throws {
    let weston = try Weston()
    let kiosk = try RunningKiosk(["--touch-test"], environment: weston.environment)
    try kiosk.wait("ready")
    try weston.fingers("down 0 301 203", "motion 0 411 307")
    try kiosk.wait("touch") { $0.phase == "moved" }
    try eventually("the crosshairs") {
      let bitmap = try Picture(weston.screenshot()).bitmap
      // Red enough, all along both lines, but for the ring about the finger and the words beside it.
      func isRed(_ x: Int, _ y: Int) -> Bool {
        let pixel = bitmap.pixels[y * bitmap.stride + x]
        return Int(pixel >> 16 & 0xFF) > Int(pixel & 0xFF) + 60
      }
      return (0..<360).allSatisfy { isRed($0, 307) } && (0..<250).allSatisfy { isRed(411, $0) } && !isRed(300, 250)
    }
    try weston.fingers("up 0")
    #expect(kiosk.stop() == 0)
  }

  /// The file's other scene is shown at once; a scene chosen meanwhile stays if the file's scene is the same.
  @Test func theFilesSceneIsFollowed() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    func write(_ text: String) throws { try text.write(toFile: config, atomically: true, encoding: .utf8) }
    try write("{}")
    let panel = try ControlledKiosk(["--config", config], weston)
    func shows(_ scene: String) throws -> Bool { try panel.ctl("status").output.contains("\"scene\":\"\(scene)\"") }
    #expect(try shows("cube"))
    try write("{\"scene\": \"fold\"}")
    try eventually("the net") { try shows("fold") }
    #expect(try panel.ctl("scene", "order").status == 0)
    try write("{\"scene\": \"fold\", \"touchFix\": \"depth\"}")
    try eventually("the other fix") { try panel.ctl("status").output.contains("\"touchFix\":\"depth\"") }
    #expect(try shows("order"))
    try write("{\"touchFix\": \"depth\"}")
    try eventually("the cube") { try shows("cube") }
    #expect(panel.kiosk.stop() == 0)
  }
}
