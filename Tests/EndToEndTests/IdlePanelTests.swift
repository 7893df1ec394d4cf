import Foundation
import TestSupport
import Testing

/// A panel that dims, sleeps, wakes, and returns to its configured state.
@Suite(.serialized) struct IdlePanelTests {
  // MARK: Home

  /// Sleeping restores the touch fix, the light and the scene.
  @Test func idlePanelReturnsToItsConfiguration() throws {
    let panel = try Panel(
      configuration: """
        {"bar": true, "lighting": "camera", "faces": {"3": {"buttons": [{"action": "light"}, {"action": "none"}]}}}
        """)
    #expect(try panel.status().touchFix == "depth")
    try panel.type(.digit(1), .l)
    try waitUntil("another fix") { try panel.status().touchFix == "none" }
    let lit = try panel.settle()
    #expect(try panel.ctl("press", "3", "button").status == 0)
    try panel.waitForChange("the light's end", from: lit)
    #expect(try panel.ctl("scene", "fold").status == 0)
    #expect(try panel.ctl("sleep").status == 0)
    let status = try panel.status()
    #expect(status.scene == "cube" && status.touchFix == "depth")
    #expect(try panel.ctl("wake").status == 0)
    try panel.waitForPicture("the configured picture", panel.rendered())
    #expect(panel.stop() == 0)
    #expect(panel.saved?.light == true)
  }

  /// A scene file can be chosen by name, and is shown again after sleeping.
  @Test func configuredSceneFileReturns() throws {
    let weston = try Weston()
    try weston.directory.write(
      #"{"name": "door", "size": [1280, 800], "root": {"name": "background", "bounds": [0, 0, 1280, 800]}}"#,
      to: "door.json")
    let panel = try Panel(configuration: "{\"scene\": \"door.json\", \"allowScenes\": true}", on: weston)
    #expect(try panel.status().scene == "door")
    for name in ["fold", "door", "carousel"] {
      #expect(try panel.ctl("scene", name).status == 0)
      #expect(try panel.status().scene == name)
    }
    #expect(try panel.ctl("sleep").status == 0)
    #expect(try panel.status().scene == "door")
    #expect(panel.stop() == 0)
  }

  // MARK: Output

  /// The log, the status and the screen report a missing output.
  @Test func missingOutputIsReported() throws {
    let panel = try Panel(configuration: "{\"screen\": \"HDMI-A-7\"}")
    #expect(try panel.status().missingOutput == "HDMI-A-7")
    let drawn = try panel.rendered()
    try waitUntil("the message") { try panel.picture().differing(from: drawn, by: 0, above: 80) > 0.02 }
    try panel.waitForLog("screen HDMI-A-7 is not there; the compositor has headless")
    #expect(panel.stop() == 0)
  }

  // MARK: Sleep

  /// The touch that wakes the panel runs the hook, and nothing else.
  @Test func wakingTouchDoesNothingElse() throws {
    let hook = "{\"command\": [\"sh\", \"-c\", \"echo $CUBE_KIOSK_IDLE >>DIR/ran\"]}"
    let panel = try Panel(
      configuration: "{\"touchFix\": \"depth\", \"idle\": {\"onDark\": \(hook), \"onWake\": \(hook)}}")
    let button = try panel.place("button")
    #expect(try panel.ctl("sleep").status == 0)
    try waitUntil("a black screen") { try panel.picture().count { $0 & 0xFF_FFFF != 0 } == 0 }
    try panel.fingers("tap \(button)")
    try waitUntil("an active panel") { try panel.status().idle == "active" }
    // The first reported touch is the next one.
    try panel.fingers("down 5 \(button)", "up 5")
    #expect(try panel.wait("touch").id == 5)
    #expect(try panel.wait("press").count == 1)
    #expect(try panel.status().count == 1)
    try waitUntil("the hooks") { (try? panel.directory.read("ran")) == "wake\ndark\nwake\n" }
    #expect(panel.stop() == 0)
  }

  // MARK: Dimming

  @Test(.onlyInCheck) func idlePanelDimsAndTurnsTheCube() throws {
    let panel = try Panel(configuration: "{}")
    let home = try panel.picture()
    #expect(try panel.ctl("scene", "flatten-z").status == 0)
    try panel.configure("{\"idle\": {\"dimAfter\": 1}}")
    try panel.wait("idle") { $0.state == "dimmed" }
    try panel.configure("{\"idle\": {\"dimAfter\": 1, \"attractAfter\": 2}}")
    try panel.wait("idle") { $0.state == "attract" }
    try panel.waitForChange("a turned cube", from: home, share: 0.02)
    // The panel returned to its scene, and draws a few frames per second.
    var last = try panel.status()
    #expect(last.scene == "cube")
    try waitUntil("a low frame rate", every: 3) {
      let status = try panel.status()
      defer { last = status }
      guard status.uptime > last.uptime + 2 else { return false }
      // Measured by the panel's uptime, because a busy machine delays the queries.
      return (2..<6).contains(Double(status.frames - last.frames) / (status.uptime - last.uptime))
    }
    try panel.configure("{}")
    try panel.waitForPicture("the cube in its first position", home)
    #expect(panel.stop() == 0)
  }
}
