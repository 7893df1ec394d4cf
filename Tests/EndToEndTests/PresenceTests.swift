import Foundation
import Testing

/// Whoever comes wakes the panel, by finger or by key, and nothing else comes of it.
@Suite(.serialized) struct PresenceTests {
  private func running(
    _ arguments: [String], _ weston: Weston
  ) throws -> (kiosk: RunningKiosk, ctl: ([String]) throws -> Program.Result) {
    let environment = weston.environment.merging(["RUNTIME_DIRECTORY": weston.directory.path]) { $1 }
    let kiosk = try RunningKiosk(arguments, environment: environment)
    try kiosk.wait("ready")
    return (kiosk, { try Program.run(["ctl", "--socket", weston.directory.path + "/control"] + $0) })
  }

  private func configured(_ weston: Weston, _ text: String) throws -> String {
    let config = weston.directory.path + "/kiosk.json"
    try text.write(toFile: config, atomically: true, encoding: .utf8)
    return config
  }

  /// The device forgot the up of the finger that woke the panel. Reading the configuration anew lifts every finger, that
  /// one too.
  @Test func aWakingFingerThatIsForgottenIsLiftedByAReload() throws {
    let weston = try Weston()
    let config = try configured(weston, "{\"touchFix\": \"depth\"}")
    let (kiosk, ctl) = try running(["--config", config], weston)
    let button = try Places().points("button")[0]
    #expect(try ctl(["sleep"]).status == 0)
    try weston.fingers("down 7 100 100", "frame")
    try eventually("the light") { try ctl(["status"]).output.contains("\"idle\":\"active\"") }
    // As long as it counts as down, what comes beside it is one gesture with it.
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try ctl(["reload"]).status == 0)
    #expect(!kiosk.events.contains { $0.name == "press" })
    try weston.fingers("tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("press", within: 5).count == 1)
    #expect(kiosk.stop() == 0)
  }

  /// Keys as well as fingers: what wakes it does nothing else.
  @Test func theKeyThatWakesDoesNothingElse() throws {
    let weston = try Weston()
    let (kiosk, ctl) = try running(["--touch-fix", "depth", "--allow-quit"], weston)
    func wakes(by key: Int) throws {
      #expect(try ctl(["sleep"]).status == 0)
      try weston.type(key)
      try eventually("the light", within: 5) { try ctl(["status"]).output.contains("\"idle\":\"active\"") }
    }
    // 1, Tab, Escape, F11.
    for key in [2, 15, 1, 87] { try wakes(by: key) }
    #expect(try ctl(["status"]).output.contains("\"touchFix\":\"depth\""))
    // The focus is nowhere, so Return is nobody's; then Tab and Return press.
    try weston.type(28)
    try weston.type(15)
    try weston.type(28)
    #expect(try kiosk.wait("press").count == 1)
    // With the focus on the button as well.
    try wakes(by: 28)
    try weston.type(2)
    try kiosk.wait("touch-fix")
    #expect(kiosk.events.filter { $0.name == "press" }.count == 1)
    #expect(kiosk.stop() == 0)
  }

  /// Tab reaches the button that is seen, not the one on a face that is turned away; a key holds what has to be held.
  @Test func theKeyboardHoldsAButtonThatIsSeen() throws {
    let weston = try Weston()
    let config = try configured(
      weston,
      #"{"view": "face-1", "bar": false, "faces": {"1": {"buttons": [{"title": "Open", "confirm": "Hold", "action": "light"}]}, "#
        + #""6": {"buttons": [{"title": "Back", "action": "light"}]}}}"#)
    let (kiosk, _) = try running(["--config", config], weston)
    // Twice: there is no second one to go to.
    for _ in 0..<2 { try weston.type(15) }
    try weston.fingers("key 28 down")
    #expect(try kiosk.wait("press", within: 5).view == "root/cube/face1/button")
    try weston.fingers("key 28 up")
    #expect(kiosk.stop() == 0)
  }

  /// Without a bar no finger chooses a fix or the light, and no key does; but who can't use the glass can press.
  @Test func aKeyDoesWhatAFingerCould() throws {
    let weston = try Weston()
    let config = try configured(weston, "{\"touchFix\": \"depth\", \"bar\": false}")
    let (kiosk, ctl) = try running(["--config", config], weston)
    // 1, 4, L, I, S.
    for key in [2, 5, 38, 23, 31] { try weston.type(key) }
    try weston.type(15)
    try weston.type(28)
    #expect(try kiosk.wait("press").count == 1)
    #expect(!kiosk.events.contains { $0.name == "touch-fix" })
    #expect(try ctl(["status"]).output.contains("\"touchFix\":\"depth\""))
    // Nothing at all, from the moment that the file says so.
    _ = try configured(weston, "{\"touchFix\": \"reorder\", \"bar\": false, \"keys\": false}")
    try eventually("the new file") { try ctl(["status"]).output.contains("\"touchFix\":\"reorder\"") }
    for key in [15, 28, 2] { try weston.type(key) }
    #expect(try ctl(["sleep"]).status == 0)
    try weston.type(15)
    let inspected = try Program.run(["inspect", "--config", config, "--size", "1280x800"]).output
    let button = try Places(json: inspected).points("button")[0]
    try weston.fingers("tap 20 20", "tap \(button.x) \(button.y)")
    #expect(try kiosk.wait("press").count == 2)
    #expect(!kiosk.events.contains { $0.name == "touch-fix" })
    #expect(kiosk.stop() == 0)
  }
}
