import Foundation
import Testing

/// A panel that somebody left otherwise than its file says.
@Suite(.serialized) struct BringsBackTests {
  private struct Panel {
    let weston: Weston
    let kiosk: RunningKiosk
    let errors = Pipe()

    init(_ configuration: String, _ arguments: [String] = []) throws {
      weston = try Weston()
      let config = weston.directory.path + "/kiosk.json"
      try configuration.write(toFile: config, atomically: true, encoding: .utf8)
      kiosk = try RunningKiosk(
        ["--config", config] + arguments,
        environment: weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }, errors: errors)
      try kiosk.wait("ready")
    }

    func ctl(_ words: String...) throws -> Program.Result {
      try Program.run(["ctl", "--socket", weston.directory.path + "/control"] + words)
    }

    func status() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: Data(ctl("status").output.utf8)) as? [String: Any])
    }
  }

  /// The fix that a key chose, the light that a button put out, the scene that somebody went to.
  @Test func theIdlePanelIsAsItsFileSays() throws {
    let panel = try Panel(
      """
      {"bar": true, "lighting": "camera", "faces": {"3": {"buttons": [{"action": "light"}, {"action": "none"}]}}}
      """)
    #expect(try panel.status()["touchFix"] as? String == "depth")
    // 1 and L.
    for key in [2, 38] { try panel.weston.type(key) }
    try eventually("another fix") { try panel.status()["touchFix"] as? String == "none" }
    #expect(try panel.ctl("press", "3", "button").status == 0)
    let state = panel.weston.directory.path + "/state/state.json"
    try eventually("the dark") { try String(contentsOfFile: state, encoding: .utf8).contains("\"light\":false") }
    #expect(try panel.ctl("scene", "fold").status == 0)
    #expect(try panel.ctl("sleep").status == 0)
    let status = try panel.status()
    #expect(status["scene"] as? String == "cube" && status["touchFix"] as? String == "depth")
    try eventually("the light") { try String(contentsOfFile: state, encoding: .utf8).contains("\"light\":true") }
    #expect(try panel.ctl("wake").status == 0)
    let drawn = panel.weston.directory.path + "/drawn.png"
    _ = try Program.run(["render", "--config", panel.weston.directory.path + "/kiosk.json", "-o", drawn])
    try eventually("the picture") { try Picture(panel.weston.screenshot()).differing(from: Picture(drawn), by: 0) == 0 }
    #expect(panel.kiosk.stop() == 0)
  }

  /// A scene file is offered with the others, and comes back.
  @Test func aSceneFileComesBack() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/door.json"
    try #"{"name": "door", "size": [1280, 800], "root": {"name": "ground", "bounds": [0, 0, 1280, 800]}}"#.write(
      toFile: file, atomically: true, encoding: .utf8)
    let panel = try Panel("{\"scene\": \"\(file)\", \"allowScenes\": true}")
    #expect(try panel.status()["scene"] as? String == "door")
    for name in ["fold", "door", "carousel"] {
      #expect(try panel.ctl("scene", name).status == 0)
      #expect(try panel.status()["scene"] as? String == name)
    }
    #expect(try panel.ctl("sleep").status == 0)
    #expect(try panel.status()["scene"] as? String == "door")
    #expect(panel.kiosk.stop() == 0)
  }

  // MARK: The screen

  /// weston 10's wl_output has no name; xdg_output's is as good.
  @Test func theScreenIsFoundByItsName() throws {
    let panel = try Panel("{\"screen\": \"headless\"}")
    let status = try panel.status()
    #expect(status["output"] as? String == "headless" && status["missingOutput"] == nil)
    #expect(panel.kiosk.stop() == 0)
  }

  /// It is said in the journal, in the status and on the glass.
  @Test func aScreenThatIsNotThereIsTold() throws {
    let panel = try Panel("{\"screen\": \"HDMI-A-7\"}")
    #expect(try panel.status()["missingOutput"] as? String == "HDMI-A-7")
    let drawn = panel.weston.directory.path + "/drawn.png"
    _ = try Program.run(["render", "--config", panel.weston.directory.path + "/kiosk.json", "-o", drawn])
    try eventually("the line") {
      try Picture(panel.weston.screenshot()).differing(from: Picture(drawn), by: 0, above: 80) > 0.02
    }
    #expect(panel.kiosk.stop() == 0)
    let log = String(decoding: panel.errors.fileHandleForReading.availableData, as: UTF8.self)
    #expect(log.contains("screen HDMI-A-7 is not there; the compositor has headless"), "\(log)")
  }

  // MARK: What it starts

  @Test func whatIsStartedInTheDarkAndAtTheWaking() throws {
    let scratch = try Scratch()
    let file = scratch.path + "/told"
    let errand = "{\"command\": [\"sh\", \"-c\", \"echo $CUBE_KIOSK_IDLE >>\(file)\"]}"
    let panel = try Panel("{\"idle\": {\"onDark\": \(errand), \"onWake\": \(errand)}}")
    func told() -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
    try eventually("the start") { told() == "wake\n" }
    #expect(try panel.ctl("sleep").status == 0)
    try eventually("the dark") { told() == "wake\ndark\n" }
    try panel.weston.fingers("tap 640 400")
    try eventually("the waking") { told() == "wake\ndark\nwake\n" }
    #expect(panel.kiosk.stop() == 0)
  }

  // MARK: Idle

  @Test func theTouchThatWakesDoesNothingElse() throws {
    let weston = try Weston()
    let panel = try ControlledKiosk(["--touch-fix", "depth"], weston)
    let button = try Places().points("button")[0]
    #expect(try panel.ctl("sleep").status == 0)
    // Dark all over.
    try eventually("the dark") {
      let bitmap = try Picture(weston.screenshot()).bitmap
      return (0..<bitmap.width * bitmap.height).allSatisfy { bitmap.pixels[$0] & 0xFF_FFFF == 0 }
    }
    try weston.fingers("tap \(button.x) \(button.y)")
    try eventually("the light") { try panel.ctl("status").output.contains("\"idle\":\"active\"") }
    #expect(!panel.kiosk.events.contains { $0.name == "press" || $0.name == "touch" })
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try panel.kiosk.wait("touch").phase == "began")
    #expect(try panel.kiosk.wait("press").count == 1)
    #expect(panel.kiosk.stop() == 0)
  }

  @Test func anIdlePanelDims() throws {
    let weston = try Weston()
    let config = weston.directory.path + "/kiosk.json"
    try "{}".write(toFile: config, atomically: true, encoding: .utf8)
    let panel = try ControlledKiosk(["--config", config], weston)
    func status() throws -> [String: Any] {
      let text = try panel.ctl("status").output
      return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }
    let home = try Picture(weston.screenshot())
    #expect(try panel.ctl("scene", "flatten-z").status == 0)
    #expect(try status()["scene"] as? String == "flatten-z")
    // However long all that took, the panel is idle from here on.
    let attractAfter = 1 + Int(Sanitizer.patience(3))
    try "{\"idle\": {\"dimAfter\": 1, \"attractAfter\": \(attractAfter)}}".write(
      toFile: config, atomically: true, encoding: .utf8)
    try eventually("dimming") { try panel.ctl("status").output.contains("\"idle\":\"dimmed\"") }
    let first = try Picture(weston.screenshot())
    try eventually("attraction") { try panel.ctl("status").output.contains("\"idle\":\"attract\"") }
    // The cube turns by itself.
    try eventually("a turned cube") { try Picture(weston.screenshot()).differing(from: first, by: 8) > 0.02 }
    // The configured scene came back, and it costs a few frames a second, not sixty.
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
    #expect(panel.kiosk.stop() == 0)
  }
}
